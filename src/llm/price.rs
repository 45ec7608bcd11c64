//! What tokens cost in dollars, as the operator says it.
//!
//! In millionths of a dollar and whole numbers, so that a ceiling is held exactly.

use std::fmt;

use super::{Dollars, Usage};

/// The variables that give both prices, in dollars for a thousand tokens.
const VARIABLES: [&str; 2] = ["AURUMCODE_LLM_INPUT_USD_PER_1K", "AURUMCODE_LLM_OUTPUT_USD_PER_1K"];

/// Prices in dollars for a million tokens, which is the same as millionths of a dollar for a token, times a thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// Thousandths of a millionth of a dollar for a token read.
    input: u64,
    /// The same for a token written.
    output: u64,
}

/// The prices cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// One is given without the other.
    #[error("{} and {} must be given together", VARIABLES[0], VARIABLES[1])]
    OnlyOne,
    /// One is no price.
    #[error("{variable} is no price in dollars: `{value}`")]
    NoPrice {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
    },
}

impl Default for Price {
    /// 0.01 and 0.03 dollars for a thousand tokens.
    fn default() -> Self {
        Self { input: 10_000, output: 30_000 }
    }
}

impl Price {
    /// The prices that the environment gives, else the default ones.
    ///
    /// # Errors
    /// One price is given without the other, or is no number from 0 to 1000.
    pub fn of(variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, PriceError> {
        let [input, output] = VARIABLES.map(|name| variable(name).filter(|value| !value.trim().is_empty()));
        match (input, output) {
            (None, None) => Ok(Self::default()),
            (Some(input), Some(output)) => Ok(Self { input: read(VARIABLES[0], &input)?, output: read(VARIABLES[1], &output)? }),
            (Some(_), None) | (None, Some(_)) => Err(PriceError::OnlyOne),
        }
    }

    /// What these tokens cost, rounded up.
    pub fn of_usage(&self, usage: Usage) -> Dollars {
        let nano = u128::from(usage.input) * u128::from(self.input) + u128::from(usage.output) * u128::from(self.output);
        Dollars::of_millionths(u64::try_from(nano.div_ceil(1000)).unwrap_or(u64::MAX))
    }
}

/// Dollars for a thousand tokens, as thousandths of a millionth of a dollar for one.
fn read(variable: &'static str, value: &str) -> Result<u64, PriceError> {
    let no_price = || PriceError::NoPrice { variable, value: value.to_owned() };
    let number: f64 = value.trim().parse().map_err(|_| no_price())?;
    if !(0.0..=1000.0).contains(&number) {
        return Err(no_price());
    }
    // At most 1e9, so the conversion is exact enough; a negative or endless number was refused.
    format!("{:.0}", number * 1e6).parse().map_err(|_| no_price())
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = |price: u64| format!("{}.{:06}", price / 1_000_000, price % 1_000_000);
        let short = |price: u64| dollars(price).trim_end_matches('0').trim_end_matches('.').to_owned();
        write!(f, "{} in and {} out for 1000 tokens", short(self.input), short(self.output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(input: Option<&str>, output: Option<&str>) -> Result<Price, PriceError> {
        Price::of(&|name| if name == VARIABLES[0] { input } else { output }.map(str::to_owned))
    }

    #[test]
    fn prices_come_together_or_not_at_all() {
        assert_eq!(of(None, Some(" ")).expect("the default"), Price::default());
        assert_eq!(of(Some("0.01"), Some("0.03")).expect("a price"), Price::default());
        assert_eq!(of(Some("1"), None), Err(PriceError::OnlyOne));
        for wrong in ["-1", "NaN", "inf", "1e9", "x"] {
            assert!(matches!(of(Some(wrong), Some("1")), Err(PriceError::NoPrice { .. })), "{wrong}");
        }
    }

    #[test]
    fn a_call_is_charged_to_the_millionth_and_rounded_up() {
        let price = Price::default();
        let table = [(1000, 0, 10_000), (0, 1, 30), (u64::MAX, u64::MAX, u64::MAX)];
        for (input, output, millionths) in table {
            assert_eq!(price.of_usage(Usage { input, output }), Dollars::of_millionths(millionths));
        }
        let cheap = of(Some("0.0001"), Some("0")).expect("a price");
        assert_eq!(cheap.of_usage(Usage { input: 1, output: 9 }), Dollars::of_millionths(1));
        assert_eq!(price.to_string(), "0.01 in and 0.03 out for 1000 tokens");
    }
}

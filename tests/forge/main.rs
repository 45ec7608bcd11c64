//! Pull requests: what is planned from what is there, and what each forge is then asked.

mod plan;

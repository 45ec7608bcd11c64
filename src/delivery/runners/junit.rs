//! JUnit XML, as most runners can write it: `testcase` elements with `failure`, `error` or `skipped` in them.
//!
//! A test's name is its class and its name, joined by `::`. No entity but those of XML itself is known, and nothing is fetched.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::delivery::TestOutcome;

use super::read::TestsRead;

pub(super) fn read(report: &[u8]) -> Result<TestsRead, String> {
    let mut reader = Reader::from_reader(report);
    let mut read = TestsRead::default();
    let mut current: Option<(String, TestOutcome)> = None;
    let mut buffer = Vec::new();
    loop {
        let event = reader.read_event_into(&mut buffer).map_err(|error| error.to_string())?;
        match &event {
            Event::Start(element) if element.local_name().as_ref() == "testcase" => {
                current = Some((name(element)?, TestOutcome::Passed));
            }
            Event::Empty(element) if element.local_name().as_ref() == "testcase" => {
                read.test(&name(element)?, TestOutcome::Passed);
            }
            Event::Start(element) | Event::Empty(element) => {
                if let Some((_, outcome)) = &mut current {
                    match element.local_name().as_ref() {
                        "failure" | "error" => *outcome = TestOutcome::Failed,
                        "skipped" if *outcome == TestOutcome::Passed => *outcome = TestOutcome::Skipped,
                        _ => {}
                    }
                }
            }
            Event::End(element) if element.local_name().as_ref() == "testcase" => {
                if let Some((name, outcome)) = current.take() {
                    read.test(&name, outcome);
                }
            }
            Event::Eof => break,
            _ => {}
        }
        buffer.clear();
    }
    Ok(read)
}

fn name(element: &BytesStart<'_>) -> Result<String, String> {
    let attribute = |key: &str| -> Result<String, String> {
        let found = element.try_get_attribute(key).map_err(|error| error.to_string())?;
        let text = found.map(|found| found.value.into_owned()).unwrap_or_default();
        quick_xml::escape::unescape(&text).map(|text| text.into_owned()).map_err(|error| error.to_string())
    };
    let (class, name) = (attribute("classname")?, attribute("name")?);
    Ok(if class.is_empty() { name } else { format!("{class}::{name}") })
}

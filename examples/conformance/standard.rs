//! Answers of the open standard's reference validator: the findings about real skills, each in a folder of its own.

use serde_json::json;
use skillglass::hosts::standard::validate;

use crate::{Failure, Line, Tally, compare, text};

/// The findings that a line holds.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    if let Some(expected) = line.case.get("standard") {
        let findings = validate(&text(&line.case["text"]), &text(&line.case["folder"]));
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        let mut disagreements = Vec::new();
        compare(&mut disagreements, "findings", expected, json!(codes));
        tally.count("standard", line.id, &disagreements);
    }
    Ok(())
}

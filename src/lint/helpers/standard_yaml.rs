//! Faults in frontmatter that only the validator of the Agent Skills standard reports, because it
//! parses a simpler form of YAML.

use std::ops;
use std::sync::Arc;

use crate::host::stages::Parsed;
use crate::hosts::standard;
use crate::hosts::standard::FindingCode;
use crate::lint::reading::Reading;
use crate::lint::skill_context::Member;

/// A fault in frontmatter that is valid YAML, but that the validator of the Agent Skills standard
/// cannot parse.
pub struct StandardFault<'r> {
    /// The target hosts that represent the Agent Skills standard, each with its id and edition.
    pub hosts: Vec<(&'static str, &'static str)>,
    /// The byte range from the fault to the end of its line.
    pub bytes: ops::Range<usize>,
    pub message: String,
    pub help: String,
    /// The frontmatter field that has the fault; `None` if the fault is outside of all fields.
    pub member: Option<&'r Member<'r>>,
    /// True if the validator fails because the value of `metadata` is JSON.
    pub is_metadata_json: bool,
}

/// Returns the fault that the validator of the Agent Skills standard finds in the frontmatter. The
/// linter treats this validator like a host. Returns `None` if there is no fault, or if the
/// validator is not among the target hosts.
pub fn fault<'r>(reading: &'r Reading<'_, '_>) -> Option<StandardFault<'r>> {
    let context = reading.context;
    let hosts = reading.hosts_where(|target| target.host().id() == standard::ID);
    if hosts.is_empty() || !reading.is_yaml {
        return None;
    }
    // The validator has already parsed the file, so a message shows that there is a fault. A message without a field is
    // about the frontmatter as a whole.
    let has_message = |parsed: &Option<Arc<Parsed>>| {
        let mut ignored = parsed.iter().flat_map(|parsed| &parsed.ignored);
        ignored.any(|ignored| ignored.field.is_none())
    };
    if !reading.parsed.iter().any(has_message) {
        return None;
    }
    let fault = standard::validate(context.text, context.folder())
        .into_iter()
        .find(|finding| finding.code == FindingCode::InvalidYaml)?;
    let at = fault.place.byte;
    let mut members = context.frontmatter.members.iter();
    let member = members.find(|member| member.bytes.contains(&at));
    let is_metadata_json = member.is_some_and(|member| member.key == "metadata")
        && context.text[at..].trim_start().starts_with('{');
    let line_end = context.text[at..]
        .find('\n')
        .map_or(context.text.len(), |end| at + end);
    let line = context.text[at..line_end].trim_end();
    Some(StandardFault {
        hosts,
        bytes: at..at + line.len(),
        message: fault.message,
        help: fault.help,
        member,
        is_metadata_json,
    })
}

//! The readers of a frontmatter, and whether they can read it.

use std::sync::Arc;

use serde_yaml::Value;

use crate::host::Host;
use crate::lint::skill_context::members;
use crate::lint::verdict::Verdict;
use crate::model::catalog::FaultCode;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work, read};

/// A reader of YAML: a host, or the parser that most of them share, without any host's repair.
pub(super) enum Reader<'a> {
    Host(Verdict<'a>, Arc<dyn Host>),
    Parser,
}

impl Reader<'_> {
    /// Whether it reads a part of a frontmatter when nothing else but a name and a description is there.
    pub fn reads(&self, part: &str) -> bool {
        let Self::Host(verdict, host) = self else {
            return is_too_much(part) || parses(part);
        };
        let members = members(part, &(0..part.len()));
        let mut text = "---\n".to_owned();
        for key in ["name", "description"] {
            if !members.iter().any(|member| member.key == key) {
                text.push_str(key);
                text.push_str(": x\n");
            }
        }
        text.push_str(part.trim_end_matches('\n'));
        text.push_str("\n---\n");
        let parsed = host.parse(&text.as_str().into());
        // A host that has the skill although it cannot read this says so.
        if verdict.ignores_frontmatter().is_some() {
            return !parsed.ignored.iter().any(|ignored| ignored.field.is_none());
        }
        let fault = parsed.outcome.and_then(|fields| fields.text).err();
        fault.is_none_or(|fault| {
            !matches!(fault.code, FaultCode::InvalidYaml | FaultCode::WrongType)
        })
    }
}

/// Whether it is YAML.
pub(super) fn parses(yaml: &str) -> bool {
    !is_too_much(yaml) && read::<Value>(yaml).is_ok()
}

/// Whether the parser cannot be trusted with it.
fn is_too_much(yaml: &str) -> bool {
    check_work(yaml, MAX_FRONTMATTER_BYTES).is_err()
}

//! The parsers with which rules check that frontmatter is readable.

use std::sync::Arc;

use serde_yaml::Value;

use crate::host::Host;
use crate::lint::skill_context::members;
use crate::lint::verdict::{HostEdition, Verdict};
use crate::model::catalog::FaultCode;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work, read};

/// A parser of frontmatter: the parser of a host, or the YAML parser that most hosts share. The
/// shared parser does not make the repairs that hosts make.
pub enum FrontmatterParser<'a> {
    Host(Verdict<'a>, Arc<dyn Host>),
    Yaml,
}

impl<'a> FrontmatterParser<'a> {
    /// Returns the host's id and edition; `None` for the YAML parser that hosts share.
    pub fn host_edition(&self) -> Option<HostEdition<'a>> {
        match self {
            Self::Host(verdict, _) => Some(verdict.host_edition()),
            Self::Yaml => None,
        }
    }

    /// Returns true if the parser accepts frontmatter that contains the fields in `part`. If a host
    /// requires a name and a description, these fields are added.
    pub fn parses(&self, part: &str) -> bool {
        let Self::Host(verdict, host) = self else {
            return parses(part);
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
        // If a host loads the skill but ignores its frontmatter, the host could not parse the frontmatter.
        if verdict.ignores_frontmatter().is_some() {
            return !parsed.ignored.iter().any(|ignored| ignored.field.is_none());
        }
        let fault = parsed.outcome.and_then(|fields| fields.text).err();
        fault.is_none_or(|fault| {
            !matches!(fault.code, FaultCode::InvalidYaml | FaultCode::WrongType)
        })
    }
}

/// Returns true if a text is valid YAML. Also returns true if parsing would take too long, because such a text is not
/// known to be wrong.
pub fn parses(yaml: &str) -> bool {
    check_work(yaml, MAX_FRONTMATTER_BYTES).is_err() || read::<Value>(yaml).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_to_parse_counts_as_valid() {
        let long = "a: [".repeat(MAX_FRONTMATTER_BYTES);
        for (yaml, expected) in [("a: b", true), ("a: [", false), (&long, true)] {
            assert_eq!(parses(yaml), expected);
            assert_eq!(FrontmatterParser::Yaml.parses(yaml), expected);
        }
    }
}

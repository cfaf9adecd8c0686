//! [`HostChoice`]: the host that a caller names, with or without an edition.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};

/// A host in one of its editions. In requests, a caller gives a string, such as `codex` or
/// `codex@2026-02`, or an object with these fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub struct HostChoice {
    /// The host's id, such as `codex`.
    pub host: String,
    /// The host's edition, such as `2026-05`. None for the host's default edition.
    pub edition: Option<String>,
}

impl From<&str> for HostChoice {
    fn from(text: &str) -> Self {
        let (host, edition) = match text.split_once('@') {
            Some((host, edition)) => (host, Some(edition.to_owned())),
            None => (text, None),
        };
        Self {
            host: host.to_owned(),
            edition,
        }
    }
}

impl fmt::Display for HostChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.host)?;
        match &self.edition {
            Some(edition) => write!(f, "@{edition}"),
            None => Ok(()),
        }
    }
}

const EXPECTED: &str =
    "a host such as \"codex\" or \"codex@2026-02\", or an object with `host` and perhaps `edition`";

impl Read for HostChoice {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        match value {
            Value::Text(text) => *self = Self::from(&*text),
            Value::Object(_) => {
                let Members { host, edition } = input::read(value)?;
                *self = Self { host, edition };
            }
            other => return Err(other.must_be_one(EXPECTED)),
        }
        Ok(())
    }
}

impl Input for HostChoice {
    fn blank() -> Self {
        Self::default()
    }
}

impl<'de> Deserialize<'de> for HostChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        input::deserialize(deserializer)
    }
}

/// The fields of a [`HostChoice`] that a caller gives as an object.
struct Members {
    host: String,
    edition: Option<String>,
}

crate::record! { Members: has(host, edition) needs(host) }

/// Reads the workspace option `host` into a text such as `codex@2026-02`. The caller may give a
/// string or an object.
pub(crate) struct AsText<'o>(pub &'o mut Option<String>);

impl Read for AsText<'_> {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        let mut choice: Option<HostChoice> = None;
        choice.read(value)?;
        *self.0 = choice.map(|choice| choice.to_string());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_named_by_a_string_or_an_object() {
        let read = |json: &str| serde_json::from_str::<HostChoice>(json);
        for (json, text) in [
            (r#""codex""#, "codex"),
            (r#""codex@2026-02""#, "codex@2026-02"),
            (r#"{"host": "codex"}"#, "codex"),
            (r#"{"host": "codex", "edition": null}"#, "codex"),
            (
                r#"{"host": "codex", "edition": "2026-02"}"#,
                "codex@2026-02",
            ),
        ] {
            assert_eq!(read(json).unwrap().to_string(), text);
            assert_eq!(HostChoice::from(text), read(json).unwrap());
        }
        for json in ["3", "{}", "[]", r#"{"host": "codex", "editon": "2026-02"}"#] {
            assert!(read(json).is_err(), "{json}");
        }
    }
}

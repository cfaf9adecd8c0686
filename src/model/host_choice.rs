//! A host, as a caller names it.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

/// A host in one of its editions. Requests take it as a string, `codex` or `codex@2026-02`, or as an object with these
/// members.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub struct HostChoice {
    /// Such as `codex`.
    pub host: String,
    /// Such as `2026-05`; the host's default when absent.
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

impl<'de> Deserialize<'de> for HostChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reads)
    }
}

/// `host` of the options of a workspace: the same, written as one text.
pub(crate) fn as_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let choice = Option::<HostChoice>::deserialize(deserializer)?;
    Ok(choice.map(|choice| choice.to_string()))
}

/// The object's members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    host: String,
    #[serde(default)]
    edition: Option<String>,
}

struct Reads;

impl<'de> Visitor<'de> for Reads {
    type Value = HostChoice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a host such as \"codex\" or \"codex@2026-02\", or an object with `host` and perhaps `edition`")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<HostChoice, E> {
        Ok(HostChoice::from(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<HostChoice, A::Error> {
        let Members { host, edition } = Members::deserialize(MapAccessDeserializer::new(members))?;
        Ok(HostChoice { host, edition })
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

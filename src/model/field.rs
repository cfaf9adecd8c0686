//! The fields that a host knows, of the frontmatter and of the file beside it: one table for parsing, completion, rules
//! and schemas ([`SkillFormat::fields`](crate::host::format::SkillFormat::fields)).

use serde::Serialize;
use serde_yaml::Value;

/// A field as a host in one edition takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// Its key, behind the keys that it lies below: `metadata.short-description`, `dependencies.tools[].type`.
    pub key: &'static str,
    /// The file that it belongs to.
    pub file: FieldFile,
    /// The values that it takes.
    pub kind: FieldKind,
    /// True if a skill (or an entry of a list) without it is refused or found faulty.
    pub required: bool,
    /// The limit on its length.
    pub limit: Option<Limit>,
    /// The pattern of its text, as a regular expression of JavaScript (with the flag `u`).
    pub pattern: Option<&'static str>,
    /// True if its key may be written in kebab, snake or camel case.
    pub any_spelling: bool,
    /// True if the host acts on it.
    pub status: FieldStatus,
    /// The field in its place, where it is deprecated.
    pub instead: Option<&'static str>,
    /// The default where it is not there.
    pub default: Option<&'static str>,
    /// The field and the value of it that this one counts with; none when it counts alone.
    pub with: Option<(&'static str, &'static str)>,
    /// Its effect in the host, in one line.
    pub summary: &'static str,
}

/// A file with fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum FieldFile {
    /// The frontmatter of `SKILL.md`.
    #[serde(rename = "frontmatter")]
    Frontmatter,
    /// `agents/openai.yaml` in the skill's folder.
    #[serde(rename = "agents/openai.yaml")]
    OpenaiYaml,
}

/// The values that a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FieldKind {
    /// A text.
    Text {
        /// The values that count as one.
        from: TextFrom,
    },
    /// Yes or no.
    Boolean {
        /// The words for yes, in lower case; other cases count, too.
        yes: &'static [&'static str],
        /// The words for no.
        no: &'static [&'static str],
        /// True if a word in quotes counts, too.
        quoted: bool,
    },
    /// One of some words.
    OneOf {
        /// The words.
        values: &'static [&'static str],
        /// True if a number will do, too.
        numbers: bool,
    },
    /// Texts: a list of them, or one text that is split.
    Texts {
        /// The separator in one text; none when it must be a list.
        separators: Option<&'static str>,
        /// True if a list will do.
        list: bool,
        /// The values that each may have; any when there are none.
        values: &'static [&'static str],
    },
    /// A text, or a list that becomes the text that it was written as.
    Hint,
    /// `key: value` lines.
    Map {
        /// True if its values are to be texts.
        texts: bool,
    },
    /// A list of maps.
    List,
    /// Anything.
    Anything,
    /// A map from event to matchers with their hooks.
    Hooks {
        /// The events.
        events: &'static [&'static str],
    },
}

/// The values that count as a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TextFrom {
    /// Only what YAML takes for a text: no number, no boolean, not nothing.
    Strings,
    /// Text and numbers; null counts as absent.
    StringsAndNumbers,
    /// Every scalar, as it is written; nothing counts as absent.
    Scalars,
}

/// The limit on the length of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Limit {
    /// Characters (Unicode scalar values).
    pub characters: usize,
    /// The treatment of a longer one.
    pub over: OverLimit,
}

/// The treatment of a field that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum OverLimit {
    /// The host does not have the skill.
    SkillDropped,
    /// The host goes on without the field.
    FieldDropped,
    /// The host's list shows less of it.
    Shortened,
    /// It is taken as it is, against what the host's documentation or validator says.
    Advised,
}

/// The way in which a host treats a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FieldStatus {
    /// It acts on it.
    Read,
    /// It acts on it, and something else is used in its place.
    Deprecated,
    /// It may be there and changes nothing: it is for people and programs around the host.
    Kept,
    /// Other hosts act on it and people expect that this one does; it changes nothing.
    Ignored,
}

/// The commonest kind: any scalar is a text.
pub(crate) const SCALAR: FieldKind = FieldKind::Text {
    from: TextFrom::Scalars,
};

/// What YAML takes for a text.
pub(crate) const STRING: FieldKind = FieldKind::Text {
    from: TextFrom::Strings,
};

/// The booleans of YAML 1.2; a word in quotes is none.
pub(crate) const YAML_BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true"],
    no: &["false"],
    quoted: false,
};

/// The words for yes and no, in quotes or not.
pub(crate) const WORD_BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true", "yes", "on", "1"],
    no: &["false", "no", "off", "0"],
    quoted: true,
};

impl FieldKind {
    /// One of some words.
    pub(crate) const fn one_of(values: &'static [&'static str]) -> Self {
        Self::OneOf {
            values,
            numbers: false,
        }
    }

    /// A list of texts, or one text that is split at any of the separators.
    pub(crate) const fn texts(separators: &'static str, list: bool) -> Self {
        Self::Texts {
            separators: Some(separators),
            list,
            values: &[],
        }
    }
}

impl Field {
    /// A field of the frontmatter that the host acts on and does without.
    #[must_use]
    pub(crate) const fn new(key: &'static str, kind: FieldKind, summary: &'static str) -> Self {
        Self {
            key,
            file: FieldFile::Frontmatter,
            kind,
            required: false,
            limit: None,
            pattern: None,
            any_spelling: false,
            status: FieldStatus::Read,
            instead: None,
            default: None,
            with: None,
            summary,
        }
    }

    /// One that changes nothing.
    #[must_use]
    pub(crate) const fn kept(key: &'static str, kind: FieldKind, summary: &'static str) -> Self {
        Self {
            status: FieldStatus::Kept,
            ..Self::new(key, kind, summary)
        }
    }

    /// A field of other hosts that has no effect here.
    #[must_use]
    pub(crate) const fn elsewhere(key: &'static str) -> Self {
        let summary = "other hosts act on it; it has no effect here";
        Self::new(key, FieldKind::Anything, summary).status(FieldStatus::Ignored)
    }

    /// Fields that are kept for people and for other programs.
    #[must_use]
    pub(crate) const fn kept_for_others() -> [Self; 3] {
        let anything = FieldKind::Anything;
        [
            Self::kept("license", anything, "is kept for people"),
            Self::kept("compatibility", anything, "is kept for people"),
            Self::kept("metadata", anything, "is kept for other programs"),
        ]
    }

    /// In that file.
    #[must_use]
    pub(crate) const fn of(self, file: FieldFile) -> Self {
        Self { file, ..self }
    }

    /// Needed or not.
    #[must_use]
    pub(crate) const fn required(self, required: bool) -> Self {
        Self { required, ..self }
    }

    /// At most so long.
    #[must_use]
    pub(crate) const fn at_most(self, characters: usize, over: OverLimit) -> Self {
        Self {
            limit: Some(Limit { characters, over }),
            ..self
        }
    }

    /// As this regular expression says.
    #[must_use]
    pub(crate) const fn like(self, pattern: &'static str) -> Self {
        Self {
            pattern: Some(pattern),
            ..self
        }
    }

    /// A field that counts only when another has that value.
    #[must_use]
    pub(crate) const fn with(self, key: &'static str, value: &'static str) -> Self {
        Self {
            with: Some((key, value)),
            ..self
        }
    }

    /// With what holds where it is not there.
    #[must_use]
    pub(crate) const fn default(self, value: &'static str) -> Self {
        Self {
            default: Some(value),
            ..self
        }
    }

    /// With what the host makes of it.
    #[must_use]
    pub(crate) const fn status(self, status: FieldStatus) -> Self {
        Self { status, ..self }
    }

    /// True if a key is this one's.
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.any_spelling && plain(self.key) == plain(key)
    }

    /// The key that it lies below, if it is a nested one.
    #[must_use]
    pub fn parent(&self) -> Option<&'static str> {
        self.key
            .rsplit_once('.')
            .map(|(parent, _)| parent.trim_end_matches("[]"))
    }

    /// The last part of its key.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.rsplit('.').next().unwrap_or(self.key)
    }

    /// True if the host acts on it.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.status, FieldStatus::Read | FieldStatus::Deprecated)
    }

    /// True if a value is of a kind that it may be.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        let is_scalar = !matches!(value, Value::Sequence(_) | Value::Mapping(_));
        match self.kind {
            FieldKind::Text { .. } | FieldKind::Boolean { .. } | FieldKind::OneOf { .. } => {
                is_scalar
            }
            FieldKind::Texts { .. } | FieldKind::Hint => !value.is_mapping(),
            FieldKind::Map { .. } | FieldKind::Hooks { .. } => value.is_mapping(),
            FieldKind::List => value.is_sequence(),
            FieldKind::Anything => true,
        }
    }

    /// The meaning of a word, where it is a boolean.
    #[must_use]
    pub fn boolean(&self, word: &str) -> Option<bool> {
        let FieldKind::Boolean { yes, no, .. } = self.kind else {
            return None;
        };
        let is = |known: &&&str| known.eq_ignore_ascii_case(word);
        if yes.iter().any(|known| is(&known)) {
            Some(true)
        } else {
            no.iter().any(|known| is(&known)).then_some(false)
        }
    }

    /// True if a word says no more than what holds without the field.
    #[must_use]
    pub fn is_default(&self, word: &str) -> bool {
        self.default.is_some_and(|default| {
            let meaning = self.boolean(word);
            default == word || meaning.is_some() && meaning == self.boolean(default)
        })
    }

    /// The words that it may be; none where it may be anything.
    #[must_use]
    pub fn words(&self) -> Vec<&'static str> {
        match self.kind {
            FieldKind::Boolean { yes, no, .. } => {
                let pairs = yes.iter().zip(no);
                pairs.flat_map(|(yes, no)| [*yes, *no]).collect()
            }
            FieldKind::OneOf { values, .. } | FieldKind::Texts { values, .. } => values.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// A key without what differs between kebab, snake and camel case.
pub(crate) fn plain(key: &str) -> String {
    key.replace(['-', '_', ' '], "").to_ascii_lowercase()
}

/// `a, b or c`
pub(crate) fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

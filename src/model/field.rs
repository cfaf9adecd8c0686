//! The fields that a host knows in the frontmatter and in `agents/openai.yaml`. Parsing, completion, rules and schemas
//! use the same table ([`SkillFormat::fields`](crate::host::format::SkillFormat::fields)).

use serde::Serialize;
use serde_yaml::Value;

/// A field, as one edition of a host reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The key, preceded by the keys that contain it: `metadata.short-description`, `dependencies.tools[].type`.
    pub key: &'static str,
    /// The file that the field is in.
    pub file: FieldFile,
    /// The kind of values that the field accepts.
    pub kind: FieldKind,
    /// True if a skill, or an entry of a list, is dropped or faulty without the field.
    pub required: bool,
    /// The limit on the length of the value.
    pub limit: Option<Limit>,
    /// The pattern of the text, as a regular expression of JavaScript (with the flag `u`).
    pub pattern: Option<&'static str>,
    /// True if the key may be written in kebab, snake or camel case.
    pub any_spelling: bool,
    /// The status of the field in the host: read, deprecated, or without effect.
    pub status: FieldStatus,
    /// The field that replaces this field if this field is deprecated.
    pub instead: Option<&'static str>,
    /// The value that applies if the field is missing.
    pub default: Option<&'static str>,
    /// Another field and the value that it must have, because otherwise this field has no effect; none if this field
    /// has an effect on its own.
    pub with: Option<(&'static str, &'static str)>,
    /// The field's effect in the host, in one line.
    pub summary: &'static str,
}

/// A file of a skill that has fields.
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

/// The kind of values that a field accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FieldKind {
    /// A single text.
    Text {
        /// The YAML values that are accepted as a text.
        from: TextFrom,
    },
    /// A boolean, which may be written as one of several words.
    Boolean {
        /// The words that mean true, in lowercase. Words in other cases are accepted, too.
        yes: &'static [&'static str],
        /// The words that mean false, in lowercase. Words in other cases are accepted, too.
        no: &'static [&'static str],
        /// True if a word in quotes is also accepted.
        quoted: bool,
    },
    /// One word of a fixed set.
    OneOf {
        /// The words that the field accepts.
        values: &'static [&'static str],
        /// True if a number is also accepted.
        numbers: bool,
    },
    /// Several texts: a YAML list of texts, or one text that is split at separators.
    Texts {
        /// The separators in one text; none if the value must be a list.
        separators: Option<&'static str>,
        /// True if a YAML list of texts is accepted.
        list: bool,
        /// The values that each text may have; if empty, any value.
        values: &'static [&'static str],
    },
    /// A text, or a list such as `[file]`, which is converted back to the text that the author wrote.
    Hint,
    /// A YAML mapping.
    Map {
        /// True if the values in the mapping should be texts.
        texts: bool,
    },
    /// A list of mappings.
    List,
    /// Any value.
    Anything,
    /// A mapping from events to matchers with their hooks.
    Hooks {
        /// The names of the host's events, which are the keys of the mapping.
        events: &'static [&'static str],
    },
}

/// The YAML values that are accepted as a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TextFrom {
    /// YAML strings: not numbers, booleans or null.
    Strings,
    /// Strings and numbers; null is treated as absent.
    StringsAndNumbers,
    /// Every scalar, exactly as it is written; null is treated as absent.
    Scalars,
}

/// The limit on the length of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Limit {
    /// The largest allowed number of characters (Unicode scalar values).
    pub characters: usize,
    /// The effect of a value that exceeds the limit.
    pub over: OverLimit,
}

/// The effect of a value that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum OverLimit {
    /// The host drops the skill.
    SkillDropped,
    /// The host ignores the field.
    FieldDropped,
    /// The host's list shows only a part of the value.
    Shortened,
    /// The host accepts the value, although its documentation or validator has a limit.
    Advised,
}

/// The effect of a field in a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FieldStatus {
    /// The host acts on the field.
    Read,
    /// The host acts on the field, but another field replaces it.
    Deprecated,
    /// The field is allowed and has no effect in the host: it is for people and other programs.
    Kept,
    /// The field has no effect in the host, although other hosts act on it and authors expect an effect.
    Ignored,
}

/// The keys of fields on which several hosts act, so that authors expect an effect in every host.
const COMMON_KEYS: [&str; 9] = [
    "allowed-tools",
    "disable-model-invocation",
    "user-invocable",
    "context",
    "agent",
    "model",
    "paths",
    "hooks",
    "argument-hint",
];

/// The most common kind: any scalar is a text.
pub(crate) const SCALAR: FieldKind = FieldKind::Text {
    from: TextFrom::Scalars,
};

/// A text that must be a YAML string.
pub(crate) const STRING: FieldKind = FieldKind::Text {
    from: TextFrom::Strings,
};

/// The booleans of YAML 1.2. A word in quotes is not a boolean.
pub(crate) const YAML_BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true"],
    no: &["false"],
    quoted: false,
};

/// Words that mean true and words that mean false, with or without quotes. YAML 1.1 reads most of these words as
/// booleans.
pub(crate) const WORD_BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true", "yes", "on", "1"],
    no: &["false", "no", "off", "0"],
    quoted: true,
};

impl FieldKind {
    /// Returns the kind of a field whose value is one of several words.
    pub(crate) const fn one_of(values: &'static [&'static str]) -> Self {
        Self::OneOf {
            values,
            numbers: false,
        }
    }

    /// Returns the kind of a field whose value is a text that is split at any of the separators. If `list` is true, the
    /// value may also be a list of texts.
    pub(crate) const fn texts(separators: &'static str, list: bool) -> Self {
        Self::Texts {
            separators: Some(separators),
            list,
            values: &[],
        }
    }
}

/// Returns the key in the frontmatter that contains a key: `metadata` for `metadata.author`, `hooks` for `hooks[0]`.
pub(crate) fn top_key(key: &str) -> &str {
    key.split(['.', '[']).next().unwrap_or(key)
}

impl Field {
    /// Returns an optional field of the frontmatter that the host acts on.
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

    /// Returns a field that is allowed and has no effect.
    #[must_use]
    pub(crate) const fn kept(key: &'static str, kind: FieldKind, summary: &'static str) -> Self {
        Self {
            status: FieldStatus::Kept,
            ..Self::new(key, kind, summary)
        }
    }

    /// Returns a field of other hosts that has no effect in this host.
    #[must_use]
    pub(crate) const fn elsewhere(key: &'static str) -> Self {
        let summary = "other hosts act on it; it has no effect here";
        Self::new(key, FieldKind::Anything, summary).status(FieldStatus::Ignored)
    }

    /// Adds the common fields that are not in the table of a host, because they have no effect in this host.
    #[must_use]
    pub(crate) fn with_ignored(mut fields: Vec<Self>) -> Vec<Self> {
        for key in COMMON_KEYS {
            if !fields.iter().any(|field| field.key == key) {
                fields.push(Self::elsewhere(key));
            }
        }
        fields
    }

    /// Returns the three fields that are meant for people and for other programs, and have no effect in a host.
    #[must_use]
    pub(crate) const fn kept_for_others() -> [Self; 3] {
        let anything = FieldKind::Anything;
        [
            Self::kept("license", anything, "is kept for people"),
            Self::kept("compatibility", anything, "is kept for people"),
            Self::kept("metadata", anything, "is kept for other programs"),
        ]
    }

    /// Sets the file that the field is in.
    #[must_use]
    pub(crate) const fn of(self, file: FieldFile) -> Self {
        Self { file, ..self }
    }

    /// Sets whether the field is required.
    #[must_use]
    pub(crate) const fn required(self, required: bool) -> Self {
        Self { required, ..self }
    }

    /// Sets the limit on the length.
    #[must_use]
    pub(crate) const fn at_most(self, characters: usize, over: OverLimit) -> Self {
        Self {
            limit: Some(Limit { characters, over }),
            ..self
        }
    }

    /// Sets the pattern of the text, as a regular expression.
    #[must_use]
    pub(crate) const fn like(self, pattern: &'static str) -> Self {
        Self {
            pattern: Some(pattern),
            ..self
        }
    }

    /// Sets another field and the value that it must have, because otherwise this field has no effect.
    #[must_use]
    pub(crate) const fn with(self, key: &'static str, value: &'static str) -> Self {
        Self {
            with: Some((key, value)),
            ..self
        }
    }

    /// Sets the value that applies if the field is missing.
    #[must_use]
    pub(crate) const fn default(self, value: &'static str) -> Self {
        Self {
            default: Some(value),
            ..self
        }
    }

    /// Sets the status of the field in the host.
    #[must_use]
    pub(crate) const fn status(self, status: FieldStatus) -> Self {
        Self { status, ..self }
    }

    /// Returns true if a key names this field.
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.any_spelling && plain(self.key) == plain(key)
    }

    /// Returns the key that contains this field's key, if the field is nested.
    #[must_use]
    pub fn parent(&self) -> Option<&'static str> {
        self.key
            .rsplit_once('.')
            .map(|(parent, _)| parent.trim_end_matches("[]"))
    }

    /// Returns the last segment of the key.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.rsplit('.').next().unwrap_or(self.key)
    }

    /// Returns true if the host acts on the field.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.status, FieldStatus::Read | FieldStatus::Deprecated)
    }

    /// Returns true if the field accepts a value of this type.
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

    /// Returns the keys of the fields in a host's table that only other hosts act on.
    pub(crate) fn ignored_keys(table: Vec<Self>) -> impl Iterator<Item = &'static str> {
        let ignored = |field: &Self| field.status == FieldStatus::Ignored;
        table.into_iter().filter(ignored).map(|field| field.key)
    }

    /// Returns the boolean that a word means in this field; none if the field is not a boolean or the word is unknown.
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

    /// Returns true if a word means the same as leaving the field out.
    #[must_use]
    pub fn is_default(&self, word: &str) -> bool {
        self.default.is_some_and(|default| {
            let meaning = self.boolean(word);
            default == word || meaning.is_some() && meaning == self.boolean(default)
        })
    }

    /// Returns the words that the field accepts; empty if it accepts any text.
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

/// Returns a key in lowercase and without separators, so that kebab, snake and camel case are equal.
pub(crate) fn plain(key: &str) -> String {
    key.replace(['-', '_', ' '], "").to_ascii_lowercase()
}

/// Joins words in the form `a, b or c`.
pub(crate) fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

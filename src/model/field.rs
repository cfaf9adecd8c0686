//! Descriptions of the fields that a host reads in the frontmatter and in `agents/openai.yaml`.
//! Parsing, completion, rules and schemas use the same table
//! ([`SkillFormat::fields`](crate::host::format::SkillFormat::fields)).

use serde::Serialize;
use serde_yaml::Value;

/// A field of a skill's files, as one edition of a host reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The field's key, preceded by the keys that contain it: `metadata.short-description`,
    /// `dependencies.tools[].type`.
    pub key: &'static str,
    /// The file that the field is in.
    pub file: FieldFile,
    /// The kind of values that the field accepts.
    pub kind: FieldKind,
    /// True if the field must be present. If a required field of the frontmatter is missing, the
    /// host drops or refuses the skill. If a required field of a list's entry is missing, the host
    /// drops the entry.
    pub required: bool,
    /// The limit on the value's length. None if there is no limit.
    pub limit: Option<Limit>,
    /// A regular expression of JavaScript (flag `u`) that the value must match. None if every text
    /// is valid.
    pub pattern: Option<&'static str>,
    /// True if the host also accepts the key in kebab, snake or camel case.
    pub any_spelling: bool,
    /// The status of the field in the host: read, deprecated, or without effect.
    pub status: FieldStatus,
    /// The key of the field that replaces this field. None unless this field is deprecated.
    pub instead: Option<&'static str>,
    /// The value that the host uses if the field is missing. None if there is no such value.
    pub default: Option<&'static str>,
    /// The condition for this field: the key of another field, and the required value of that
    /// field. None if this field always has an effect.
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
    /// The value is a single text.
    Text {
        /// The types of YAML values that the host accepts as a text.
        from: TextFrom,
    },
    /// The value is a boolean, written as one of several words.
    Boolean {
        /// The words that mean true, in lowercase. The host accepts these words in any case.
        yes: &'static [&'static str],
        /// The words that mean false, in lowercase. The host accepts these words in any case.
        no: &'static [&'static str],
        /// True if the host also accepts a boolean in quotes, such as `"true"`.
        quoted: bool,
    },
    /// The value is one word of a fixed set.
    OneOf {
        /// The words that the field accepts.
        values: &'static [&'static str],
        /// True if a number is also accepted.
        numbers: bool,
    },
    /// The value is several texts: a YAML list of texts, or one text that is split at separators.
    Texts {
        /// The characters that separate the texts if the value is one text. None if the value must
        /// be a list.
        separators: Option<&'static str>,
        /// True if a YAML list of texts is accepted.
        list: bool,
        /// The allowed texts. If the list is empty, every text is allowed.
        values: &'static [&'static str],
    },
    /// A text that is shown to the user as a hint. Authors often write such a hint in brackets, and
    /// YAML reads `[file]` as a list. Such a list is accepted, and the hint is the text `[file]`.
    Hint,
    /// The value is a YAML mapping.
    Map {
        /// True if the values in the mapping should be texts.
        texts: bool,
    },
    /// The value is a YAML list of mappings.
    List,
    /// The value is any YAML value.
    Anything,
    /// The value is a mapping from events to lists of matchers, each with hooks.
    Hooks {
        /// The names of the host's events, which are the allowed keys of the mapping.
        events: &'static [&'static str],
    },
}

/// The types of YAML values that a host accepts as a text.
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

/// The limit on the length of a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Limit {
    /// The largest allowed number of characters (Unicode scalar values).
    pub characters: usize,
    /// The effect of a value that is longer than the limit.
    pub over: OverLimit,
}

/// The effect of a value that is longer than the field's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum OverLimit {
    /// The host drops the skill.
    SkillDropped,
    /// The host ignores the field.
    FieldDropped,
    /// The host's list of skills shows only a part of the value.
    Shortened,
    /// The host accepts the longer value, because only the host's documentation or validator gives
    /// the limit.
    Advised,
}

/// The effect of a field in a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FieldStatus {
    /// The field has an effect in the host.
    Read,
    /// The field has an effect in the host, but is outdated: authors should use a newer field
    /// instead.
    Deprecated,
    /// The field is allowed, but has no effect in the host, because it is for people or other
    /// programs.
    Kept,
    /// The field has no effect in the host. Authors may expect an effect, because other hosts act
    /// on the field.
    Ignored,
}

/// The keys of fields that have an effect in several hosts. Authors often expect that such a field
/// has an effect in every host.
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

/// The kind of most fields: a text, written as any YAML scalar.
pub(crate) const SCALAR: FieldKind = FieldKind::Text {
    from: TextFrom::Scalars,
};

/// The kind of a field whose value must be a YAML string.
pub(crate) const STRING: FieldKind = FieldKind::Text {
    from: TextFrom::Strings,
};

/// The kind of a field with a boolean of YAML 1.2. A word in quotes is not accepted.
pub(crate) const YAML_BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true"],
    no: &["false"],
    quoted: false,
};

/// The kind of a field whose value is a word for true or false, with or without quotes, such as
/// `yes` or `off`. YAML 1.1 reads most of these words as booleans.
pub(crate) const WORD_BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true", "yes", "on", "1"],
    no: &["false", "no", "off", "0"],
    quoted: true,
};

impl FieldKind {
    /// Returns the kind of a field whose value must be one of these words.
    pub(crate) const fn one_of(values: &'static [&'static str]) -> Self {
        Self::OneOf {
            values,
            numbers: false,
        }
    }

    /// Returns the kind of a field whose value is a text that is split at any of the separators. If
    /// `list` is true, the value may also be a list of texts.
    pub(crate) const fn texts(separators: &'static str, list: bool) -> Self {
        Self::Texts {
            separators: Some(separators),
            list,
            values: &[],
        }
    }
}

/// Returns the top-level key of the frontmatter in a longer key: `metadata` for `metadata.author`,
/// `hooks` for `hooks[0]`.
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

    /// Creates a field that the host allows and that has no effect, because it is for people or
    /// other programs.
    #[must_use]
    pub(crate) const fn kept(key: &'static str, kind: FieldKind, summary: &'static str) -> Self {
        Self {
            status: FieldStatus::Kept,
            ..Self::new(key, kind, summary)
        }
    }

    /// Returns a field that other hosts act on, and that has no effect in this host.
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

    /// Returns the fields `license`, `compatibility` and `metadata`, which are for people and other
    /// programs and have no effect in the host.
    #[must_use]
    pub(crate) const fn kept_for_others() -> [Self; 3] {
        let anything = FieldKind::Anything;
        [
            Self::kept("license", anything, "is kept for people"),
            Self::kept("compatibility", anything, "is kept for people"),
            Self::kept("metadata", anything, "is kept for other programs"),
        ]
    }

    /// Returns a copy of the field that belongs to `file`, such as `agents/openai.yaml`, and not to
    /// the frontmatter.
    #[must_use]
    pub(crate) const fn of(self, file: FieldFile) -> Self {
        Self { file, ..self }
    }

    /// Returns a copy of the field. The copy is required if `required` is true, otherwise optional.
    #[must_use]
    pub(crate) const fn required(self, required: bool) -> Self {
        Self { required, ..self }
    }

    /// Returns a copy of the field with a limit on the length of its value.
    #[must_use]
    pub(crate) const fn at_most(self, characters: usize, over: OverLimit) -> Self {
        Self {
            limit: Some(Limit { characters, over }),
            ..self
        }
    }

    /// Returns a copy of the field with a regular expression that its value must match.
    #[must_use]
    pub(crate) const fn like(self, pattern: &'static str) -> Self {
        Self {
            pattern: Some(pattern),
            ..self
        }
    }

    /// Returns a copy of the field with a condition. The field has an effect only if the field
    /// `key` has the value `value`.
    #[must_use]
    pub(crate) const fn with(self, key: &'static str, value: &'static str) -> Self {
        Self {
            with: Some((key, value)),
            ..self
        }
    }

    /// Returns a copy of this field that has `value` as its default: the value that the host uses
    /// if the field is missing.
    #[must_use]
    pub(crate) const fn default(self, value: &'static str) -> Self {
        Self {
            default: Some(value),
            ..self
        }
    }

    /// Returns a copy of the field with the given status: read, deprecated, or without effect.
    #[must_use]
    pub(crate) const fn status(self, status: FieldStatus) -> Self {
        Self { status, ..self }
    }

    /// Returns true if the host reads `key` as the key of this field. Some hosts accept other
    /// spellings of a key.
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.any_spelling && plain(self.key) == plain(key)
    }

    /// Returns the key that contains this field's key. None if the field is at the top level.
    #[must_use]
    pub fn parent(&self) -> Option<&'static str> {
        self.key
            .rsplit_once('.')
            .map(|(parent, _)| parent.trim_end_matches("[]"))
    }

    /// Returns the last segment of this field's key.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.rsplit('.').next().unwrap_or(self.key)
    }

    /// Returns true if the host acts on the field.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.status, FieldStatus::Read | FieldStatus::Deprecated)
    }

    /// Returns true if the YAML type of this value is right for the field.
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

    /// Returns the keys of those fields in a host's table that have the status
    /// [`Ignored`](FieldStatus::Ignored). Only other hosts act on these fields.
    pub(crate) fn ignored_keys(table: Vec<Self>) -> impl Iterator<Item = &'static str> {
        let ignored = |field: &Self| field.status == FieldStatus::Ignored;
        table.into_iter().filter(ignored).map(|field| field.key)
    }

    /// Returns the boolean that this word means as the field's value. None if the field is not a
    /// boolean, or if the word is unknown.
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

    /// Returns true if this word, as the field's value, has the same effect as a missing field.
    #[must_use]
    pub fn is_default(&self, word: &str) -> bool {
        self.default.is_some_and(|default| {
            let meaning = self.boolean(word);
            default == word || meaning.is_some() && meaning == self.boolean(default)
        })
    }

    /// Returns the words that the field accepts. If the result is empty, the field accepts any
    /// text.
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

/// Returns a key in lowercase without separators, so that the same key in kebab, snake and camel
/// case is equal.
pub(crate) fn plain(key: &str) -> String {
    key.replace(['-', '_', ' '], "").to_ascii_lowercase()
}

/// Joins words as alternatives, in the form `a, b or c`.
pub(crate) fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

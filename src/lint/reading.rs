//! The frontmatter of a skill as plain YAML, and as each target host parses it.

use std::borrow::Cow;
use std::ops;
use std::sync::Arc;

use serde_yaml::{Mapping, Value};

use super::skill_context::{Member, SkillContext};
use super::verdict::spoken;
use crate::host::Host;
use crate::host::stages::Parsed;
use crate::model::field::{Field, FieldFile, FieldKind};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::document::Range;
use crate::text::plain_yaml;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work, quote_values, read};

/// The maximum number of findings of one rule in one file. There is a maximum, because nobody reads
/// more findings. No host has this limit.
pub(super) const MAX_FINDINGS: usize = 32;

/// The maximum number of fields that a rule checks in a file. There is a maximum, because the rule
/// searches the text once for each field. No host has this limit.
const MAX_MEMBERS: usize = 256;

/// The maximum number of names that a message lists.
const MAX_NAMED: usize = 8;

/// Returns names in backquotes, as a list for a message. If there are too many names to list, the
/// list ends with the number of the remaining names.
pub(super) fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let listed: Vec<_> = (names.by_ref().take(MAX_NAMED))
        .map(|name| format!("`{name}`"))
        .collect();
    match names.count() {
        0 => listed.join(", "),
        more => format!("{} and {more} more", listed.join(", ")),
    }
}

/// A target host, and the fields in a skill's files that this host knows.
pub(super) struct TargetHost<'l> {
    pub pipeline: &'l HostPipeline,
    pub fields: Vec<Field>,
}

impl<'l> TargetHost<'l> {
    pub fn all(pipelines: &[&'l HostPipeline]) -> Vec<Self> {
        let targets = pipelines.iter().map(|pipeline| Self {
            pipeline,
            fields: pipeline.host().format().fields(),
        });
        targets.collect()
    }

    pub fn host(&self) -> &dyn Host {
        self.pipeline.host()
    }

    /// Returns the host's id and edition.
    pub fn host_edition(&self) -> (&'static str, &'static str) {
        (self.host().id(), self.host().edition())
    }

    pub fn label(&self) -> &'static str {
        spoken(self.host().id())
    }

    /// Returns the frontmatter field that the host reads under this key; `None` if the host does
    /// not know the key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        let mut fields = self.frontmatter();
        fields.find(|field| field.is(key))
    }

    pub fn frontmatter(&self) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| field.file == FieldFile::Frontmatter)
    }

    /// Returns the fields of `agents/openai.yaml` that the host knows.
    pub fn side(&self) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| field.file == FieldFile::OpenaiYaml)
    }
}

/// The frontmatter of a skill: the values in its YAML, and the result with which each target host
/// parses the skill's file.
pub(super) struct Reading<'s, 'a> {
    pub context: &'s SkillContext<'a>,
    pub inputs: Inputs<'a>,
    pub targets: &'s [TargetHost<'s>],
    /// The file as each target host parses it, in the order of the target hosts. `None` if the tree
    /// does not have the contents of the file.
    pub parsed: Vec<Option<Arc<Parsed>>>,
    /// The values of the frontmatter by key. If the frontmatter is not valid YAML, values with
    /// special characters are first put in quotes. `None` if the result is still not valid YAML.
    pub values: Option<Mapping>,
    /// True if the frontmatter is valid YAML without any repair.
    pub is_yaml: bool,
}

impl<'s, 'a> Reading<'s, 'a> {
    pub fn new(
        context: &'s SkillContext<'a>,
        inputs: Inputs<'a>,
        targets: &'s [TargetHost<'s>],
    ) -> Self {
        let entry = context.file.id();
        let parsed = targets
            .iter()
            .map(|target| target.pipeline.parsed(inputs.tree, entry));
        let yaml = context.slice(&context.frontmatter.bytes);
        let is_closed = context.frontmatter.delimited.is_ok();
        let plain = is_closed.then(|| mapping(yaml)).flatten();
        let is_yaml = plain.is_some();
        let repaired = || mapping(&quote_values(yaml, |value| value.contains(": ")));
        Self {
            context,
            inputs,
            targets,
            parsed: parsed.collect(),
            values: plain.or_else(|| is_closed.then(repaired).flatten()),
            is_yaml,
        }
    }

    /// Returns the top-level fields with their values, in the order of the text.
    pub fn members(&self) -> impl Iterator<Item = (&Member<'a>, &Value)> {
        let members = self.context.frontmatter.members.iter().take(MAX_MEMBERS);
        members.filter_map(|member| Some((member, self.value(member.key)?)))
    }

    /// Returns the value of a key; `None` if the frontmatter does not have the key. In a nested key
    /// such as `metadata.author`, dots separate the keys.
    pub fn value(&self, key: &str) -> Option<&Value> {
        let values = self.values.as_ref()?;
        values.get(key).or_else(|| {
            let (parent, nested) = key.split_once('.')?;
            values.get(parent)?.as_mapping()?.get(nested)
        })
    }

    /// Returns the range of the first line of a field's value. For a nested key, returns the line
    /// of the nested key. For a key without a value, returns the key. If the file does not have the
    /// key, returns the first line of the file.
    pub fn place(&self, key: &str) -> Range {
        let context = self.context;
        let (top, nested) = match key.split_once(['.', '[']) {
            Some((top, nested)) => (top, Some(nested)),
            None => (key, None),
        };
        let Some(member) = context.member(top) else {
            return context.range(0..context.line(1).len());
        };
        if let Some(bytes) = nested.and_then(|nested| self.line_below(member, nested)) {
            return context.range(bytes);
        }
        if member.value_bytes.is_empty() {
            return context.range(member.key_bytes.clone());
        }
        // If the value has several lines, the place is only the first line.
        let value = context.slice(&member.value_bytes);
        let length = value.find('\n').unwrap_or(value.len());
        let start = member.value_bytes.start;
        context.range(start..start + value[..length].trim_end().len())
    }

    /// Returns the byte range of the line that begins with a nested key. Only the value of the
    /// top-level field `member` is searched. `nested` is the path of the key, such as `a.b` for the
    /// key `b`. Returns `None` if no line begins with the key.
    fn line_below(&self, member: &Member<'_>, nested: &str) -> Option<ops::Range<usize>> {
        let key = nested.rsplit('.').next()?;
        let key = key.split('[').next()?;
        line_of(self.context.text, member.value_bytes.clone(), key)
    }

    /// Returns the target hosts for which the function `which` returns true.
    pub fn hosts_where(
        &self,
        which: impl Fn(&TargetHost<'s>) -> bool,
    ) -> Vec<(&'static str, &'static str)> {
        let targets = self.targets.iter().filter(|target| which(target));
        targets.map(TargetHost::host_edition).collect()
    }
}

/// Returns a scalar value as text; `None` if the value is not a scalar.
pub(super) fn scalar(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text.trim())),
        Value::Bool(flag) => Some(Cow::Owned(flag.to_string())),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

/// Parses frontmatter as a YAML mapping; `None` if the text is not a mapping.
fn mapping(yaml: &str) -> Option<Mapping> {
    check_work(yaml, MAX_FRONTMATTER_BYTES).ok()?;
    let plain = plain_yaml::read(yaml, false).and_then(|map| map.to_mapping());
    if plain.is_some() {
        return plain;
    }
    match read(yaml) {
        Ok(Value::Mapping(members)) => Some(members),
        Ok(Value::Null) => Some(Mapping::new()),
        _ => None,
    }
}

/// Returns the byte range of the line that begins with a key, without whitespace at its ends;
/// `None` if there is no such line. Only the range `within` of the text is searched.
pub(super) fn line_of(
    text: &str,
    within: ops::Range<usize>,
    key: &str,
) -> Option<ops::Range<usize>> {
    let mut at = within.start;
    for line in text[within].split_inclusive('\n') {
        let content = line.trim_start_matches(|character: char| {
            character.is_whitespace() || matches!(character, '-' | '{' | '"' | '\'' | ',')
        });
        let rest = content.strip_prefix(key);
        if rest.is_some_and(|rest| {
            rest.trim_start_matches(['"', '\''])
                .trim_start()
                .starts_with(':')
        }) {
            let start = at + line.len() - line.trim_start().len();
            return Some(start..at + line.trim_end().len());
        }
        at += line.len();
    }
    None
}

/// Returns true if a host reads the field as a boolean.
pub(super) fn is_boolean(field: &Field) -> bool {
    field.is_read() && matches!(field.kind, FieldKind::Boolean { .. })
}

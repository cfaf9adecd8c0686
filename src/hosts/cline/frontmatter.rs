//! Stage Parse: reads the frontmatter fields of a file (`docs/hosts/cline.md#frontmatter`). Skills
//! of Agent Plugins are parsed by `crate::host::agent_plugins::skill` instead.

use super::editions::Cline;
use super::fields::{DESCRIPTION, DISABLED, ELSEWHERE, ENABLED, NAME};
use crate::host::Parse;
use crate::host::agent_plugins::frontmatter::{Source, split};
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::js;
use crate::text::js_value::Value;
use crate::tree::Contents;

/// Returns the string in a field without whitespace at its ends; `None` if the field is absent,
/// null or empty. Returns a fault for a value of another type.
fn text_of(source: &Source<'_>, fields: &Value, key: &str) -> Result<Option<String>, Fault> {
    match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Text(text)) => Ok(Some(js::trim(text).to_owned()).filter(|it| !it.is_empty())),
        Some(_) => Err(source.wrong_type(key, "string")),
    }
}

fn boolean(source: &Source<'_>, fields: &Value, key: &str) -> Result<Option<bool>, Fault> {
    match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(source.wrong_type(key, "boolean")),
    }
}

impl Parse for Cline {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_lossy();
        let mut ignored = Vec::new();
        Parsed {
            bytes: contents.bytes().len(),
            outcome: read(&text, &mut ignored),
            ignored,
        }
    }
}

fn read(text: &str, ignored: &mut Vec<IgnoredField>) -> Result<Fields, Fault> {
    let file = split(text, false);
    let source = Source::new(text, file.frontmatter);
    let fields = source.yaml()?;
    if file.body.is_empty() {
        return Err(Fault {
            code: FaultCode::MissingBody,
            message: "Missing instructions body in skill file.".to_owned(),
            place: None,
            help: "Write the instructions after the frontmatter.".to_owned(),
        });
    }
    let name = text_of(&source, &fields, NAME)?;
    let description = text_of(&source, &fields, DESCRIPTION)?;
    // The second field is read, and can have a fault, only if the first field is absent.
    let disabled = match boolean(&source, &fields, DISABLED)? {
        Some(disabled) => Some(disabled),
        None => boolean(&source, &fields, ENABLED)?.map(|enabled| !enabled),
    };
    for (key, _) in fields.members() {
        if ELSEWHERE.contains(&key.as_str()) {
            ignored.push(IgnoredField::without_effect(
                "Cline",
                key,
                source.place(key),
            ));
        }
    }
    let frontmatter = file.frontmatter.map(|_| {
        Box::new(Frontmatter {
            name: name.clone(),
            description: description.clone(),
            disabled,
            ..Frontmatter::default()
        })
    });
    Ok(Fields {
        name_place: source.place(NAME),
        name,
        text: Ok(Text {
            description_source: match description {
                Some(_) => DescriptionSource::Frontmatter,
                None => DescriptionSource::None,
            },
            description: description.unwrap_or_default(),
            short_description: None,
            frontmatter,
        }),
    })
}

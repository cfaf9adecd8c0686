//! Stage Parse: reads the frontmatter fields of a file, which Kilo splits with the library
//! gray-matter (`docs/hosts/kilo.md#frontmatter`).

use super::editions::Kilo;
use super::fields as table;
use super::repair::repair;
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::Place;
use crate::text::gray_matter::GrayMatter;
use crate::text::js_yaml::{JsYamlValue, Unread};
use crate::text::yaml::{advice, fold, place_of_key};
use crate::tree::Contents;

impl Parse for Kilo {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_lossy();
        let matter = GrayMatter::split(&text);
        let mut ignored = Vec::new();
        let outcome = match (matter.data(), repair(&text)) {
            (Ok(data), _) => Ok(fields(&data, &text, &matter, &mut ignored)),
            // The library caches texts. If a text failed once, the library then reads it as a file without frontmatter,
            // so a text without a repair is dropped without a message.
            (Err(unread), repaired) => match repaired.filter(|repaired| *repaired != text) {
                None => Ok(Fields {
                    name: None,
                    name_place: Place::START,
                    text: Err(broken(&unread, &text)),
                }),
                Some(repaired) => match GrayMatter::split(&repaired).data() {
                    Ok(data) => Ok(fields(&data, &text, &matter, &mut ignored)),
                    Err(unread) => Err(broken(&unread, &text)),
                },
            },
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

fn fields(
    data: &JsYamlValue,
    text: &str,
    matter: &GrayMatter<'_>,
    ignored: &mut Vec<IgnoredField>,
) -> Fields {
    let place = |key: &str| place_of_key(key, text, &matter.document());
    for key in Field::ignored_keys(table::fields()).filter(|key| data.get(key).is_some()) {
        ignored.push(IgnoredField::without_effect("Kilo", key, place(key)));
    }
    let wrong = |key: &str, value: &JsYamlValue| Fault {
        code: FaultCode::WrongType,
        message: format!("its `{key}` is {}, not text", value.kind()),
        place: Some(place(key)),
        help: "Put the value in quotes.".to_owned(),
    };
    let name = match data.get("name") {
        Some(JsYamlValue::Text(name)) => Ok(name.clone()),
        Some(other) => Err(wrong("name", other)),
        None if matter.frontmatter.is_none() => Err(Fault {
            code: FaultCode::NoFrontmatter,
            message: "it has no frontmatter".to_owned(),
            place: Some(Place::START),
            help: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`."
                .to_owned(),
        }),
        None => Err(Fault {
            code: FaultCode::MissingName,
            message: "its frontmatter has no `name`".to_owned(),
            place: Some(place("name")),
            help: "Add `name:` with the folder's name.".to_owned(),
        }),
    };
    let text = name.as_ref().map_err(Clone::clone).and_then(|name| {
        let description = match data.get("description") {
            None => None,
            Some(JsYamlValue::Text(description)) => Some(description.clone()),
            Some(other) => return Err(wrong("description", other)),
        };
        Ok(Text {
            description_source: match description {
                Some(_) => DescriptionSource::Frontmatter,
                None => DescriptionSource::None,
            },
            frontmatter: Some(Box::new(Frontmatter {
                name: Some(name.clone()),
                description: description.clone(),
                ..Frontmatter::default()
            })),
            description: description.unwrap_or_default(),
            short_description: None,
        })
    });
    Fields {
        name: name.ok(),
        name_place: place("name"),
        text,
    }
}

fn broken(unread: &Unread, text: &str) -> Fault {
    let first = fold(&unread.message);
    Fault {
        code: FaultCode::InvalidYaml,
        help: advice(&first).to_owned(),
        message: format!("Failed to parse YAML frontmatter: {first}"),
        // The text after the dashes on the line with the opening delimiter is the first line of the frontmatter.
        place: (unread.at).map(|(line, column)| Place::of_line(text, line, column)),
    }
}

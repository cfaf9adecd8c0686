//! Notebook is a toy host that shows the parts of a host.

use std::sync::Arc;

use skillglass::host::scan::{self, Limits, Wanted};
use skillglass::host::stages::{
    Assembly, Candidate, Considered, Discovery, Fault, Fields, Parsed, Text, View,
};
use skillglass::host::{Assemble, Discover, Host, Identity, List, Parse, Select};
use skillglass::model::catalog::{Catalog, FaultCode, Root};
use skillglass::model::environment::Environment;
use skillglass::model::listing::{Listing, ListingEntry};
use skillglass::model::message::{Message, Role};
use skillglass::model::skill::{DescriptionSource, Scope, Skill, SkillKind};
use skillglass::model::turn::{Turn, TurnInput, TurnRequest};
use skillglass::text::document::Place;
use skillglass::tree::{Contents, Tree, path};

/// Returns the toy host in the form that [`Workspace::with_host`](skillglass::Workspace::with_host)
/// accepts.
pub fn open() -> Arc<dyn Host> {
    Arc::new(Notebook)
}

struct Notebook;

impl Identity for Notebook {
    fn id(&self) -> &'static str {
        "notebook"
    }

    fn edition(&self) -> &'static str {
        "1"
    }
}

impl Discover for Notebook {
    /// Returns the folders and files in which the host finds skills. Files that the host skips are
    /// added to `left_out`, each with the reason.
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let root = self.placement(environment);
        let mut discovery = Discovery::default();
        let limits = Limits {
            depth: 1,
            ..Limits::default()
        };
        let walk = match tree.resolve(&root) {
            Ok(entry) => scan::walk(entry, &root, Wanted::Named("SKILL.md"), &limits),
            Err(_) => scan::Walk::default(),
        };
        discovery.roots.push(Root {
            directories: walk.directories,
            candidates: walk.found.len(),
            ..Root::new(root.clone(), Scope::Repo, "notes")
        });
        discovery.candidates = (walk.found.into_iter())
            .map(|found| Candidate {
                found,
                scope: Scope::Repo,
                root: root.clone(),
                plugin_id: None,
                kind: SkillKind::Skill,
                side: None,
            })
            .collect();
        discovery
    }
}

impl Parse for Notebook {
    /// Parses one file. The result does not depend on the file's path, and is cached until the file changes.
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text().unwrap_or_default();
        let description = text.lines().next().unwrap_or_default().to_owned();
        let outcome = if description.is_empty() {
            Err(Fault {
                code: FaultCode::MissingDescription,
                message: "the first line is empty".to_owned(),
                place: Some(Place::START),
                help: "Begin the file with a line that describes the skill.".to_owned(),
            })
        } else {
            Ok(Fields {
                name: None,
                name_place: Place::START,
                text: Ok(Text {
                    description,
                    description_source: DescriptionSource::Paragraph,
                    short_description: None,
                    frontmatter: None,
                }),
            })
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored: Vec::new(),
        }
    }
}

impl Assemble for Notebook {
    /// Makes the catalog from the candidates. Decides on names, order and precedence.
    fn assemble(&self, _: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let mut assembly = Assembly::default();
        for Considered {
            candidate, parsed, ..
        } in candidates
        {
            let Some(parsed) = parsed else { continue };
            match &parsed.outcome {
                Err(fault) => assembly.errors.push(candidate.error(fault.clone())),
                Ok(fields) => {
                    let folder = path::parent(&candidate.found.path).unwrap_or_default();
                    let name = path::file_name(folder).to_owned();
                    let text = fields.text.iter();
                    let skills = text.map(|text| candidate.skill(parsed.bytes, name.clone(), text));
                    assembly.skills.extend(skills);
                }
            }
        }
        assembly
    }
}

impl List for Notebook {
    /// Returns the list that the model sees at the start. `budget::fit` fits its lines into a
    /// budget, as several hosts do.
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let entries = view.catalog.skills.iter().map(|skill| {
            let line = format!("{}: {}", skill.name, skill.description);
            ListingEntry::whole(skill, line)
        });
        Listing::of(entries.collect(), |lines| {
            Message::new(Role::System, lines.join("\n"))
        })
    }
}

impl Select for Notebook {
    /// Returns the skills that a prompt selects, and the messages that it injects.
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        for input in &request.inputs {
            let TurnInput::Text { text } = input else {
                continue;
            };
            for skill in &view.catalog.skills {
                let contents = view
                    .tree
                    .entry(&skill.path)
                    .and_then(|entry| entry.contents());
                let body = contents.and_then(|contents| contents.text().ok());
                if let Some(body) = body
                    && text.contains(&format!("@{}", skill.name))
                {
                    turn.messages
                        .push(Message::new(Role::User, body).about(&skill.path));
                }
            }
        }
        turn
    }
}

impl Host for Notebook {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, "notes")
    }

    fn typed(&self, skill: &Skill, _: &Catalog) -> Option<String> {
        Some(format!("@{}", skill.name))
    }
}

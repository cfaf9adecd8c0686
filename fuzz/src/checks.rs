//! Checks that apply to every answer.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::OnceLock;

use skillglass::compare::HostChoice;
use skillglass::hosts::hosts;
use skillglass::model::catalog::Catalog;
use skillglass::model::invocation::{InvocationRequest, RequestOutput};
use skillglass::model::listing::Listing;
use skillglass::model::turn::{Outcome, Turn, TurnInput, TurnRequest};
use skillglass::text::document::{Place, Range};
use skillglass::tree::Entry;
use skillglass::{Workspace, WorkspaceOptions};

/// Returns every edition of every host.
pub fn editions() -> &'static [HostChoice] {
    static EDITIONS: OnceLock<Vec<HostChoice>> = OnceLock::new();
    EDITIONS.get_or_init(|| {
        let all = hosts().into_iter().flat_map(|host| {
            host.editions.into_iter().map(move |edition| HostChoice {
                host: host.host.clone(),
                edition: Some(edition),
            })
        });
        all.collect()
    })
}

/// Returns the editions of one host.
pub fn editions_of(host: &str) -> Vec<&'static HostChoice> {
    editions()
        .iter()
        .filter(|choice| choice.host == host)
        .collect()
}

/// Returns the options of a workspace in `/r/p`, a project in the repository `/r`.
pub fn options(choice: &HostChoice) -> WorkspaceOptions {
    WorkspaceOptions {
        host: Some(choice.host.clone()),
        edition: choice.edition.clone(),
        cwd: "/r/p".to_owned(),
        home: Some("/h".to_owned()),
        ..WorkspaceOptions::default()
    }
}

/// Returns a workspace without files, whose working directory is in a repository.
pub fn workspace(options: &WorkspaceOptions) -> Workspace {
    let mut workspace = Workspace::new(options).expect("the options are right");
    workspace
        .make_directory("/r/.git")
        .expect("the tree is empty");
    workspace
}

/// Returns the request of a turn with one text.
pub fn typed(text: &str) -> TurnRequest {
    TurnRequest {
        inputs: vec![TurnInput::Text {
            text: text.to_owned(),
        }],
        ..TurnRequest::default()
    }
}

/// Returns the text of a file. Bytes that are not UTF-8 are replacement characters, because positions count them so.
pub fn readable<'w>(workspace: &'w Workspace, path: &str) -> Cow<'w, str> {
    let entry = workspace.tree().resolve(path).ok();
    let bytes = (entry.and_then(Entry::contents)).map_or(&[][..], |contents| contents.bytes());
    String::from_utf8_lossy(bytes)
}

/// Checks that a place is inside a text, in all units.
pub fn place_holds(text: &str, place: Place) {
    assert!(text.is_char_boundary(place.byte), "{place:?} of {text:?}");
    assert_eq!(Place::of_byte(text, place.byte), place, "of {text:?}");
    let utf16 = text[..place.byte].encode_utf16().count();
    assert_eq!(utf16, place.offset, "UTF-16 units of {place:?} in {text:?}");
}

/// Checks that a range is inside a text.
pub fn range_holds(text: &str, range: Range) {
    assert!(range.start.byte <= range.end.byte, "{range:?} of {text:?}");
    place_holds(text, range.start);
    place_holds(text, range.end);
}

/// Checks that the places of a catalog are in files of the tree, and that no file is loaded twice.
pub fn catalog_holds(workspace: &Workspace, catalog: &Catalog) {
    let places = (catalog.errors.iter().map(|one| (&one.path, one.place)))
        .chain(catalog.ignored.iter().map(|one| (&one.path, one.place)));
    for (path, place) in places {
        if let Some(place) = place {
            place_holds(&readable(workspace, path), place);
        }
    }
    // A host that names a skill after its folder may load one file under two names, through a link.
    let loaded: HashSet<_> = (catalog.skills.iter())
        .map(|skill| (&skill.name, &skill.path))
        .collect();
    assert_eq!(
        loaded.len(),
        catalog.skills.len(),
        "a file is loaded twice under one name: {:#?}, {:#?}",
        workspace.options(),
        catalog.skills
    );
    for left_out in &catalog.left_out {
        assert!(!left_out.help.is_empty(), "{left_out:?}");
    }
}

/// Checks that the counts of a listing are those of its lines, and that its cost is within its budget.
pub fn listing_holds(listing: &Listing) {
    let report = &listing.report;
    assert_eq!(
        report.included + report.omitted,
        report.total,
        "{listing:#?}"
    );
    let shown = listing
        .entries
        .iter()
        .filter(|entry| entry.line.is_some())
        .count();
    assert_eq!(shown, report.included, "{listing:#?}");
}

/// Checks that mentions are in the typed text, and that a mention which selected a skill selected an existing one.
pub fn turn_holds(workspace: &Workspace, text: &str, turn: &Turn) {
    for mention in &turn.mentions {
        if let Some(range) = mention.range {
            range_holds(text, range);
        }
        if let Outcome::Selected { path } = &mention.outcome {
            assert!(workspace.tree().resolve(path).is_ok(), "{mention:?}");
        }
    }
    for invocation in &turn.invocations {
        for request in &invocation.requests {
            if let (
                InvocationRequest::Command {
                    range: Some(range), ..
                },
                Some(path),
            ) = (request, &invocation.path)
            {
                range_holds(&readable(workspace, path), *range);
            }
        }
    }
}

/// Returns the request with an output for every request of the turn.
pub fn answered(mut request: TurnRequest, turn: &Turn) -> TurnRequest {
    for asked in turn
        .invocations
        .iter()
        .flat_map(|invocation| &invocation.requests)
    {
        let output = RequestOutput {
            text: "$0 !`again` ${CLAUDE_SKILL_DIR}\n".to_owned(),
            exit_code: 0,
        };
        request.outputs.insert(asked.id().to_owned(), output);
    }
    request
}

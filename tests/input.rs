//! Tests how requests are read: the accepted JSON, the messages of errors, and that each type
//! accepts exactly the fields that it serializes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use skillglass::change::{DiffRequest, SinceRequest, TreeDiffRequest};
use skillglass::compare::CompareRequest;
use skillglass::hosts::claude_ai::ClaudeAiOptions;
use skillglass::hosts::claude_code::{
    BundledSkill, ClaudeCodeOptions, McpPrompt, PathMatching, SdkOptions, SettingSource,
};
use skillglass::hosts::codex::{CodexOptions, ConfigLayer, LayerKind};
use skillglass::hosts::copilot_cli::{CopilotBuiltInSkill, CopilotCliOptions};
use skillglass::hosts::gemini_cli::{ApprovalMode, GeminiCliOptions};
use skillglass::hosts::openclaw::OpenclawOptions;
use skillglass::hosts::opencode::{BuiltInSkill, OpencodeOptions};
use skillglass::hosts::pi::PiOptions;
use skillglass::hosts::standard::{Activation, StandardOptions};
use skillglass::hosts::vscode::{VscodeExtensionSkill, VscodeOptions};
use skillglass::install::gh_skill::{GhRemote, GhSkillRequest};
use skillglass::install::{HiddenReason, InstallReport, InstallRequest};
use skillglass::lint::{ConvertOptions, Diagnostic, FixRequest, Level, LintRequest, Severity};
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::{RequestOutput, SkillCall};
use skillglass::model::permission::Verdict;
use skillglass::model::skill::Product;
use skillglass::model::turn::{Client, TurnInput, TurnRequest};
use skillglass::search::{SearchOptions, Strength};
use skillglass::sources::{McpCall, McpRequest, SiteRequest};
use skillglass::workspace::SessionOptions;
use skillglass::workspace::skill_lists::ListSkillsRequest;
use skillglass::{Workspace, WorkspaceOptions};

/// Returns the message of the error with which JSON is refused as a value of a type. Panics if the
/// JSON is accepted.
fn error<T: DeserializeOwned>(json: &Value) -> String {
    match serde_json::from_value::<T>(json.clone()) {
        Ok(_) => panic!("{json} is taken"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_wrong_value_is_refused_with_its_place_and_both_kinds() {
    for (request, expected) in [
        (json!(3), "must be an object, not 3"),
        (json!([]), "must be an object, not an array"),
        (json!({}), "inputs: is missing"),
        (
            json!({"inputs": null}),
            "inputs: must be an array, not null",
        ),
        (
            json!({"inputs": [], "scheduled": "yes"}),
            "scheduled: must be a boolean, not a string",
        ),
        (
            json!({"inputs": [], "id": 1.5}),
            "id: must be a string, null or absent, not 1.5",
        ),
        (
            json!({"inputs": [], "client": {"variables": {"A": 3}}}),
            "client.variables.A: must be a string, null or absent, not 3",
        ),
        (
            json!({"inputs": [], "client": {"variables": true}}),
            "client.variables: must be an array of names or an object with a value by name, not a boolean",
        ),
        (
            json!({"inputs": [], "connectors": {"a b": -1}}),
            "connectors[\"a b\"]: must be a whole number from 0, not -1",
        ),
        (
            json!({"inputs": [], "connectors": {"a": 4_294_967_296_i64}}),
            "connectors[\"a\"]: must be u32, not integer `4294967296`",
        ),
        (
            json!({"inputs": [], "outputs": {"a": {"text": "", "exitCode": 0.5}}}),
            "outputs[\"a\"].exitCode: must be a whole number, not 0.5",
        ),
        (
            json!({"inputs": [], "plainNames": "exakt"}),
            "plainNames: must be exact, loose or weak, not \"exakt\"",
        ),
        (
            json!({"inputs": [], "plainNames": {}}),
            "plainNames: must be exact, loose or weak, null or absent, not an object",
        ),
        (
            json!({"inputs": [{"type": "text", "text": "a"}, {"type": "skill", "name": "a"}]}),
            "inputs[1].path: is missing",
        ),
        (
            json!({"inputs": [{"type": "text", "text": "a", "url": "b"}]}),
            "inputs[0].url: there is no such option; there are text",
        ),
        (
            json!({"inputs": [], "client": {"first_party": true}}),
            "client.first_party: there is no such option; there are firstParty, installsServers, asksForVariables, variables, servers",
        ),
    ] {
        assert_eq!(error::<TurnRequest>(&request), expected);
    }
}

#[test]
fn a_host_is_refused_in_words_of_its_own() {
    let expected = "must be a host such as \"codex\" or \"codex@2026-02\", or an object with `host` and perhaps `edition`";
    for (host, given) in [
        (json!(3), "a number"),
        (json!(true), "a boolean"),
        (json!([]), "an array"),
        (json!(null), "null"),
    ] {
        let request = json!({"hosts": [host]});
        assert_eq!(
            error::<CompareRequest>(&request),
            format!("hosts[0]: {expected}, not {given}")
        );
    }
    assert_eq!(
        error::<WorkspaceOptions>(&json!({"cwd": "/", "host": {"edition": "2026-02"}})),
        "host.host: is missing"
    );
}

#[test]
fn what_a_request_leaves_out_has_its_default() {
    fn empty<T: DeserializeOwned>() -> T {
        serde_json::from_value(json!({})).unwrap()
    }
    assert_eq!(empty::<LintRequest>(), LintRequest::default());
    assert_eq!(empty::<FixRequest>(), FixRequest::default());
    assert_eq!(empty::<SearchOptions>(), SearchOptions::default());
    assert_eq!(empty::<SessionOptions>(), SessionOptions::default());
    assert_eq!(empty::<CodexOptions>(), CodexOptions::default());
    let options: WorkspaceOptions = serde_json::from_value(json!({"cwd": "/repo"})).unwrap();
    assert_eq!(options, WorkspaceOptions::new("/repo"));
}

/// Checks that a type reads exactly the fields that it serializes, in the same order.
fn agrees<T: Serialize + DeserializeOwned>(sample: &T) {
    let name = std::any::type_name::<T>();
    let sample = serde_json::to_string(sample).unwrap();
    let object: BTreeMap<String, Value> = serde_json::from_str(&sample).unwrap();
    let error = error::<T>(&json!({"?": 1}));
    let known = error.split_once("there are ").unwrap().1;
    let mut written: Vec<_> = object.keys().cloned().collect();
    written.sort_by_key(|key| sample.find(&format!("{key:?}:")));
    assert_eq!(known, written.join(", "), "{name}");
}

#[test]
fn a_request_reads_the_members_that_it_serializes() {
    agrees(&WorkspaceOptions::default());
    agrees(&Plugin::default());
    agrees(&TurnRequest::default());
    agrees(&Client::default());
    agrees(&SkillCall::default());
    agrees(&RequestOutput::default());
    agrees(&SessionOptions::default());
    agrees(&ListSkillsRequest::default());
    agrees(&CompareRequest::default());
    agrees(&DiffRequest::default());
    agrees(&SinceRequest::default());
    agrees(&TreeDiffRequest::default());
    agrees(&SearchOptions::default());
    agrees(&LintRequest::default());
    agrees(&FixRequest::default());
    agrees(&ConvertOptions::default());
    agrees(&InstallRequest::default());
    agrees(&GhSkillRequest::default());
    agrees(&GhRemote::default());
    agrees(&SiteRequest::default());
    agrees(&McpRequest::default());
    agrees(&ClaudeAiOptions::default());
    agrees(&ClaudeCodeOptions::default());
    agrees(&SdkOptions::default());
    agrees(&BundledSkill::default());
    agrees(&McpPrompt::default());
    agrees(&CodexOptions::default());
    agrees(&ConfigLayer {
        kind: LayerKind::User,
        folder: None,
        config: String::new(),
        disabled: false,
    });
    agrees(&CopilotCliOptions::default());
    agrees(&CopilotBuiltInSkill::default());
    agrees(&GeminiCliOptions::default());
    agrees(&OpenclawOptions::default());
    agrees(&OpencodeOptions::default());
    agrees(&BuiltInSkill::default());
    agrees(&PiOptions::default());
    agrees(&StandardOptions::default());
    agrees(&VscodeOptions::default());
    agrees(&VscodeExtensionSkill::default());
}

/// Checks that reading a serialized value gives the same value.
fn come_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(values: &[T]) {
    for value in values {
        let json = serde_json::to_value(value).unwrap();
        assert_eq!(&serde_json::from_value::<T>(json).unwrap(), value);
    }
}

#[test]
fn names_of_variants_are_read_as_they_are_serialized() {
    come_back(&[Verdict::Allow, Verdict::Ask, Verdict::Deny]);
    come_back(&[Product::Chatgpt, Product::Codex, Product::Atlas]);
    come_back(&[Strength::Exact, Strength::Loose, Strength::Weak]);
    come_back(&[
        Severity::Error,
        Severity::Warning,
        Severity::Info,
        Severity::Hint,
    ]);
    come_back(&[
        Level::Error,
        Level::Warning,
        Level::Info,
        Level::Hint,
        Level::Off,
    ]);
    come_back(&[
        LayerKind::System,
        LayerKind::User,
        LayerKind::Project,
        LayerKind::Session,
    ]);
    come_back(&[
        SettingSource::User,
        SettingSource::Project,
        SettingSource::Local,
    ]);
    come_back(&[PathMatching::Gitignore, PathMatching::Anchored]);
    come_back(&[
        ApprovalMode::Default,
        ApprovalMode::AutoEdit,
        ApprovalMode::Yolo,
    ]);
    come_back(&[Activation::Tool, Activation::File]);
    come_back(&[
        HiddenReason::Internal,
        HiddenReason::SameName,
        HiddenReason::Locked,
        HiddenReason::NotSearched,
    ]);
}

#[test]
fn inputs_and_calls_are_read_as_they_are_serialized() {
    let text = || "a".to_owned();
    come_back(&[
        TurnInput::Text { text: text() },
        TurnInput::Skill {
            name: text(),
            path: text(),
        },
        TurnInput::Mention {
            name: text(),
            path: text(),
        },
        TurnInput::Image {
            path: None,
            url: Some(text()),
        },
    ]);
    come_back(&[
        McpCall::List { cursor: None },
        McpCall::List {
            cursor: Some(text()),
        },
        McpCall::Get { uri: text() },
        McpCall::Read { uri: text() },
    ]);
}

#[test]
fn results_that_callers_hand_back_are_read_as_they_are_serialized() {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    for (path, text) in [
        ("pdf/SKILL.md", "---\nname: pdf\ndescription: a: b\n---\n"),
        ("pdf/a.sh", "echo\n"),
        ("csv/SKILL.md", "---\nname: csv\ndescription: CSV.\n---\n"),
    ] {
        let path = format!("/repo/.agents/skills/{path}");
        workspace.write(&path, text).unwrap();
    }
    let found: Vec<Diagnostic> = workspace.lint(&LintRequest::default()).unwrap();
    assert!(found.iter().any(|one| !one.fixes.is_empty()));
    come_back(&found);
    let request = InstallRequest {
        source: "/repo/.agents".to_owned(),
        project: "/other".to_owned(),
        ..InstallRequest::default()
    };
    let report: InstallReport = workspace.install(&request).unwrap();
    assert!(!report.entries.is_empty());
    come_back(&[report]);
}

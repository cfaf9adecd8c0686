//! Tests of the JavaScript interface, in a real browser.

use js_sys::{Array, Error, JSON, Map, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

use crate::thrown::Thrown;
use crate::workspace::Workspace;

wasm_bindgen_test_configure!(run_in_browser);

const SKILL: &str = "---\nname: pdf\ndescription: Fill in forms.\n---\n# Forms\n";
const PATH: &str = "/repo/.agents/skills/pdf/SKILL.md";

fn js(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn workspace() -> Workspace {
    Workspace::new(js(
        r#"{"cwd": "/repo", "home": "/home/me", "edition": "2026-05"}"#,
    ))
    .ok()
    .unwrap()
}

fn with_skill() -> Workspace {
    let workspace = workspace();
    let report = workspace
        .write(PATH.into(), SKILL.into(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    assert_eq!(text(&report), r#"{"written":1,"refused":[]}"#);
    workspace
}

fn text(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// Returns the value at a path such as `skills.0.name`.
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| {
        Reflect::get(&value, &key.into()).unwrap()
    })
}

#[wasm_bindgen(inline_js = "
    globalThis.ArgumentError = class ArgumentError extends Error {
        constructor(argument, message) { super(message); this.argument = argument; }
    };
    export function defined() { return typeof globalThis.ArgumentError === 'function'; }
")]
extern "C" {
    /// Returns true if the class `ArgumentError` exists. The script in this file declares the class
    /// for the tests. In the published package, the package's own module declares the class.
    fn defined() -> bool;
}

/// Returns the message of a thrown value, which must be an `Error`.
fn thrown<T>(outcome: Result<T, Thrown>) -> String {
    assert!(defined());
    let value = JsValue::from(outcome.err().expect("nothing was thrown"));
    value
        .dyn_into::<Error>()
        .expect("not an Error")
        .message()
        .into()
}

#[wasm_bindgen_test]
fn a_catalog_is_a_plain_object_with_null_for_what_is_absent() {
    let catalog = with_skill().catalog().ok().unwrap();
    assert_eq!(at(&catalog, "skills.0.name"), "pdf");
    assert!(at(&catalog, "skills.0.shortDescription").is_null());
    assert_eq!(at(&catalog, "revision").as_f64(), Some(5.0));
    assert_eq!(at(&catalog, "host"), "codex");
}

#[wasm_bindgen_test]
fn a_listing_holds_the_message_and_its_cost() {
    let listing = with_skill().listing().ok().unwrap();
    let message = at(&listing, "message.text").as_string().unwrap();
    assert!(message.contains("- pdf: Fill in forms. (file: /repo/.agents/skills/pdf/SKILL.md)"));
    assert_eq!(at(&listing, "message.role"), "developer");
    assert_eq!(at(&listing, "report.budget.limit").as_f64(), Some(8000.0));
}

#[wasm_bindgen_test]
fn a_turn_gives_messages_and_mentions_with_places_in_utf_16() {
    let turn = with_skill()
        .turn(js(
            r#"{"inputs": [{"type": "text", "text": "😀 $pdf $none"}]}"#,
        ))
        .ok()
        .unwrap();
    assert_eq!(
        at(&turn, "mentions.0.range.start.offset").as_f64(),
        Some(3.0)
    );
    assert_eq!(at(&turn, "mentions.0.outcome.status"), "selected");
    assert_eq!(at(&turn, "mentions.1.outcome.reason"), "unknown");
    let message = at(&turn, "messages.0.text").as_string().unwrap();
    assert_eq!(
        message,
        format!("<skill>\n<name>pdf</name>\n<path>{PATH}</path>\n{SKILL}\n</skill>")
    );
}

#[wasm_bindgen_test]
fn files_come_as_a_map_or_a_record_of_text_bytes_or_null() {
    let map = Map::new();
    map.set(&PATH.into(), &Uint8Array::from(SKILL.as_bytes()));
    map.set(&"/repo/.agents/skills/b/SKILL.md".into(), &JsValue::NULL);
    let record = Object::new();
    for entry in Array::from(&map).iter() {
        Reflect::set(&record, &at(&entry, "0"), &at(&entry, "1")).unwrap();
    }
    for files in [JsValue::from(map), record.into()] {
        let workspace = workspace();
        let report = workspace.write_all(files, JsValue::UNDEFINED).ok().unwrap();
        assert_eq!(at(&report, "written").as_f64(), Some(2.0));
        assert_eq!(
            text(&workspace.plan(JsValue::UNDEFINED).ok().unwrap()),
            r#"["/repo/.agents/skills/b/SKILL.md"]"#
        );
        let catalog = workspace.catalog().ok().unwrap();
        assert_eq!(at(&catalog, "skills.length").as_f64(), Some(1.0));
        assert_eq!(at(&catalog, "leftOut.0.reason"), "unread");
    }
}

#[wasm_bindgen_test]
fn a_path_that_no_tree_can_hold_is_refused_and_the_rest_is_written() {
    let workspace = workspace();
    let files = Object::new();
    for path in ["/repo/../x", "", "/a//b", "/a\0b", PATH] {
        Reflect::set(&files, &path.into(), &SKILL.into()).unwrap();
    }
    let report = workspace
        .write_all(files.into(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    assert_eq!(at(&report, "written").as_f64(), Some(1.0));
    assert_eq!(at(&report, "refused.length").as_f64(), Some(4.0));
    let catalog = workspace.catalog().ok().unwrap();
    assert_eq!(at(&catalog, "refused.length").as_f64(), Some(4.0));
    assert_eq!(at(&catalog, "skills.length").as_f64(), Some(1.0));
}

#[wasm_bindgen_test]
fn directories_links_and_removal_are_those_of_a_file_system() {
    let workspace = with_skill();
    workspace
        .mkdir("/repo/.git".into(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    workspace
        .symlink(
            "/home/me/.agents/skills/link".into(),
            "/repo/.agents/skills/pdf".into(),
            JsValue::UNDEFINED,
        )
        .ok()
        .unwrap();
    let catalog = workspace.catalog().ok().unwrap();
    assert_eq!(
        at(&catalog, "skills.0.discoveredPath"),
        "/home/me/.agents/skills/link/SKILL.md"
    );
    assert_eq!(workspace.remove("/home/me".into()).ok().unwrap(), 4.0);
    assert_eq!(workspace.remove("/home/me".into()).ok().unwrap(), 0.0);
}

#[wasm_bindgen_test]
fn a_wrong_option_is_thrown_as_an_error_that_names_it() {
    let cases = [
        ("null", "options: "),
        ("[]", "options: "),
        ("{}", "cwd"),
        (r#"{"cwd": 3}"#, "cwd: "),
        (r#"{"cwd": "repo"}"#, "cwd: "),
        (r#"{"cwd": "/repo", "contextwindow": 1}"#, "contextwindow: "),
        (
            r#"{"cwd": "/repo", "contextWindow": "big"}"#,
            "contextWindow: ",
        ),
        (r#"{"cwd": "/repo", "host": "vi"}"#, "host: "),
        (r#"{"cwd": "/repo", "edition": "1999-01"}"#, "edition: "),
    ];
    for (options, name) in cases {
        let message = thrown(Workspace::new(js(options)));
        assert!(message.contains(name), "{options}: {message}");
    }
}

#[wasm_bindgen_test]
fn a_wrong_argument_is_thrown_as_an_error_that_names_it() {
    let workspace = workspace();
    let number = JsValue::from(7);
    let cases = [
        (
            thrown(workspace.write(number.clone(), "".into(), JsValue::UNDEFINED)),
            "path: ",
        ),
        (
            thrown(workspace.write(PATH.into(), number.clone(), JsValue::UNDEFINED)),
            "contents: ",
        ),
        (
            thrown(workspace.write(PATH.into(), JsValue::UNDEFINED, JsValue::UNDEFINED)),
            "contents: ",
        ),
        (
            thrown(workspace.write_all(number.clone(), JsValue::UNDEFINED)),
            "files: ",
        ),
        (
            thrown(workspace.write_all(js(r#"{"/a": "", "/b": 5}"#), JsValue::UNDEFINED)),
            "files[\"/b\"]: ",
        ),
        (
            thrown(workspace.mkdir(number.clone(), JsValue::UNDEFINED)),
            "path: ",
        ),
        (
            thrown(workspace.symlink("/a".into(), number.clone(), JsValue::UNDEFINED)),
            "target: ",
        ),
        (thrown(workspace.remove(number.clone())), "path: "),
        (thrown(workspace.turn(number)), "request: "),
        (thrown(workspace.turn(js("{}"))), "inputs"),
        (
            thrown(workspace.turn(js(r#"{"inputs": [{"type": "video"}]}"#))),
            "inputs[0]",
        ),
        (
            thrown(workspace.turn(js(r#"{"inputs": [], "connectors": {"a": "b"}}"#))),
            "connectors[\"a\"]",
        ),
    ];
    for (message, name) in cases {
        assert!(message.contains(name), "{name}: {message}");
    }
    assert_eq!(
        workspace.revision().ok(),
        Some(0.0),
        "a wrong argument writes nothing"
    );
}

#[wasm_bindgen_test]
fn a_command_that_reads_a_skill_is_told_by_its_path() {
    let workspace = with_skill();
    let used = |command: &str| {
        let used = workspace.implicit_use(command.into(), "/repo/.agents".into());
        used.ok().unwrap()
    };
    assert_eq!(used("cat skills/pdf/SKILL.md"), PATH);
    assert!(used("ls skills/pdf").is_null());
    let wrong = workspace.implicit_use("cat x".into(), "repo".into());
    assert!(thrown(wrong).contains("workdir: "));
}

#[wasm_bindgen_test]
fn a_session_remembers_answers_and_counts_once() {
    let workspace = with_skill();
    let yaml = "dependencies:\n  tools:\n    - type: env_var\n      value: TOKEN\n";
    workspace
        .write(
            "/repo/.agents/skills/pdf/agents/openai.yaml".into(),
            yaml.into(),
            JsValue::UNDEFINED,
        )
        .ok()
        .unwrap();
    let request = || js(r#"{"id": "1", "inputs": [{"type": "text", "text": "$pdf"}]}"#);
    let session = workspace.start_session(JsValue::UNDEFINED).ok().unwrap();
    let turn = session.turn(request()).ok().unwrap();
    assert_eq!(at(&turn, "questions.0.callId"), "skill-deps-1");
    assert_eq!(at(&turn, "questions.0.questions.0.isSecret"), true);
    let taken = session.answer(js(r#"{"TOKEN": ["user_note: x"]}"#));
    assert_eq!(at(&taken.ok().unwrap(), "taken.0"), "TOKEN");
    assert_eq!(session.variable("TOKEN".into()).ok().unwrap(), "x");
    let turn = session.turn(request()).ok().unwrap();
    assert_eq!(at(&turn, "questions.length").as_f64(), Some(0.0));
    let run = || {
        let event = session.command(format!("cat {PATH}").into(), "/".into());
        event.ok().unwrap()
    };
    assert_eq!(at(&run(), "invocationType"), "implicit");
    assert!(run().is_null());
}

#[wasm_bindgen_test]
fn a_skill_is_disabled_by_an_edit_of_the_configuration() {
    let workspace = with_skill();
    let edit = workspace
        .codex()
        .set_enabled(PATH.into(), false.into())
        .ok()
        .unwrap();
    assert_eq!(at(&edit, "path"), "/home/me/.codex/config.toml");
    assert!(thrown(workspace.codex().set_enabled(PATH.into(), "no".into())).contains("enabled: "));
    assert!(thrown(workspace.codex().set_enabled("/x".into(), true.into())).contains("skill: "));
}

#[wasm_bindgen_test]
fn lists_for_clients_and_installations_cross_too() {
    let workspace = with_skill();
    let lists = workspace
        .codex()
        .list_skills(js(r#"{"cwds": ["/repo"]}"#))
        .ok()
        .unwrap();
    assert_eq!(at(&lists, "0.skills.0.name"), "pdf");
    let counts = workspace.codex().list_counts().ok().unwrap();
    assert_eq!(at(&counts, "scanned").as_f64(), Some(1.0));
    assert!(thrown(workspace.codex().list_skills(js(r#"{"cwds": ["x"]}"#))).contains("cwds[0]: "));
    let plan = workspace
        .codex()
        .system_skills(js(r#"{"a/SKILL.md": "text"}"#))
        .ok()
        .unwrap();
    assert_eq!(at(&plan, "write.length").as_f64(), Some(2.0));
}

#[wasm_bindgen_test]
fn one_edit_costs_one_file() {
    let workspace = with_skill();
    workspace
        .write(
            "/repo/.agents/skills/b/SKILL.md".into(),
            SKILL.into(),
            JsValue::UNDEFINED,
        )
        .ok()
        .unwrap();
    workspace.catalog().ok().unwrap();
    assert_eq!(workspace.files_parsed().ok(), Some(2.0));
    workspace
        .write(PATH.into(), "".into(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    let catalog = workspace.catalog().ok().unwrap();
    assert_eq!(workspace.files_parsed().ok(), Some(3.0));
    assert_eq!(at(&catalog, "errors.0.path"), PATH);
}

#[wasm_bindgen_test]
fn half_a_surrogate_pair_and_ten_megabytes_are_read() {
    let workspace = workspace();
    let lone = js_sys::JsString::from_char_code1(0xd800);
    let text = js_sys::JsString::from(SKILL).concat(&lone);
    workspace
        .write(PATH.into(), text.into(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    let large = format!("{SKILL}{}", "x".repeat(10_000_000));
    workspace
        .write(
            "/repo/.agents/skills/large/SKILL.md".into(),
            large.into(),
            JsValue::UNDEFINED,
        )
        .ok()
        .unwrap();
    let catalog = workspace.catalog().ok().unwrap();
    assert_eq!(at(&catalog, "skills.length").as_f64(), Some(2.0));
}

#[wasm_bindgen_test]
fn what_did_not_change_in_a_catalog_is_the_same_object() {
    let workspace = workspace();
    let write = |name: &str, description: &str| {
        let path = format!("/repo/.agents/skills/{name}/SKILL.md");
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        let report = workspace.write(path.into(), text.into(), JsValue::UNDEFINED);
        assert!(report.is_ok());
    };
    // Returns for each skill of the catalog whether it is an object of the last catalog.
    let same = |last: &JsValue| {
        let catalog = workspace.catalog().ok().unwrap();
        let skills = Array::from(&at(&catalog, "skills"));
        let last = Array::from(&at(last, "skills"));
        let is_same = |skill: JsValue| last.iter().any(|other| Object::is(&skill, &other));
        (catalog, skills.iter().map(is_same).collect::<Vec<_>>())
    };
    for name in ["a", "c", "d"] {
        write(name, "Is here.");
    }
    write("e", "");
    let first = workspace.catalog().ok().unwrap();
    let (second, unchanged) = same(&first);
    assert_eq!(unchanged, [true, true, true]);
    assert!(Object::is(
        &at(&first, "errors.0"),
        &at(&second, "errors.0")
    ));
    assert!(!Object::is(&at(&first, "skills"), &at(&second, "skills")));
    write("c", "Is changed.");
    let (third, unchanged) = same(&second);
    assert_eq!(unchanged, [true, false, true]);
    assert_eq!(at(&third, "skills.1.description"), "Is changed.");
    write("b", "Is new.");
    let (_, unchanged) = same(&third);
    assert_eq!(unchanged, [true, false, true, true]);
}

#[wasm_bindgen_test]
fn diagnostics_cross_with_their_fixes_and_come_back() {
    let workspace = workspace();
    let text_with = |comment: &str| SKILL.replacen('\n', &format!("\n{comment}"), 1);
    let unused = text_with("# skillglass-ignore no-frontmatter\n");
    workspace
        .write(PATH.into(), unused.into(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    let request = || js(r#"{"codes": ["unused-ignore"]}"#);
    let fixed = workspace.fix(request()).ok().unwrap();
    let mended = Reflect::get(&at(&fixed, "files"), &PATH.into());
    assert_eq!(mended.unwrap(), SKILL);
    assert_eq!(at(&fixed, "rounds").as_f64(), Some(1.0));
    let found = workspace.lint(JsValue::UNDEFINED).ok().unwrap();
    let files = crate::to_lsp(found.clone(), JsValue::UNDEFINED)
        .ok()
        .unwrap();
    assert_eq!(at(&files, "0.uri"), format!("file://{PATH}"));
    let log = crate::to_sarif(found, JsValue::UNDEFINED).ok().unwrap();
    assert!(at(&log, "runs.0.tool.driver.rules.0.helpUri").is_string());
    assert!(thrown(workspace.fix(js(r#"{"codes": ["x"]}"#))).contains("codes[0]: "));
    assert!(thrown(workspace.lint(js(r#"{"rule": {}}"#))).starts_with("rule: "));
}

#[wasm_bindgen_test]
fn texts_cross_with_every_character_that_json_escapes() {
    let characters: String = (0..0x300).filter_map(char::from_u32).collect();
    let texts = [&*characters, "", "\u{2028}\u{feff}😀", "[{\",:"];
    let values = crate::values::to_js(&texts);
    for (index, text) in texts.iter().enumerate() {
        assert_eq!(at(&values, &index.to_string()), *text);
    }
}

#[wasm_bindgen_test]
fn a_member_of_the_prototypes_name_is_an_own_member() {
    let map = std::collections::BTreeMap::from([("__proto__", "own"), ("a\"b", "quoted")]);
    let value = crate::values::to_js(&map);
    assert_eq!(text(&value), r#"{"__proto__":"own","a\"b":"quoted"}"#);
    assert_eq!(at(&value, "__proto__"), "own");
    assert_eq!(at(&value, "a\"b"), "quoted");
}

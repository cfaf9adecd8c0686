//! Tests the conversion of findings to the formats of editors and code scanners, and that reading
//! them again loses nothing.

use std::collections::BTreeMap;

use skillglass::compare::HostChoice;
use skillglass::lint::lsp::{self, LspDocumentChange, LspFile, LspPosition, LspRange};
use skillglass::lint::sarif::{self, SarifLocation, SarifLog, SarifRegion};
use skillglass::lint::{
    ConcernedHost, ConvertOptions, Diagnostic, FileRename, Fix, LintRequest, Related, RuleGroup,
    Severity, TextEdit, rules,
};
use skillglass::text::document::{Place, Range, utf16_len};

use super::support::{BROKEN, repository};

const TEXT: &str = "---\nname: ü😀\r\ndescription: 😀: b\n---\n";
const OTHER: &str = "# ä\nText.\n";
const PATH: &str = "/repo/.agents/skills/p d#f/SKILL.md";
const BESIDE: &str = "/repo/.agents/skills/p d#f/ü.md";

fn texts() -> BTreeMap<&'static str, &'static str> {
    BTreeMap::from([(PATH, TEXT), (BESIDE, OTHER)])
}

fn options() -> ConvertOptions {
    ConvertOptions {
        roots: [("/repo".to_owned(), "file:///home/me/repo".to_owned())].into(),
        docs_base: Some("https://docs.example".to_owned()),
    }
}

/// Returns the path for which a conversion with [`options`] made this URI.
fn path(uri: &str) -> String {
    let inside = uri.strip_prefix("file:///home/me/repo").unwrap();
    let mut bytes = Vec::new();
    let mut rest = inside.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    format!("/repo{}", String::from_utf8(bytes).unwrap())
}

fn range(path: &str, part: &str) -> Range {
    let text = texts()[path];
    let start = text.find(part).unwrap();
    Range {
        start: Place::of_byte(text, start),
        end: Place::of_byte(text, start + part.len()),
    }
}

/// Returns findings that use every field of a finding, and the findings in a real tree.
fn findings() -> Vec<Diagnostic> {
    let edit = |path: &str, part: &str, text: &str| TextEdit {
        path: path.to_owned(),
        range: range(path, part),
        text: text.to_owned(),
    };
    let fix = |safe, edits: Vec<TextEdit>, renames: &[(&str, &str)]| Fix {
        title: format!("Change {} places", edits.len()),
        safe,
        edits,
        renames: (renames.iter())
            .map(|(from, to)| FileRename {
                from: (*from).to_owned(),
                to: (*to).to_owned(),
            })
            .collect(),
    };
    let one = Diagnostic {
        code: "invalid-yaml".to_owned(),
        severity: Severity::Error,
        message: "a colon\nin the way".to_owned(),
        path: PATH.to_owned(),
        range: range(PATH, "😀: b\n---"),
        hosts: vec![ConcernedHost {
            host: "codex".to_owned(),
            editions: vec!["2026-05".to_owned(), "2026-11".to_owned()],
        }],
        help: "Quote it.".to_owned(),
        docs: "docs/rules/invalid-yaml.md".to_owned(),
        related: vec![Related {
            message: "named here".to_owned(),
            path: BESIDE.to_owned(),
            range: range(BESIDE, "Text"),
        }],
        fixes: vec![
            fix(
                true,
                vec![
                    edit(PATH, "ü", "u"),
                    edit(PATH, "b\n", "\n"),
                    edit(BESIDE, "ä", ""),
                ],
                &[],
            ),
            fix(
                false,
                Vec::new(),
                &[("/repo/.agents/skills/p d#f", "/repo/.agents/skills/pdf")],
            ),
            fix(
                false,
                vec![edit(PATH, "name", "title")],
                &[(BESIDE, "/repo/x.md")],
            ),
            fix(false, vec![edit(PATH, "name", "")], &[]),
        ],
    };
    let mut findings = vec![one.clone()];
    for severity in [Severity::Warning, Severity::Info, Severity::Hint] {
        findings.push(Diagnostic {
            severity,
            path: BESIDE.to_owned(),
            range: range(BESIDE, "ä"),
            help: String::new(),
            related: Vec::new(),
            fixes: Vec::new(),
            ..one.clone()
        });
    }
    findings
}

fn place(text: &str, position: LspPosition) -> Place {
    let line: usize = text
        .split_inclusive('\n')
        .take(position.line)
        .map(str::len)
        .sum();
    let inside = text[line..].char_indices();
    let byte = inside
        .map(|(byte, _)| line + byte)
        .chain([text.len()])
        .find(|byte| utf16_len(&text[line..*byte]) == position.character);
    Place::of_byte(text, byte.unwrap())
}

fn from_lsp(files: &[LspFile], text: impl Fn(&str) -> String) -> Vec<Diagnostic> {
    let range = |uri: &str, range: LspRange| Range {
        start: place(&text(&path(uri)), range.start),
        end: place(&text(&path(uri)), range.end),
    };
    let mut found = Vec::new();
    for file in files {
        for (index, one) in file.diagnostics.iter().enumerate() {
            let actions = file.code_actions.iter();
            let fixes = actions
                .filter(|action| action.data.diagnostic == index)
                .map(|action| {
                    let mut fix = Fix {
                        title: action.title.clone(),
                        safe: action.data.safe,
                        edits: Vec::new(),
                        renames: Vec::new(),
                    };
                    for change in &action.edit.document_changes {
                        match change {
                            LspDocumentChange::Edit {
                                text_document,
                                edits,
                            } => {
                                fix.edits.extend(edits.iter().map(|edit| TextEdit {
                                    path: path(&text_document.uri),
                                    range: range(&text_document.uri, edit.range),
                                    text: edit.new_text.clone(),
                                }));
                            }
                            LspDocumentChange::Rename {
                                old_uri, new_uri, ..
                            } => {
                                fix.renames.push(FileRename {
                                    from: path(old_uri),
                                    to: path(new_uri),
                                });
                            }
                        }
                    }
                    fix
                });
            let severities = [
                Severity::Error,
                Severity::Warning,
                Severity::Info,
                Severity::Hint,
            ];
            let help = format!("\n{}", one.data.help);
            let related = one.related_information.iter().map(|related| Related {
                message: related.message.clone(),
                path: path(&related.location.uri),
                range: range(&related.location.uri, related.location.range),
            });
            found.push(Diagnostic {
                code: one.code.clone(),
                severity: severities[usize::from(one.severity) - 1],
                message: one
                    .message
                    .strip_suffix(&help)
                    .unwrap_or(&one.message)
                    .to_owned(),
                path: path(&file.uri),
                range: range(&file.uri, one.range),
                hosts: one.data.hosts.clone(),
                help: one.data.help.clone(),
                docs: one.data.docs.clone(),
                related: related.collect(),
                fixes: fixes.collect(),
            });
        }
    }
    found
}

fn from_sarif(log: &SarifLog) -> Vec<Diagnostic> {
    let range = |region: SarifRegion| Range {
        start: Place {
            offset: region.char_offset,
            byte: region.byte_offset,
            line: region.start_line,
            column: region.start_column,
        },
        end: Place {
            offset: region.char_offset + region.char_length,
            byte: region.byte_offset + region.byte_length,
            line: region.end_line,
            column: region.end_column,
        },
    };
    let at = |location: &SarifLocation| {
        let physical = &location.physical_location;
        (
            path(&physical.artifact_location.uri),
            range(physical.region),
        )
    };
    let results = log.runs[0].results.iter().map(|result| {
        let mut fixes: Vec<_> = (result.fixes.iter())
            .map(|fix| Fix {
                title: fix.description.text.clone(),
                safe: fix.properties.safe,
                edits: (fix.artifact_changes.iter())
                    .flat_map(|change| {
                        change.replacements.iter().map(|replacement| TextEdit {
                            path: path(&change.artifact_location.uri),
                            range: range(replacement.deleted_region),
                            text: replacement.inserted_content.text.clone(),
                        })
                    })
                    .collect(),
                renames: Vec::new(),
            })
            .collect();
        for renaming in &result.properties.renaming_fixes {
            fixes.insert(renaming.index, renaming.fix.clone());
        }
        let help = format!("\n{}", result.properties.help);
        let message = &result.message.text;
        let (path, range) = at(&result.locations[0]);
        Diagnostic {
            code: result.rule_id.clone(),
            severity: result.properties.severity,
            message: message.strip_suffix(&help).unwrap_or(message).to_owned(),
            path,
            range,
            hosts: result.properties.hosts.clone(),
            help: result.properties.help.clone(),
            docs: result.properties.docs.clone(),
            related: (result.related_locations.iter())
                .map(|location| {
                    let (path, range) = at(location);
                    let message = location.message.clone().unwrap().text;
                    Related {
                        message,
                        path,
                        range,
                    }
                })
                .collect(),
            fixes,
        }
    });
    results.collect()
}

#[test]
fn findings_for_editors_lose_nothing() {
    let files = lsp::diagnostics(&findings(), &options());
    assert_eq!(
        files
            .iter()
            .map(|file| file.diagnostics.len())
            .collect::<Vec<_>>(),
        [1, 3]
    );
    assert_eq!(
        from_lsp(&files, |path| texts()[path].to_owned()),
        findings()
    );
    let json = serde_json::to_value(&files).unwrap();
    assert_eq!(serde_json::from_value::<Vec<LspFile>>(json).unwrap(), files);
}

#[test]
fn findings_for_scanners_lose_nothing() {
    let log = sarif::log(&findings(), &options());
    assert_eq!(from_sarif(&log), findings());
    let json = serde_json::to_value(&log).unwrap();
    assert_eq!(serde_json::from_value::<SarifLog>(json).unwrap(), log);
}

#[test]
fn what_the_rules_find_loses_nothing_either() {
    let path = "/repo/.agents/skills/pdf/SKILL.md";
    let beside = "/repo/.agents/skills/ü/skill.md";
    let config = "{ \"rules\": { \"invalid-yml\": \"off\" } }";
    let workspace = repository(&[
        (path, BROKEN),
        (beside, TEXT),
        ("/repo/skillglass.json", config),
    ]);
    let request = LintRequest {
        hosts: [
            ("codex", None),
            ("codex", Some("2026-02")),
            ("opencode", None),
        ]
        .map(|(host, edition): (&str, Option<&str>)| HostChoice {
            host: host.to_owned(),
            edition: edition.map(str::to_owned),
        })
        .into(),
        ..LintRequest::default()
    };
    let found = workspace.lint(&request).unwrap();
    assert!(found.len() > 2);
    let text = |path: &str| {
        let file = workspace.tree().entry(path).unwrap();
        file.contents().unwrap().text().unwrap().to_owned()
    };
    assert_eq!(from_lsp(&lsp::diagnostics(&found, &options()), text), found);
    assert_eq!(from_sarif(&sarif::log(&found, &options())), found);
}

#[test]
fn an_editor_is_told_lines_and_characters_from_0_and_what_to_apply_without_asking() {
    let [file, _] = &lsp::diagnostics(&findings(), &options())[..] else {
        panic!();
    };
    let one = &file.diagnostics[0];
    assert_eq!(
        file.uri,
        "file:///home/me/repo/.agents/skills/p%20d%23f/SKILL.md"
    );
    assert_eq!(
        (one.range.start, one.range.end),
        (
            LspPosition {
                line: 2,
                character: 13
            },
            LspPosition {
                line: 3,
                character: 3
            }
        )
    );
    assert_eq!(one.message, "a colon\nin the way\nQuote it.");
    let page = one.code_description.as_ref().unwrap();
    assert_eq!(page.href, "https://docs.example/docs/rules/invalid-yaml.md");
    let preferred: Vec<_> = file
        .code_actions
        .iter()
        .map(|action| action.is_preferred)
        .collect();
    assert_eq!(preferred, [true, false, false, false]);
    let bare = lsp::diagnostics(&findings(), &ConvertOptions::default());
    assert_eq!(bare[0].diagnostics[0].code_description, None);
    let json = serde_json::to_value(&bare[0].diagnostics[0]).unwrap();
    assert!(json.get("codeDescription").is_none(), "absent, not null");
}

#[test]
fn a_log_has_all_rules_and_each_result_its_own() {
    let log = sarif::log(&findings(), &options());
    let run = &log.runs[0];
    assert_eq!(run.tool.driver.rules.len(), rules().len());
    for result in &run.results {
        assert_eq!(
            run.tool.driver.rules[result.rule_index.unwrap()].id,
            result.rule_id
        );
        for fix in &result.fixes {
            assert!(
                !fix.artifact_changes.is_empty(),
                "the format demands one change at least"
            );
        }
    }
    let levels: Vec<_> = run
        .results
        .iter()
        .map(|result| serde_json::to_value(result.level).unwrap())
        .collect();
    assert_eq!(levels, ["error", "warning", "note", "note"]);
}

#[test]
fn a_log_describes_every_rule_in_words_with_the_address_of_its_page() {
    let log = sarif::log(&[], &ConvertOptions::default());
    let driver = &log.runs[0].tool.driver;
    assert_eq!(driver.information_uri, env!("CARGO_PKG_HOMEPAGE"));
    for (described, rule) in driver.rules.iter().zip(rules()) {
        assert_eq!(described.help_uri, rule.docs());
        let texts = [
            &described.full_description.text,
            &described.help.text,
            &described.help.markdown,
        ];
        for text in texts {
            assert!(
                text.starts_with(char::is_uppercase)
                    || !rule.summary.starts_with(char::is_lowercase),
                "{text}"
            );
        }
        assert!(described.help.markdown.contains(&rule.docs()));
    }
    let moved = sarif::log(&[], &options());
    let page = &moved.runs[0].tool.driver.rules[0].help_uri;
    assert!(
        page.starts_with("https://docs.example/docs/rules/"),
        "{page}"
    );
}

#[test]
fn rules_of_safety_alone_are_ranked_by_code_scanners() {
    let log = sarif::log(&[], &ConvertOptions::default());
    for (described, rule) in log.runs[0].tool.driver.rules.iter().zip(rules()) {
        let is_of_safety = rule.group == RuleGroup::Safety;
        let json = serde_json::to_value(&described.properties).unwrap();
        assert_eq!(json["tags"][0], serde_json::to_value(rule.group).unwrap());
        assert_eq!(
            json["tags"].get(1).is_some_and(|tag| tag == "security"),
            is_of_safety
        );
        let score = json.get("security-severity").map(|score| {
            let score: f64 = score.as_str().unwrap().parse().unwrap();
            // The limits between the severities are those of GitHub.
            match score {
                9.0..=10.0 => Severity::Error,
                7.0..9.0 => Severity::Warning,
                4.0..7.0 => Severity::Info,
                _ => Severity::Hint,
            }
        });
        assert_eq!(
            score,
            is_of_safety.then_some(rule.severity),
            "{}",
            rule.code
        );
    }
}

#[test]
fn a_finding_links_to_its_page_without_being_told_where_the_pages_are() {
    let workspace = repository(&[("/repo/.agents/skills/pdf/SKILL.md", BROKEN)]);
    let found = workspace.lint(&LintRequest::default()).unwrap();
    let one = &lsp::diagnostics(&found, &ConvertOptions::default())[0].diagnostics[0];
    let page = format!(
        "{}/blob/v{}/docs/rules/{}.md",
        env!("CARGO_PKG_REPOSITORY"),
        env!("CARGO_PKG_VERSION"),
        one.code
    );
    assert_eq!(one.data.docs, page);
    assert_eq!(one.code_description.as_ref().unwrap().href, page);
}

//! Collects the questions that hosts ask at the first use of a skill, and the skills that hosts do
//! not offer. Both are results of the emulated hosts.

use std::collections::BTreeSet;

use super::report::{DependencyKind, HostNeeds, HostQuestion, HostWithholds, Installed};
use crate::model::memory::Memory;
use crate::model::skill::Skill;
use crate::model::turn::{Client, TurnRequest};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;

/// Returns the skills that the host does not offer, and the questions that the host asks the user
/// before it uses a skill. Skills whose paths are in `removed` are skipped.
pub(super) fn of_host(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    installed: &Installed,
    removed: &BTreeSet<String>,
) -> HostNeeds {
    let host = pipeline.host();
    let mut needs = HostNeeds {
        host: host.id().to_owned(),
        edition: host.edition().to_owned(),
        asks: Vec::new(),
        withholds: Vec::new(),
    };
    let catalog = pipeline.catalog(inputs);
    let mut skills: Vec<&Skill> = (catalog.skills.iter())
        .filter(|skill| skill.eligibility.is_some() || skill.dependencies.is_some())
        .filter(|skill| !removed.contains(&skill.path))
        .collect();
    sort::by(&mut skills, |left, right| left.path.cmp(&right.path));
    for skill in skills {
        if let Some(eligibility) = &skill.eligibility
            && !eligibility.missing.is_empty()
        {
            needs.withholds.push(HostWithholds {
                skill: skill.path.clone(),
                missing: eligibility.missing.clone(),
            });
        }
        // Hosts ask only about declared dependencies.
        if skill.dependencies.is_none() {
            continue;
        }
        let Some(typed) = host.typed(skill, &catalog) else {
            continue;
        };
        let request = TurnRequest {
            client: Some(client(installed)),
            ..TurnRequest::from(&*typed)
        };
        let memory = Memory::default();
        let turn = pipeline.view(inputs, &[], &memory, |host, view| host.turn(view, &request));
        for question in turn.questions.iter().flat_map(|set| &set.questions) {
            let servers = question.servers.iter().map(|server| server.value.clone());
            let servers: Vec<String> = servers.collect();
            let (kind, names) = if servers.is_empty() {
                (DependencyKind::Variable, vec![question.id.clone()])
            } else {
                (DependencyKind::Server, servers)
            };
            needs.asks.push(HostQuestion {
                skill: skill.path.clone(),
                kind,
                names,
                question: question.question.clone(),
            });
        }
    }
    needs
}

/// Returns the client of an emulated conversation: a program of the host's own vendor that shows
/// the conversation to the user. The client has the environment variables and the MCP servers in
/// `installed`.
fn client(installed: &Installed) -> Client {
    let variables = installed.variables.iter().flatten();
    let variables = sort::collect_map(variables.map(|name| (name.clone(), None)));
    Client {
        first_party: true,
        installs_servers: true,
        variables,
        servers: installed.servers.clone().unwrap_or_default(),
        ..Client::default()
    }
}

//! The stage that builds the catalog from the parsed files. It decides on names, side files,
//! disable rules, duplicates and the order of skills.

use super::config::{Rules, Selector};
use super::discover;
use super::editions::{Codex, CodexEdition};
use super::frontmatter::{LimitedField, too_long};
use super::left_out::explain;
use super::names::{ENABLED_HELP, MAX_NAME};
use super::plugin::Namespaces;
use crate::hashing::HashSet;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Considered, Fault, Fields, IgnoredField, Text};
use crate::model::catalog::{FaultCode, Ignored, LeftOutReason, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Policy, Product, Scope, Skill};
use crate::sort;
use crate::text::yaml::fold;
use crate::tree::{Entry, Tree, path};

impl Assemble for Codex {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        let rules = discover::config(tree, environment, self).rules(environment, self.edition);
        assembly.ignored.extend(rules.ignored.iter().cloned());
        if let Some(message) = &rules.fatal {
            assembly.errors.push(SkillError {
                path: environment.cwd.clone(),
                scope: Scope::User,
                code: FaultCode::Configuration,
                message: message.clone(),
                place: None,
                help: ENABLED_HELP.to_owned(),
            });
            for Considered { candidate, .. } in candidates {
                let (path, root) = (&candidate.found.discovered_path, Some(&*candidate.root));
                let left = explain(path, LeftOutReason::Configuration, root, &[]);
                assembly.left_out.push(left);
            }
            return assembly;
        }
        let mut namespaces = Namespaces::new(tree, self.edition);
        let mut loaded = HashSet::default();
        for Considered {
            candidate,
            parsed,
            side,
        } in candidates
        {
            let file = &candidate.found;
            let mut leave_out = |reason| {
                // A file that was found through a link is reported by the path of the link.
                let path = &file.discovered_path;
                assembly
                    .left_out
                    .push(explain(path, reason, Some(&candidate.root), &[]));
            };
            let (Some(parsed), Some(entry)) = (parsed, tree.by_id(file.entry)) else {
                leave_out(LeftOutReason::Unread);
                continue;
            };
            let fields = parsed.outcome.as_ref().map_err(Clone::clone);
            let named = fields.and_then(|fields| {
                let namespace = namespaces.of(entry);
                Named::new(fields, namespace.as_deref(), &file.path, self.edition)
            });
            match named {
                Err(_) if candidate.scope == Scope::System => {
                    leave_out(LeftOutReason::SystemSkillInvalid);
                }
                // An error is reported for each root that contains the file, but a loaded skill is
                // reported only once.
                Err(fault) => assembly.errors.push(candidate.error(fault)),
                Ok(_) if !loaded.insert(file.path.as_str()) => leave_out(LeftOutReason::Duplicate),
                Ok(named) => {
                    let side = side.cloned().unwrap_or_default();
                    if side.policy.as_ref().is_some_and(|policy| {
                        excludes(policy, self.options.product.unwrap_or(Product::Codex))
                    }) {
                        leave_out(LeftOutReason::OtherProduct);
                        continue;
                    }
                    assembly.ignored.extend(ignored(&file.path, side.ignored));
                    let policy = side.policy.as_ref();
                    assembly.skills.push(Skill {
                        name_source: named.source,
                        model_invocable: policy
                            .and_then(|policy| policy.allow_implicit_invocation)
                            .unwrap_or(true),
                        interface: side.interface,
                        dependencies: side.dependencies,
                        policy: side.policy,
                        ..candidate.skill(parsed.bytes, named.name, named.text)
                    });
                }
            }
        }
        apply(&rules, tree, &mut assembly.skills);
        // The skills are sorted by scope, then by name, then by path, component by component
        // (`docs/hosts/codex.md#discovery`).
        sort::by(&mut assembly.skills, |left, right| {
            left.scope
                .cmp(&right.scope)
                .then_with(|| left.name.cmp(&right.name))
                .then_with(|| path::compare(&left.path, &right.path))
        });
        assembly
    }
}

/// The fields of a parsed `SKILL.md`, with the skill's final name.
struct Named<'p> {
    name: String,
    source: NameSource,
    text: &'p Text,
}

impl<'p> Named<'p> {
    /// Combines the fields of a parsed `SKILL.md` with the skill's final name, which includes the
    /// namespace. If both the name and another field have a fault, the fault in the name is
    /// returned.
    fn new(
        fields: &'p Fields,
        namespace: Option<&str>,
        skill_file: &str,
        edition: &CodexEdition,
    ) -> Result<Self, Fault> {
        let (bare, source) = match &fields.name {
            Some(name) => (name.clone(), NameSource::Frontmatter),
            None => (folder_name(skill_file), NameSource::Folder),
        };
        let qualified = match namespace {
            Some(namespace) => format!("{namespace}:{bare}"),
            None => bare.clone(),
        };
        let check = |field, name: &str, limit| {
            if name.chars().count() > limit {
                Err(too_long(field, name, limit, fields.name_place))
            } else {
                Ok(())
            }
        };
        match edition.qualified_name {
            None => check(LimitedField::Name, &qualified, MAX_NAME)?,
            Some(limit) => {
                check(LimitedField::Name, &bare, MAX_NAME)?;
                check(LimitedField::QualifiedName, &qualified, limit)?;
            }
        }
        Ok(Self {
            name: qualified,
            source,
            text: fields.text.as_ref().map_err(Clone::clone)?,
        })
    }
}

fn folder_name(skill_file: &str) -> String {
    fold(path::folder_name(skill_file))
}

fn ignored(skill_file: &str, fields: Vec<IgnoredField>) -> impl Iterator<Item = Ignored> {
    let folder = path::parent(skill_file).unwrap_or("/");
    let file = path::join(folder, "agents/openai.yaml");
    fields.into_iter().map(move |field| field.at(&file))
}

fn excludes(policy: &Policy, product: Product) -> bool {
    !policy.products.is_empty() && !policy.products.contains(&product)
}

/// Enables or disables skills by the entries of `skills.config`, in order. If the path in an entry
/// is a link, the entry applies to the link's target.
pub(super) fn apply(rules: &Rules, tree: &Tree, skills: &mut [Skill]) {
    for rule in &rules.rules {
        match &rule.selector {
            Selector::Path(path) => {
                let canonical = tree
                    .resolve(path)
                    .map_or_else(|_| path.clone(), Entry::path);
                for skill in skills.iter_mut().filter(|skill| skill.path == canonical) {
                    skill.enabled = rule.enabled;
                }
            }
            Selector::Name(name) => {
                for skill in skills.iter_mut().filter(|skill| skill.name == *name) {
                    skill.enabled = rule.enabled;
                }
            }
        }
    }
}

//! Chooses the smallest number of folders with which each host lists each skill once. Small test
//! skills are written into the folders, and the emulated hosts list them. So no table of the
//! folders that each host reads is needed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::layout;
use super::report::{BuildHow, BuildScope};
use crate::host::Host;
use crate::model::environment::Environment;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::skill::{Scope, SkillKind};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{EntryKind, Tree, path};

/// The prefix of the names of the small test skills.
const PROBE: &str = "skillglass-probe";

/// The maximum number of folders into which a build writes skills. No host has this limit. A build
/// rarely needs so many folders, because many hosts read the same folders.
const MAX_CHOSEN: usize = 8;

/// The inputs that determine into which folders a build writes skills.
pub(super) struct Question<'q> {
    pub tree: &'q Tree,
    pub environment: &'q Environment,
    pub hosts: &'q [Arc<dyn Host>],
    pub scope: BuildScope,
    pub how: BuildHow,
    /// The folder below which a build writes: the project's folder or the user's home.
    pub base: &'q str,
    /// The folder that contains the source skills.
    pub from: &'q str,
}

/// A folder into which a build writes skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folder {
    pub path: String,
    /// The indices of the hosts that read the folder.
    pub hosts: Vec<usize>,
    /// True if each host in `hosts` lists a skill whose folder is a link. Always false if the
    /// request wants copies.
    pub follows_links: bool,
}

/// The folders that were chosen for a build, and the hosts that read none of these folders or list
/// a skill several times.
pub(super) struct Choice {
    /// The folders into which the build writes skills, in the order in which they were chosen.
    pub folders: Vec<Folder>,
    /// The indices of the hosts that read the source folder. These hosts need no other folder.
    pub source: Vec<usize>,
    /// The indices of the hosts that read neither the source folder nor any folder to which a build
    /// may write.
    pub none: Vec<usize>,
    /// The indices of the hosts that list a skill several times after the build.
    pub twice: Vec<usize>,
}

impl Question<'_> {
    /// Returns all folders that a host searches and that a build may fill, sorted.
    pub fn candidates(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        for host in self.hosts {
            let discovery = host.discover(self.tree, self.environment);
            for root in discovery.roots {
                let is_in_scope = match self.scope {
                    BuildScope::Project => root.scope == Scope::Repo,
                    BuildScope::User => {
                        root.scope == Scope::User
                            && !path::is_within(&root.path, &self.environment.cwd)
                    }
                };
                if is_in_scope && self.may_hold(&root.path) {
                    found.insert(root.path);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Returns true if a build may fill a folder. The folder must be below `base`, must not contain
    /// the source folder, and must have no link or file on its path.
    fn may_hold(&self, folder: &str) -> bool {
        let is_below = path::is_within(folder, self.base) && folder != self.base;
        let contains_source = path::is_within(self.from, folder);
        let mut above = path::ancestors(folder).take_while(|at| *at != self.base);
        let is_free = above.all(|at| {
            let kind = self.tree.entry(at).map(|entry| entry.kind());
            kind.is_none_or(|kind| kind == EntryKind::Directory)
        });
        is_below && !contains_source && is_free
    }

    /// Chooses the folders into which the build writes skills. `parents` has the folders that
    /// directly contain source skills.
    pub fn choose(&self, candidates: &[String], parents: &BTreeSet<String>) -> Choice {
        let trial = Trial::new(self, candidates, parents);
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let reads: Vec<Vec<usize>> = (0..candidates.len())
            .map(|folder| trial.readers(folder))
            .collect();
        order.retain(|folder| !reads[*folder].is_empty());
        // If several folders are read by equally many hosts, a folder that a host recommends is preferred.
        let recommended = self.hosts.iter();
        let recommended =
            sort::collect_set(recommended.map(|host| host.placement(self.environment)));
        sort::by(&mut order, |one, other| {
            let key = |folder: &usize| {
                let is_recommended = recommended.contains(&candidates[*folder]);
                (
                    usize::MAX - reads[*folder].len(),
                    !is_recommended,
                    &candidates[*folder],
                )
            };
            key(one).cmp(&key(other))
        });
        let source: Vec<usize> = (0..self.hosts.len())
            .filter(|host| trial.times(*host, &[]).is_once())
            .collect();
        let is_reached = |host: &usize, chosen: &[usize]| {
            source.contains(host) || chosen.iter().any(|folder| reads[*folder].contains(host))
        };
        let reachable: Vec<usize> = (0..self.hosts.len())
            .filter(|host| is_reached(host, &order))
            .collect();
        let mut best: Option<(usize, Vec<usize>)> = None;
        for size in 0..=order.len().min(MAX_CHOSEN) {
            let mut found = best.take();
            let had_one = found.is_some();
            combinations(&order, size, &mut |chosen| {
                if !reachable.iter().all(|host| is_reached(host, chosen)) {
                    return true;
                }
                let twice = reachable.iter();
                let twice = twice.filter(|host| !trial.times(**host, chosen).is_once());
                let twice = twice.count();
                if found.as_ref().is_none_or(|(least, _)| twice < *least) {
                    found = Some((twice, chosen.to_vec()));
                }
                twice > 0
            });
            best = found;
            // One more folder may prevent that a host lists a skill twice. Further folders have no such effect.
            if had_one || best.as_ref().is_some_and(|(twice, _)| *twice == 0) {
                break;
            }
        }
        let chosen = best.map(|(_, chosen)| chosen).unwrap_or_default();
        let folders = chosen.iter().map(|folder| Folder {
            path: candidates[*folder].clone(),
            hosts: reads[*folder].clone(),
            follows_links: self.how == BuildHow::Link
                && trial.follows_links(*folder, &reads[*folder]),
        });
        Choice {
            folders: folders.collect(),
            none: (0..self.hosts.len())
                .filter(|host| !reachable.contains(host))
                .collect(),
            twice: (reachable.iter())
                .filter(|host| !trial.times(**host, &chosen).is_once())
                .copied()
                .collect(),
            source,
        }
    }
}

/// Calls a function with each combination of `size` items, in order, until the function returns false.
fn combinations(items: &[usize], size: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
    fn from(
        items: &[usize],
        size: usize,
        chosen: &mut Vec<usize>,
        take: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if size == 0 {
            return take(chosen);
        }
        for (index, item) in items.iter().enumerate() {
            chosen.push(*item);
            let goes_on = from(&items[index + 1..], size - 1, chosen, take);
            chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
    from(items, size, &mut Vec::new(), take);
}

/// The number of times that a host's list shows a test skill. `least` is the number for the test
/// skill that is shown least often, and `most` is the number for the test skill that is shown most
/// often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Times {
    least: usize,
    most: usize,
}

impl Times {
    fn is_once(self) -> bool {
        (self.least, self.most) == (1, 1)
    }
}

/// A tree with the files that configure hosts, and with small test skills in the build's source
/// folder. Trials show which hosts find the test skills.
struct Trial<'q> {
    question: &'q Question<'q>,
    candidates: &'q [String],
    tree: Tree,
    /// The paths of the small test skills in the source folder.
    probes: Vec<String>,
    /// The cached results of [`Trial::times`]. A key is the index of a host, together with the
    /// indices of the folders that contain the test skills and that the host reads.
    known: RefCell<BTreeMap<(usize, Vec<usize>), Times>>,
    reads: Vec<BTreeSet<usize>>,
}

impl<'q> Trial<'q> {
    fn new(
        question: &'q Question<'q>,
        candidates: &'q [String],
        parents: &BTreeSet<String>,
    ) -> Self {
        let tree = settings(question, candidates);
        let probes = parents.iter().enumerate();
        let probes = probes.map(|(index, parent)| path::join(parent, &format!("{PROBE}-{index}")));
        let mut trial = Self {
            question,
            candidates,
            tree,
            probes: probes.collect(),
            known: RefCell::default(),
            reads: Vec::new(),
        };
        // The readers of a folder are determined without the source, because a host may prefer the source's skill to
        // the folder's.
        let reads = (0..candidates.len()).map(|folder| {
            let hosts = 0..question.hosts.len();
            let is_read = |host: &usize| {
                let mut tree = trial.tree.clone();
                trial.fill(&mut tree, &candidates[folder]);
                trial.count(*host, &tree).least > 0
            };
            hosts.filter(is_read).collect()
        });
        trial.reads = reads.collect();
        let mut tree = trial.tree.clone();
        for probe in &trial.probes {
            put(&mut tree, probe);
        }
        trial.tree = tree;
        trial
    }

    fn fill(&self, tree: &mut Tree, folder: &str) {
        for probe in &self.probes {
            put(tree, &path::join(folder, path::file_name(probe)));
        }
    }

    /// Returns the indices of the hosts that read a folder. A host reads the folder if it lists all
    /// small test skills that are written into the folder.
    fn readers(&self, folder: usize) -> Vec<usize> {
        self.reads[folder].iter().copied().collect()
    }

    /// Returns the number of times that a host's list shows each test skill. For this test, the
    /// test skills are in the source folder of the build and in each of `folders`. If the number is
    /// above 1, the host would list a built skill several times.
    fn times(&self, host: usize, folders: &[usize]) -> Times {
        let mut read: Vec<usize> = folders
            .iter()
            .copied()
            .filter(|folder| self.reads[*folder].contains(&host))
            .collect();
        sort::numbers(&mut read);
        let key = (host, read);
        if let Some(times) = self.known.borrow().get(&key) {
            return *times;
        }
        let mut tree = self.tree.clone();
        for folder in &key.1 {
            self.fill(&mut tree, &self.candidates[*folder]);
        }
        let times = self.count(host, &tree);
        self.known.borrow_mut().insert(key, times);
        times
    }

    /// Returns true if all these hosts list a small test skill whose folder is a link to the source
    /// folder.
    fn follows_links(&self, folder: usize, hosts: &[usize]) -> bool {
        let mut tree = self.tree.clone();
        for probe in &self.probes {
            let link = path::join(&self.candidates[folder], path::file_name(probe));
            let target = layout::link_target(&link, probe);
            // The path was valid without the link, so the link cannot fail.
            let _ = tree.link(&link, &target);
        }
        hosts.iter().all(|host| self.count(*host, &tree).least > 0)
    }

    fn count(&self, host: usize, tree: &Tree) -> Times {
        let pipeline = HostPipeline::new(Arc::clone(&self.question.hosts[host]));
        let inputs = Inputs {
            tree,
            environment: self.question.environment,
            refused: &BTreeMap::new(),
        };
        let catalog = pipeline.catalog(inputs);
        let listing = pipeline.view(inputs, &[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        });
        let shown = listing.entries.iter().map(|entry| entry.path.as_str());
        let shown = sort::collect_set(shown);
        let times = self.probes.iter().map(|probe| {
            let name = path::file_name(probe);
            // A folder of commands may also load a `SKILL.md`, but the result is a command, not a skill.
            let skills = catalog.skills.iter().filter(|skill| {
                let folder = path::parent(&skill.path);
                skill.kind == SkillKind::Skill
                    && folder.is_some_and(|folder| path::file_name(folder) == name)
            });
            // Some hosts have no list, such as those whose model calls a tool. There a loaded skill counts as listed.
            skills
                .filter(|skill| shown.is_empty() || shown.contains(&*skill.path))
                .count()
        });
        let times: Vec<usize> = times.collect();
        Times {
            least: times.iter().copied().min().unwrap_or(0),
            most: times.iter().copied().max().unwrap_or(0),
        }
    }
}

/// Returns a copy of the tree with only the files that configure hosts. The copy has no Markdown
/// files. The source folder and the folders that a build may fill are empty.
fn settings(question: &Question<'_>, candidates: &[String]) -> Tree {
    layout::part(question.tree, |path| {
        let is_inside = |folder: &str| path::is_within(path, folder) && path != folder;
        let is_skill = path.ends_with(".md")
            || is_inside(question.from)
            || candidates.iter().any(|folder| is_inside(folder));
        !is_skill
    })
}

/// Writes a small test skill into a folder.
fn put(tree: &mut Tree, folder: &str) {
    let name = path::file_name(folder);
    let text = format!(
        "---\nname: {name}\ndescription: Tests which hosts read this folder.\n---\n# Test\n\nText.\n"
    );
    // The write fails only if the path is too long. Hosts cannot open such a file either.
    let _ = tree.write(&path::join(folder, SKILL_FILE), Some(text.into()));
}

//! The catalogs of the hosts aimed at, and what was asked of them.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::memo::Memo;
use crate::model::catalog::{Catalog, LeftOutReason};
use crate::tree::{Entry, Tree};

/// A host with its edition.
type HostEdition<'a> = (&'a str, &'a str);

/// The skills that each host has in the end, by name.
pub(super) struct Catalogs<'c> {
    all: &'c [Arc<Catalog>],
    by_name: Vec<ByName<'c>>,
    /// Whether somebody asked why a file was passed over, which takes all that a host passed over to say.
    was_searched: Cell<bool>,
}

/// See [`Catalogs::links`].
pub(super) type Links<'c> = HashMap<&'c str, Vec<(&'c str, Vec<HostEdition<'c>>)>>;

/// The skills that a host has, by the names that they answer to: the path of the first of each.
pub(super) struct ByName<'c> {
    catalog: &'c Catalog,
    index: Rc<NameIndex>,
    /// The names that were asked for, with the answers.
    asked: RefCell<Vec<(String, Option<String>)>>,
    /// Once somebody asks: what it passed over, by the path of each and by the one that it leads to, as indices in order.
    passed_over: OnceCell<HashMap<String, Vec<usize>>>,
}

/// Where in a catalog skills are: of each name the first, and all that hosts come to by a link.
#[derive(Default)]
pub(super) struct NameIndex {
    names: HashMap<Box<str>, usize>,
    linked: Vec<usize>,
}

/// The indices by host and edition, each made from a catalog of one generation.
pub(super) type NameIndices = Memo<(String, String), u64, Rc<NameIndex>>;

impl NameIndex {
    fn new(catalog: &Catalog) -> Self {
        let mut index = Self::default();
        for (at, skill) in catalog.skills.iter().enumerate() {
            index.names.entry((*skill.name).into()).or_insert(at);
            if skill.path != skill.discovered_path {
                index.linked.push(at);
            }
        }
        // A skill's own name goes before another's alias.
        for (at, skill) in catalog.skills.iter().enumerate() {
            for alias in &skill.aliases {
                index.names.entry((**alias).into()).or_insert(at);
            }
        }
        index
    }
}

/// A name that a host was asked for, and the skill that it has of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// In the order of the hosts.
    host: usize,
    name: String,
    pub skill: Option<String>,
}

impl<'c> ByName<'c> {
    /// The skill of that name.
    pub fn skill(&self, name: &str) -> Option<&'c str> {
        let skill = self.first(name);
        let asked = (name.to_owned(), skill.map(str::to_owned));
        self.asked.borrow_mut().push(asked);
        skill
    }

    /// The indices of what the host passed over that is this file, or leads to it.
    fn passed_over(&self, tree: &Tree, file: &str) -> &[usize] {
        let by_path = self.passed_over.get_or_init(|| {
            let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, left) in self.catalog.left_out.iter().enumerate() {
                let leads_to = tree.resolve(&left.path).map(Entry::path);
                let leads_to = leads_to.ok().filter(|path| *path != left.path);
                for path in leads_to.into_iter().chain([left.path.clone()]) {
                    by_path.entry(path).or_default().push(at);
                }
            }
            by_path
        });
        by_path.get(file).map(Vec::as_slice).unwrap_or_default()
    }

    /// The skill of that name, where the answer is of no skill's findings: nobody is told that it was asked for.
    pub fn first(&self, name: &str) -> Option<&'c str> {
        let at = self.index.names.get(name)?;
        Some(&self.catalog.skills[*at].path)
    }
}

impl<'c> Catalogs<'c> {
    /// In the order of the hosts, with the generations that they are of.
    pub fn new(all: &'c [Arc<Catalog>], generations: &[u64], indices: &NameIndices) -> Self {
        let by_name = all.iter().zip(generations).map(|(catalog, generation)| {
            let host = (catalog.host.clone(), catalog.edition.clone());
            let make = || Rc::new(NameIndex::new(catalog));
            ByName {
                catalog,
                index: indices.get_or_insert(host, *generation, make),
                asked: RefCell::default(),
                passed_over: OnceCell::new(),
            }
        });
        Self {
            by_name: by_name.collect(),
            all,
            was_searched: Cell::new(false),
        }
    }

    /// In the order of the hosts.
    pub fn all(&self) -> impl Iterator<Item = &'c Catalog> {
        self.all.iter().map(|catalog| &**catalog)
    }

    /// The catalogs with their skills by name, in the order of the hosts.
    pub fn with_names(&self) -> impl Iterator<Item = (&'c Catalog, &ByName<'c>)> {
        self.all().zip(&self.by_name)
    }

    /// The skills that a host has, by name.
    pub fn by_name(&self, host: usize) -> &ByName<'c> {
        &self.by_name[host]
    }

    /// The names that hosts were asked for since this was called last.
    pub fn take_asked(&self) -> Vec<Asked> {
        let hosts = self.by_name.iter().enumerate();
        hosts
            .flat_map(|(host, by_name)| {
                let asked = by_name.asked.take().into_iter();
                asked.map(move |(name, skill)| Asked { host, name, skill })
            })
            .collect()
    }

    /// Whether somebody asked why a file was passed over since this was called last.
    pub fn take_searched(&self) -> bool {
        self.was_searched.take()
    }

    /// Whether a host would give the same answer today.
    pub fn still_answers(&self, asked: &Asked) -> bool {
        let by_name = self.by_name.get(asked.host);
        let skill = by_name.and_then(|by_name| by_name.first(&asked.name));
        skill == asked.skill.as_deref()
    }

    /// The links by which hosts come to skills, by the skill's file: each with the hosts that come by it.
    pub fn links(&self) -> Links<'c> {
        let mut links = Links::new();
        // Where in the list of its skill a link is: one skill may have ten thousand.
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        for (catalog, by_name) in self.with_names() {
            let who = (catalog.host.as_str(), catalog.edition.as_str());
            let linked = by_name.index.linked.iter();
            for skill in linked.map(|at| &catalog.skills[*at]) {
                let of_skill = links.entry(&skill.path).or_default();
                let place = places.entry((&skill.path, &skill.discovered_path));
                let place = *place.or_insert(of_skill.len());
                match of_skill.get_mut(place) {
                    Some((_, hosts)) => hosts.push(who),
                    None => of_skill.push((&skill.discovered_path, vec![who])),
                }
            }
        }
        links
    }

    /// The path by which a host came to a file that it passed over for that reason, and the root.
    pub fn passed_over(
        &self,
        tree: &Tree,
        (host, edition): HostEdition<'_>,
        file: &str,
        reason: LeftOutReason,
    ) -> Option<(&'c str, Option<&'c str>)> {
        self.was_searched.set(true);
        let is_it = |by_name: &&ByName<'c>| {
            by_name.catalog.host == host && by_name.catalog.edition == edition
        };
        let by_name = self.by_name.iter().find(is_it)?;
        let catalog = by_name.catalog;
        let left_out = by_name.passed_over(tree, file).iter();
        let mut left_out = left_out.map(|at| &catalog.left_out[*at]);
        let left = left_out.find(|left| left.reason == reason)?;
        Some((&left.path, left.root.as_deref()))
    }
}

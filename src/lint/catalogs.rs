//! The catalogs of the target hosts: for each host, the skills that the host loads. The names that
//! rules look up in a catalog are recorded, because cached findings depend on the answers.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use crate::hashing::HashMap;
use crate::memo::Memo;
use crate::model::catalog::{Catalog, LeftOutReason};
use crate::tree::{Entry, Tree};

/// A host's id and edition.
type HostEdition<'a> = (&'a str, &'a str);

/// The catalogs of the target hosts, each with an index of the catalog's skills by name.
pub(super) struct Catalogs<'c> {
    all: &'c [Arc<Catalog>],
    by_name: Vec<ByName<'c>>,
    /// True if a rule asked why a host left out a file. The findings of this rule then depend on
    /// all files that hosts left out.
    was_searched: Cell<bool>,
}

/// The symbolic links through which hosts find skills, grouped by the path of the skill's file. The
/// entry of a link lists the hosts that follow this link.
pub(super) type Links<'c> = HashMap<&'c str, Vec<(&'c str, Vec<HostEdition<'c>>)>>;

/// The skills that one host loads, by name and alias. If several skills have the same name, only
/// the first of them has an entry under this name.
pub(super) struct ByName<'c> {
    catalog: &'c Catalog,
    index: Rc<NameIndex>,
    /// The names that rules have looked up, each with the path of the found skill; `None` if no
    /// skill has the name.
    asked: RefCell<Vec<(String, Option<String>)>>,
    /// The files that the host left out, as indices in the catalog. The key is the path of a
    /// left-out file, or the same path with links resolved. Built at the first query.
    passed_over: OnceCell<HashMap<String, Vec<usize>>>,
}

/// The indices of skills in a catalog: the first skill of each name, and all skills that the host reaches through a
/// link.
#[derive(Default)]
pub(super) struct NameIndex {
    names: HashMap<Box<str>, usize>,
    linked: Vec<usize>,
}

/// An index of skills by name for each host. The key is the host's id and edition. An index is
/// valid until the host's catalog is [assembled](crate::pipeline::HostPipeline::assembled) anew.
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
        // The name of a skill takes precedence over an alias of another skill.
        for (at, skill) in catalog.skills.iter().enumerate() {
            for alias in &skill.aliases {
                index.names.entry((**alias).into()).or_insert(at);
            }
        }
        index
    }
}

/// A name that a rule looked up in a host's catalog, with the path of the found skill, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameQuery {
    /// The index of the host among the target hosts.
    host: usize,
    name: String,
    pub skill: Option<String>,
}

impl<'c> ByName<'c> {
    /// Returns the path of the first skill with this name or alias; `None` if there is no such
    /// skill. Records that the findings of the current skill depend on this name, because the name
    /// may later lead to another skill.
    pub fn skill(&self, name: &str) -> Option<&'c str> {
        let skill = self.first(name);
        let asked = (name.to_owned(), skill.map(str::to_owned));
        self.asked.borrow_mut().push(asked);
        skill
    }

    /// Returns the files that the host left out and whose path is `file` or a link to `file`. Each
    /// file is an index in the catalog's list of left-out files.
    fn passed_over(&self, tree: &Tree, file: &str) -> &[usize] {
        let by_path = self.passed_over.get_or_init(|| {
            let mut by_path: HashMap<String, Vec<usize>> = HashMap::default();
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

    /// Returns the path of the first skill with this name or alias; `None` if there is no such
    /// skill. Unlike [`skill`](Self::skill), does not record that the findings of the current skill
    /// depend on this name.
    pub fn first(&self, name: &str) -> Option<&'c str> {
        let at = self.index.names.get(name)?;
        Some(&self.catalog.skills[*at].path)
    }
}

impl<'c> Catalogs<'c> {
    /// Builds an index of the skills by name for each host's catalog. For each catalog, `assembled`
    /// has the number of its version. This number changes when the host assembles the catalog anew.
    pub fn new(all: &'c [Arc<Catalog>], assembled: &[u64], indices: &NameIndices) -> Self {
        let by_name = all.iter().zip(assembled).map(|(catalog, assembled)| {
            let host = (catalog.host.clone(), catalog.edition.clone());
            let make = || Rc::new(NameIndex::new(catalog));
            ByName {
                catalog,
                index: indices.get_or_insert(host, *assembled, make),
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

    /// Returns the catalogs of the target hosts, in the order of the hosts.
    pub fn all(&self) -> impl Iterator<Item = &'c Catalog> {
        self.all.iter().map(|catalog| &**catalog)
    }

    /// Returns the catalogs, each with its skills by name, in the order of the hosts.
    pub fn with_names(&self) -> impl Iterator<Item = (&'c Catalog, &ByName<'c>)> {
        self.all().zip(&self.by_name)
    }

    /// Returns the skills that one host loads, by name. `host` is the index of the host among the
    /// target hosts.
    pub fn by_name(&self, host: usize) -> &ByName<'c> {
        &self.by_name[host]
    }

    /// Returns the names that rules have looked up since the previous call of this function.
    pub fn take_asked(&self) -> Vec<NameQuery> {
        let hosts = self.by_name.iter().enumerate();
        hosts
            .flat_map(|(host, by_name)| {
                let asked = by_name.asked.take().into_iter();
                asked.map(move |(name, skill)| NameQuery { host, name, skill })
            })
            .collect()
    }

    /// Returns true if [`passed_over`](Self::passed_over) was called since the last call of this
    /// method. If so, the findings of the current skill depend on files that hosts left out.
    pub fn take_searched(&self) -> bool {
        self.was_searched.take()
    }

    /// Returns true if the name in `asked` still leads to the same skill in the host's current
    /// catalog.
    pub fn still_answers(&self, asked: &NameQuery) -> bool {
        let by_name = self.by_name.get(asked.host);
        let skill = by_name.and_then(|by_name| by_name.first(&asked.name));
        skill == asked.skill.as_deref()
    }

    /// Returns the symbolic links through which hosts find skills, grouped by the path of the
    /// skill's file. The entry of a link lists the hosts that follow this link.
    pub fn links(&self) -> Links<'c> {
        let mut links = Links::default();
        // The index of each link in the list of its skill. This is a map because one skill may have ten thousand links.
        let mut places: HashMap<(&str, &str), usize> = HashMap::default();
        for (catalog, by_name) in self.with_names() {
            let host = (catalog.host.as_str(), catalog.edition.as_str());
            let linked = by_name.index.linked.iter();
            for skill in linked.map(|at| &catalog.skills[*at]) {
                let of_skill = links.entry(&skill.path).or_default();
                let place = places.entry((&skill.path, &skill.discovered_path));
                let place = *place.or_insert(of_skill.len());
                match of_skill.get_mut(place) {
                    Some((_, hosts)) => hosts.push(host),
                    None => of_skill.push((&skill.discovered_path, vec![host])),
                }
            }
        }
        links
    }

    /// Searches a host's catalog for a file that the host left out for the given reason. `file` is
    /// the file's path after links are resolved. Returns the path on which the host found the file,
    /// which may contain links, and the folder in which the host's search began. Returns `None` if
    /// the host did not leave out the file for this reason.
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

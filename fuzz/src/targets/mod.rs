//! The targets, one file for each.

mod arguments;
mod fixes;
mod frontmatter;
mod globs;
mod listing;
mod mentions;
mod plain_yaml;
mod search;
mod settings;
mod shell;
mod sources;
mod tree;
mod workspace;

/// A target.
pub struct Target {
    /// The name of its file and of its folder in `corpus/`.
    pub name: &'static str,
    /// Accepts any bytes, and panics if an answer is inconsistent.
    pub run: fn(&[u8]),
}

/// All targets. Those that run the smallest part of the code come first.
pub const TARGETS: &[Target] = &[
    Target {
        name: "tree",
        run: tree::run,
    },
    Target {
        name: "plain_yaml",
        run: plain_yaml::run,
    },
    Target {
        name: "frontmatter",
        run: frontmatter::run,
    },
    Target {
        name: "settings",
        run: settings::run,
    },
    Target {
        name: "mentions",
        run: mentions::run,
    },
    Target {
        name: "listing",
        run: listing::run,
    },
    Target {
        name: "arguments",
        run: arguments::run,
    },
    Target {
        name: "shell",
        run: shell::run,
    },
    Target {
        name: "globs",
        run: globs::run,
    },
    Target {
        name: "search",
        run: search::run,
    },
    Target {
        name: "fixes",
        run: fixes::run,
    },
    Target {
        name: "sources",
        run: sources::run,
    },
    Target {
        name: "workspace",
        run: workspace::run,
    },
];

//! The options of a workspace.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::OwnOptions;
use crate::hosts::{self, HostOptions};
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::environment::{Environment, Plugin};
use crate::model::host_choice::{AsText, HostChoice};

macro_rules! options {
    ($($feature:literal $module:ident $host:ident $options:ident { usual: $usual:literal, from: $from:ident } $words:tt)*) => {
        /// The options of a workspace.
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
        #[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct WorkspaceOptions {
            /// The host, with or without an edition, such as `codex` or `codex@2026-02`. The
            /// default is `codex`.
            #[serde(default)]
            #[cfg_attr(feature = "typescript", tsify(type = "HostChoice | null", optional))]
            pub host: Option<String>,
            /// The host's edition, such as `2026-05`, if `host` names no edition. The default is
            /// the host's default edition.
            #[serde(default)]
            #[cfg_attr(feature = "typescript", tsify(type = "Edition | null", optional))]
            pub edition: Option<String>,
            /// The working directory of the agent, as an absolute path.
            pub cwd: String,
            /// The user's home directory, as an absolute path. Without a home directory, no files
            /// of the user are read.
            #[serde(default)]
            pub home: Option<String>,
            /// The size of the model's context window in tokens, at least 1. The host's budget may
            /// depend on this size. `None` if the size is unknown.
            #[serde(default)]
            pub context_window: Option<i64>,
            /// The environment variables that the host reads, by name. By default there are none.
            #[serde(default)]
            #[cfg_attr(
                feature = "typescript",
                tsify(type = "Record<string, string> | null", optional)
            )]
            pub variables: Option<BTreeMap<String, String>>,
            /// The plugins that are installed in the host, in the host's order.
            #[serde(default)]
            pub plugins: Option<Vec<Plugin>>,
            /// The files that the model has already read or changed, as absolute paths, in the
            /// order of use. Some hosts find or activate skills because of such files. A session
            /// adds the files that it touches.
            #[serde(default)]
            pub touched: Option<Vec<String>>,
    $(
                #[doc = $words]
                #[cfg(feature = $feature)]
                #[serde(default)]
                pub $module: Option<hosts::$module::$options>,
            )*
        }

        crate::record! {
            WorkspaceOptions: has(
                host via AsText,
                edition,
                cwd,
                home,
                context_window,
                variables,
                plugins,
                touched,
                $(#[cfg(feature = $feature)] $module),*
            ) needs(cwd)
        }

        impl TryFrom<&WorkspaceOptions> for HostOptions {
            type Error = ArgumentError;

            fn try_from(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
                Ok(Self {$(
                    #[cfg(feature = $feature)]
                    $module: checked(&options.$module, options)?,
                )*})
            }
        }
    };
}

hosts::with_hosts!(options);

/// Checks the options that only one host has, and returns these options. If an option is absent and
/// its default is a path in the user's home directory, the returned options contain this path.
fn checked<Own: OwnOptions>(
    given: &Option<Own>,
    options: &WorkspaceOptions,
) -> Result<Own, ArgumentError> {
    let mut own = given.clone().unwrap_or_default();
    own.check(options.home.as_deref())?;
    Ok(own)
}

impl WorkspaceOptions {
    /// Creates the options for a workspace with this working directory, an absolute path.
    #[must_use]
    pub fn new(cwd: impl Into<String>) -> Self {
        let cwd = cwd.into();
        Self {
            cwd,
            ..Self::default()
        }
    }

    /// Sets the host, such as `codex` or `codex@2026-02`.
    #[must_use]
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.host = Some(host.into());
        self
    }

    /// Sets the host's edition, such as `2026-02`.
    #[must_use]
    pub fn edition(mut self, edition: impl Into<String>) -> Self {
        self.edition = Some(edition.into());
        self
    }

    /// Sets the user's home directory, an absolute path.
    #[must_use]
    pub fn home(mut self, home: impl Into<String>) -> Self {
        self.home = Some(home.into());
        self
    }

    /// Returns the options in a form that names the host and its edition separately. For example,
    /// the host `codex@2026-02` becomes the host `codex` and the edition `2026-02`.
    pub(super) fn normal(&self) -> Self {
        let choice = self.host.as_deref().map(HostChoice::from);
        let edition = choice.as_ref().and_then(|choice| choice.edition.clone());
        Self {
            host: choice.map(|choice| choice.host),
            edition: edition.or_else(|| self.edition.clone()),
            ..self.clone()
        }
    }
}

impl TryFrom<&WorkspaceOptions> for Environment {
    type Error = ArgumentError;

    fn try_from(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        check_directory("cwd", &options.cwd)?;
        if let Some(home) = &options.home {
            check_directory("home", home)?;
        }
        if let Some(tokens @ ..1) = options.context_window {
            let message = format!("is {tokens}; it must be a whole number from 1, or absent");
            return Err(ArgumentError::new("contextWindow", message));
        }
        for (index, plugin) in options.plugins.iter().flatten().enumerate() {
            check_directory(&format!("plugins[{index}].root"), &plugin.root)?;
            if let Some(host) = &plugin.host {
                let inside = |error: ArgumentError| error.inside(&format!("plugins[{index}]"));
                hosts::check(host).map_err(inside)?;
            }
            for (member, directory) in [("skills", &plugin.skills), ("data", &plugin.data)] {
                if let Some(directory) = directory {
                    check_directory(&format!("plugins[{index}].{member}"), directory)?;
                }
            }
        }
        for (index, file) in options.touched.iter().flatten().enumerate() {
            check_directory(&format!("touched[{index}]"), file)?;
        }
        Ok(Self {
            cwd: options.cwd.clone(),
            home: options.home.clone(),
            context_window: options.context_window,
            variables: options.variables.clone().unwrap_or_default(),
            plugins: options.plugins.clone().unwrap_or_default(),
            touched: options.touched.clone().unwrap_or_default(),
        })
    }
}

//! Lists of known names. Each list is in alphabetical order.

/// Commands of shells, and utilities that every Unix has. Such commands are not dependencies.
pub(super) const EVERYWHERE: &[&str] = &[
    ".",
    ":",
    "[",
    "[[",
    "alias",
    "awk",
    "basename",
    "bash",
    "bg",
    "break",
    "builtin",
    "case",
    "cat",
    "cd",
    "chgrp",
    "chmod",
    "chown",
    "cksum",
    "clear",
    "cmp",
    "comm",
    "command",
    "continue",
    "cp",
    "csplit",
    "cut",
    "date",
    "dd",
    "declare",
    "df",
    "diff",
    "dirname",
    "disown",
    "do",
    "done",
    "du",
    "echo",
    "egrep",
    "elif",
    "else",
    "enable",
    "env",
    "esac",
    "eval",
    "exec",
    "exit",
    "expand",
    "export",
    "expr",
    "false",
    "fg",
    "fgrep",
    "fi",
    "file",
    "find",
    "fold",
    "for",
    "function",
    "getopts",
    "grep",
    "groups",
    "hash",
    "head",
    "help",
    "history",
    "hostname",
    "id",
    "if",
    "in",
    "install",
    "jobs",
    "join",
    "kill",
    "killall",
    "let",
    "ln",
    "local",
    "logname",
    "ls",
    "mapfile",
    "md5sum",
    "mkdir",
    "mkfifo",
    "mktemp",
    "more",
    "mv",
    "nice",
    "nl",
    "nohup",
    "od",
    "paste",
    "pgrep",
    "pkill",
    "popd",
    "printenv",
    "printf",
    "ps",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readlink",
    "readonly",
    "realpath",
    "return",
    "rm",
    "rmdir",
    "sed",
    "select",
    "seq",
    "set",
    "sh",
    "sha256sum",
    "shasum",
    "shift",
    "shopt",
    "shuf",
    "sleep",
    "sort",
    "source",
    "split",
    "stat",
    "stty",
    "sudo",
    "suspend",
    "tac",
    "tail",
    "tee",
    "test",
    "then",
    "time",
    "timeout",
    "touch",
    "tr",
    "trap",
    "true",
    "tsort",
    "tty",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "uname",
    "uniq",
    "unset",
    "until",
    "wait",
    "wc",
    "which",
    "while",
    "who",
    "whoami",
    "xargs",
    "yes",
    "zsh",
    "{",
    "|",
    "}",
];

/// Commands whose arguments are another command, such as `sudo` in `sudo apt install jq`.
pub(super) const RUNNERS: &[&str] = &[
    "command", "env", "exec", "nice", "nohup", "sudo", "then", "time", "timeout", "xargs",
];

/// Programs that are recognized if a sentence names them.
pub(super) const PROGRAMS: &[&str] = &[
    "ansible",
    "aws",
    "az",
    "bat",
    "brew",
    "bun",
    "bundle",
    "cargo",
    "clang",
    "claude",
    "cmake",
    "codex",
    "composer",
    "convert",
    "cosign",
    "curl",
    "deno",
    "docker",
    "docker-compose",
    "dot",
    "dotnet",
    "exiftool",
    "fd",
    "ffmpeg",
    "ffprobe",
    "firebase",
    "fzf",
    "gcc",
    "gcloud",
    "gem",
    "gh",
    "ghostscript",
    "git",
    "git-lfs",
    "glab",
    "go",
    "gofmt",
    "golangci-lint",
    "gpg",
    "gradle",
    "graphviz",
    "gs",
    "helm",
    "heroku",
    "hugo",
    "identify",
    "imagemagick",
    "inkscape",
    "java",
    "javac",
    "jj",
    "jq",
    "just",
    "k6",
    "kubectl",
    "latex",
    "latexmk",
    "libreoffice",
    "magick",
    "make",
    "mermaid-cli",
    "mmdc",
    "mvn",
    "mypy",
    "mysql",
    "netlify",
    "ngrok",
    "nix",
    "node",
    "npm",
    "npx",
    "nvidia-smi",
    "op",
    "openssl",
    "pandoc",
    "pdflatex",
    "pdftoppm",
    "pdftotext",
    "perl",
    "php",
    "pip",
    "pip3",
    "pipx",
    "playwright",
    "pnpm",
    "podman",
    "poetry",
    "poppler",
    "psql",
    "pulumi",
    "pytest",
    "python",
    "python3",
    "qpdf",
    "redis-cli",
    "rg",
    "ripgrep",
    "rsync",
    "ruby",
    "ruff",
    "rustc",
    "semgrep",
    "shellcheck",
    "soffice",
    "sox",
    "sqlite3",
    "ssh",
    "stripe",
    "supabase",
    "swift",
    "terraform",
    "tesseract",
    "tmux",
    "trivy",
    "uv",
    "uvx",
    "vercel",
    "wget",
    "whisper",
    "wrangler",
    "xcodebuild",
    "xelatex",
    "yarn",
    "yq",
    "yt-dlp",
    "zip",
];

/// Variables that the system, the shell or a host sets, so that users need not set them.
pub(super) const SET_ANYWAY: &[&str] = &[
    "ARGUMENTS",
    "BASH",
    "BASHPID",
    "BASH_REMATCH",
    "BASH_SOURCE",
    "BASH_VERSION",
    "CI",
    "CLAUDECODE",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PLUGIN_DATA",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_SESSION_ID",
    "CLAUDE_SKILL_DIR",
    "COLUMNS",
    "COMP_CWORD",
    "COMP_WORDS",
    "DIRSTACK",
    "DISPLAY",
    "EDITOR",
    "EUID",
    "FORCE_COLOR",
    "FUNCNAME",
    "GITHUB_WORKSPACE",
    "GROUPS",
    "HOME",
    "HOSTNAME",
    "HOSTTYPE",
    "IFS",
    "LANG",
    "LC_ALL",
    "LD_LIBRARY_PATH",
    "LINENO",
    "LINES",
    "LOGNAME",
    "MACHTYPE",
    "NODE_ENV",
    "NODE_PATH",
    "NO_COLOR",
    "OLDPWD",
    "OPTARG",
    "OPTIND",
    "OSTYPE",
    "PAGER",
    "PATH",
    "PIPESTATUS",
    "PPID",
    "PS1",
    "PWD",
    "PYTHONPATH",
    "RANDOM",
    "REPLY",
    "SECONDS",
    "SHELL",
    "SHLVL",
    "SKILL_DIR",
    "SSH_AUTH_SOCK",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "UID",
    "USER",
    "USERPROFILE",
    "VIRTUAL_ENV",
    "VISUAL",
];

/// Last words in the names of variables that users set, such as `KEY` in `OPENAI_API_KEY`.
pub(super) const SETTING_ENDS: &[&str] = &[
    "ACCOUNT",
    "APIKEY",
    "AUTH",
    "BASE",
    "BUCKET",
    "CREDENTIALS",
    "DIR",
    "DOMAIN",
    "DSN",
    "EMAIL",
    "ENDPOINT",
    "ENV",
    "HOME",
    "HOST",
    "KEY",
    "MODEL",
    "ORG",
    "PASS",
    "PASSWORD",
    "PAT",
    "PATH",
    "PORT",
    "PROFILE",
    "PROJECT",
    "REGION",
    "SECRET",
    "TOKEN",
    "URI",
    "URL",
    "USER",
    "USERNAME",
    "WORKSPACE",
];

/// The last words in the names of environment variables, such as `KEY` in `OPENAI_API_KEY`. A name
/// in a sentence counts as a variable only if the name ends with one of these words. Each of these
/// words is also in [`SETTING_ENDS`].
pub(super) const SECRET_ENDS: &[&str] = &[
    "APIKEY",
    "CREDENTIALS",
    "DSN",
    "ENDPOINT",
    "KEY",
    "PASSWORD",
    "PAT",
    "SECRET",
    "TOKEN",
    "URI",
    "URL",
    "USERNAME",
];

/// Words that patterns and examples use in place of the name of a server, plugin or skill.
pub(super) const PLACEHOLDERS: &[&str] = &[
    "a",
    "another",
    "example",
    "foo",
    "mcp",
    "my",
    "my-plugin",
    "my-server",
    "my-skill",
    "myserver",
    "name",
    "other",
    "plugin",
    "plugin-name",
    "server",
    "server-name",
    "server_name",
    "servername",
    "skill",
    "skill-name",
    "skill_name",
    "some-skill",
    "the",
    "this",
    "x",
    "your-skill",
];

/// Words that texts put in backquotes next to "skill" but that are not the name of a skill.
pub(super) const NO_SKILLS: &[&str] = &[
    "SKILL.md",
    "agent",
    "agents",
    "allowed-tools",
    "claude",
    "codex",
    "cursor",
    "description",
    "name",
    "opencode",
    "skill.md",
    "skills",
    "true",
    "user",
];

/// Words before a colon that are not the name of a plugin, such as `mode` in `mode:fast`.
pub(super) const NO_PLUGINS: &[&str] = &[
    "ai", "bash", "build", "chore", "ci", "docs", "feat", "file", "fix", "git", "http", "https",
    "key", "lint", "mode", "name", "node", "npm", "perf", "posture", "refactor", "skill", "style",
    "test", "type",
];

/// Returns true if every Unix has a command, so that the command is not a dependency.
pub(super) fn is_everywhere(program: &str) -> bool {
    EVERYWHERE.contains(&program)
}

/// Returns true if Skillglass recognizes the program by its name in an ordinary sentence, without
/// any code around the name.
pub(super) fn is_known_program(program: &str) -> bool {
    PROGRAMS.contains(&program)
}

/// Returns true if a word may be the name of a program: lowercase letters, digits and some
/// punctuation.
pub(super) fn is_program(word: &str) -> bool {
    // `11m` is a time or a color; `7z` is a program.
    let letters = word.trim_start_matches(|first: char| first.is_ascii_digit());
    let starts = letters.starts_with(|first: char| first.is_ascii_lowercase());
    let is_number =
        letters.len() < word.len() && matches!(letters, "d" | "h" | "m" | "s" | "ms" | "k");
    starts
        && !is_number
        && word.len() <= 40
        && word.bytes().any(|byte| byte.is_ascii_lowercase())
        && word.bytes().all(|byte| {
            byte.is_ascii_lowercase()
                || byte.is_ascii_digit()
                || matches!(byte, b'-' | b'_' | b'.' | b'+')
        })
        && !word.ends_with(['.', '-'])
}

/// Returns true if a word has the form of an environment variable's name: uppercase letters, digits
/// and `_`. A word without `_` needs at least four characters.
pub(super) fn is_variable(word: &str) -> bool {
    word.len() >= 3
        && word.len() <= 80
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && (word.contains('_') || word.len() >= 4)
        && !word.ends_with('_')
        && (word.bytes())
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Returns true if a word looks like the name of an environment variable that the user may have to
/// set. Returns false for variables that the system, the shell or a host sets, and for placeholders
/// such as `YOUR_KEY`.
pub(super) fn is_users(variable: &str) -> bool {
    is_variable(variable)
        && !SET_ANYWAY.contains(&variable)
        && !["XDG_", "BASH_", "LC_", "YOUR_", "MY_"]
            .iter()
            .any(|start| variable.starts_with(start))
}

/// Returns true if the last word of a variable is in `ends`, and at least one word precedes it.
/// Words are separated by `_`.
pub(super) fn is_setting(variable: &str, ends: &[&str]) -> bool {
    variable
        .rsplit_once('_')
        .is_some_and(|(_, last)| ends.contains(&last))
}

/// Returns true if a word has the form of a skill's or plugin's name: lowercase words joined by
/// hyphens.
pub(super) fn is_kebab(word: &str) -> bool {
    word.len() >= 2
        && word.len() <= 64
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && !word.ends_with('-')
        && (word.bytes())
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

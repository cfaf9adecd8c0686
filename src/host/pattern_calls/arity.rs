//! The first words of a command that the user's answer "always" allows: the program and its
//! subcommands (`docs/hosts/opencode.md#permissions`).

/// The programs whose commands are approved by their first two words. For example, if the user
/// answers "always" when opencode or Kilo asks about `git status -s`, all commands that begin with
/// `git status` are approved.
const TWO: &str = "bazel brew bun cargo cdk cf cmake composer consul crictl deno docker eksctl firebase flyctl git go gradle helm \
    heroku hugo ip kind kubectl kustomize make mc minikube mongosh mysql mvn ng npm nvm nx openssl pip pipenv pnpm poetry podman \
    psql pulumi pyenv python rake rbenv redis-cli rustup serverless skaffold sls sst swift systemctl terraform tmux turbo ufw vault \
    vercel volta wp yarn";

/// The programs whose commands are approved by their first three words. For example, if the user
/// answers "always" when opencode or Kilo asks about `aws s3 ls -h`, all commands that begin with
/// `aws s3 ls` are approved.
const THREE: &str = "aws az doctl gcloud gh sfdx";

/// Programs, each with some of its subcommands, such as `git` with `stash`. A command that begins
/// with such a program and subcommand is approved by its first three words. For example, if the
/// user answers "always" when opencode or Kilo asks about `git stash pop -q`, all commands that
/// begin with `git stash pop` are approved.
const THREE_AFTER: &[(&str, &str)] = &[
    ("bun", "run x"),
    ("cargo", "add run"),
    ("consul", "kv"),
    ("deno", "task"),
    ("docker", "builder compose container image network volume"),
    ("eksctl", "create"),
    ("git", "config remote stash"),
    ("ip", "addr link netns route"),
    ("kind", "create"),
    ("kubectl", "kustomize rollout"),
    ("mc", "admin"),
    ("npm", "exec init run view"),
    ("openssl", "req x509"),
    ("pnpm", "dlx exec run"),
    ("podman", "container image"),
    ("pulumi", "stack"),
    ("terraform", "workspace"),
    ("vault", "auth kv"),
    ("yarn", "dlx run"),
];

/// Returns the first words of a command: the program, and the subcommands that identify the action.
pub(super) fn prefix<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let has = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let program = words.first().copied().unwrap_or_default();
    let subcommand = words.get(1).copied().unwrap_or_default();
    let mut after = THREE_AFTER.iter();
    let count = if has(THREE, program)
        || after.any(|(name, subcommands)| *name == program && has(subcommands, subcommand))
    {
        3
    } else if has(TWO, program) {
        2
    } else {
        1
    };
    &words[..count.min(words.len())]
}

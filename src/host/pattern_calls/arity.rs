//! The first words of a command that the user's answer "always" allows: the program and its
//! subcommands (`docs/hosts/opencode.md#permissions`).

/// Programs of which an approval with "always" covers the first two words of a command, such as
/// `git status`. The user gives this approval when opencode or Kilo asks about a command.
const TWO: &str = "bazel brew bun cargo cdk cf cmake composer consul crictl deno docker eksctl firebase flyctl git go gradle helm \
    heroku hugo ip kind kubectl kustomize make mc minikube mongosh mysql mvn ng npm nvm nx openssl pip pipenv pnpm poetry podman \
    psql pulumi pyenv python rake rbenv redis-cli rustup serverless skaffold sls sst swift systemctl terraform tmux turbo ufw vault \
    vercel volta wp yarn";

/// Programs of which an approval with "always" covers the first three words of a command, such as
/// `aws s3 ls`.
const THREE: &str = "aws az doctl gcloud gh sfdx";

/// Programs, each with the subcommands for which an approval with "always" covers the first three
/// words of a command. An example is `git stash pop`: the program `git`, its subcommand `stash`,
/// and one more word.
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

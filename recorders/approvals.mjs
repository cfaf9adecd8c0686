// Generates workspaces with rules and settings of Codex, and questions about commands. Each command
// is harmless if it runs, and ends soon.
import { Tree } from "./workspaces.mjs";

/**
 * Families of rules and commands. A rule is given as the words of its pattern. The commands of a
 * family often match its rules.
 */
const FAMILIES = [
  {
    patterns: [["git"], ["git", "status"], ["git", ["push", "fetch"]], ["git", "-C"], [["git", "hg"], "log"], ["/usr/bin/git", "log"]],
    commands: [
      "git",
      "git status",
      "git status -s",
      "git push origin",
      "git fetch",
      "git log --oneline",
      "/usr/bin/git log",
      "/usr/bin/git status",
      "git -C . status",
      "git  'status'",
      'git commit -m "a && b"',
      "git checkout main",
      "gitk x",
    ],
  },
  {
    patterns: [["make"], ["make", "x"], ["echo"], ["ls"], ["ls", "-l"], ["cd"], ["touch", ["a", "b"]]],
    commands: [
      "make",
      "make x",
      "make x && ls",
      "make x; echo y",
      "make x || echo y",
      "make x | cat",
      "echo a | make x | ls",
      "ls -l",
      "ls\nls -l",
      "touch a",
      "touch c",
      "cd sub && make",
      "cd sub && ls && touch a",
      "/usr/bin/make x",
      "/opt/make x",
      "make x -- 'a; b'",
      "make x;",
      "time make x",
      "timeout 5 make x",
      "env make x",
    ],
  },
  {
    patterns: [["rm"], ["rm", "-f"], ["rm", "-rf"], ["rm", ["-f", "-rf"], "x"], ["sudo"], ["sudo", "rm"], ["env"]],
    commands: [
      "rm x",
      "rm -f x",
      "rm -rf x",
      "rm -r x",
      "rm --force x",
      "rm x -f",
      "rm -- -f",
      "rm -x=f",
      "rmdir -f x",
      "/bin/rm -f x",
      "sudo rm -f x",
      "sudo -n rm -f x",
      "env rm -f x",
      "timeout 5 rm -f x",
      "command rm -f x",
      "ls && rm -f x",
      "rm -f x && ls",
      "rm '-f' x",
      "rm \"-rf\" 'x y'",
    ],
  },
  {
    patterns: [["bash"], ["bash", "-lc"], ["/bin/bash"], ["rm"], ["ls"], ["sh", ["-c", "-lc"]]],
    commands: [
      "bash -lc 'rm -f x'",
      "bash -c ls",
      "sh -c 'ls; rm -f x'",
      "bash -lc 'bash -lc \"rm -f x\"'",
      "bash -x -c 'rm -f x'",
      "ls > out",
      "ls 2>&1",
      "ls &",
      "(ls)",
      "{ ls; }",
      "! ls",
      "A=1 ls",
      "ls $HOME",
      'ls "$HOME"',
      "ls $(pwd)",
      "ls `pwd`",
      "ls # x",
      "if true; then rm -f x; fi",
      "for i in 1 2; do rm -f $i; done",
      "rm -f $HOME/x",
      'rm -rf "$X" > out',
      "echo $(rm -f x)",
      "A=1 rm -f x",
      "rm -f x &",
      "[ -f x ] && rm -f x",
      "[[ -f x ]] && ls",
      "echo 'rm -f x'",
      "cmd=rm; $cmd -f x",
      "eval 'rm -f x'",
      "'rm' -f x",
      "(bash -c 'rm -f x')",
      "cat <<EOF\nx\nEOF",
      "rm -f x <<EOF\nEOF",
      "while false; do rm -f x; done",
      "export A=1",
      "ls |& cat",
      "ls &&",
      "ls ;; ls",
      "ls 'x",
    ],
  },
  {
    patterns: [["echo", "a"], ["echo", ""], ["echo", "a b"], ["find"], ["find", "."], ["cat"]],
    commands: [
      "echo a",
      "echo ''",
      'echo ""',
      "echo 'a b'",
      'echo "a b"',
      'echo a" "b',
      "echo 'a'\"b\"c",
      "echo a\\ b",
      'echo "a\\"b"',
      "echo *.txt",
      "echo ~",
      "echo a?",
      "echo {a,b}",
      "echo [a]",
      "echo a#b",
      "echo a=b",
      "echo !x",
      "echo --a=b",
      "echo 日本",
      'echo "日本 語"',
      "echo a@b %d +x a,b a:b ./a ../b",
      "echo a^b",
      "echo 1 2",
      "find . -name a.txt",
      "find . -delete",
      "find . -exec rm -f {} \\;",
      "cat a.txt | wc -l",
      "cat a.txt b.txt",
    ],
  },
];

const DECISIONS = [
  ["allow", 4],
  ["prompt", 3],
  ["forbidden", 3],
];

/** Texts of rules that Codex refuses because of a fault. */
const INVALID = [
  'prefix_rule(pattern=[], decision="forbidden")',
  'prefix_rule(pattern=["ls"], decision="deny")',
  'prefix_rule(pattern="ls")',
  'prefix_rule(pattern=["ls"], justification=" ")',
  'prefix_rule(pattern=["ls"], match=["make"])',
  'prefix_rule(pattern=["ls"], not_match=["ls -l"])',
  'prefix_rule(pattern=["ls"], reason="x")',
  'prefix_rule(pattern=["ls"]',
  'allow_rule(pattern=["ls"])',
  "prefix_rule(pattern=[WORD])",
];

const quoted = (random, text) => (random.chance(0.85) ? JSON.stringify(text) : `'${text}'`);

/** Returns a rule as its author may write it, for a pattern of words. */
function rule(random, pattern) {
  const words = pattern.map((word) =>
    typeof word === "string" ? quoted(random, word) : `[${word.map((each) => quoted(random, each)).join(", ")}]`,
  );
  const list = `[${words.join(", ")}${random.chance(0.1) ? "," : ""}]`;
  const values = [random.chance(0.8) ? `pattern=${list}` : list];
  if (random.chance(0.9)) values.push(`decision=${quoted(random, random.weighted(DECISIONS))}`);
  if (random.chance(0.25)) values.push(`justification="${random.pick(["Ask first.", "Use the script", "not here: `x`"])}"`);
  if (random.chance(0.15)) {
    const example = pattern.map((word) => (typeof word === "string" ? word : word[0]));
    if (!example.includes("") && !example.some((word) => word.includes(" "))) {
      values.push(random.pick([`match=["${example.join(" ")} more"]`, `match=[${JSON.stringify(example)}]`, 'not_match=["other"]']));
    }
  }
  return random.chance(0.75) ? `prefix_rule(${values.join(", ")})` : `prefix_rule(\n    ${values.join(",\n    ")},  # one rule\n)`;
}

function rules(random, families) {
  const lines = [];
  if (random.chance(0.2)) lines.push("# Rules of commands", "");
  for (const { patterns } of families)
    for (const pattern of random.sample(patterns, random.integer(1, 2))) lines.push(rule(random, pattern));
  if (random.chance(0.1)) lines.push('host_executable(name="make", paths=["/usr/bin/make"])');
  if (random.chance(0.1)) lines.push('network_rule(host="example.org", protocol="https", decision="allow")');
  if (random.chance(0.06)) lines.splice(random.integer(0, lines.length), 0, random.pick(INVALID));
  return `${lines.join("\n")}${random.chance(0.85) ? "\n" : ""}`;
}

const GRANULAR = (random) => {
  const flags = ["sandbox_approval", "rules", "mcp_elicitations"].map((flag) => `${flag} = ${random.chance(0.5)}`);
  return `{ granular = { ${flags.join(", ")} } }`;
};

/** Returns the settings that decide whether Codex asks the user, as lines of a `config.toml`. */
function settings(random) {
  const lines = [];
  const policy = random.weighted([
    [null, 5],
    ['"on-request"', 2],
    ['"on-failure"', 1],
    ['"never"', 2],
    [GRANULAR(random), 2],
  ]);
  if (policy !== null) lines.push(`approval_policy = ${policy}`);
  const sandbox = random.weighted([
    [null, 4],
    ["workspace-write", 2],
    ["read-only", 1],
    ["danger-full-access", 2],
  ]);
  if (sandbox !== null) lines.push(`sandbox_mode = "${sandbox}"`);
  return lines;
}

/**
 * Returns a random case for Codex's decisions on commands: the tree of the workspace, and the
 * questions.
 */
export function codexCase(random, home, repository) {
  const tree = new Tree();
  for (const name of ["a.txt", "b.txt", "sub/a.txt"]) tree.file(`${repository}/${name}`, "x\n");
  const families = random.sample(FAMILIES, 2);
  const cwd = random.chance(0.8) ? repository : `${repository}/sub`;
  const lines = settings(random);
  const trust = random.weighted([
    ["trusted", 5],
    ["untrusted", 3],
    [null, 2],
  ]);
  if (trust !== null) {
    const project = random.weighted([
      [repository, 6],
      [cwd, 2],
      ["/w", 1],
    ]);
    lines.push("", `[projects."${project}"]`, `trust_level = "${trust}"`);
  }
  tree.file(`${home}/.codex/config.toml`, `${lines.join("\n")}\n`);
  if (random.chance(0.15)) tree.file(`${repository}/.codex/config.toml`, `${settings(random).join("\n")}\n`);
  if (random.chance(0.1)) tree.file("/etc/codex/config.toml", `${settings(random).join("\n")}\n`);
  const places = [
    [`${home}/.codex/rules/default.rules`, 0.75],
    [`${home}/.codex/rules/a.rules`, 0.15],
    [`${home}/.codex/rules/notes.txt`, 0.1],
    ["/etc/codex/rules/all.rules", 0.2],
    [`${repository}/.codex/rules/project.rules`, 0.4],
    [`${repository}/sub/.codex/rules/sub.rules`, 0.15],
  ];
  for (const [path, probability] of places) if (random.chance(probability)) tree.file(path, rules(random, families));
  const questions = new Map();
  while (questions.size < 14) {
    const { commands } = random.chance(0.85) ? random.pick(families) : random.pick(FAMILIES);
    const input = { cmd: random.pick(commands) };
    if (random.chance(0.18)) {
      Object.assign(input, { sandbox_permissions: "require_escalated", justification: "It needs the network." });
      if (random.chance(0.5)) input.prefix_rule = input.cmd.split(" ").slice(0, random.integer(1, 2));
    }
    questions.set(JSON.stringify(input), { tool: "exec_command", input });
  }
  return { cwd, tree: tree.entries, questions: [...questions.values()] };
}

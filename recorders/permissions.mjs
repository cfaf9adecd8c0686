// Generates workspaces with permission rules, and questions about calls of tools. A family has
// rules and calls that often match. Each command is harmless if it runs: it changes no rule and no
// folder of the system, and ends soon.
import { Tree } from "./workspaces.mjs";

const VERDICTS = [
  ["allow", 5],
  ["deny", 3],
  ["ask", 2],
];

/**
 * Families of rules on shell commands, and the commands that they are tried on.
 * The rules have the syntax of Claude Code's `Bash(…)`. The patterns of opencode have the same
 * syntax, except for `:*`.
 */
const SHELL = [
  {
    rules: ["git *", "git:*", "git status", "git status *", "git log*", "git push *", "git * main", "git commit:*", "git", "*", "g?t *"],
    commands: [
      "git",
      "git status",
      "git status -s",
      "git push origin main",
      "git log --oneline",
      "gitk x",
      "git commit -m 'a && b'",
      "git -C . status",
      "git checkout main",
      "git branch",
      "git branch -d x",
      "git diff --output=x",
      "git stash list",
      "git config --get user.name",
      "git remote -v",
      "git show HEAD",
      "git  status",
      "git 'status'",
      "/usr/bin/git status",
    ],
  },
  {
    rules: ["npm *", "npm run *", "npm run build", "npm run test:*", "npm run build:*", "* install", "npm*", "npx *", "npm run build *"],
    commands: [
      "npm run build",
      "npm run build --watch",
      "npm run test:unit",
      "npm run test",
      "npm test",
      "npm install",
      "npm i x",
      "npmx",
      "npm  run build",
      "npm run build ",
      "NODE_ENV=test npm run build",
      "FOO=1 npm run build",
      "npm run build && npm test",
      "npm run build -- 'x; y'",
    ],
  },
  {
    rules: ["make *", "make", "make:*", "echo *", "rm *", "make x", "cd *", "tee *"],
    commands: [
      "make && make test",
      "make; rm x",
      "make || echo y",
      "make | tee log",
      "make |& cat",
      "make & make x",
      "make\nrm x",
      "make $(rm x)",
      "make `rm x`",
      'echo "$(make)"',
      "(make; make x)",
      "{ make; }",
      "if true; then make; fi",
      "for i in 1 2; do make $i; done",
      "while false; do rm x; done",
      "! make",
      "make 'a; rm x'",
      'echo "a && rm b"',
      "make <(rm x)",
      "make && cd sub && make x",
      "cd sub && make",
      "cd /tmp && make",
      "f() { rm x; }; f",
      "make # rm x",
      "# rm x\nmake",
      "make 2>&1",
      "make \\\n  x",
      "make x;",
      "case a in a) make;; esac",
      "[[ -f a.txt ]] && make",
      "make '",
      "make $(",
      'rm "$(make)"',
      "echo a | make | rm x",
    ],
  },
  {
    rules: ["echo *", "make *", "cat *", "cat:*", "tee *"],
    commands: [
      "echo x > out.txt",
      "echo x >> log",
      "echo x > /tmp/out",
      "echo x 2> /dev/null",
      "make > /dev/null 2>&1",
      "cat < a.txt",
      "cat << EOF\nx\nEOF",
      "cat <<'EOF' > f.txt\nx\nEOF",
      "echo x | tee out.txt",
      "> empty.txt",
      "echo x >| f",
      "make &> all.log",
      "cat <<< hi",
      "echo x > src/a.ts",
      "echo x > ../y",
      "echo 'a > b'",
      "echo a | cat > f",
      "make && echo x > f",
      "echo x 2>/dev/null | cat",
      "(make) > f",
      "cat << EOF | grep x\n$(make)\nEOF",
    ],
  },
  {
    rules: ["make *", "timeout *", "env *", "bash *", "find *", "xargs *", "make:*"],
    commands: [
      "timeout 5 make x",
      "timeout -k 1 5 make x",
      "time make",
      "nice make x",
      "nice -n 5 make x",
      "nohup make x",
      "xargs make",
      "xargs -n1 make",
      "command make x",
      "builtin echo hi",
      "env make x",
      "env A=1 make x",
      "stdbuf -oL make x",
      "setsid make x",
      "ionice make x",
      "flock l make x",
      "find src -exec make {} \\;",
      "find . -name '*.md'",
      "find sub -delete",
      "find src -type f",
      "bash -c 'make x'",
      'sh -c "make x"',
      "eval make x",
      "exec make x",
      "timeout 5 nice make x",
      "make x -j 4",
    ],
  },
  {
    rules: ["make *", "make", "A=1 *", "LANG=C make *", "export *"],
    commands: [
      "A=1 make x",
      "PATH=. make x",
      "NODE_ENV=test make x",
      "A=1",
      "A=$(make)",
      "export A=1",
      "LANG=C make x",
      "LD_PRELOAD=x make x",
      "A=1 B=2 make x",
      "RUST_LOG=debug make x",
      "A='x y' make x",
      "make A=1",
    ],
  },
  {
    rules: ["ls *", "cat *", "sort *", "sed *", "*", "grep:*"],
    commands: [
      "ls -la",
      "pwd",
      "cat a.txt",
      "head -5 a.txt",
      "wc -l a.txt",
      "grep x a.txt",
      "rg x a.txt",
      "which node",
      "diff a.txt b.txt",
      "stat a.txt",
      "du -sh .",
      "echo hi",
      "sort a.txt",
      "uniq a.txt",
      "cut -d: -f1 a.txt",
      "sed -n 1p a.txt",
      "sed -i s/x/y/ b.txt",
      "awk '{print}' a.txt",
      "date",
      "whoami",
      "id",
      "hostname",
      "uname -a",
      "ps",
      "env",
      "printenv HOME",
      "true",
      "test -f a.txt",
      "[ -f a.txt ]",
      "sleep 0",
      "tree",
      "file a.txt",
      "basename a/b",
      "realpath a.txt",
      "md5sum a.txt",
      "cd sub",
      "node --version",
      "cat /etc/hosts",
      "ls /",
      "ls ..",
      "ls ~",
      "cat *.txt",
      "cat $HOME/x",
      "echo $HOME",
      "ls | sort | uniq",
      "cat a.txt && pwd",
      "cat secrets/key",
      "grep -r x secrets",
      "head secrets/key | wc -l",
    ],
  },
  {
    rules: ["rm *", "rm:*", "mkdir *", "cp *", "touch *", "mv *", "chmod *"],
    commands: [
      "rm x",
      "rm -rf build",
      "rmdir d",
      "mkdir d",
      "mkdir -p m/n",
      "touch f",
      "cp a.txt b.txt",
      "mv b.txt c.txt",
      "cp a.txt /tmp/b",
      "cp /etc/hosts h",
      "chmod +x a.txt",
      "chmod 600 a.txt",
      "ln -s a.txt l",
      "touch ../x",
      "mkdir /tmp/d",
      "touch ~/t",
      "rm src/*.bak",
      "touch src/new.ts",
    ],
  },
];

/** Files that every workspace has, relative to the repository. The questions name these paths. */
const FILES = [
  "a.txt",
  "b.txt",
  ".env",
  "sub/.env",
  "sub/.env.example",
  "src/a.ts",
  "src/deep/b.ts",
  "src/c.js",
  "secrets/key",
  "sub/secrets/key",
];
const MORE_FILES = ["docs/d.md", "README.md"];

const OUTSIDE = ["/tmp/t.txt", "/etc/hosts", "/outside/o.txt", "/outside/deep/p.txt"];
const OF_HOME = ["notes/n.md", ".ssh/id", "h.txt"];

/** Rules of Claude Code on files. */
const CLAUDE_FILES = [
  "Read(./secrets/**)",
  "Read(secrets/**)",
  "Read(/secrets/**)",
  "Read(**/secrets/**)",
  "Read(secrets)",
  "Read(secrets/)",
  "Read(//etc/**)",
  "Read(//etc/hosts)",
  "Read(~/notes/**)",
  "Read(~/.ssh/**)",
  "Read(~/**)",
  "Read(*.env)",
  "Read(.env)",
  "Read(./.env)",
  "Read(**/.env)",
  "Read(src/**/*.ts)",
  "Read(src/*)",
  "Read(//outside/**)",
  "Read(//outside/*)",
  "Read",
  "Read(*)",
  "Edit",
  "Edit(*)",
  "Edit(**)",
  "Edit(/src/**)",
  "Edit(src/*.ts)",
  "Edit(src/**)",
  "Edit(docs/*.md)",
  "Edit(*.md)",
  "Edit(//tmp/**)",
  "Edit(~/notes/*)",
  "Edit(//repo/src/**)",
  "Edit(./a.txt)",
  "Edit(a.txt)",
  "Write",
  "Write(/src/**)",
  "Write(src/**)",
  "Edit(.claude/**)",
];

const CLAUDE_OTHERS = [
  "WebFetch",
  "WebFetch(domain:example.org)",
  "WebFetch(domain:*.example.org)",
  "WebFetch(domain:docs.example.org)",
  "Skill(lint)",
  "Skill",
  "Skill(pdf)",
  "Bash",
  "Bash(*)",
  "Web*",
  "Agent(Explore)",
];

const URLS = [
  "https://example.org/a",
  "https://docs.example.org/b",
  "http://example.org:8080/c",
  "https://example.com/example.org",
  "https://notexample.org/",
];

/** Skills that grant tools, by the field `allowed-tools`. */
const GRANTS = ["Bash(make *)", "Bash(make:*), Bash(npm run *)", "Read Edit", "Bash", "Edit(src/**)", "Bash(git * main) WebFetch", ""];

const skill = (name, grants) =>
  `---\nname: ${name}\ndescription: Helps with ${name}.\n${grants && `allowed-tools: ${grants}\n`}---\nDo the work.\n`;

function files(tree, random, home, repository) {
  for (const path of [...FILES, ...MORE_FILES]) tree.file(`${repository}/${path}`, "x\n");
  for (const path of OF_HOME) tree.file(`${home}/${path}`, "x\n");
  for (const path of OUTSIDE.filter((path) => path.startsWith("/outside"))) tree.file(path, "x\n");
  tree.folder(`${repository}/sub/inner`);
  return random.sample(GRANTS, 2);
}

/** Returns the settings of Claude Code in one to three files. */
function claudeRules(random, families) {
  const sources = [{}, {}, {}];
  const add = (rule) => {
    const source =
      sources[
        random.weighted([
          [0, 1],
          [1, 4],
          [2, 2],
        ])
      ];
    const verdict = random.weighted(VERDICTS);
    source[verdict] = [...(source[verdict] ?? []), rule];
  };
  for (const { rules } of families) {
    for (const content of random.sample(rules, random.integer(1, 3))) add(`Bash(${content})`);
  }
  for (const rule of random.sample(CLAUDE_FILES, random.integer(1, 5))) add(rule);
  if (random.chance(0.5)) add(random.pick(CLAUDE_OTHERS));
  if (random.chance(0.12)) sources[1].defaultMode = random.pick(["acceptEdits", "dontAsk", "default"]);
  if (random.chance(0.15)) sources[1].additionalDirectories = random.sample(["/outside", "../tmp", "~/notes"], random.integer(1, 2));
  return sources;
}

/** Returns random permissions for opencode or Kilo. The order of the keys in the file matters. */
function opencodeRules(random, families) {
  const verdict = () => random.weighted(VERDICTS);
  const map = (patterns) => Object.fromEntries(patterns.map((pattern) => [pattern, verdict()]));
  const bash = random.chance(0.6) ? ["*"] : [];
  for (const { rules } of families) bash.push(...random.sample(rules, random.integer(1, 3)));
  const keys = [["bash", random.chance(0.9) ? map(random.chance(0.8) ? bash : random.sample(bash, bash.length)) : verdict()]];
  const maybe = (probability, key, patterns) => {
    if (random.chance(probability)) keys.push([key, random.chance(0.3) ? verdict() : map(random.sample(patterns, random.integer(1, 4)))]);
  };
  maybe(0.6, "edit", [
    "*",
    "src/*",
    "src/**",
    "*.md",
    "**/*.ts",
    "docs/*.md",
    "a.txt",
    "/outside/*",
    "../outside/*",
    "*.{ts,js}",
    "src/?.ts",
  ]);
  maybe(0.5, "read", ["*", "*.env", "*.env.*", "secrets/*", "src/**/*.ts", "/w/project/a.txt", "~/notes/*", "../*", "*"]);
  maybe(0.6, "external_directory", ["*", "/outside/*", "/outside/**", "~/notes/*", "$HOME/*", "~/*", "/tmp/*", "/etc/*", "/w/*"]);
  // The program accepts no patterns for addresses. With one, it would not start.
  if (random.chance(0.3)) keys.push(["webfetch", verdict()]);
  maybe(0.3, "skill", ["*", "pdf", "li*", "lint"]);
  maybe(0.2, "glob", ["*", "*.ts"]);
  maybe(0.15, "task", ["*", "explore", "general"]);
  if (random.chance(0.25)) keys.splice(random.integer(0, keys.length), 0, [random.pick(["*", "*", "b*", "e?it"]), verdict()]);
  return Object.fromEntries(keys);
}

/** Returns the tree of a workspace with rules, and the fields of the case that depend on the host. */
export function permissionCase(host, random, home, repository) {
  const tree = new Tree();
  const [pdf, lint] = files(tree, random, home, repository);
  const families = random.sample(SHELL, 2);
  const more = {};
  if (host === "claude-code") {
    const [user, project, local] = claudeRules(random, families);
    more.git = random.chance(0.5) ? repository : null;
    const grants = random.chance(0.3);
    if (grants) {
      more.prompt = "/pdf";
      project.allow = [...(project.allow ?? []), "Skill(lint)"];
    }
    const paths = [`${home}/.claude/settings.json`, `${repository}/.claude/settings.json`, `${repository}/.claude/settings.local.json`];
    for (const [index, permissions] of [user, project, local].entries()) {
      if (index === 0 || Object.keys(permissions).length > 0) tree.file(paths[index], JSON.stringify({ permissions }));
    }
    tree.file(`${repository}/.claude/skills/pdf/SKILL.md`, skill("pdf", pdf));
    tree.file(`${repository}/.claude/skills/lint/SKILL.md`, skill("lint", lint));
  } else {
    const permission = random.chance(0.04) ? random.weighted(VERDICTS) : opencodeRules(random, families);
    const config = { permission };
    if (random.chance(0.1)) config.tools = { [random.pick(["bash", "write", "skill", "webfetch", "edit"])]: random.chance(0.3) };
    const agent = host === "kilo" ? "code" : "build";
    if (random.chance(0.15)) config.agent = { [agent]: { permission: opencodeRules(random, families) } };
    tree.file(`${repository}/${host}.json`, JSON.stringify(config));
    if (random.chance(0.25)) {
      tree.file(`${home}/.config/${host}/${host}.json`, JSON.stringify({ permission: opencodeRules(random, families) }));
    }
    tree.file(`${repository}/.${host}/skills/pdf/SKILL.md`, skill("pdf", pdf));
    tree.file(`${repository}/.${host}/skills/lint/SKILL.md`, skill("lint", lint));
    more.git = random.chance(0.9) ? repository : null;
    more.cwd = random.chance(0.85) ? repository : `${repository}/sub`;
  }
  if (random.chance(0.06)) more.tools = true;
  return { ...more, ...calls(host, random, { families, home, repository, grants: more.prompt !== undefined }), tree: tree.entries };
}

/** Returns the path of a file that the model may try to read. */
function path(random, home, repository) {
  return random.weighted([
    [() => `${repository}/${random.pick([...FILES, ...MORE_FILES])}`, 10],
    [() => random.pick(["src/a.ts", "./a.txt", "../y.txt", "secrets/key", "~/h.txt"]), 2],
    [() => `${home}/${random.pick(OF_HOME)}`, 2],
    [() => random.pick(OUTSIDE), 3],
    [() => `${repository}/${random.pick([".claude/settings.json", ".claude/skills/pdf/SKILL.md", "absent.txt"])}`, 1],
  ])();
}

/**
 * Returns the paths of files that do not exist yet. Some are in folders that Kilo treats as its
 * own.
 */
const newFiles = (home, repository, host) => [
  ...(host === "kilo"
    ? [`${repository}/.kilo/new.md`, `${repository}/sub/.kilocode/new.md`, `${repository}/.kilo/plans/new.md`, `${repository}/AGENTS.md`]
    : []),
  ...(host === "kilo" ? [`${repository}/sub/AGENTS.md`, `${home}/.config/kilo/new.md`, `${home}/.kilo/new.md`] : []),
  ...["new.txt", "src/new.ts", "src/deep/new.ts", "docs/new.md", "secrets/new", "new.env", "sub/new.md", "build/new/x.txt"].map(
    (name) => `${repository}/${name}`,
  ),
  `${repository}/.claude/new.txt`,
  `${repository}/.vscode/new.json`,
  `${repository}/.git/new`,
  `${repository}/.bashrc`,
  `${home}/notes/new.md`,
  `${home}/new.txt`,
  "/tmp/new.txt",
  "/outside/new.txt",
  "src/other.ts",
];

function calls(host, random, { families, home, repository, grants }) {
  const claude = host === "claude-code";
  const named = (name, input) => ({ tool: claude ? name : name.toLowerCase(), input });
  const shell = () => {
    const { commands } = random.chance(0.85) ? random.pick(families) : random.pick(SHELL);
    return named("Bash", { command: random.pick(commands), ...(!claude && { description: "Runs it" }) });
  };
  const files = () => {
    const key = claude ? "file_path" : "filePath";
    const at = path(random, home, repository);
    const read = named("Read", { [key]: at });
    // Claude Code refuses an edit of a file that the model has not read, and a text that does not occur, before it checks the rules.
    const [before, after, all] = claude ? ["old_string", "new_string", "replace_all"] : ["oldString", "newString", "replaceAll"];
    const editable = FILES.concat(MORE_FILES).map((name) => `${repository}/${name}`);
    return random.weighted([
      [() => [read], 4],
      [
        () => {
          const file = random.pick(editable);
          return [named("Read", { [key]: file }), named("Edit", { [key]: file, [before]: "x", [after]: "xx", [all]: true })];
        },
        3,
      ],
      [() => [named("Write", { [key]: random.pick(newFiles(home, repository, host)), content: "x\n" })], 3],
    ])();
  };
  const other = () =>
    random.pick([
      () => named("WebFetch", claude ? { url: random.pick(URLS), prompt: "Sum up" } : { url: random.pick(URLS), format: "text" }),
      () => named("Skill", claude ? { skill: random.pick(["pdf", "lint"]) } : { name: random.pick(["pdf", "lint"]) }),
      () => (claude ? shell() : named(random.pick(["Glob", "Grep"]), { pattern: "*.ts" })),
    ])();
  const questions = [];
  const seen = new Set();
  const most = 14;
  while (questions.length < most) {
    const drawn = random.weighted([
      [() => [shell()], 10],
      [files, 6],
      [() => [other()], 1.5],
    ])();
    for (const question of drawn) {
      const key = JSON.stringify(question);
      if (!seen.has(key)) questions.push(question);
      seen.add(key);
    }
  }
  // The second skill is called in the middle. Afterwards, the questions before it are asked again.
  if (grants) {
    const half = questions.slice(0, most / 2);
    return { questions: [...half, named("Skill", { skill: "lint" }), ...half] };
  }
  return { questions };
}

// Search beside skills: passages of references, the skills that prompts trigger, a model of the visitor's, logs of sessions.
import assert from "node:assert/strict";
import init, { Workspace } from "../../pkg/node.js";
import { modelServer, using } from "../model-server.mjs";
import { expectNothingSerious, expectTouchable } from "./axe.mjs";
import {
  chooseHost,
  drop,
  editor,
  engineFailure,
  expectCount,
  expectFocus,
  expectSoon,
  expectText,
  expectTexts,
  expectValue,
  journey,
  openInTree,
  pressAndHear,
  retype,
  settled,
  showView,
  skill,
  standStill,
  zip,
} from "./page.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const FORMS = "# Forms\n\n## Fonts\n\nEmbed the font before you flatten a form.\n\n## Locks\n\nA password opens the form.\n";
const QUERIES =
  '[{"query": "fill in this form", "should_trigger": true},\n{"query": "merge two tables"},\n{"query": "good morning", "skill": null}]';

/** Two skills with a reference and prompts, in the folder of a host. */
const workspace = (folder) => ({
  [`${folder}/pdf/SKILL.md`]: skill("pdf", "Fill in forms and merge documents."),
  [`${folder}/pdf/references/forms.md`]: FORMS,
  [`${folder}/pdf/references/old.md`]: new Uint8Array([0xff, 0xfe, 0x41, 0]),
  [`${folder}/pdf/evals/eval_queries.json`]: QUERIES,
  [`${folder}/csv/SKILL.md`]: skill("csv", "Clean up tables and merge columns."),
});

const FORMATS = {
  "openai-responses": "OpenAI Responses",
  "anthropic-messages": "Anthropic Messages",
  "openai-chat": "OpenAI Chat Completions",
  gemini: "Gemini",
};

const REFERENCE = "/repo/.agents/skills/pdf/references/forms.md";
const EVALS = "/repo/.agents/skills/pdf/evals/eval_queries.json";

async function open(page, choice, files = workspace(".agents/skills")) {
  await drop(page, { "repo.zip": zip(files) });
  await page
    .locator(".notice")
    .getByText(`repo.zip: put ${Object.keys(files).length} files`)
    .waitFor();
  await showView(page, "Search");
  await choose(page, choice);
}

async function choose(page, choice) {
  await page.getByRole("group", { name: "What is searched" }).getByRole("radio", { name: choice }).check();
  await settled(page);
}

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const line = (page) => page.locator(".cm-activeLine");

journey(
  "passages of references",
  async (page, step) => {
    await open(page, "Passages");
    const request = page.getByRole("searchbox", { name: "Request" });
    const passages = page.getByRole("list", { name: "Passages, best first" }).getByRole("listitem");

    await step("a request ranks sections with their headings, place, text and words", async () => {
      await request.fill("which password opens a form?");
      await expectCount(passages, 2);
      await expectText(passages.first().locator(".trail"), "Forms › Locks");
      await expectText(passages.first().locator(".path"), `${REFERENCE} · lines 7 to 9`);
      await expectTexts(passages.first().locator("mark"), ["password", "opens", "form"]);
      await expectText(page.getByRole("status").filter({ hasText: "passages" }), "2 passages, about 22 tokens together");
    });

    await step("a click opens the file at the line", async () => {
      await passages.first().getByRole("button", { name: REFERENCE }).click();
      await expectText(line(page), "## Locks");
    });

    await step("an edit changes the passages", async () => {
      await retype(page, editor(page), FORMS.replace("A password", "A key"));
      await expectText(passages.first().locator(".trail"), /Forms › (?:Fonts|Locks)/);
      await expectCount(passages.locator("mark", { hasText: "password" }), 0);
    });

    await step("a budget of tokens leaves passages out, and that is reported", async () => {
      await page.getByLabel("Tokens at most").fill("5");
      await expectText(page.getByRole("status").filter({ hasText: "beside" }), /did not fit into the tokens/);
      await page.getByLabel("Tokens at most").fill("");
      await expectCount(passages, 2);
    });

    await step("the skills' own files count if asked", async () => {
      await request.fill("instructions");
      await expectText(page.getByRole("status").filter({ hasText: "beside" }), "No text beside a skill has a word of it.");
      await page.getByLabel("Also the skills’ own files").check();
      await passages.first().waitFor();
    });

    await step("a text that is not read is listed with its reason", async () => {
      await page.getByText("1 text is not ranked").click();
      await page.getByText("old.md").first().waitFor();
    });

    await step("the line of the command asks the same", async () => {
      const command = page.locator(".command-line");
      await request.fill("the user's form");
      await pressAndHear(command.getByRole("button"), "Copied");
      assert.equal(await copied(page), "npx skillglass passages 'the user'\\''s form' --limit 10 --skill-files");
      await request.fill("--form");
      await expectText(command.getByRole("button"), "Copy");
      await pressAndHear(command.getByRole("button"), "Copied");
      assert.equal(await copied(page), "npx skillglass passages --limit 10 --skill-files -- --form");
    });

    await step("axe finds nothing serious, and a reload opens the same choice", async () => {
      await expectNothingSerious(page, "passages");
      assert.equal(await page.evaluate(() => location.search), "?view=search&search=passages");
      await page.reload();
      await request.waitFor();
    });
  },
  CLIPBOARD,
);

journey(
  "the skills that prompts trigger",
  async (page, step) => {
    const prompts = page.getByRole("list", { name: "Prompts" });
    const prompt = (text) => prompts.locator("> li").filter({ hasText: text });

    await step("without files of prompts the view has the way to write some", async () => {
      await showView(page, "Search");
      await choose(page, "Triggers");
      await page.getByText("No skill has a file of prompts.").waitFor();
      await page.getByRole("button", { name: "Write prompts here" }).click();
      await page.getByRole("combobox", { name: "Skill", exact: true }).selectOption({ label: "release-notes" });
      await page.getByLabel("Prompts that should trigger it").fill("write release notes\nplan a database migration");
      await page.getByLabel("Prompts that should not").fill("write an incident report");
      await page.getByText("2 of 3 prompts pass.").waitFor();
      await expectText(prompt("plan a database migration"), /not-first.*database-migration has plandatabasemigration/);
    });

    await step("prompts that no field shows are not ranked", async () => {
      await page.getByLabel("Prompts that should trigger it").fill("");
      await page.getByText("1 of 1 prompt passes.").waitFor();
      await page.getByRole("combobox", { name: "Skill", exact: true }).selectOption({ label: "No skill should be chosen" });
      await page.getByText("Write a prompt above.").waitFor();
      await expectCount(prompts, 0);
    });

    await step("prompts of the workspace's own files are ranked, with what competes by which words", async () => {
      await open(page, "Triggers");
      await page.getByRole("combobox", { name: "Prompts" }).selectOption("files");
      await page.getByText("1 of 2 prompts passes.").waitFor();
      await page.getByText("1 prompt cannot be judged by a ranking.").waitFor();
      await expectText(prompt("merge two tables"), /pdf ranks 2; csv is first.*not-first/i);
      await expectTexts(prompt("merge two tables").locator(".has > li"), ["pdf has merge", "csv has mergetable"]);
    });

    await step("the line of the command has the host and the edition of the report", async () => {
      await pressAndHear(page.locator(".command-line").getByRole("button"), "Copied");
      assert.equal(await copied(page), "npx skillglass triggers --host codex@2026-11");
    });

    await step("confusions and words that would help are tables", async () => {
      const [confusion] = await page
        .getByRole("table", { name: /^The skill that should be first/ })
        .locator("tbody tr")
        .allTextContents();
      assert.equal(confusion, "pdfcsv1");
      const [words] = await page
        .getByRole("table", { name: /^Skills with/ })
        .locator("tbody tr")
        .allTextContents();
      assert.match(words, /^pdf 1 of 2–.*table/);
    });

    await step("a prompt opens its file at the place", async () => {
      await prompt("merge two tables").getByRole("button", { name: EVALS }).click();
      await expectText(line(page), /merge two tables/);
    });

    await step("a description that is edited passes, and a broken file is a finding", async () => {
      await openInTree(page, "/repo/.agents/skills/pdf/SKILL.md");
      await retype(page, editor(page), skill("pdf", "Fill in forms, merge documents and tables of two."));
      await page.getByText("2 of 2 prompts pass.").waitFor();
      await openInTree(page, EVALS);
      await retype(page, editor(page), "[{");
      await page.getByText("not-json").waitFor();
      await retype(page, editor(page), QUERIES);
      await page.getByText("2 of 2 prompts pass.").waitFor();
    });

    await step("the request is that of the package for the chosen host and interface, byte by byte", async () => {
      await init();
      await retype(page, editor(page), QUERIES);
      await chooseHost(page, "codex");
      await prompt("good morning").getByRole("button", { name: "Request for “good morning”" }).click();
      await expectFocus(page.locator("#host-request"));
      await expectValue(page.getByRole("textbox", { name: "Prompt" }), "good morning");
      const own = new Workspace({ host: "codex", cwd: "/repo", home: "/home/me", contextWindow: 272_000 });
      for (const [path, contents] of Object.entries(workspace("/repo/.agents/skills"))) own.write(path, contents);
      own.write("/repo/.agents/skills/pdf/SKILL.md", skill("pdf", "Fill in forms, merge documents and tables of two."));
      const card = page.locator(".triggers .message");
      for (const [format, name] of Object.entries(FORMATS)) {
        await page.getByRole("combobox", { name: "Interface" }).selectOption(format);
        await expectText(card.getByRole("heading"), `Codex 2026-11: ${name}`);
        await expectText(card.getByRole("button"), "Copy");
        await pressAndHear(card.getByRole("button"), "Copied");
        assert.equal(await copied(page), JSON.stringify(own.requests("good morning", { format }).body, null, 2));
      }
      own.free();
    });

    await step("axe finds nothing serious, and everything can be touched", async () => {
      await expectNothingSerious(page, "triggers");
      await expectTouchable(page, "triggers");
    });
  },
  CLIPBOARD,
);

journey(
  "a model of the visitor's",
  async (page, step, server) => {
    let answer = () => ({ body: using("pdf") });
    const model = await modelServer((...values) => answer(...values));
    const other = await modelServer(() => ({ body: {} }));
    const requested = [];
    page.on("request", (request) => requested.push(request.url()));
    const form = page.getByRole("form", { name: "Ask a model" });
    const send = form.getByRole("button", { name: "Send", exact: true });
    const status = page.getByRole("region", { name: "Ask a model" }).getByRole("status");
    const frames = () => page.frames().filter((frame) => frame.url().includes("model.html")).length;
    try {
      await open(page, "Triggers", workspace(".claude/skills"));
      await chooseHost(page, "claude-code");
      await page.getByText("1 of 2 prompts passes.").waitFor();

      await step("nothing is sent before the visitor presses Send, and no document for that is open", async () => {
        await page.getByRole("button", { name: "Ask a model…" }).click();
        await form.getByRole("combobox", { name: "Interface" }).selectOption("anthropic-messages");
        await form.getByLabel("Address with the version").fill(`${model.url}v1`);
        await form.getByLabel("Model", { exact: true }).fill("m-1");
        await form.getByLabel("Key").fill("sk-secret");
        await form.getByLabel("Repetitions of each request").fill("2");
        await form.getByText(`6 requests to ${model.url.replace(/\/$/, "")}`).waitFor();
        await settled(page);
        assert.deepEqual([model.seen, frames()], [[], 0]);
        assert.deepEqual(
          requested.filter((url) => url.includes("model")),
          [],
        );
        assert.equal(await form.getByLabel("Key").getAttribute("type"), "password");
      });

      await step("wrong entries are named, and send nothing", async () => {
        await form.getByLabel("Address with the version").fill("api.example/v1");
        await send.click();
        await form.getByRole("alert").getByText("The address must begin with https://").waitFor();
        await form.getByLabel("Address with the version").fill("https://*.example/v1");
        await send.click();
        await form.getByRole("alert").getByText("its host cannot have a * or be an IPv6 address").waitFor();
        await form.getByLabel("Address with the version").fill(`${model.url}v1`);
        await form.getByLabel("Model", { exact: true }).fill("");
        await send.click();
        await form.getByRole("alert").getByText("Name the model").waitFor();
        await form.getByLabel("Model", { exact: true }).fill("m-1");
        assert.deepEqual([model.seen, frames()], [[], 0]);
      });

      await step("Send asks with the host's request, the key and the model; rates have intervals, answers a cost", async () => {
        await send.click();
        await expectText(status, "All 6 requests are finished.");
        const rows = page.getByRole("table", { name: /^Rates with/ }).locator("tbody tr");
        await expectTexts(rows, [
          "Claude Code 2026-11All prompts67 % 30–90 % · 4 of 6",
          "Claude Code 2026-11pdf100 % 51–100 % · 4 of 4–",
          "Claude Code 2026-11none–0 % 0–66 % · 0 of 2",
        ]);
        await page.getByText("600 tokens in requests, 30 tokens in answers").waitFor();
        assert.equal(model.seen.length, 6);
        for (const { url, headers, body } of model.seen) {
          assert.deepEqual(
            [url, headers["x-api-key"], headers.cookie, headers.referer],
            ["/v1/messages", "sk-secret", undefined, undefined],
          );
          assert.equal(body.model, "m-1");
          assert.deepEqual(
            body.tools.map(({ name }) => name),
            ["Skill"],
          );
          // `m-1` is an older model by its number, so Claude Code writes the list into the user's message.
          assert.deepEqual(
            body.messages.map(({ role }) => role),
            ["user"],
          );
        }
      });

      await step("requests go to that address and to the page's own server, and the document is closed", async () => {
        const places = new Set(requested.map((url) => new URL(url).origin));
        assert.deepEqual([...places].sort(), [new URL(server.url).origin, new URL(model.url).origin].sort());
        assert.equal(frames(), 0);
      });

      await step("axe finds nothing serious in the form and the rates", async () => {
        await page.getByText("All 6 runs", { exact: true }).click();
        await expectNothingSerious(page, "a model");
      });

      await step("while it runs, its document may reach nothing but the address; the page itself nothing but its server", async () => {
        answer = () => null;
        model.seen.length = 0;
        await send.click();
        await expectSoon(() => model.seen.length, 4);
        const frame = page.frames().find((frame) => frame.url().includes("model.html"));
        const reaches = (where, url) =>
          where.evaluate(
            (url) =>
              fetch(url, { method: "POST", body: "{}" }).then(
                () => true,
                () => false,
              ),
            url,
          );
        assert.deepEqual(
          [await reaches(frame, other.url), await reaches(frame, `${model.url}elsewhere`), await reaches(page, `${model.url}v1/messages`)],
          [false, false, false],
        );
        assert.deepEqual(other.seen, []);
      });

      await step("Stop ends it at once, and keeps the runs so far", async () => {
        await form.getByRole("button", { name: "Stop" }).click();
        await expectText(status, "Stopped after 0 of 6 requests.");
        assert.equal(frames(), 0);
      });

      await step("the missing ones are asked without those that have an answer", async () => {
        answer = (_, number) => (number < 4 ? { body: using("pdf") } : null);
        model.seen.length = 0;
        await form.getByRole("button", { name: "Send the missing requests" }).click();
        await expectText(status, "4 of 6 answered");
        await form.getByRole("button", { name: "Stop" }).click();
        await expectText(status, "Stopped after 4 of 6 requests.");
        answer = () => ({ body: using(null) });
        model.seen.length = 0;
        await form.getByRole("button", { name: "Send the missing requests" }).click();
        await expectText(status, "All 6 requests are finished.");
        assert.equal(model.seen.length, 2);
      });

      for (const [name, answered, words] of [
        [
          "a refusal, without the key in its message",
          { status: 401, body: { error: { message: "wrong key sk-secret" } } },
          /6 × .*answered 401: wrong key …/,
        ],
        ["an answer of another shape", { body: { hello: "world" } }, /6 × the answer has no list `content`/],
        ["an answer that is not JSON", { body: "<p>Hello" }, /6 × the answer is not JSON: <p>Hello/],
        ["a skill that does not exist", { body: using("docx") }, null],
      ]) {
        await step(`${name} is counted by run`, async () => {
          answer = () => answered;
          await send.click();
          await expectText(status, "All 6 requests are finished.");
          const alert = page.getByRole("region", { name: "Ask a model" }).getByRole("alert");
          if (words) await expectText(alert, words);
          else {
            await page.getByText("All 6 runs", { exact: true }).click();
            await expectText(page.locator(".runs li").first(), /named an unknown skill$/);
          }
          assert.ok(!(await page.locator(".triggers").innerText()).includes("sk-secret"));
        });
      }

      await step("a server that does not answer in time is reported", async () => {
        answer = () => null;
        await form.getByLabel("Repetitions of each request").fill("1");
        await form.getByLabel("Seconds for one request").fill("1");
        await send.click();
        await expectText(page.getByRole("region", { name: "Ask a model" }).getByRole("alert"), /3 × no answer within 1000 ms/);
      });

      await step("neither the address, a link nor the browser's storage has the key, and a reload forgets it", async () => {
        const stored = await page.evaluate(async () => {
          const texts = [location.href, JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
          for (const { name } of await indexedDB.databases()) {
            const database = await new Promise((resolve) => (indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result)));
            for (const store of database.objectStoreNames)
              texts.push(
                JSON.stringify(
                  await new Promise((resolve) => {
                    database.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => resolve(target.result);
                  }),
                ),
              );
            database.close();
          }
          return texts.join("\n");
        });
        assert.ok(!stored.includes("sk-secret"));
        await page.getByRole("button", { name: "Share…" }).click();
        const link = page.getByLabel("Address of the workspace");
        await link.waitFor();
        assert.ok(!(await link.inputValue()).includes("sk-secret"));
        await page.keyboard.press("Escape");
        await page.reload();
        await page.getByRole("button", { name: "Ask a model…" }).click();
        await expectValue(form.getByLabel("Key"), "");
      });
    } finally {
      await Promise.all([model.close(), other.close()]);
    }
  },
  { expectsProblems: true },
);

const PLAIN = ["failed", "failed", "chosen"].map((outcome) => JSON.stringify({ skill: "pdf", at: "2026-11-23T10:00:00Z", outcome }));

/** The bytes of a log; two such logs are more than the limit. */
const LARGE = `${PLAIN[0]}\n${" ".repeat(17_000_000)}`;

journey("logs of sessions", async (page, step) => {
  await open(page, "Logs");
  const logs = page.locator("[data-drop=logs]");
  const table = page.getByRole("table", { name: "Skills, the first to fix first" });

  await step("without logs the view has the places of logs, and that nothing is sent", async () => {
    await logs.getByText("nothing is sent or saved").waitFor();
    await logs.getByText("They are in ~/.claude/projects").waitFor();
  });

  await step("logs that are dropped there are read, and are no files of the workspace", async () => {
    await drop(page, { "monday.jsonl": `${PLAIN.join("\n")}\n{broken\n` }, "[data-drop=logs]");
    await page.locator(".notice").getByText("1 log taken. They stay in this tab.").waitFor();
    await expectText(logs.getByRole("status"), /^1 log, \d skills$/);
    await expectCount(page.locator('[role="treeitem"][data-path$="monday.jsonl"]'), 0);
  });

  await step("the skill to fix first has its counts and its symptom in words", async () => {
    await expectText(table.locator("tbody tr").first(), "pdf01020002026-11-23 10:00");
    await expectText(table.locator(".symptoms").first(), /^fails 2 of 3 .*Score 21$/);
    await table.getByRole("button", { name: "pdf" }).click();
    await expectText(editor(page), /name: pdf/);
  });

  await step("a line that cannot be read is named, and not shown", async () => {
    await logs.getByText("1 line could not be read").click();
    await expectText(logs.locator(".log-problems li"), /^line 4: .*not-json$/);
    assert.ok(!(await logs.innerText()).includes("{broken"));
  });

  await step("a log of a program has its turns beside what the emulated host does, and no other text", async () => {
    const said = { type: "user", timestamp: "2026-11-26T08:00:00Z", message: { role: "user", content: "my key is sk-secret-1" } };
    const used = (id, name) => ({ type: "tool_use", id, name: "Skill", input: { skill: name } });
    const call = { type: "assistant", message: { role: "assistant", content: [used("t1", "pdf"), used("t2", "sk-Secret_2")] } };
    const result = (id, wrong) => ({ type: "tool_result", tool_use_id: id, is_error: wrong, content: "sk-secret-3" });
    const results = { type: "user", message: { role: "user", content: [result("t1", false), result("t2", true)] } };
    const text = [said, call, results].map((one) => JSON.stringify({ sessionId: "s", uuid: "u", ...one })).join("\n");
    await drop(page, { "s.jsonl": text }, "[data-drop=logs]");
    await logs.getByRole("button", { name: "Turns of s.jsonl" }).click();
    const turns = page.getByRole("table", { name: "What happened to skills in s.jsonl" });
    await expectTexts(turns.locator("tbody tr"), ["1 line 2pdfchosen by the modelnot loaded", "1 line 2(withheld)failed–"]);
    assert.ok(!/sk-secret/i.test(await page.locator("body").innerText()));
  });

  await step("Read again closes the turns, because they are those of the former workspace", async () => {
    const turns = logs.getByRole("button", { name: "Turns of s.jsonl" });
    assert.equal(await turns.getAttribute("aria-expanded"), "true");
    await logs.getByRole("button", { name: "Read again" }).click();
    await expectText(logs.getByRole("status"), /^2 logs, /);
    assert.equal(await turns.getAttribute("aria-expanded"), "false");
  });

  await step("a file that is no log is reported, and the others count", async () => {
    await drop(page, { "notes.txt": "Hello\nWorld\n" }, "[data-drop=logs]");
    await logs.locator(".log-list > li").filter({ hasText: "notes.txt" }).getByText("unknown format").waitFor();
    await expectText(logs.getByRole("status"), /^3 logs, /);
  });

  await step("a log with the same name is replaced and counts once; what is above the limit or has another ending is refused", async () => {
    await drop(page, { "large.jsonl": LARGE }, "[data-drop=logs]");
    await page.locator(".notice").getByText("1 log taken.").waitFor();
    await drop(page, { "large.jsonl": LARGE, "small.jsonl": PLAIN[0], "notes.bin": "x" }, "[data-drop=logs]");
    await page.locator(".notice").getByText("2 logs taken.").waitFor();
    await expectCount(page.locator(".notice li"), 1);
    await expectText(page.locator(".notice li"), /^notes\.bin Its name does not end with \.jsonl/);
    await drop(page, { "another.jsonl": LARGE }, "[data-drop=logs]");
    await page.locator(".notice").getByText("0 logs taken.").waitFor();
    await page.locator(".notice li").getByText("The logs would have more than 32.0 MB together.").waitFor();
  });

  await step("axe finds nothing serious, and everything can be touched", async () => {
    await expectNothingSerious(page, "logs");
    await expectTouchable(page, "logs");
  });

  await step("a reload and the button forget the logs", async () => {
    await logs.getByRole("button", { name: "Forget the logs" }).click();
    await logs.getByText("Drop logs here").waitFor();
    await expectCount(table, 0);
  });
});

journey(
  "logs while the engine stops",
  async (page, step) => {
    await open(page, "Logs");
    const logs = page.locator("[data-drop=logs]");

    await step("a report that does not come is reported, and another engine reads the logs again", async () => {
      const letStop = await standStill(page, "out of memory");
      await drop(page, { "monday.jsonl": PLAIN.join("\n") }, "[data-drop=logs]");
      await expectText(logs.getByRole("status"), "The engine reads the logs…");
      await letStop();
      await engineFailure(page).waitFor();
      await expectText(logs.getByRole("alert"), /^The logs could not be read: .*out of memory$/);
      await engineFailure(page).getByRole("button", { name: "Start the engine again" }).click();
      await logs.getByRole("button", { name: "Read again" }).click();
      await expectText(logs.getByRole("status"), /^1 log, /);
    });
  },
  { expectsProblems: true },
);

journey(
  "on a phone, in Chinese",
  async (page, step) => {
    await drop(page, { "repo.zip": zip(workspace(".agents/skills")) });
    await page.locator("#tab-search").click();
    for (const [label, ready] of [
      ["段落", ".request-box"],
      ["触发", ".prompt-list > li"],
      ["日志", "[data-drop=logs]"],
    ]) {
      await step(`${label} fits the screen, and everything can be touched`, async () => {
        await page.getByRole("group", { name: "搜索的内容" }).getByRole("radio", { name: label }).check();
        await page.locator(ready).first().waitFor();
        await settled(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
        await expectTouchable(page, label);
      });
    }
  },
  { viewport: { width: 360, height: 720 }, locale: "zh-CN", hasTouch: true },
);

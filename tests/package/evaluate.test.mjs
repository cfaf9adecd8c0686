// Which skill a model uses: evaluations with a function of the caller, and with a model on loopback.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, test } from "node:test";

import { AnswerError, evaluate, ModelError, modelAt, rate, readAnswer } from "../../pkg/entries/triggers/index.js";

const skill = (name) => ({ name, aliases: [`team:${name}`], path: `/repo/${name}/SKILL.md`, found: `/link/${name}/SKILL.md` });

/** A workspace whose requests are small. Only `codex` has no tool for skills. */
const workspace = {
  requests: (prompt, { host, format }) => ({
    host: host.split("@")[0],
    edition: host.split("@")[1] ?? "1",
    format: format ?? "anthropic-messages",
    body: { messages: [{ role: "user", content: prompt }] },
    tool: host === "codex" ? { name: "read_file", input: "path", standIn: true } : { name: "Skill", input: "skill", standIn: false },
    skills: [skill("pdf"), skill("csv")],
  }),
};

const using = (name, input, usage = { input_tokens: 10, output_tokens: 2 }) => ({ content: [{ type: "tool_use", name, input }], usage });
const pdf = using("Skill", { skill: "pdf" });
const none = { content: [{ type: "text", text: "Done." }] };

const run = (answer, options = {}) =>
  evaluate({
    workspace,
    hosts: ["claude-code"],
    prompts: [{ prompt: "fill in a form", skill: "pdf" }],
    ask: async (request, context) => (typeof answer === "function" ? answer(request, context) : answer),
    ...options,
  });

describe("readAnswer()", () => {
  const shapes = {
    "anthropic-messages": [
      {
        content: [
          { type: "text", text: "I will." },
          { type: "tool_use", name: "Skill", input: { skill: "pdf" } },
        ],
        usage: { input_tokens: 5, cache_read_input_tokens: 3, output_tokens: 2 },
      },
      { input: 8, output: 2 },
    ],
    "openai-chat": [
      {
        choices: [{ message: { content: null, tool_calls: [{ function: { name: "Skill", arguments: '{"skill":"pdf"}' } }] } }],
        usage: { prompt_tokens: 8, completion_tokens: 2 },
      },
      { input: 8, output: 2 },
    ],
    "openai-responses": [
      {
        output: [{ type: "reasoning" }, { type: "function_call", name: "Skill", arguments: '{"skill":"pdf"}' }],
        usage: { input_tokens: 8, output_tokens: 2 },
      },
      { input: 8, output: 2 },
    ],
    gemini: [
      {
        candidates: [{ content: { parts: [{ functionCall: { name: "Skill", args: { skill: "pdf" } } }] } }],
        usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 2 },
      },
      { input: 8, output: 2 },
    ],
  };
  for (const [format, [answer, tokens]] of Object.entries(shapes)) {
    test(`reads calls and tokens in the shape of ${format}`, () => {
      assert.deepEqual(readAnswer(format, answer), { calls: [{ name: "Skill", input: { skill: "pdf" } }], tokens });
    });

    test(`names what an answer in the shape of ${format} lacks`, () => {
      for (const wrong of [
        null,
        "text",
        [],
        {},
        { error: { message: "overloaded" } },
        { content: 3, choices: [3], output: "x", candidates: [{}] },
      ])
        assert.throws(() => readAnswer(format, wrong), AnswerError);
    });
  }

  test("reads inputs that are not JSON as none", () => {
    const answer = { choices: [{ message: { tool_calls: [{ function: { name: "Skill", arguments: "{" } }] } }] };
    assert.deepEqual(readAnswer("openai-chat", answer), { calls: [{ name: "Skill", input: {} }], tokens: null });
  });
});

describe("rate()", () => {
  test("has Wilson's interval", () => {
    const { share, low, high } = rate(8, 10);
    assert.deepEqual([share, low.toFixed(4), high.toFixed(4)], [0.8, "0.4902", "0.9433"]);
    assert.deepEqual([rate(0, 10).low, rate(10, 10).high], [0, 1]);
    assert.deepEqual(rate(0, 0), { runs: 0, passed: 0, share: null, low: 0, high: 1 });
  });
});

describe("evaluate()", () => {
  const cases = [
    ["the right skill", pdf, ["used", "pdf", true]],
    ["the right skill by another name", using("Skill", { skill: "team:pdf" }), ["used", "pdf", true]],
    ["another skill", using("Skill", { skill: "csv" }), ["used", "csv", false]],
    ["no skill", none, ["none", null, false]],
    ["a skill that there is not", using("Skill", { skill: "docx" }), ["unknown", null, false]],
    ["another tool", using("Bash", { command: "ls" }), ["none", null, false]],
    ["nonsense", { hello: "world" }, ["failed", null, null]],
  ];
  for (const [words, answer, expected] of cases) {
    test(`judges a model that uses ${words}`, async () => {
      const [{ outcome, used, passed }] = (await run(answer)).runs;
      assert.deepEqual([outcome, used, passed], expected);
    });
  }

  test("counts the file that a model reads if the host has no tool for skills", async () => {
    for (const [path, used] of [
      ["/repo/pdf/SKILL.md", "pdf"],
      ["/link/pdf/SKILL.md", "pdf"],
      ["/repo/README.md", null],
    ]) {
      const { runs } = await run(using("read_file", { path }), { hosts: ["codex"] });
      assert.equal(runs[0].used, used);
    }
  });

  test("passes a prompt that should use no skill, or not this one", async () => {
    const prompts = [{ prompt: "good morning" }, { prompt: "a table", skill: "csv", shouldTrigger: false }];
    const passed = async (answer) => (await run(answer, { prompts })).runs.map((one) => one.passed);
    assert.deepEqual(await passed(none), [true, true]);
    assert.deepEqual(await passed(pdf), [false, true]);
    assert.deepEqual(await passed(using("Skill", { skill: "csv" })), [false, false]);
  });

  test("returns the rates of each skill, host and edition, and the sum of tokens", async () => {
    const answer = (_, { repetition }) => (repetition < 3 ? pdf : none);
    const report = await run(answer, { hosts: ["claude-code@1", "claude-code@2"], repeat: 4 });
    const rates = report.skills.map(({ edition, skill, should }) => [edition, skill, should.passed, should.runs]);
    assert.deepEqual(rates, [
      ["1", "pdf", 3, 4],
      ["2", "pdf", 3, 4],
    ]);
    assert.deepEqual(report.tokens, { input: 60, output: 12 });
    assert.deepEqual([report.asked, report.complete], [8, true]);
  });

  test("keeps the errors of some runs to these runs", async () => {
    const prompts = [
      { prompt: "a", skill: "pdf" },
      { prompt: "b", skill: "pdf" },
    ];
    const answer = ({ body }) => {
      if (body.messages[0].content === "a") throw new Error("no luck");
      return pdf;
    };
    const report = await run(answer, { prompts });
    assert.deepEqual(
      report.runs.map(({ outcome, error }) => [outcome, error]),
      [
        ["failed", "no luck"],
        ["used", null],
      ],
    );
    const [{ failed, runs, share }] = report.hosts;
    assert.deepEqual([failed, runs, share], [1, 1, 1]);
  });

  test("stops, and continues from what was saved", async () => {
    const prompts = ["a", "b", "c", "d"].map((prompt) => ({ prompt, skill: "pdf" }));
    const stop = new AbortController();
    const asked = [];
    const answer = ({ body }) => {
      asked.push(body.messages[0].content);
      return pdf;
    };
    const onRun = (_, done) => done === 2 && stop.abort();
    const first = await run(answer, { prompts, parallel: 1, signal: stop.signal, onRun });
    assert.deepEqual([first.complete, first.runs.length, asked], [false, 2, ["a", "b"]]);
    const saved = JSON.parse(JSON.stringify(first.saved));
    const second = await run(answer, { prompts, saved });
    assert.deepEqual([second.complete, second.runs.length, second.asked, asked], [true, 4, 2, ["a", "b", "c", "d"]]);
  });

  test("stops although a request never ends", async () => {
    const stop = new AbortController();
    const running = run(
      () => {
        queueMicrotask(() => stop.abort());
        return new Promise(() => {});
      },
      { signal: stop.signal },
    );
    assert.deepEqual([(await running).complete, (await running).runs], [false, []]);
  });

  test("asks again for runs that failed, not for the others", async () => {
    let isBroken = true;
    const answer = () => {
      if (isBroken) throw new Error("down");
      return pdf;
    };
    const { saved } = await run(answer);
    isBroken = false;
    const report = await run(answer, { saved });
    assert.deepEqual([report.asked, report.runs[0].passed], [1, true]);
  });

  test("uses a cache, which does not get answers that cannot be read", async () => {
    const cache = new Map();
    await run({ hello: "world" }, { cache });
    assert.equal(cache.size, 0);
    await run(pdf, { cache, repeat: 2 });
    assert.equal(cache.size, 2);
    const report = await run(() => assert.fail("asked"), { cache, repeat: 2 });
    assert.deepEqual([report.asked, report.runs.every(({ passed }) => passed)], [0, true]);
  });

  test("sends no more requests at the same time than it may", async () => {
    let now = 0;
    let most = 0;
    const answer = async () => {
      most = Math.max(most, ++now);
      await null;
      now -= 1;
      return pdf;
    };
    await run(answer, { repeat: 20, parallel: 3 });
    assert.ok(most <= 3);
  });

  test("names a wrong option", async () => {
    for (const [options, words] of [
      [{ repeat: 0 }, /^repeat: /],
      [{ parallel: 1.5 }, /^parallel: /],
      [{ hosts: [] }, /^hosts: /],
      [{ prompts: [{ prompt: 3 }] }, /^prompts\[0\]\.prompt: /],
      [{ ask: null }, /^ask: /],
      [{ saved: { runs: [] } }, /^saved: /],
    ])
      await assert.rejects(run(pdf, options), (error) => error instanceof TypeError && words.test(error.message));
  });
});

describe("modelAt()", () => {
  const KEY = "sk-very-secret";

  /** Starts a model that gives these answers, one for each request: `{ status, headers, body }`, or a function of the response. */
  async function start(t, answers) {
    const requests = [];
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const part of request) text += part;
      requests.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (typeof answer === "function") return answer(response);
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {}));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return { requests, baseUrl: `http://127.0.0.1:${server.address().port}/v1` };
  }

  const asking = (options, format) => {
    const waits = [];
    const wait = async (milliseconds) => void waits.push(milliseconds);
    const ask = modelAt({ model: "m", key: KEY, wait, ...options });
    const request = workspace.requests("hello", { host: "claude-code", format });
    return { waits, answer: (signal = new AbortController().signal) => ask(request, { signal, repetition: 0 }) };
  };

  const FORMS = {
    "anthropic-messages": ["/v1/messages", "x-api-key", KEY],
    "openai-responses": ["/v1/responses", "authorization", `Bearer ${KEY}`],
    "openai-chat": ["/v1/chat/completions", "authorization", `Bearer ${KEY}`],
    gemini: ["/v1/models/m:generateContent", "x-goog-api-key", KEY],
  };
  for (const [format, [url, header, value]] of Object.entries(FORMS)) {
    test(`sends the request with the key as ${format} expects it`, async (t) => {
      const { requests, baseUrl } = await start(t, [{ body: { id: 1 } }]);
      assert.deepEqual(await asking({ baseUrl }, format).answer(), { id: 1 });
      const [sent] = requests;
      assert.deepEqual([sent.url, sent.headers[header], sent.body.messages[0].content], [url, value, "hello"]);
    });
  }

  test("waits as long as a limit says, then sends again", async (t) => {
    const limited = { status: 429, headers: { "retry-after": "7" }, body: { error: { message: "slow down" } } };
    const { requests, baseUrl } = await start(t, [limited, { status: 529 }, { body: pdf }]);
    const { waits, answer } = asking({ baseUrl });
    assert.deepEqual(await answer(), pdf);
    assert.deepEqual([requests.length, waits], [3, [7000, 2000]]);
  });

  test("ends after its retries with the reason", async (t) => {
    const { requests, baseUrl } = await start(t, [{ status: 429, body: { error: { message: "slow down" } } }]);
    const expected = { name: "ModelError", reason: "limit", status: 429, message: "the model's interface answered 429: slow down" };
    await assert.rejects(asking({ baseUrl, retries: 2 }).answer(), expected);
    assert.equal(requests.length, 3);
  });

  test("does not wait for a limit of hours", async (t) => {
    const { requests, baseUrl } = await start(t, [{ status: 429, headers: { "retry-after": "86400" } }]);
    await assert.rejects(asking({ baseUrl }).answer(), { reason: "limit", retryAfter: 86_400_000 });
    assert.equal(requests.length, 1);
  });

  test("sends a refused request once, and the error has no key", async (t) => {
    const { requests, baseUrl } = await start(t, [{ status: 401, body: { error: { message: `wrong key ${KEY}` } } }]);
    await assert.rejects(asking({ baseUrl }).answer(), (error) => {
      assert.ok(error instanceof ModelError);
      assert.deepEqual([error.reason, error.message], ["refused", "the model's interface answered 401: wrong key …"]);
      return true;
    });
    assert.equal(requests.length, 1);
  });

  test("names an answer that is not JSON", async (t) => {
    const { baseUrl } = await start(t, [{ body: "<html>busy</html>" }]);
    await assert.rejects(asking({ baseUrl }).answer(), { reason: "not-json", message: "the answer is not JSON: <html>busy</html>" });
  });

  test("ends a request that gets no answer in time", async (t) => {
    const { baseUrl } = await start(t, [() => {}]);
    await assert.rejects(asking({ baseUrl, timeout: 20, retries: 0 }).answer(), { reason: "timeout", message: "no answer within 20 ms" });
  });

  test("names an address that cannot be reached, and a connection that breaks", async (t) => {
    const { baseUrl } = await start(t, [(response) => response.destroy()]);
    await assert.rejects(asking({ baseUrl, retries: 0 }).answer(), { reason: "unreachable" });
    await assert.rejects(asking({ baseUrl: "http://127.0.0.1:1/v1", retries: 0 }).answer(), { reason: "unreachable" });
  });

  test("follows no redirect, because it could send the key elsewhere", async (t) => {
    const other = await start(t, [{ body: pdf }]);
    const { baseUrl } = await start(t, [{ status: 307, headers: { location: `${other.baseUrl}/messages` } }]);
    await assert.rejects(asking({ baseUrl, retries: 0 }).answer(), { reason: "unreachable" });
    assert.equal(other.requests.length, 0);
  });

  test("ends when the evaluation stops", async (t) => {
    const stop = new AbortController();
    const { baseUrl } = await start(t, [() => stop.abort(new Error("stopped"))]);
    await assert.rejects(asking({ baseUrl }).answer(stop.signal), { message: "stopped" });
  });

  test("names a wrong address", () => {
    for (const baseUrl of ["", "api.example.com", "file:///etc", "https://me:secret@example.com", "https://example.com/?key=1"])
      assert.throws(() => modelAt({ baseUrl, model: "m" }), /^TypeError: baseUrl: /);
  });
});

// "Can I use", through the package.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const rowOf = ({ rows }, id) => rows.find((row) => row.id === id);

describe("support()", () => {
  test("has every host in every edition, with a cell of each row", () => {
    const { columns, rows } = skillglass.support();
    assert.deepEqual(
      columns.map(({ host, edition }) => `${host}@${edition}`),
      skillglass.hosts().flatMap(({ host, editions }) => editions.map((edition) => `${host}@${edition}`)),
    );
    for (const { id, cells } of rows) assert.equal(cells.length, columns.length, id);
  });

  test("says of each cell the verdict, why, since when and where it is explained", () => {
    const asked = skillglass.support(["codex", { host: "claude-code", edition: "2026-02" }]);
    assert.deepEqual(
      asked.columns.map(({ label, isDefault }) => [label, isDefault]),
      [
        ["Codex", true],
        ["Claude Code", false],
      ],
    );
    const { group, title, cells } = rowOf(asked, "field/context");
    assert.deepEqual([group, title], ["fields", "`context`"]);
    assert.deepEqual(cells[0], {
      support: "ignored",
      note: "the host does not know it",
      since: null,
      page: "docs/hosts/codex.md#parsing-skillmd",
    });
    assert.equal(cells[1].support, "works");
    assert.equal(rowOf(asked, "behaviour/colon").cells[0].since, "2026-11");
  });

  test("throws for a host that there is not", () => {
    assert.throws(() => skillglass.support(["codexx"]), { name: "ArgumentError", argument: "hosts[0].host" });
    assert.throws(() => skillglass.support([{ host: "codex", editon: "2026-02" }]), { argument: "hosts[0].editon" });
  });
});

"""Answers `skillglass conform` with the reference validator, `skills_ref` (it must be on PYTHONPATH)."""

import json
import pathlib
import sys
import tempfile

from skills_ref.validator import validate

CODES = json.loads(pathlib.Path(__file__).with_name("codes.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    case = json.loads(line)
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top, case["folder"])
        folder.mkdir()
        (folder / "SKILL.md").write_bytes(case["text"].encode("utf-8"))
        messages = validate(folder)
    findings = [next((code for start, code in CODES if all(part in message for part in start)), message) for message in messages]
    print(json.dumps({"id": case["id"], "findings": findings}))

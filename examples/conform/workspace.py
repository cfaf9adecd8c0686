"""The protocol of `skillglass conform` for a library in Python: one case a line in, one answer a line out.

Each workspace is written below a temporary folder, because a case has absolute paths. In the answer the folder's name is removed again.
"""

import base64
import json
import os
import pathlib
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parents[2] / "recorders/python"))
from world import plain  # The values of Python that JSON does not have, as the recordings write them.


def write(tree, top):
    """Writes the entries of a case below `top`. Absolute links lead to `top`, too."""
    for entry in tree:
        path = pathlib.Path(top + entry["path"])
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry["type"] == "dir":
            path.mkdir(exist_ok=True)
        elif entry["type"] == "symlink":
            target = entry["target"]
            path.symlink_to(top + target if target.startswith("/") else target)
        else:
            data = entry["text"].encode() if "text" in entry else base64.b64decode(entry["base64"])
            path.write_bytes(data)


def serve(ask):
    """Answers each case with `ask(sources)`, which gets the folders of skills and returns the areas of the answer."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # What a library prints is not an answer.
    for line in sys.stdin.buffer:
        case = json.loads(line)
        with tempfile.TemporaryDirectory() as top:
            top = os.path.realpath(top)
            write(case["tree"], top)
            answer = ask([top + source for source in case["sources"]])
        text = json.dumps({"id": case["id"], **plain(answer)}, ensure_ascii=False)
        print(text.replace(top, ""), file=out, flush=True)

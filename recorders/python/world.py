"""What the scripts for SDKs share: one line of JSON with a case in, one line with the answer out.

The workspace is on the disk when its line arrives.
"""

import io
import json
import logging
import os
import re
import sys

ROOT = "/w"


def order():
    """Returns the entries of each folder with more than one, as the file system lists them."""
    found = {}
    for root in (ROOT, "/outside"):
        for folder, _, _ in os.walk(root):
            names = os.listdir(folder)
            if len(names) > 1:
                found[folder] = names
    return dict(sorted(found.items()))


def plain(value, above=()):
    """Returns a value of an SDK as JSON that every reader accepts. Other values are described."""
    if isinstance(value, str):
        value = re.sub(r"( object at 0x)[0-9a-f]+>", r"\g<1>0>", value)  # An address differs each time.
        try:
            value.encode()
            return value
        except UnicodeEncodeError:
            return {"surrogates": value.encode("ascii", "backslashreplace").decode()}
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        # JavaScript has no infinity in JSON, and writes 1.0 as 1.
        return {"float": str(value)} if value != value or abs(value) == float("inf") or value.is_integer() else value
    if isinstance(value, (dict, list, tuple)):
        if id(value) in above:
            return {"cycle": True}
        above = (*above, id(value))
    if isinstance(value, dict):
        name = lambda key: key if isinstance(key, str) else f"!{type(key).__name__} {key}"
        return {name(key): plain(it, above) for key, it in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(it, above) for it in value]
    if isinstance(value, (set, frozenset)):
        return {"set": sorted(json.dumps(plain(it), sort_keys=True) for it in value)}
    return {"type": type(value).__name__, "str": str(value)}


def error(exception):
    """Returns the type and the text of an exception."""
    return {"type": type(exception).__name__, "text": str(exception)}


class Log(logging.Handler):
    """The warnings and errors of some loggers, as `level: text`."""

    def __init__(self, *names):
        super().__init__(logging.WARNING)
        self.lines = []
        for name in names:
            logger = logging.getLogger(name)
            logger.addHandler(self)
            if logger.getEffectiveLevel() > logging.WARNING:
                logger.setLevel(logging.WARNING)

    def emit(self, record):
        self.lines.append(record.levelname.lower() + ": " + record.getMessage())

    def take(self):
        """Returns the lines since the last call."""
        lines, self.lines = self.lines, []
        return lines


def serve(ask, log):
    """Answers each line of standard input with `ask(case)`."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # What an SDK prints is no answer.
    for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="\n"):
        case = json.loads(line)
        listed = order()
        os.chdir(case["cwd"])
        log.take()
        answer = ask(case)
        os.chdir("/")
        out.write(json.dumps({"order": listed, "answer": plain(answer)}, ensure_ascii=False) + "\n")
        out.flush()

"""openai-agents: the sandbox's capability Skills, lazy and eager from a folder, in the local sandbox for Unix."""

import asyncio
import os
import shutil
import warnings

warnings.simplefilter("ignore")
from pathlib import Path

from agents.sandbox import Manifest
from agents.sandbox.capabilities.skills import LocalDirLazySkillSource, Skills
from agents.sandbox.entries import LocalDir
from agents.sandbox.sandboxes.unix_local import UnixLocalSandboxClient

from world import ROOT, Log, error, serve

log = Log("openai.agents", "agents")
WORKSPACE = "/tmp/ws"
START = "### Available skills\n"


def fresh():
    """Returns a manifest with an empty workspace, always at the same path."""
    shutil.rmtree(WORKSPACE, ignore_errors=True)
    os.makedirs(WORKSPACE)
    return Manifest(root=WORKSPACE)


def listing(text):
    if text is None:
        return None
    _, rest = text.split(START, 1)
    return rest[: rest.index("\n### ")]


def source(case):
    return LocalDir(src=Path(os.path.relpath(case["sources"][0], ROOT)))


async def load(skills, session, name):
    try:
        result = await skills.load_skill(name)
    except Exception as exception:
        return {"raised": {**error(exception), "context": dict(getattr(exception, "context", {}))}}
    base = Path(session.state.manifest.root) / result["path"]
    return {**result, "files": sorted(str(path.relative_to(base)) for path in base.rglob("*") if not path.is_dir())}


async def lazy(case):
    skills = Skills(lazy_from=LocalDirLazySkillSource(source=source(case)))
    manifest = fresh()
    text = await skills.instructions(manifest)
    found = await skills._skill_metadata(manifest)
    fields = [{"name": skill.name, "description": skill.description, "path": str(skill.path)} for skill in found]
    answer = {"skills": fields, "listing": listing(text), "calls": []}
    client = UnixLocalSandboxClient()
    session = await client.create(manifest=manifest)
    async with session:
        skills.bind(session)
        for call in case["calls"]:
            answer["calls"].append(await load(skills, session, call["load"]) if "load" in call else None)
    await client.delete(session)
    return answer


async def eager(case):
    skills = Skills(from_=source(case))
    client = UnixLocalSandboxClient()
    session = await client.create(manifest=skills.process_manifest(fresh()))
    try:
        async with session:
            skills.bind(session)
            return {"listing": listing(await skills.instructions(session.state.manifest))}
    finally:
        await client.delete(session)


def ask(case):
    answer = {}
    try:
        answer.update(asyncio.run(lazy(case)))
    except Exception as exception:
        answer["fatal"] = error(exception)
    try:
        answer["eager"] = asyncio.run(eager(case))
    except Exception as exception:
        context = {key: str(value) for key, value in getattr(exception, "context", {}).items()}
        answer["eager"] = {"fatal": {**error(exception), "context": context}}
    answer["log"] = log.take()
    return answer


serve(ask, log)

"""deepagents: SkillsMiddleware over FilesystemBackend, with virtual paths (the default) and real paths, and pinned skills."""

import warnings

warnings.simplefilter("ignore")
from deepagents.backends.filesystem import FilesystemBackend
from deepagents.middleware.skills import SkillsMiddleware
from langchain.agents.middleware.types import ModelRequest
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from world import ROOT, Log, error, serve

log = Log("deepagents.middleware.skills", "deepagents.backends.filesystem")
model = FakeListChatModel(responses=["ok"])


def one(case, virtual):
    backend = FilesystemBackend(root_dir=ROOT, virtual_mode=virtual)
    sources = [source[len(ROOT) :] if virtual else source for source in case["sources"]]
    middleware = SkillsMiddleware(backend=backend, sources=sources)
    try:
        state = middleware.before_agent({}, None, {})
    except Exception as exception:
        return {"fatal": error(exception), "log": log.take()}
    text = middleware.modify_request(ModelRequest(model=model, messages=[], state=state)).system_message.text
    _, rest = text.split("**Available Skills:**\n\n", 1)
    listing = rest.rsplit("\n\n**How to Use Skills (Progressive Disclosure):**", 1)[0]
    skills = [{key: value for key, value in skill.items() if value not in (None, {}, [])} for skill in state["skills_metadata"]]
    answer = {"skills": skills, "errors": state["skills_load_errors"], "listing": listing, "calls": []}
    for call in case["calls"]:
        pinned = "load" in call and middleware.before_model({**state, "pinned_skills": [call["load"]]}, None)
        answer["calls"].append([message.content for message in pinned.get("messages", [])] if pinned else None)
    answer["log"] = log.take()
    return answer


def ask(case):
    return {"virtual": one(case, True), "real": one(case, False)}


serve(ask, log)

"""strands-agents: the plugin AgentSkills in an agent, whose model only stores what it gets."""

import warnings

warnings.simplefilter("ignore")
from strands import Agent
from strands.models.model import Model
from strands.vended_plugins.skills import AgentSkills

from world import Log, error, serve

log = Log("strands.vended_plugins.skills")


class Stored(Model):
    """Answers with one word, and stores the system prompt."""

    def __init__(self):
        self.system = None

    def update_config(self, **_):
        pass

    def get_config(self):
        return {}

    def structured_output(self, *_, **__):
        raise NotImplementedError

    async def stream(self, messages, tool_specs=None, system_prompt=None, **more):
        self.system = more.get("system_prompt_content") or system_prompt
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": {}}}
        yield {"contentBlockDelta": {"delta": {"text": "ok"}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}


def text_of(content):
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def fields(skill):
    found = {"name": skill.name, "description": skill.description, "path": str(skill.path)}
    for key in ("allowed_tools", "metadata", "license", "compatibility"):
        found[key] = getattr(skill, key)
    return {key: value for key, value in found.items() if value not in (None, {})}


def one(case, strict):
    model = Stored()
    try:
        plugin = AgentSkills(skills=list(case["sources"]), strict=strict)
        agent = Agent(model=model, plugins=[plugin], callback_handler=None)
        agent("hello")
    except Exception as exception:
        return {"fatal": error(exception), "log": log.take()}
    answer = {"skills": [fields(skill) for skill in plugin.get_available_skills(agent)], "listing": text_of(model.system)}
    if not strict:
        answer["calls"] = []
        for call in case["calls"]:
            result = agent.tool.skills(skill_name=call["load"]) if "load" in call else None
            answer["calls"].append(result and {"status": result["status"], "text": text_of(result["content"])})
    answer["log"] = log.take()
    return answer


def ask(case):
    answer = one(case, False)
    strict = one(case, True)
    if "skills" in strict:
        strict["skills"] = [skill["name"] for skill in strict["skills"]]
    answer["strict"] = {key: strict[key] for key in ("skills", "fatal", "log") if key in strict}
    return answer


serve(ask, log)

"""agent-framework-core: SkillsProvider.from_paths in the context of a session, and its tools."""

import asyncio
import warnings

warnings.simplefilter("ignore")
from agent_framework import SkillsProvider
from agent_framework._sessions import AgentSession, SessionContext
from agent_framework._skills import SkillsSourceContext

from world import Log, error, serve

log = Log("agent_framework")
START, END = "<available_skills>\n", "\n</available_skills>"
NO_QUESTIONS = {f"disable_{tool}_approval": True for tool in ("load_skill", "read_skill_resource", "run_skill_script")}


def fields(skill):
    front = skill.frontmatter
    found = {"name": front.name, "description": front.description, "path": skill.path}
    for key in ("license", "compatibility", "allowed_tools", "metadata"):
        found[key] = getattr(front, key)
    found["resources"] = [resource.name for resource in skill._resources]
    found["scripts"] = [script.name for script in skill._scripts]
    return {key: value for key, value in found.items() if value not in (None, [])}


async def call_tool(tools, call):
    if "load" in call:
        name, arguments = "load_skill", {"skill_name": call["load"]}
    elif "read" in call:
        name, arguments = "read_skill_resource", {"skill_name": call["read"][0], "resource_name": call["read"][1]}
    else:
        name, arguments = "run_skill_script", {"skill_name": call["run"][0], "script_name": call["run"][1]}
    try:
        result = await tools[name].invoke(arguments=arguments)
    except Exception as exception:
        return {"raised": error(exception)}
    return "".join(getattr(part, "text", None) or str(part) for part in result) if isinstance(result, list) else result


async def one(case):
    provider = SkillsProvider.from_paths(list(case["sources"]), **NO_QUESTIONS)
    context = SessionContext(input_messages=[])
    await provider.before_run(agent=None, session=AgentSession(), context=context, state={})
    skills = await provider._source.get_skills(SkillsSourceContext(agent=None, session=AgentSession()))
    text = "\n".join(context.instructions) if context.instructions else None
    listing = text[text.index(START) + len(START) : text.rindex(END)] if text else None
    answer = {"skills": [fields(skill) for skill in skills], "listing": listing}
    if context.tools:
        tools = {tool.name: tool for tool in context.tools}
        answer["calls"] = [await call_tool(tools, call) for call in case["calls"]]
    return answer


def ask(case):
    try:
        answer = asyncio.run(one(case))
    except Exception as exception:
        answer = {"fatal": error(exception)}
    answer["log"] = log.take()
    return answer


serve(ask, log)

"""agno: Skills with LocalSkills for each folder, validated (the default) and not, and its tools."""

import warnings

warnings.simplefilter("ignore")
from agno.skills import LocalSkills, Skills

from world import Log, error, serve

log = Log("agno", "agno-team", "agno-workflow")
START, END = "## Available Skills\n", "\n\n</skills_system>"


def fields(skill):
    found = {key: value for key, value in skill.to_dict().items() if key != "instructions"}
    return {key: value for key, value in found.items() if key in ("name", "description") or value not in (None, [], {})}


def call_tool(tools, call):
    try:
        if "load" in call:
            return tools["get_skill_instructions"](call["load"])
        if "read" in call:
            return tools["get_skill_reference"](*call["read"])
        return tools["get_skill_script"](*call["run"], execute=True)
    except Exception as exception:
        return {"raised": error(exception)}


def one(case, validate):
    try:
        skills = Skills(loaders=[LocalSkills(source, validate=validate) for source in case["sources"]])
        text = skills.get_system_prompt_snippet()
    except Exception as exception:
        return {"fatal": error(exception), "log": log.take()}
    listing = text[text.find(START) + len(START) : -len(END)] if text else ""
    tools = {tool.name: tool.entrypoint for tool in skills.get_tools()}
    answer = {"skills": [fields(skill) for skill in skills.get_all_skills()], "listing": listing}
    answer["calls"] = [call_tool(tools, call) for call in case["calls"]]
    answer["log"] = log.take()
    return answer


def ask(case):
    return {"validated": one(case, True), "unvalidated": one(case, False)}


serve(ask, log)

"""google-adk: list_skills_in_dir, load_skills_from_dir, SkillToolset with all skills in the list, and its tools."""

import asyncio
import warnings

warnings.simplefilter("ignore")
from google.adk.agents import LlmAgent
from google.adk.agents.invocation_context import InvocationContext
from google.adk.models.llm_request import LlmRequest
from google.adk.sessions import InMemorySessionService
from google.adk.skills import list_skills_in_dir, load_skills_from_dir
from google.adk.tools.skill_toolset import SkillDiscoveryMode, SkillToolset
from google.adk.tools.tool_context import ToolContext

from world import Log, error, serve

log = Log("")


def context():
    sessions = InMemorySessionService()
    session = asyncio.run(sessions.create_session(app_name="a", user_id="u", session_id="s"))
    agent = LlmAgent(name="agent", model="none")
    return ToolContext(InvocationContext(session_service=sessions, invocation_id="i", agent=agent, session=session))


def fields(front):
    more = {key: value for key, value in front.model_dump().items() if value not in (None, {})}
    return {**more, "name": front.name, "description": front.description}


def parts(skill):
    """Returns the name of a skill, the bytes of its body, and its files."""
    groups = {key: sorted(getattr(skill.resources, key)) for key in ("references", "assets", "scripts")}
    length = len(skill.instructions.encode("utf-8", "surrogatepass"))
    return {"name": skill.name, "body_len": length, **{key: names for key, names in groups.items() if names}}


def tool_and_arguments(call):
    if "load" in call:
        return "load_skill", {"skill_name": call["load"]}
    tool, key = ("load_skill_resource", "read") if "read" in call else ("run_skill_script", "run")
    return tool, {"skill_name": call[key][0], "file_path": call[key][1]}


def ask(case):
    listed, errors = [], []
    for source in case["sources"]:
        try:
            on_error = lambda skill, exception: errors.append({"skill": skill, **error(exception)})
            listed += [fields(front) for front in list_skills_in_dir(source, on_error=on_error).values()]
        except Exception as exception:
            errors.append({"fatal": True, **error(exception)})
    answer = {"skills": listed, "errors": errors}
    try:
        skills = [skill for source in case["sources"] for skill in load_skills_from_dir(source)]
        toolset = SkillToolset(skills, discovery_mode=SkillDiscoveryMode.EAGER)
    except Exception as exception:
        return {**answer, "load": error(exception), "log": log.take()}
    request = LlmRequest()
    told = context()
    asyncio.run(toolset.process_llm_request(tool_context=told, llm_request=request))
    text = request.config.system_instruction
    answer["load"] = [parts(skill) for skill in skills]
    answer["listing"] = text[text.index("<available_skills>") :]
    tools = {tool.name: tool for tool in toolset._tools}
    answer["calls"] = []
    for call in case["calls"]:
        name, arguments = tool_and_arguments(call)
        try:
            result = asyncio.run(tools[name].run_async(args=arguments, tool_context=told))
        except Exception as exception:
            result = {"raised": error(exception)}
        answer["calls"].append(result)
    answer["log"] = log.take()
    return answer


serve(ask, log)

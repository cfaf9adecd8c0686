"""Answers `skillglass conform` with Strands Agents (`pip install strands-agents`): the list of skills in the system prompt.

    skillglass conform conformance/strands-agents-1.62.0-fresh-1.jsonl.br --as strands-agents --command "python3 examples/conform/strands_agents.py"
"""

from strands import Agent
from strands.models.model import Model
from strands.vended_plugins.skills import AgentSkills

from workspace import serve


class Listener(Model):
    """A model that stores the system prompt, and answers with one word."""

    prompt = None

    def update_config(self, **config):
        pass

    def get_config(self):
        return {}

    def structured_output(self, *args, **options):
        raise NotImplementedError

    async def stream(self, messages, tool_specs=None, system_prompt=None, **options):
        blocks = options.get("system_prompt_content") or [{"text": system_prompt}]
        self.prompt = "".join(block.get("text", "") for block in blocks)
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockDelta": {"delta": {"text": "Done."}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}


def ask(sources):
    model = Listener()
    Agent(model=model, plugins=[AgentSkills(skills=sources)], callback_handler=None)("hello")
    return {"listing": model.prompt}


serve(ask)

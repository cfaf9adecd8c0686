"""Answers `skillglass conform` with Google's Agent Development Kit (`pip install google-adk`): the skills of a folder, and errors.

    skillglass conform conformance/google-adk-2.13.0-fresh-1.jsonl.br --as google-adk --command "python3 examples/conform/google_adk.py"
"""

from google.adk.skills import list_skills_in_dir

from workspace import serve
from world import error


def ask(sources):
    skills, errors = [], []
    for source in sources:
        try:
            found = list_skills_in_dir(source, on_error=lambda name, exception: errors.append({"skill": name, **error(exception)}))
            skills += [skill.model_dump(exclude_defaults=True) for skill in found.values()]
        except Exception as exception:
            errors.append({"fatal": True, **error(exception)})
    return {"skills": skills, "errors": errors}


serve(ask)

#!/usr/bin/env python3
"""Runs action.yml as GitHub runs a composite action, as closely as possible elsewhere.

Checks that the file has only keys of composite actions, and that each expression names one of their inputs or contexts.
Then runs each step in its shell, in a repository with an ill-formed file on a branch, and expects the annotation. Builds
the command as the action does, so the run takes minutes. Needs PyYAML, git and cargo.
"""
import os, re, subprocess, sys, tempfile
import yaml

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KEYS = {
    "action": {"name", "author", "description", "inputs", "outputs", "runs", "branding"},
    "input": {"description", "required", "default", "deprecationMessage"},
    "runs": {"using", "steps"},
    "step": {"name", "id", "if", "run", "shell", "working-directory", "env", "uses", "with", "continue-on-error"},
}


def known(what, mapping):
    strange = set(mapping) - KEYS[what]
    assert not strange, f"{what}: {strange}"


def check(action):
    known("action", action)
    assert {"name", "description", "runs"} <= set(action)
    for name, one in action["inputs"].items():
        known("input", one)
        assert isinstance(one.get("default", ""), str), name
    known("runs", action["runs"])
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        known("step", step)
        # A step that runs a script must name its shell, and a step cannot have both `run` and
        # `uses`.
        assert ("run" in step) != ("uses" in step) and ("run" not in step or "shell" in step), step


def value(text, contexts):
    def one(match):
        path = match[1].strip()
        context, _, name = path.partition(".")
        assert name in contexts[context], f"no {path}"
        return contexts[context][name]
    return re.sub(r"\$\{\{(.*?)\}\}", one, text)


def run(action, folder, temp, inputs):
    defaults = {name: one.get("default", "") for name, one in action["inputs"].items()}
    contexts = {"inputs": defaults | inputs, "runner": {"temp": temp}}
    printed = ""
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash"
        script = os.path.join(temp, "step.sh")
        with open(script, "w") as file:
            file.write(value(step["run"], contexts))
        env = {name: value(text, contexts) for name, text in step.get("env", {}).items()}
        env = os.environ | {"GITHUB_ACTION_PATH": TOP, "RUNNER_TEMP": temp} | env
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script]
        done = subprocess.run(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)
        printed += done.stdout
        if done.returncode:
            return done.returncode, printed
    return 0, printed


def main():
    with open(os.path.join(TOP, "action.yml")) as file:
        action = yaml.safe_load(file)
    check(action)
    print("action.yml: only what composite actions know")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temp:
        git = "git -c user.name=A -c user.email=a@example.org"
        subprocess.run(f"""set -e
            git init -q -b main . && printf 'old \\377\\n' >old.txt && git add . && {git} commit -q -m first
            git checkout -q -b branch && printf 'new \\376\\n' >new.txt && git add . && {git} commit -q -m second""",
            shell=True, cwd=folder, check=True)
        status, printed = run(action, folder, temp, {"changed-since": "main"})
        assert status == 1 and "::error file=new.txt,line=1," in printed and "old.txt" not in printed, (status, printed)
        print("a branch with a file that is ill-formed: annotated, status 1")
        status, printed = run(action, folder, temp, {"command": "audit", "paths": "new.txt", "arguments": "--allow=ill-formed"})
        assert status == 0, (status, printed)
        print("arguments and paths: passed on, status 0")


if __name__ == "__main__":
    sys.exit(main())

"""Decision logs decided again by `rules check --jsonl`: the step that Dask and Spark run, in Python's standard library alone.

One child decides for a process for as long as that lives. It takes a request a line and answers a line for each, in order, and ends when its input does;
whatever a line says, the child goes on. So a step can be run again from its beginning at any time, anywhere, and comes out the same.
"""

import json
import subprocess
import threading

#: What a record and a request have in common by name; what else a record holds is not asked.
FIELDS = ("agent", "argv", "script", "call", "force", "cwd", "workspace", "home", "tools")


def request_of(line):
    """What a line of a log asked: `(id, before, request)`; `None` for a record that asks nothing (an approval, an outcome).

    `before` is the answer that was given, as `answer_of` has it. Raises ValueError with the reason where it can't be asked again.
    """
    try:
        record = json.loads(line)
    except ValueError:
        raise ValueError("the line is no JSON") from None
    if not isinstance(record, dict) or record.get("version") != 1:
        raise ValueError("the line is no record of a version that is known here")
    if record.get("type") in ("approval", "outcome"):
        return None
    if record.get("type") != "decision":
        raise ValueError("a record's `type` is `decision`, `approval` or `outcome`")
    request = {name: record[name] for name in FIELDS if name in record}
    if not any(name in request for name in ("argv", "script", "call")):
        raise ValueError("the log does not hold their commands")
    variables = record.get("env", [])
    if variables:
        request["env"] = {name: "" for name in variables}
    if "workspace" not in request and "cwd" in request:
        request["workspace"] = request["cwd"]
    if "time" in record:
        request["at"] = record["time"]
    return record.get("id", ""), answer_of(record), request


def answer_of(answer):
    """What is compared of an answer: the effect, the kind of its reason, and the rules that gave it."""
    return {"effect": answer["effect"], "code": answer["code"], "rules": [rule["id"] for rule in answer["rules"]]}


#: Kinds of reasons by which a request as such is refused, whatever its commands are.
REFUSING = ("environment", "unknown-agent")

#: From what lets most through to what lets nothing through.
EFFECTS = ("allow", "ask", "nudge", "deny")


def change_of(found):
    """What became of a decision: `same`, `looser` or `stricter`; `undecided` where it could not be decided again."""
    if "why" in found:
        return "undecided"
    before, after = (EFFECTS.index(found[side]["effect"]) for side in ("before", "after"))
    return "same" if before == after else "looser" if after < before else "stricter"


class Decider:
    """A child that decides. `command`: `["rules", "check", "--jsonl", "--brief", "--lenient", "--rules", POLICY]`."""

    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answers(self, requests):
        """An answer for each request, in order; a text in place of an answer says what is wrong with the request.

        Raises RuntimeError where the child has ended or answers something else: then nothing of the step holds, and it is to be run again.
        """
        lines = [json.dumps({**request, "id": number}) + "\n" for number, request in enumerate(requests)]
        # By a thread: with both of its ends in one hand a full pipe would make both sides wait for ever.
        writer = threading.Thread(target=self._write, args=(lines,), daemon=True)
        writer.start()
        for number in range(len(lines)):
            line = self.child.stdout.readline()
            if not line.endswith(b"\n"):
                raise RuntimeError("the decider ended in the middle of a step")
            answer = json.loads(line)
            if answer.get("id") != number:
                raise RuntimeError("the decider gave an answer to another request")
            yield answer["error"] if "error" in answer else answer_of(answer)
        writer.join()

    def _write(self, lines):
        try:
            for line in lines:
                self.child.stdin.write(line.encode())
            self.child.stdin.flush()
        except OSError:
            pass  # it has ended, which the reader sees

    def close(self):
        """Ends the child."""
        self.child.stdin.close()
        self.child.wait()
        self.child.stdout.close()


def replay(lines, decider):
    """Decides lines of a log again: yields a dict for each line that asked something, in order.

    `{"id", "before", "after"}`, or `{"id", "why"}` where it could not be decided. Requests that are the same are decided once.
    """
    asked = []
    distinct = {}
    for line in lines:
        try:
            found = request_of(line)
        except (ValueError, KeyError, TypeError) as error:
            asked.append(("", None, str(error)))
            continue
        if found is not None:
            name, before, request = found
            key = json.dumps(request, sort_keys=True)
            distinct.setdefault(key, request)
            asked.append((name, before, key))
    answers = dict(zip(distinct, decider.answers(list(distinct.values()))))
    for key, request in distinct.items():
        # Answers hang on its value, but for those that refuse the request as such.
        answer = answers[key]
        if "HOME" in request.get("env", {}) and isinstance(answer, dict) and answer["code"] not in REFUSING:
            answers[key] = "the value of `HOME` is not in a log"
    for name, before, key in asked:
        after = answers[key] if before is not None else key
        yield {"id": name, "why": after} if isinstance(after, str) else {"id": name, "before": before, "after": after}

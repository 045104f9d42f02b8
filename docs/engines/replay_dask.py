"""Replays decision logs by Dask: `python3 replay_dask.py --scheduler ADDRESS --rules POLICY --to FOLDER LOG...`

A task is a piece of a log. It writes a file of its own, whole or not at all, so a task that is run again after its worker died changes nothing. What comes
back is counts alone. With two cores, pin each worker to one (`taskset -c 0 dask-worker …`): a decider has helpers of its own that want a second one.
"""

import argparse
import json
import os
import sys

from distributed import Client, as_completed, get_worker

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_replay import Decider, change_of, replay  # noqa: E402


def pieces(log, size):
    """The places in a log where pieces of about `size` bytes begin and end, at ends of lines."""
    end = os.path.getsize(log)
    start = 0
    with open(log, "rb") as file:
        while start < end:
            file.seek(min(start + size, end))
            file.readline()
            stop = file.tell()
            yield log, start, stop
            start = stop


def replay_piece(piece, command, folder):
    """Replays a piece of a log into a file, and returns what it counted."""
    log, start, stop = piece
    worker = get_worker()
    # One child for each worker's process. A task has it for itself: workers have one thread.
    decider = getattr(worker, "rules_decider", None)
    if decider is None or decider.child.poll() is not None:
        decider = worker.rules_decider = Decider(command)
    counts = {"same": 0, "looser": 0, "stricter": 0, "undecided": 0}
    name = f"{os.path.basename(log)}-{start}.jsonl"
    whole = os.path.join(folder, name)
    part = f"{whole}.{os.getpid()}.part"
    try:
        with open(log, "rb") as file, open(part, "w", encoding="utf-8") as out:
            file.seek(start)
            lines = file.read(stop - start).split(b"\n")
            for found in replay((line for line in lines if line), decider):
                counts[change_of(found)] += 1
                out.write(json.dumps(found) + "\n")
    except RuntimeError:
        worker.rules_decider = None  # what is left in its pipes belongs to this step
        decider.child.kill()
        raise
    os.replace(part, whole)
    return counts


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("logs", nargs="+")
    options.add_argument("--scheduler", required=True, help="where Dask's scheduler listens: tcp://HOST:PORT")
    options.add_argument("--rules", required=True, help="the policy, by a path that every worker knows")
    options.add_argument("--to", required=True, help="the folder of the answers, which every worker writes to")
    options.add_argument("--program", default="rules", help="the program that decides, with its words (default: rules)")
    options.add_argument("--piece", type=int, default=16 << 20, help="bytes of a log for each task (default: 16 MiB)")
    chosen = options.parse_args()
    os.makedirs(chosen.to, exist_ok=True)
    command = [*chosen.program.split(), "check", "--jsonl", "--brief", "--lenient", "--rules", os.path.abspath(chosen.rules)]
    total = {"same": 0, "looser": 0, "stricter": 0, "undecided": 0}
    with Client(chosen.scheduler) as client:
        client.upload_file(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules_replay.py"))
        tasks = [
            client.submit(replay_piece, piece, command, os.path.abspath(chosen.to), retries=3, pure=False)
            for log in chosen.logs
            for piece in pieces(os.path.abspath(log), chosen.piece)
        ]
        for task in as_completed(tasks):
            for name, count in task.result().items():
                total[name] += count
    print(json.dumps(total))


if __name__ == "__main__":
    main()

"""Replays decision logs by Spark: `spark-submit --py-files rules_replay.py replay_spark.py --rules POLICY --to FOLDER LOG...`

Each partition has a decider of its own, which ends with it. A partition that is run again comes out the same, so Spark may retry and speculate as it likes.
"""

import argparse
import json

from pyspark.sql import SparkSession

from rules_replay import Decider, change_of, replay


def replay_partition(command):
    """A function that replays the lines of a partition."""

    def run(lines):
        decider = Decider(command)
        try:
            for found in replay(lines, decider):
                yield json.dumps({**found, "change": change_of(found)})
        finally:
            decider.close()

    return run


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("logs", nargs="+", help="logs, by addresses that Spark reads")
    options.add_argument("--rules", required=True, help="the policy, by a path that every executor knows")
    options.add_argument("--to", required=True, help="where the answers go")
    options.add_argument("--program", default="rules", help="the program that decides, with its words (default: rules)")
    chosen = options.parse_args()
    command = [*chosen.program.split(), "check", "--jsonl", "--brief", "--lenient", "--rules", chosen.rules]
    context = SparkSession.builder.appName("rules-replay").getOrCreate().sparkContext
    answers = context.textFile(",".join(chosen.logs)).mapPartitions(replay_partition(command))
    answers.saveAsTextFile(chosen.to)
    counts = context.textFile(chosen.to).map(lambda line: json.loads(line)["change"]).countByValue()
    print(json.dumps(dict(counts)))


if __name__ == "__main__":
    main()

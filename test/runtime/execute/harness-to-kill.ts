/**
 * A harness that runs things in sandboxes until it is killed: `node harness-to-kill.mjs WORKSPACE LOG SECONDS`. What it starts tries to outlive it:
 * sessions of their own, no parents, no marks. `SECONDS` is what tells its processes from others.
 */

import { loadText } from "../../../src/runtime/load/load.js";
import { guard } from "../../../src/runtime/tools/guard.js";

const [, , workspace = "", log = "", seconds = ""] = process.argv;
const policy = `agent default {
  sandbox require
  audit require
  allow bash
  limit timeout 20s
}
`;
const guarded = guard(loadText("policy.rules", policy), { workspace, audit: log });
const stay = `setsid sleep ${seconds} & (setsid env -i nohup sleep ${seconds} > /dev/null 2>&1 &) ; sleep ${seconds} & trap "" TERM; sleep ${seconds}; sleep ${seconds}`;

async function run(script: string): Promise<void> {
	const { outcome, decision } = await guarded.run({ argv: ["bash", "run.sh", script] }, { outputMode: "separate" });
	if (outcome?.sandbox !== "bubblewrap") {
		console.error(outcome?.failure ?? decision.message);
		process.exit(3);
	}
}

/** Short ones one after the other, so that whoever kills us meets every moment of a run, beside long ones. */
async function forEver(): Promise<never> {
	console.log("ready");
	for (;;) await run("echo a line");
}

void run(stay);
void run(stay);
void forEver();

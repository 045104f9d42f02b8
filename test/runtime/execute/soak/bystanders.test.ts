/** Runs beside bystanders, and fork chains, in a pid namespace of its own. `npm run soak:bystanders` does the same at full length. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ownCgroup } from "../../../../src/runtime/execute/processes/run-cgroup.js";

const isRoot = process.getuid?.() === 0;
const namespace = [...(isRoot ? [] : ["--user", "--map-root-user"]), "--pid", "--fork", "--mount-proc"];
const isPossible = spawnSync("unshare", [...namespace, "/bin/true"]).status === 0;
if (!isPossible) console.warn("skipped: no pid namespace of its own is to be had");

const ways: readonly (readonly [string, readonly string[]])[] = [
	["as it is here", ["--sandboxed", "12"]],
	...(isRoot && ownCgroup() !== undefined
		? [["where no cgroup is to be had", ["--without-cgroup", "--sandboxed", "0"]] as const]
		: []),
];

(isPossible ? test : test.skip).each(ways)(
	"%s no bystander is harmed, no run is ended by another one, and fork chains end or are told",
	async (_, words) => {
		const script = join(process.cwd(), "scripts/soak/soak-bystanders.mjs");
		const counts = ["--others", "12", "--chains", "6", "--bystanders", "10", "--at-once", "6"];
		const child = spawn(process.execPath, [script, ...counts, ...words], { stdio: ["ignore", "pipe", "pipe"] });
		let said = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (bytes: Buffer) => {
				said += bytes.toString();
			});
		}
		const code = await new Promise((resolve) => child.once("close", resolve));
		expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/"standing":10,.*"faults":0/) });
	},
	240_000,
);

/** Many processes decide at the same time under one limit, and some of them are killed while they do: no more are let through than the limit says, and no fewer; a yes that is good for one call is used once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { readChecked } from "../../../src/runtime/history/checked-file.js";
import { ledgerOf } from "../../../src/runtime/history/ledger.js";

/** Processes, decisions, kills, and what is let through: more by `HISTORY_WRITERS=8,10000,20,100`. */
const [processes = 4, decisions = 240, kills = 3, most = 20] = (process.env.HISTORY_WRITERS ?? "4,240,3,20")
	.split(",")
	.map(Number);

let folder: string;
let program: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "history-writers-"));
	program = join(folder, "writer.mjs");
	const { outputFiles } = await build({
		stdin: {
			contents: `
				import { diskHistory } from "./disk-history.ts";
				import { loadText } from "../load/load.ts";
				const [, , count, most, name, approves] = process.argv;
				const { tree } = loadText("policy.rules", "default deny\\nallow git commit at most " + most + " per 1h\\nask of release git push\\n");
				const world = { workspace: "/w", linkAt: () => "none", entriesOf: () => [] };
				if (approves === "yes")
					diskHistory({ policy: ["/w/policy.rules"], cwd: "/", workspace: "/w" }).approval(tree, { argv: ["git", "push"] }, world, {
						by: "bob",
						groups: ["release"],
					});
				for (let at = 0; at < Number(count); at++) {
					const history = diskHistory({ policy: ["/w/policy.rules"], cwd: "/", workspace: "/w" });
					const session = "s" + (at % 3);
					const { effect } = history.decide(tree, { argv: ["git", "commit"] }, world, { session, call: name + at });
					if (effect !== "deny") process.stdout.write("yes\\n");
					if (at % 4 === 0) {
						const push = history.decide(tree, { argv: ["git", "push"] }, world, { session, call: name + at + "p" });
						if (push.effect === "allow") process.stdout.write("pushed\\n");
					}
					process.stderr.write(".");
				}
			`,
			resolveDir: resolve(import.meta.dirname, "../../../src/runtime/history"),
			loader: "ts",
		},
		bundle: true,
		platform: "node",
		format: "esm",
		write: false,
		banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
	});
	writeFileSync(program, outputFiles[0]?.contents ?? "");
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

test("a limit is kept by all of them together", async () => {
	const said: string[] = [];
	let decided = 0;
	let number = 0;
	const start = (count: number, approves: "yes" | "no" = "no"): ChildProcess => {
		const child = spawn(process.execPath, [program, `${count}`, `${most}`, `p${number++}-`, approves], {
			stdio: ["ignore", "pipe", "pipe"],
			env: { ...process.env, XDG_STATE_HOME: folder },
		});
		child.stdout?.on("data", (text: Buffer) => said.push(...text.toString().trim().split("\n")));
		child.stderr?.on("data", (text: Buffer) => {
			decided += text.length;
		});
		return child;
	};
	const share = Math.ceil(decisions / processes);
	let killed = 0;
	const one = async (): Promise<void> => {
		for (let left = share; left > 0; ) {
			const before = decided;
			const child = start(left);
			const ended = once(child, "close");
			if (killed < kills) {
				killed++;
				while (decided === before && child.exitCode === null) await sleep(1);
				await sleep(Math.random() * 20);
				child.kill("SIGKILL");
				await ended;
				// The others may have said more meanwhile: then this one has less left to do.
				left -= Math.min(left, Math.max(1, Math.floor((decided - before) / processes)));
			} else {
				await ended;
				left = 0;
			}
		}
	};
	await once(start(0, "yes"), "close");
	await Promise.all(Array.from({ length: processes }, one));
	// One more, whom nobody kills.
	await once(start(most + 1), "close");
	// Who is killed may have used the one yes, and not said so.
	const pushed = said.filter((line) => line === "pushed").length;
	expect(pushed).toBeLessThanOrEqual(1);
	if (killed === 0) expect(pushed).toBe(1);
	for (let at = said.length; at-- > 0; ) if (said[at] !== "yes") said.splice(at, 1);
	expect(said.length).toBeLessThanOrEqual(most);
	// Who is killed may have taken one, and not said so.
	expect(said.length).toBeGreaterThanOrEqual(most - killed);
	const place = join(folder, "bylaw", "history");
	const own = join(place, readdirSync(place)[0] as string);
	const ledger = ledgerOf(readChecked(join(own, "ledger")));
	expect(ledger.isSecond).toBe(false);
	const approvals = ledger.loose.flatMap(({ approval }) => approval ?? []);
	expect(approvals).toMatchObject([{ by: "bob", used: {} }]);
	expect(ledger.counted.filter(({ through }) => through)).toHaveLength(most);
	expect(readdirSync(own).filter((name) => name.includes("lock"))).toEqual([]);
	if (process.env.HISTORY_WRITERS !== undefined)
		console.log(JSON.stringify({ decided, killed, said: said.length, pushed }));
}, 600_000);

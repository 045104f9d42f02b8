/** Whether what can't be recorded runs, as the policy says it; and where records go. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { permit } from "../../../src/engine/decide/permit.js";
import { demandOfHook, openAudit } from "../../../src/runtime/audit/audit.js";
import type { AuditEvent } from "../../../src/runtime/audit/record.js";
import type { AuditTarget } from "../../../src/runtime/audit/sinks.js";
import { verifyAuditLog, verifyLines } from "../../../src/runtime/audit/verify.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { faultsOf, folder, programOf, records } from "./logs.js";

const policy = (demand: string): string =>
	["require", "prefer", "off"].includes(demand)
		? `agent default {\n  default deny\n  allow true, echo\n  ask false\n  audit ${demand}\n}\n`
		: "agent default {\n  default deny\n  allow true, echo\n  ask false\n}\n";
const loaded = (demand: string) => loadText("policy.rules", policy(demand));
const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const };

let here: string;
let file: string;
/** Where no log can be, nor a folder for one. */
let nowhere: AuditTarget;
beforeEach(() => {
	here = folder();
	file = join(here, "log");
	writeFileSync(join(here, "file"), "");
	nowhere = { file: join(here, "file", "log"), fallbackFolder: join(here, "file", "other") };
});
const broken: AuditTarget = () => {
	throw new Error("it is full");
};

function decided(demand: string, to: readonly AuditTarget[], argv = ["true"]) {
	const { tree } = loaded(demand);
	if (tree === undefined) throw new Error("the policy is broken");
	const audit = openAudit({ to, clock: () => 0 });
	const request = { argv };
	const recorded = audit.decided(request, decide(tree, request, world), world, "run");
	audit.close();
	return recorded;
}

describe("what can't be recorded", () => {
	const cases: readonly [string, () => readonly AuditTarget[]][] = [
		["because a log can't be written", () => [nowhere]],
		["because a function throws", () => [broken]],
		["in one of two places", () => [file, broken]],
		["where it should be", () => [{ file: join(here, "file", "log"), fallbackFolder: join(here, "other") }]],
	];

	test.each(cases)("%s is denied where it is required, and can't be run", (_, to) => {
		const { decision } = decided("require", to());
		expect(decision).toMatchObject({ effect: "deny", code: "fault", audit: "require" });
		expect(decision.message).toMatch(/must be on record, and can't be/);
		expect(permit(decision)).toBeUndefined();
	});

	test.each(cases)("%s runs where it is preferred, and a warning says so", (_, to) => {
		for (const demand of ["prefer", "unsaid"]) {
			const { decision, warnings } = decided(demand, to());
			expect(decision.effect).toBe("allow");
			expect(permit(decision)).toBeDefined();
			expect(warnings.join()).toMatch(/not on record|goes to/);
		}
	});

	test.each(cases)("%s is nobody's business where records are off", (_, to) => {
		const { decision, warnings, id } = decided("off", to());
		expect([decision.effect, warnings, id]).toEqual(["allow", [], undefined]);
		expect(existsSync(file) ? statSync(file).size : 0).toBe(0);
	});

	test("and is denied anyway keeps the reason that it has", () => {
		expect(decided("require", [broken], ["rm"]).decision.message).toMatch(/no rule allows it/);
	});

	test("because no log is named is denied where it is required, and says nothing elsewhere", () => {
		expect(decided("require", []).decision).toMatchObject({
			effect: "deny",
			message: expect.stringContaining("no log"),
		});
		expect(decided("prefer", [])).toMatchObject({ decision: { effect: "allow" }, warnings: [] });
	});

	test("is no question for a person either", () => {
		expect(decided("require", [broken], ["false"]).decision.effect).toBe("deny");
	});

	test("and was denied for that, is said not to have run where it is on record", () => {
		decided("require", [file, broken]);
		expect(records(file)).toMatchObject([
			{ type: "decision", effect: "allow" },
			{ type: "outcome", failure: expect.stringContaining("it is full"), bytes: 0 },
		]);
		expect(records(file).flatMap(faultsOf)).toEqual([]);
	});
});

describe("a guard", () => {
	test("runs nothing that it can't record where it is required, and goes on when it can", async () => {
		let isFull = true;
		const events: AuditEvent[] = [];
		const guarded = guard(loaded("require"), {
			audit: (event) => {
				if (isFull) throw new Error("it is full");
				events.push(event);
			},
		});
		expect(await guarded.run({ argv: ["true"] })).toMatchObject({ decision: { effect: "deny" } });
		expect(guarded.decide({ argv: ["true"] }).effect).toBe("deny");
		isFull = false;
		expect(await guarded.run({ argv: ["true"] })).toMatchObject({ outcome: { code: 0 } });
		expect(guarded.decide({ argv: ["true"] }).effect).toBe("allow");
		expect(events.map(({ type }) => type)).toEqual(["decision", "outcome", "decision"]);
		expect(events.flatMap(faultsOf)).toEqual([]);
		guarded.close();
	});

	test("that is closed while a command runs puts its end on record all the same, and touches no other file", async () => {
		const guarded = guard(loaded("require"), { audit: file });
		const running = guarded.run({ argv: ["true"] });
		guarded.close();
		// It has the number that the log had.
		const other = openSync(join(here, "other"), "w+");
		expect(await running).toMatchObject({ outcome: { code: 0 } });
		expect(fstatSync(other).size).toBe(0);
		closeSync(other);
		expect(records(file).map(({ type }) => type)).toEqual(["decision", "outcome"]);
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 2 });
	});

	test("puts a person's yes on record before it runs", async () => {
		const guarded = guard(loaded("require"), { audit: file });
		const { outcome } = await guarded.run({ argv: ["false"] }, { approve: () => "ada" });
		guarded.close();
		expect(outcome?.code).toBe(1);
		expect(records(file)).toMatchObject([
			{ type: "decision", effect: "ask", surface: "run" },
			{ type: "approval", by: "ada" },
			{ type: "outcome", code: 1 },
		]);
		expect(records(file).flatMap(faultsOf)).toEqual([]);
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 3 });
	});

	test("asks nobody about what certain people must say yes to, and has their groups on record", async () => {
		const policy = loadText("p.rules", "default deny\naudit require\nask of release false");
		const guarded = guard(policy, { audit: file });
		const { decision, outcome } = await guarded.run({ argv: ["false"] }, { approve: () => "ada" });
		expect([decision.effect, decision.approvals, outcome]).toEqual([
			"ask",
			[{ group: "release", needed: 1, missing: 1 }],
			undefined,
		]);
		guarded.close();
		const audit = openAudit({ to: [file] });
		const asked = audit.decided({ argv: ["false"] }, decision, { workspace: "/w" }, "run");
		audit.approved({ argv: ["false"] }, asked, "bob", ["release"]);
		audit.close();
		expect(records(file).at(-1)).toMatchObject({ type: "approval", by: "bob", groups: ["release"] });
		expect(records(file).flatMap(faultsOf)).toEqual([]);
	});

	test("does not run what a person said yes to, and what can't be put on record any more", async () => {
		let count = 0;
		const guarded = guard(loaded("require"), {
			audit: () => {
				if (count++ > 0) throw new Error("it is full");
			},
		});
		const answer = await guarded.run({ argv: ["false"] }, { approve: () => "ada" });
		expect(answer).toMatchObject({ decision: { effect: "deny" } });
		expect(answer.outcome).toBeUndefined();
	});

	test("records in several places, by the same ids, and masks what it is told to", async () => {
		const events: AuditEvent[] = [];
		const guarded = guard(loaded("prefer"), {
			audit: [file, { file: `${file}.2nd`, key: "0123456789abcdef" }, (event) => events.push(event)],
			mask: ["ACME-*"],
		});
		await guarded.run({ argv: ["echo", "ACME-77"] });
		guarded.close();
		const ids = [records(file), records(`${file}.2nd`), events].map((some) => some.map(({ id }) => id));
		expect(ids[0]).toHaveLength(2);
		expect(ids[1]).toEqual(ids[0]);
		expect(ids[2]).toEqual(ids[0]);
		expect(readFileSync(file, "utf8")).not.toContain("ACME-77");
		expect(JSON.stringify(events)).not.toContain("ACME-77");
		expect(verifyAuditLog(`${file}.2nd`, { key: "0123456789abcdef" })).toMatchObject({ kind: "whole" });
	});

	test("says once what it has to say, and takes a promise that fails for a warning", async () => {
		const guarded = guard(loaded("prefer"), { audit: [broken, () => Promise.reject(new Error("it is late"))] });
		for (let round = 0; round < 3; round++) await guarded.run({ argv: ["true"] });
		expect(guarded.auditWarnings).toEqual([
			"this is not on record: it is full",
			"what came of this run is not on record: it is full",
			"a record could not be kept: it is late",
		]);
		guarded.close();
	});

	test("says of each record where it went, when the log is not where it should be", async () => {
		const other = join(here, "other", "log");
		const guarded = guard(loaded("unsaid"), {
			audit: { file: join(here, "file", "log"), fallbackFolder: join(here, "other") },
		});
		const said = `the decision log ${join(here, "file", "log")} can't be written (ENOTDIR), so it goes to ${other}`;
		for (let round = 0; round < 2; round++) {
			const { outcome, warnings } = await guarded.run({ argv: ["true"] });
			expect([warnings, outcome?.warnings]).toEqual([[said], [said]]);
			expect((await guarded.run({ argv: ["rm"] })).warnings).toEqual([said]);
		}
		expect(guarded.auditWarnings).toEqual([said]);
		expect(records(other)).toHaveLength(6);
		guarded.close();
		const well = guard(loaded("unsaid"), { audit: file });
		expect(await well.run({ argv: ["true"] })).not.toHaveProperty("warnings");
		well.close();
	});

	test("must be on record behind a hook, where the policy says nothing else", () => {
		const demands = ["require", "prefer", "off", "unsaid"].map((demand) => {
			const { tree } = loaded(demand);
			if (tree === undefined) throw new Error("the policy is broken");
			const request = { argv: ["true"] };
			const decision = decide(tree, request, world);
			const recorded = openAudit({ to: [broken] }).decided(
				request,
				decision,
				world,
				"hook",
				demandOfHook(tree, decision),
			);
			return [decision.audit, demandOfHook(tree, decision), recorded.decision.effect];
		});
		expect(demands).toEqual([
			["require", "require", "deny"],
			["prefer", "prefer", "allow"],
			["off", "off", "allow"],
			["prefer", "require", "deny"],
		]);
	});

	test("opens its log again when the log's folder is there again", () => {
		const guarded = guard(loaded("require"), { audit: { file: join(here, "file", "log"), fallbackFolder: false } });
		expect(guarded.decide({ argv: ["true"] }).effect).toBe("deny");
		writeFileSync(join(here, "file"), "");
		spawnSync("rm", [join(here, "file")]);
		mkdirSync(join(here, "file"));
		expect(guarded.decide({ argv: ["true"] }).effect).toBe("allow");
		guarded.close();
	});
});

describe("a full disk", () => {
	let program: string;
	beforeAll(async () => {
		program = await programOf(`
			import { openAuditLog } from "./log.ts";
			const { allowed } = ${JSON.stringify({ allowed: { agent: "default", argv: ["x".repeat(300)], force: false, effect: "allow", code: "rule", rules: [], message: "", policy: "p" } })};
			const log = openAuditLog({ file: process.argv[2] });
			let done = 0, failed = "";
			for (let at = 0; at < 50; at++) {
				try {
					log.write({ version: 1, id: String(at), time: "1970-01-01T00:00:00.000Z", type: "decision", ...allowed });
					done++;
				} catch (error) { failed = error.message; }
			}
			console.log(JSON.stringify({ done, failed }));
		`);
	});

	test("leaves no part of a line, and the log goes on when there is room", () => {
		// Files of this process may not be larger: a write is cut off in the middle as on a full disk.
		const run = (blocks: number) =>
			JSON.parse(
				spawnSync("/bin/bash", ["-c", `ulimit -f ${blocks}; exec '${process.execPath}' '${program}' '${file}'`], {
					encoding: "utf8",
				}).stdout,
			) as { done: number; failed: string };
		const full = run(8);
		expect(full.done).toBeGreaterThan(0);
		expect(full.done).toBeLessThan(50);
		expect(full.failed).toContain("EFBIG");
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: full.done, torn: [], head: "fits" });
		const more = run(1000);
		expect(more).toEqual({ done: 50, failed: "" });
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: full.done + 50, torn: [] });
	}, 240_000);

	test("on standard output is no record", async () => {
		const writer = await programOf(`
			import { openTarget } from "./sinks.ts";
			try {
				openTarget("-").write({ version: 1, id: "1", time: "1970-01-01T00:00:00.000Z", type: "approval", by: "ada" });
			} catch (error) { console.error(error.code); }
		`);
		const { stderr } = spawnSync("/bin/sh", ["-c", `'${process.execPath}' '${writer}' > /dev/full`], {
			encoding: "utf8",
		});
		expect(stderr).toBe("ENOSPC\n");
	}, 240_000);
});

test("standard output gets lines of a chain, whole even where the pipe is full", async () => {
	const writer = await programOf(`
		import { openTarget } from "./sinks.ts";
		const target = openTarget("-");
		for (let at = 0; at < 300; at++) target.write({ version: 1, id: String(at), time: "1970-01-01T00:00:00.000Z", type: "approval", by: "a".repeat(1000) });
	`);
	const { stdout } = spawnSync("/bin/sh", ["-c", `'${process.execPath}' '${writer}' | (sleep 0.3; cat)`], {
		encoding: "utf8",
	});
	const lines = stdout.split("\n").slice(0, -1);
	expect(lines.flatMap((line) => faultsOf(JSON.parse(line)))).toEqual([]);
	expect(verifyLines([{ file: "-", lines }])).toMatchObject({ kind: "whole", lines: 300 });
}, 240_000);

/** A release that decides for some agents, or in some repositories: what decides for the others, and what a record says of it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Audience } from "../../../src/authoring/bundle/audience.js";
import { rollOut } from "../../../src/authoring/bundle/roll-out.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { bundleFields } from "../../../src/runtime/audit/bundle-fields.js";
import type { DecisionEvent } from "../../../src/runtime/audit/record.js";
import { observed } from "../../../src/runtime/bundle/rollout.js";
import { bundleStatus } from "../../../src/runtime/bundle/status.js";
import { bundleMark } from "../../../src/runtime/load/active-bundle.js";
import { compiledAmong } from "../../../src/runtime/load/decisions.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { valid } from "../../cli/schemas.js";
import { type Machine, machine, type Site, scratch, site } from "./fleet.js";

/** `ls` for everybody at first; then `cat` for the default, and `wc` for an agent of CI. */
const first = policyOf({ default: "ls", "ci-a": "ls", other: "ls" });
const second = policyOf({ default: "cat", "ci-a": "wc", fresh: "wc" });

function policyOf(agents: Readonly<Record<string, string>>): string {
	return Object.entries(agents)
		.map(([name, program]) => `agent ${name} {\n  default deny\n  allow ${program}\n}\n`)
		.join("");
}

function release(own: Site, text: string, to?: Audience): void {
	writeFileSync(join(dirname(own.folder), "agents.rules"), text);
	own.release("ls", { policy: ["agents.rules"], ...(to === undefined ? {} : { to }) });
}

/** A repository with a release of `first`, and one of `second` for these. */
function rolled(to: Audience): Site {
	const own = site();
	release(own, first);
	release(own, second, to);
	return own;
}

/** The effects of `ls`, `cat` and `wc` for an agent in a folder, and the release that a record names. */
function answers({ settings }: Machine, agent: string, cwd: string): string {
	const decisions = compiledAmong([settings.file], cwd) as Decisions | { readonly fault: string };
	if ("fault" in decisions) return decisions.fault;
	const world = realWorld(cwd);
	const effects = ["ls", "cat", "wc"].map((program) => {
		const { effect, code } = decide(decisions, { argv: [program], cwd, agent }, world);
		return code === "unknown-agent" ? code : effect;
	});
	return `${effects.join(" ")} by ${bundleFields(decisions, { argv: ["ls"], agent }, world).bundle?.version}`;
}

function checkout(url: string | undefined): string {
	const folder = scratch();
	if (url === undefined) return folder;
	mkdirSync(join(folder, ".git"));
	writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
	writeFileSync(join(folder, ".git", "config"), `[remote "origin"]\n\turl = ${url}\n`);
	return folder;
}

test("some agents are those of the new release, the others those of the one before", async () => {
	const own = rolled({ agents: ["ci-*", "fresh"] });
	const one = machine(own, own.folder);
	expect(await one.told()).toBe("activated 3");
	const folder = scratch();
	const asked = ["default", "ci-a", "fresh", "other"].map((agent) => `${agent}: ${answers(one, agent, folder)}`);
	expect(asked).toEqual([
		"default: allow deny deny by 2",
		"ci-a: deny deny allow by 3",
		"fresh: deny deny allow by 3",
		"other: allow deny deny by 2",
	]);
	const status = bundleStatus(one.settings, Date.now());
	expect(status).toMatchObject({ release: 3, others: { release: 2, agents: ["ci-*", "fresh"] } });
	expect(valid("bundle-status", status)).toEqual([]);
	expect(await one.told()).toBe("current 3");
});

test("a rule of the release before is found in a file of that release, under the id that it had", async () => {
	const own = rolled({ agents: ["ci-a"] });
	const one = machine(own, own.folder);
	await one.refresh();
	const decisions = compiledAmong([one.settings.file], "/") as Decisions;
	const of = (agent: string, program: string) =>
		decide(decisions, { argv: [program], cwd: "/", agent }, realWorld("/")).rules[0];
	expect(of("other", "ls")).toEqual({ id: "agents.rules:11", file: "release 2/agents.rules", line: 11 });
	expect(of("ci-a", "wc")).toEqual({ id: "agents.rules:7", file: "agents.rules", line: 7 });
});

test("some repositories have the new release; others, and folders of none, the one before", async () => {
	const own = rolled({ repositories: ["github.com/acme/*"] });
	const one = machine(own, own.folder);
	await one.refresh();
	const [inside, outside, none] = [
		checkout("git@github.com:acme/app.git"),
		checkout("https://github.com/acme-evil/app"),
		checkout(undefined),
	];
	expect([inside, outside, none].map((folder) => answers(one, "default", folder))).toEqual([
		"deny allow deny by 3",
		"allow deny deny by 2",
		"allow deny deny by 2",
	]);
	// Whoever holds a policy asks whether it is still the one for where it works.
	const marks = [inside, outside, none].map((folder) => bundleMark([one.settings.file], folder));
	expect(marks[0]).not.toBe(marks[1]);
	expect(marks[1]).toBe(marks[2]);
});

test("both at once: in those repositories those agents", async () => {
	const own = rolled({ agents: ["ci-a"], repositories: ["github.com/acme/app"] });
	const one = machine(own, own.folder);
	await one.refresh();
	const [inside, outside] = [checkout("https://github.com/acme/app.git"), checkout("https://github.com/acme/appx")];
	const asked = [inside, outside].flatMap((folder) => ["default", "ci-a"].map((agent) => answers(one, agent, folder)));
	expect(asked).toEqual([
		"allow deny deny by 2",
		"deny deny allow by 3",
		"allow deny deny by 2",
		"allow deny deny by 2",
	]);
});

test("on machines that it is not for nothing is new, and each widening is compared, tested and activated", async () => {
	const own = rolled({ machines: ["ci-*"], agents: ["ci-a"] });
	const [inside, outside] = ["ci-1", "laptop"].map((name) =>
		machine(own, own.folder, { given: { machine: name } }),
	) as [Machine, Machine];
	expect([await inside.told(), await outside.told()]).toEqual(["activated 3", "activated 2"]);
	expect(bundleStatus(outside.settings, Date.now()).others).toBeUndefined();
	const roll = (to: Audience): unknown => rollOut(own.folder, { keys: [own.keys], channel: "stable", to });
	const compared: number[] = [];
	const compare = (before: Uint8Array | undefined, after: Uint8Array) => {
		compared.push(Number(before !== undefined && !Buffer.from(before).equals(after)));
		return undefined;
	};
	roll({ agents: ["ci-a", "default"] });
	expect([await inside.told({ compare }), await outside.told({ compare })]).toEqual(["activated 3", "activated 3"]);
	expect(answers(outside, "default", "/")).toBe("deny allow deny by 3");
	expect(answers(outside, "other", "/")).toBe("allow deny deny by 2");
	roll({});
	expect([await inside.told({ compare }), await outside.told({ compare })]).toEqual(["activated 3", "activated 3"]);
	expect(answers(outside, "other", "/")).toContain("unknown-agent");
	expect(compared).toEqual([1, 1, 1, 1]);
});

test("a promise is judged by what the new release decided", async () => {
	const own = rolled({ agents: ["ci-a"] });
	const one = machine(own, own.folder);
	await one.refresh();
	const log = join(dirname(one.settings.file), "log.jsonl");
	for (const [agent, program, times] of [
		["default", "ls", 30],
		["ci-a", "wc", 20],
		["ci-a", "cat", 5],
	] as const) {
		const guarded = guard(one.settings.file, { workspace: dirname(log), audit: log, agent });
		for (let time = 0; time < times; time++) guarded.decide({ argv: [program] });
		guarded.close();
	}
	const target = bundleStatus(one.settings, Date.now()).target ?? "";
	expect(observed(log, target)).toEqual({ decisions: 25, denied: 5 });
	const records = readFileSync(log, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as DecisionEvent);
	expect(new Set(records.map(({ agent, bundle }) => `${agent} ${bundle?.version}`))).toEqual(
		new Set(["default 2", "ci-a 3"]),
	);
});

test("what no machine could follow is not signed", () => {
	const own = site();
	release(own, first);
	expect(() => release(own, second, { agents: ["ci-*", "nobody"] })).toThrow("release 3 has no agent `nobody`");
	const taught = `${second}program tool {\n  option -f\n}\n`;
	expect(() => release(own, taught, { agents: ["ci-*"] })).toThrow(/release 3: .* can't decide for some agents alone/);
	expect(() => site({ to: { agents: ["default"] } })).toThrow("release 1 is the first of its channel");
});

test("what lies beside it is held against its checksum: changed, it decides nothing, and is made again", async () => {
	const own = rolled({ repositories: ["github.com/acme/app"] });
	const one = machine(own, own.folder);
	await one.refresh();
	const folder = scratch();
	const file = join(one.settings.state, "active", "others.json");
	const text = readFileSync(file, "utf8");
	writeFileSync(file, text.replace('"ls"', '"rm"'));
	expect(answers(one, "default", folder)).not.toMatch(/allow|by/);
	expect(await one.told()).toMatch(/ 3$/);
	expect(answers(one, "default", folder)).toBe("allow deny deny by 2");
});

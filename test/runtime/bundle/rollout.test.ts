/** A release that is not for everybody: whom it is for, what others go on with, and how everybody is led back. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Audience } from "../../../src/authoring/bundle/audience.js";
import { delegate } from "../../../src/authoring/bundle/build-bundle.js";
import { makeKeys } from "../../../src/authoring/bundle/keys.js";
import { prepareBundle } from "../../../src/authoring/bundle/prepare-bundle.js";
import { rollOut } from "../../../src/authoring/bundle/roll-out.js";
import type { DecisionEvent } from "../../../src/runtime/audit/record.js";
import { isFor, machineNumber, million, observed, readRollout } from "../../../src/runtime/bundle/rollout.js";
import { bundleStatus } from "../../../src/runtime/bundle/status.js";
import { verifyRepository } from "../../../src/runtime/bundle/verify.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { valid } from "../../cli/schemas.js";
import { type Machine, machine, type Site, scratch, serve, site } from "./fleet.js";

const named = (own: Site, from: string, name: string): Machine => machine(own, from, { given: { machine: name } });
const salt = "00112233445566778899aabbccddeeff";

function rolled(own: Site, to: Audience | "back", keys = own.keys) {
	return rollOut(own.folder, { keys: [keys], channel: "stable", to });
}

/** Decides so often, on record. */
function used(one: Machine, argv: readonly string[], times: number): string {
	const workspace = dirname(one.settings.file);
	const log = join(workspace, "log.jsonl");
	const guarded = guard(one.settings.file, { workspace, audit: log });
	for (let time = 0; time < times; time++) guarded.decide({ argv });
	guarded.close();
	return log;
}

describe("the number of a machine", () => {
	test("is the same each time, spread evenly, and another one for another release", () => {
		const machines = Array.from({ length: 10_000 }, (_, at) => `laptop-${at}`);
		const inside = (share: number, by: string): Set<string> =>
			new Set(machines.filter((one) => isFor({ salt: by, share: share * million }, one)));
		expect(machineNumber("laptop-1", salt)).toBe(machineNumber("laptop-1", salt));
		const [small, large, other] = [inside(0.01, salt), inside(0.1, salt), inside(0.1, "ff".repeat(16))];
		expect(small.size).toBeGreaterThan(70);
		expect(small.size).toBeLessThan(130);
		expect(large.size).toBeGreaterThan(900);
		expect(large.size).toBeLessThan(1100);
		// A larger share has all machines of a smaller one; another release begins with others.
		expect([...small].every((one) => large.has(one))).toBe(true);
		const both = [...large].filter((one) => other.has(one)).length;
		expect(both).toBeLessThan(200);
		expect([inside(0, salt).size, inside(1, salt).size]).toEqual([0, 10_000]);
	});

	test.each([
		["ci-*", "ci-1", true],
		["ci-*", "xci-1", false],
		["*-ci", "a-ci", true],
		["a*b*c", "a1b2c", true],
		["a*b*c", "abc", true],
		["a*bb*bc", "abbc", false],
		["*", "x", true],
		["x", "x", true],
		["x", "xx", false],
		["a.c", "abc", false],
	])("a name like %s is that of %s: %s", (pattern, name, answer) => {
		expect(isFor({ salt, machines: [pattern] }, name)).toBe(answer);
	});

	test.each([
		{ rollout: { salt: "x" } },
		{ rollout: { salt, share: 1_000_001 } },
		{ rollout: { salt, share: 0.5 } },
		{ rollout: { salt, shadow: false } },
		{ rollout: { salt, machines: ["a b"] } },
		{ rollout: { salt, countries: ["de"] } },
		{ rollout: { salt, agents: ["a b"] } },
		{ rollout: { salt, agents: "writer" } },
		{ rollout: { salt, repositories: ["a b"] } },
		{ rollout: { salt, agents: ["writer"], shadow: true } },
		{ rollout: { salt, repositories: ["acme/*"], shadow: true } },
		{ rollout: { salt, promise: { denied: 0, most: 1, least: 0 } } },
		{ before: { release: 1 } },
	])("what can't be followed is refused: %j", (custom) => {
		expect(readRollout(custom)).toBe("malformed");
	});
});

describe("a release for some", () => {
	test("decides there, and others go on with the one before, new machines as well", async () => {
		const own = site();
		const server = await serve(own.folder);
		const [canary, other] = [named(own, server.url, "ci-1"), named(own, server.url, "laptop")];
		for (const one of [canary, other]) expect(await one.told()).toBe("activated 1");
		own.release("cat", { to: { machines: ["ci-*"] } });
		expect(await canary.told()).toBe("activated 2");
		expect(await other.told()).toBe("current 1");
		expect([canary.decides("cat"), other.decides("cat"), other.decides("ls")]).toEqual(["allow", "deny", "allow"]);
		const late = named(own, server.url, "new");
		expect(await late.told()).toBe("activated 1");
		expect(bundleStatus(late.settings, Date.now())).toMatchObject({
			state: "fresh",
			release: 1,
			newest: 2,
			machine: "new",
			aside: "release 2 is not for this machine yet",
		});
		expect(valid("bundle-status", bundleStatus(late.settings, Date.now()))).toEqual([]);
		// What was seen is the newest: nobody is led back to the time before.
		expect(late.seen().versions["release stable"].version).toBe(2);
		expect(rolled(own, {})).toMatchObject({ release: 2, isPublished: true });
		expect(await other.told()).toBe("activated 2");
		expect(await late.told()).toBe("activated 2");
	});

	test("reaches more machines with a larger share, the same ones first", async () => {
		const own = site();
		const names = Array.from({ length: 12 }, (_, at) => `m${at}`);
		const machines = names.map((name) => named(own, own.folder, name));
		const having = async (): Promise<readonly string[]> => {
			const told = await Promise.all(machines.map((one) => one.told()));
			return names.filter((_, at) => told[at]?.endsWith(" 2"));
		};
		own.release("cat", { to: { share: 0.3 } });
		const first = await having();
		rolled(own, { share: 0.7 });
		const second = await having();
		expect(first.every((name) => second.includes(name))).toBe(true);
		expect(second.length).toBeGreaterThan(first.length);
		rolled(own, { share: 1 });
		expect(await having()).toEqual(names);
	});

	test("is built upon: the next release has the last one that everybody may have before it", async () => {
		const own = site();
		own.release("cat", { to: { machines: ["a"] } });
		own.release("wc", { to: { machines: ["b"] } });
		const told = async (name: string) => {
			const one = named(own, own.folder, name);
			return [await one.told(), one.decides("ls"), one.decides("wc")];
		};
		expect(await told("a")).toEqual(["activated 1", "allow", "deny"]);
		expect(await told("b")).toEqual(["activated 3", "deny", "allow"]);
	});

	test("is not the first one, and stands in what is signed", async () => {
		expect(() => site({ to: { share: 0.1 } })).toThrow("release 1 is the first of its channel");
		const own = site();
		own.release("cat", { to: { share: 0 } });
		const name =
			readdirSync(join(own.folder, "metadata"))
				.filter((file) => file.endsWith("targets.json"))
				.at(-1) ?? "";
		const found = await verifyRepository(
			`file://${own.folder}/`,
			join(own.folder, "metadata/1.root.json"),
			"stable",
			prepareBundle,
		);
		expect(valid("bundle-verify", found)).toEqual([]);
		expect(found).toMatchObject({ channels: [{ release: 2, before: 1, rollout: { share: 0 } }] });
		expect(own.json(name).signed.targets["stable/policy.json"].custom.rollout.salt).toMatch(/^[0-9a-f]{32}$/);
	});

	test("a machine without a name takes one, once", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const first = bundleStatus(one.settings, Date.now()).machine;
		expect(first).toMatch(/^[0-9a-f]{32}$/);
		own.release("cat");
		await one.refresh();
		expect(bundleStatus(one.settings, Date.now()).machine).toBe(first);
		one.put("floor/given.json", '{"machine":"laptop-4711"}');
		expect(bundleStatus(one.settings, Date.now()).machine).toBe("laptop-4711");
		one.put("floor/given.json", '{"machine":"a b"}');
		expect(one.decides("cat")).toMatch(/given\.json` is no floor/);
	});
});

describe("a shadow", () => {
	test("is put on record and decides nothing", async () => {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		own.release("cat", { to: { shadow: true } });
		expect(await one.told()).toBe("current 1");
		const records: DecisionEvent[] = [];
		const audit = (event: unknown): void => void records.push(event as DecisionEvent);
		const guarded = guard(one.settings.file, { workspace: dirname(one.settings.file), audit });
		expect([["ls"], ["cat"]].map((argv) => guarded.decide({ argv }).effect)).toEqual(["allow", "deny"]);
		expect(records).toMatchObject([
			{ effect: "allow", bundle: { version: 1 }, shadow: { version: 2, effect: "deny", code: "default", rules: [] } },
			{ effect: "deny", bundle: { version: 1 }, shadow: { version: 2, effect: "allow", code: "rule" } },
		]);
		for (const record of records) expect(valid("audit", record)).toEqual([]);
		expect(bundleStatus(one.settings, Date.now())).toMatchObject({ shadow: 2, aside: "release 2 is a shadow here" });
		// It becomes what decides without another look at the server's policy.
		rolled(own, {});
		expect(await one.told()).toBe("activated 2");
		expect([["ls"], ["cat"]].map((argv) => guarded.decide({ argv }).effect)).toEqual(["deny", "allow"]);
		expect(records.at(-1)).not.toHaveProperty("shadow");
	});

	test.each(["gone", "changed", "deep"])("that is %s changes no answer, and the record says so", async (how) => {
		const own = site();
		const one = machine(own, own.folder);
		own.release("cat", { to: { shadow: true } });
		await one.refresh();
		const file = join(one.settings.state, "active", "shadow.json");
		const text = readFileSync(file, "utf8");
		if (how === "gone") renameSync(file, `${file}.x`);
		else if (how === "changed") writeFileSync(file, text.replace("cat", "rm "));
		else writeFileSync(file, `${text.split("\n")[0]}\n${"[".repeat(100_000)}`);
		const records: DecisionEvent[] = [];
		const guarded = guard(one.settings.file, { audit: (event) => void records.push(event as DecisionEvent) });
		expect(guarded.decide({ argv: ["ls"] }).effect).toBe("allow");
		expect(records).toMatchObject([{ effect: "allow", shadow: { version: 2, fault: expect.any(String) } }]);
		// The next refresh makes it anew.
		expect(await one.told()).toBe("current 1");
		guard(one.settings.file, { audit: (event) => void records.push(event as DecisionEvent) }).decide({ argv: ["ls"] });
		expect(records.at(-1)).toMatchObject({ shadow: { version: 2, effect: "deny" } });
	});

	test("that can't be fetched or compiled leaves what decides, and status says why", async () => {
		const own = site();
		const server = await serve(own.folder);
		const one = machine(own, server.url);
		await one.refresh();
		own.release("cat", { to: { shadow: true } });
		server.trick = (_, answer, path) => {
			if (!path.startsWith("/targets/")) return false;
			answer.writeHead(500).end();
			return true;
		};
		expect(await one.told()).toBe("current 1");
		expect(one.decides("ls")).toBe("allow");
		expect(bundleStatus(one.settings, Date.now()).aside).toMatch(
			/^release 2 can be no shadow here: .*answered with 500/,
		);
		server.trick = () => false;
		expect(await one.told()).toBe("current 1");
		expect(bundleStatus(one.settings, Date.now()).aside).toBe("release 2 is a shadow here");
	});
});

describe("a promise", () => {
	/** A repository whose second release promises what the first log says: nothing is denied, and a tenth may be. */
	async function promised(to: Partial<Audience> = {}) {
		const own = site();
		const one = machine(own, own.folder);
		await one.refresh();
		const log = used(one, ["ls"], 120);
		writeFileSync(join(dirname(own.folder), "more.rules"), "agent default {\n  default deny\n  allow ls, cat\n}\n");
		own.release("ls", { policy: ["more.rules"], to: { ...to, promise: { log, margin: 0.1 } } });
		const observe = (digest: string) => observed(log, digest);
		return { own, one, log, observe };
	}

	test("that is kept changes nothing", async () => {
		const { own, one, observe, log } = await promised();
		expect(await one.told({ observe })).toBe("activated 2");
		used(one, ["cat"], 120);
		used(one, ["wc"], 10);
		expect(observed(log, bundleStatus(one.settings, Date.now()).target ?? "")).toEqual({ decisions: 130, denied: 10 });
		own.renew();
		expect(await one.told({ observe })).toBe("current 2");
	});

	test("that is broken stops the machine: it goes on with the release before, until another promise", async () => {
		const { own, one, observe, log } = await promised();
		await one.refresh({ observe });
		used(one, ["wc"], 99);
		// Too few to judge by.
		expect(await one.told({ observe })).toBe("current 2");
		used(one, ["wc"], 1);
		expect(await one.told({ observe })).toBe("activated 1");
		expect(bundleStatus(one.settings, Date.now())).toMatchObject({
			release: 1,
			newest: 2,
			aside:
				"this machine has stopped with release 2: 100 of 100 decisions were denied, where 0% were expected and 10% may be",
		});
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
		// It stays so, whatever the log says later.
		writeFileSync(log, "");
		expect(await one.told({ observe })).toBe("current 1");
		const other = machine(own, own.folder);
		expect(await other.told()).toBe("activated 2");
		rolled(own, {});
		expect(await one.told({ observe })).toBe("current 1");
		rolled(own, { promise: { log: used(other, ["ls"], 20), margin: 0.5 } });
		expect(await one.told({ observe })).toBe("activated 2");
	});

	test("of a shadow is judged by what it would have said, and told", async () => {
		const { one, observe } = await promised({ shadow: true });
		expect(await one.told({ observe })).toBe("current 1");
		used(one, ["wc"], 100);
		expect(await one.told({ observe })).toBe("current 1");
		expect(bundleStatus(one.settings, Date.now()).aside).toBe(
			"release 2 is a shadow here, and 100 of 100 decisions were denied, where 0% were expected and 10% may be",
		);
	});

	test("needs a log that says something", async () => {
		const own = site();
		const log = join(scratch(), "none.jsonl");
		writeFileSync(log, "");
		expect(() => own.release("cat", { to: { promise: { log, margin: 0.1 } } })).toThrow(
			"it holds no decision that can be made again",
		);
	});
});

describe("the way back", () => {
	test("is a new release with the old content, which everybody takes", async () => {
		const own = site();
		const [canary, other] = [named(own, own.folder, "ci-1"), named(own, own.folder, "x")];
		own.release("cat", { to: { machines: ["ci-*"] } });
		for (const one of [canary, other]) await one.refresh();
		expect(rolled(own, "back")).toEqual({ release: 3, isPublished: true });
		expect(await canary.told()).toBe("activated 3");
		expect(await other.told()).toBe("current 3");
		for (const one of [canary, other]) {
			expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
			expect(one.seen().versions["release stable"].version).toBe(3);
		}
		expect(() => rolled(own, "back")).toThrow("release 3 of channel `stable` names none before it");
		own.release("wc");
		expect(await canary.told()).toBe("activated 4");
	});

	test("is signed when the release is: the online keys alone are enough, and only for it", async () => {
		const own = site();
		const online = join(scratch(), "online");
		mkdirSync(online, { mode: 0o700 });
		for (const name of readdirSync(own.keys).filter((one) => /^(?:timestamp|snapshot)\./.test(one)))
			writeFileSync(join(online, name), readFileSync(join(own.keys, name)), { mode: 0o600 });
		own.release("cat", { to: { share: 1, machines: ["x"] } });
		const one = machine(own, own.folder);
		expect(await one.told()).toBe("activated 2");
		expect(() => rolled(own, {}, online)).toThrow("`targets` takes 1 signature, and none of its keys are here");
		expect(rolled(own, "back", online)).toEqual({ release: 3, isPublished: true });
		expect(await one.told()).toBe("activated 3");
		expect([one.decides("ls"), one.decides("cat")]).toEqual(["allow", "deny"]);
	});

	test("that was signed for another state, or was changed, is not taken", async () => {
		const own = site();
		const online = join(scratch(), "online");
		mkdirSync(online, { mode: 0o700 });
		for (const name of readdirSync(own.keys).filter((one) => /^(?:timestamp|snapshot)\./.test(one)))
			writeFileSync(join(online, name), readFileSync(join(own.keys, name)), { mode: 0o600 });
		expect(() => rolled(own, "back", online)).toThrow("names none before it");
		own.release("cat");
		expect(() => rolled(own, "back", online)).toThrow("no way back of channel `stable` is signed");
		rolled(own, { share: 0.5 });
		const ready = join(own.folder, "back/stable.json");
		const text = readFileSync(ready, "utf8");
		writeFileSync(ready, text.replace('"safe": "deny"', '"safe": "policy"'));
		expect(() => rolled(own, "back", online)).toThrow("was signed by 0/1 keys");
		writeFileSync(ready, text);
		own.release("wc", { channel: "other" });
		const later = readFileSync(ready, "utf8");
		expect(later).not.toBe(text);
		writeFileSync(ready, text);
		expect(() => rolled(own, "back", online)).toThrow("was signed for another state");
		writeFileSync(ready, later);
		expect(rolled(own, "back", online).release).toBe(3);
	});

	test("of a team's channel is the team's", async () => {
		const own = site();
		const keys = join(scratch(), "team");
		makeKeys(keys, ["payments"]);
		delegate(own.folder, { keys: [own.keys], team: "payments", to: keys });
		const channel = "payments/stable";
		own.release("ls", { channel, keys: [own.keys, keys] });
		own.release("cat", { channel, keys: [own.keys, keys], to: { machines: ["a"] } });
		const one = machine(own, own.folder, { channel, given: { machine: "a" } });
		expect(await one.told()).toBe("activated 2");
		expect(rollOut(own.folder, { keys: [own.keys], channel, to: "back" }).release).toBe(3);
		expect(await one.told()).toBe("activated 3");
		expect(one.decides("ls")).toBe("allow");
	});
});

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { heldPolicies } from "../../../src/cli/policy/held-policies.js";
import type { DecisionEvent } from "../../../src/runtime/audit/record.js";
import { activeBundle } from "../../../src/runtime/load/active-bundle.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { currentPolicy } from "../../../src/runtime/servers/current-policy.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { machine, scratch, site } from "./fleet.js";

const tomorrow = JSON.stringify({ time: new Date(Date.now() + 86_400_000).toISOString() });

test("a server decides by what is active now, and by nothing once it has expired", async () => {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const home = dirname(one.settings.file);
	const current = currentPolicy([one.settings.file], home);
	const effect = (program: string): unknown =>
		JSON.parse(
			`{${current
				.answer()({ argv: [program], cwd: home }, realWorld(home), { mayBeDriven: false } as never)
				.replace(/^\{|\}$/g, "")}}`,
		);
	expect([effect("ls"), effect("cat")]).toMatchObject([{ effect: "allow" }, { effect: "deny" }]);
	own.release("cat");
	await one.refresh();
	expect([effect("ls"), effect("cat")]).toMatchObject([{ effect: "deny" }, { effect: "allow" }]);
	one.put("floor/given.json", tomorrow);
	expect(effect("cat")).toMatchObject({
		effect: "deny",
		code: "broken-policy",
		message: expect.stringContaining("these rules have expired"),
	});
	one.put("floor/given.json", "{}");
	expect(effect("cat")).toMatchObject({ effect: "allow" });
});

test("a resident decides by what is active now, and by nothing once it has expired", async () => {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const held = heldPolicies(4);
	const digest = (): string => {
		const found = held.find([one.settings.file]);
		return "decisions" in found ? found.decisions.digest : "broken";
	};
	const first = digest();
	expect(digest()).toBe(first);
	own.release("cat");
	await one.refresh();
	const second = digest();
	expect(second).not.toBe(first);
	const active = activeBundle(one.settings.file, one.settings.state);
	if ("fault" in active || active.decides === undefined) throw new Error("nothing is active");
	// What was verified is what lies there: without it nothing is decided.
	const { path } = active.decides;
	const bytes = readFileSync(path);
	for (const spoil of [() => rmSync(path), () => writeFileSync(path, bytes.subarray(9))]) {
		spoil();
		expect(digest).toThrow();
		writeFileSync(path, bytes);
		expect(digest()).toBe(second);
	}
	one.put("floor/given.json", tomorrow);
	expect(digest).toThrow("these rules have expired");
});

test("a guard goes on with the release that becomes active, and says on record by which it decided", async () => {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const records: DecisionEvent[] = [];
	const guarded = guard(one.settings.file, {
		workspace: dirname(one.settings.file),
		audit: (event) => {
			if (event.type === "decision") records.push(event);
		},
	});
	const other = guarded.within(dirname(one.settings.floor));
	const effects = (program: string): readonly string[] =>
		[guarded, other].map((some) => some.decide({ argv: [program] }).effect);
	const first = guarded.tree.digest;
	own.renew();
	await one.refresh();
	expect(effects("ls")).toEqual(["allow", "allow"]);
	expect(guarded.tree.digest).toBe(first);
	own.release("cat");
	await one.refresh();
	expect(guarded.tree.digest).not.toBe(first);
	expect([effects("ls"), effects("cat")]).toEqual([
		["deny", "deny"],
		["allow", "allow"],
	]);
	expect((await guarded.run({ argv: ["cat", "root.json"] })).outcome?.code).toBe(0);
	one.put("floor/given.json", tomorrow);
	expect(guarded.decide({ argv: ["cat"] })).toMatchObject({
		effect: "deny",
		code: "broken-policy",
		message: expect.stringContaining("these rules have expired"),
	});
	expect(() => guard(one.settings.file)).toThrow("these rules have expired");
	one.put("floor/given.json", "{}");
	expect(effects("cat")).toEqual(["allow", "allow"]);
	expect(records.map(({ bundle, state, effect }) => [bundle?.version, state, effect])).toEqual([
		[1, "fresh", "allow"],
		[1, "fresh", "allow"],
		[2, "fresh", "deny"],
		[2, "fresh", "deny"],
		[2, "fresh", "allow"],
		[2, "fresh", "allow"],
		[2, "fresh", "allow"],
		[2, "expired", "deny"],
		[2, "fresh", "allow"],
		[2, "fresh", "allow"],
	]);
	expect(records[0]?.bundle).toMatchObject({ channel: "stable", digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("a guard asks of the past by the release that is active now", async () => {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const guarded = guard(one.settings.file, { workspace: dirname(one.settings.file), session: "s" });
	expect(guarded.decide({ argv: ["ls"] }).effect).toBe("allow");
	const policy = join(scratch(), "past.rules");
	writeFileSync(policy, "agent default {\n  default deny\n  allow cat\n  allow pwd after cat\n}\n");
	own.release("ls", { policy: [policy] });
	await one.refresh();
	expect(guarded.decide({ argv: ["pwd"] }).effect).toBe("deny");
	expect((await guarded.run({ argv: ["cat", "root.json"] })).outcome?.code).toBe(0);
	expect(guarded.decide({ argv: ["pwd"] }).effect).toBe("allow");
});

test("a record says that the bundle was stale", async () => {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const states: unknown[] = [];
	const guarded = guard(one.settings.file, { audit: (event) => states.push("state" in event && event.state) });
	guarded.decide({ argv: ["ls"] });
	own.renew(Date.now() - 4 * 86_400_000);
	await one.refresh();
	guarded.decide({ argv: ["ls"] });
	own.renew();
	await one.refresh();
	guarded.decide({ argv: ["ls"] });
	expect(states).toEqual(["fresh", "stale", "fresh"]);
});

import { dirname } from "node:path";
import { expect, test } from "@jest/globals";
import { heldPolicies } from "../../../src/cli/policy/held-policies.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { currentPolicy } from "../../../src/runtime/servers/current-policy.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { machine, site } from "./fleet.js";

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
	expect(digest()).not.toBe(first);
	one.put("floor/given.json", tomorrow);
	expect(digest).toThrow("these rules have expired");
});

test("a guard decides no more by rules that are no longer active", async () => {
	const own = site();
	const one = machine(own, own.folder);
	await one.refresh();
	const guarded = guard(one.settings.file, { workspace: dirname(one.settings.file) });
	own.renew();
	await one.refresh();
	// Signed anew, they are the same.
	expect(guarded.decide({ argv: ["ls"] }).effect).toBe("allow");
	own.release("cat");
	await one.refresh();
	expect(guarded.decide({ argv: ["ls"] })).toMatchObject({ effect: "deny", code: "broken-policy" });
	const again = guard(one.settings.file, { workspace: dirname(one.settings.file) });
	expect(again.decide({ argv: ["cat"] }).effect).toBe("allow");
	one.put("floor/given.json", tomorrow);
	expect(again.decide({ argv: ["cat"] })).toMatchObject({
		effect: "deny",
		message: expect.stringContaining("no longer active"),
	});
	expect(() => guard(one.settings.file)).toThrow("these rules have expired");
});

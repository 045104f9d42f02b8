import { describe, expect, test } from "@jest/globals";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import type { Registration, SettingsScope } from "../../../../src/runtime/harnesses/install/registration.js";
import { type SettingsText, switchedOff } from "../../../../src/runtime/harnesses/install/switches.js";

const registrationOf = (name: string): Registration =>
	(hookedHarnesses.find((one) => one.name === name) as (typeof hookedHarnesses)[number]).registration;
const order: readonly SettingsScope[] = ["managed", "local", "project", "user", "defaults"];

/** What turns a hook of this scope off, where the files of these scopes say this. */
function off(name: string, scope: SettingsScope, said: Partial<Record<SettingsScope, string>>, form = "json") {
	const settings = order.flatMap((one): readonly SettingsText[] => {
		const text = said[one];
		return text === undefined ? [] : [{ scope: one, path: one, text, form: form as "json" | "toml" }];
	});
	const found = switchedOff(registrationOf(name), settings, { scope, path: scope, names: ["rules"] });
	return found === undefined ? undefined : `${found.path}:${found.line} ${found.setting}`;
}

const disabled = '{\n  "disableAllHooks": true }';
const enabled = '{ "disableAllHooks": false }';

describe("Claude Code", () => {
	test.each<[SettingsScope, Partial<Record<SettingsScope, string>>, string | undefined]>([
		["user", {}, undefined],
		["user", { project: disabled }, "project:2 disableAllHooks"],
		["user", { local: disabled, project: enabled }, "local:2 disableAllHooks"],
		["user", { local: enabled, project: disabled }, undefined],
		["project", { managed: '{ "allowManagedHooksOnly": true }' }, "managed:1 allowManagedHooksOnly"],
		["managed", { managed: '{ "allowManagedHooksOnly": true }', project: disabled, user: disabled }, undefined],
		["managed", { managed: disabled }, "managed:2 disableAllHooks"],
		["user", { project: '{ "allowManagedHooksOnly": true }' }, undefined],
		["user", { local: "{ broken", project: disabled }, "project:2 disableAllHooks"],
	])("a hook of %s beside %j", (scope, said, found) => {
		expect(off("claude-code", scope, said)).toBe(found);
	});
});

describe("Gemini CLI", () => {
	const off_ = '{ "hooksConfig": { "enabled": false } }';
	const on = '{ "hooksConfig": { "enabled": true } }';
	const named = '{ "hooksConfig": { "disabled": ["x", "rules"] } }';
	test.each<[SettingsScope, Partial<Record<SettingsScope, string>>, string | undefined]>([
		["user", { project: off_ }, "project:1 hooksConfig.enabled"],
		["user", { project: on, user: off_ }, undefined],
		["managed", { project: off_ }, "project:1 hooksConfig.enabled"],
		["managed", { managed: on, project: off_ }, undefined],
		// Lists are joined: none of a higher scope takes a name out again.
		["managed", { managed: on, project: named }, "project:1 hooksConfig.disabled"],
		["managed", { managed: on, defaults: named }, "defaults:1 hooksConfig.disabled"],
		// What is no object takes the place of all that stands below.
		["managed", { managed: '{ "hooksConfig": [] }', project: named, user: off_ }, undefined],
		["user", { user: '{ "hooksConfig": { "disabled": ["other"] } }' }, undefined],
	])("a hook of %s beside %j", (scope, said, found) => {
		expect(off("gemini-cli", scope, said)).toBe(found);
	});
});

describe("the others", () => {
	test("Qwen Code heeds the highest scope that speaks of it", () => {
		expect(off("qwen-code", "user", { project: disabled })).toBe("project:2 disableAllHooks");
		expect(off("qwen-code", "managed", { project: disabled })).toBe("project:2 disableAllHooks");
		expect(off("qwen-code", "managed", { managed: enabled, project: disabled, user: disabled })).toBeUndefined();
	});
	test("Codex heeds its requirements before all", () => {
		const no = "model = 'x'\n\n[features]\nhooks = false\n";
		expect(off("codex", "user", { user: no }, "toml")).toBe("user:4 features.hooks");
		expect(off("codex", "managed", { project: no }, "toml")).toBe("project:4 features.hooks");
		const managed = "allow_managed_hooks_only = true\n[features]\nhooks = true\n";
		expect(off("codex", "managed", { managed, project: no }, "toml")).toBeUndefined();
		expect(off("codex", "user", { managed }, "toml")).toBe("managed:1 allow_managed_hooks_only");
	});
	test("Copilot CLI spares the hooks of a policy", () => {
		expect(off("copilot-cli", "user", { user: disabled })).toBe("user:2 disableAllHooks");
		expect(off("copilot-cli", "managed", { user: disabled, project: disabled })).toBeUndefined();
	});
});

/** Finds what turns a registered hook off: a setting of any scope, as the harness itself weighs them. Works on texts. */
import { isDeepStrictEqual } from "node:util";
import { dataOf, type Json, readJson } from "../../../language/source/json-tree.js";
import { positionAt, sourceFile } from "../../../language/source/source-file.js";
import { nodeAt } from "./edit-json.js";
import type { Lock, Registration, SettingsPlace, SettingsScope, Switch } from "./registration.js";
import { readToml, type Toml, type TomlTable } from "./toml.js";

/** A file of settings that is there. */
export interface SettingsText {
	readonly scope: SettingsScope;
	readonly form: SettingsPlace["form"];
	readonly path: string;
	readonly text: string;
}

/** What turns it off, with its place. */
export interface SwitchedOff {
	readonly path: string;
	readonly line: number;
	/** `disableAllHooks`, as people write it. */
	readonly setting: string;
	readonly scope: SettingsScope;
}

/** A hook, as far as switches tell hooks apart. `names`: by which it can be named. */
export interface SwitchedHook {
	readonly scope: SettingsScope;
	readonly path: string;
	readonly names: readonly string[];
}

/** The first thing that turns a hook off; `settings`: whoever wins first. */
export function switchedOff(
	{ switches = [] }: Registration,
	settings: readonly SettingsText[],
	hook: SwitchedHook,
): SwitchedOff | undefined {
	for (const one of switches) {
		const found = offBy(one, settings, hook);
		if (found !== undefined) return found;
	}
	return undefined;
}

function offBy(one: Switch, settings: readonly SettingsText[], hook: SwitchedHook): SwitchedOff | undefined {
	const isSpared = one.sparesManaged === true && hook.scope === "managed";
	for (const place of settings) {
		const isHeard = (one.in === undefined || one.in === place.scope) && !(isSpared && place.scope !== "managed");
		const said = valueIn(place, one.steps);
		// A managed setting that leaves hooks of its own alone turns off those of others.
		const isOwn = one.in === "managed" && hook.scope === "managed";
		if (said === undefined || !isHeard || isOwn) continue;
		if (said === "covered") break;
		if (isOff(one, said.value, hook)) return placed(place, one, said.line);
		if (one.counts === "highest") break;
	}
	const beside = one.countsBesideHook === true ? settings.find(({ path }) => path === hook.path) : undefined;
	const said = beside === undefined ? undefined : valueIn(beside, one.steps);
	return beside !== undefined && typeof said === "object" && isOff(one, said.value, hook)
		? placed(beside, one, said.line)
		: undefined;
}

function isOff({ off }: Switch, value: Json | Toml, { names }: SwitchedHook): boolean {
	if (off !== "ours") return value === off;
	return Array.isArray(value) && value.some((name) => typeof name === "string" && names.includes(name));
}

function placed({ path, scope }: SettingsText, { steps }: Switch, line: number): SwitchedOff {
	return { path, scope, line, setting: steps.join(".") };
}

/** What a file says of a setting; undefined where it says nothing. */
export function settingIn(place: SettingsText, steps: readonly string[]): FoundSetting | undefined {
	const said = valueIn(place, steps);
	return typeof said === "object" ? said : undefined;
}

/** Does a file say what a lock wants? */
export function isLocked(place: SettingsText, { steps, value }: Lock): boolean {
	const said = valueIn(place, steps);
	return typeof said === "object" && isDeepStrictEqual(said.value, value);
}

export interface FoundSetting {
	readonly value: Json | Toml;
	readonly line: number;
}

/** `covered`: something else stands where the setting would stand, and takes the place of all that lower scopes say there. */
function valueIn(place: SettingsText, steps: readonly string[]): FoundSetting | "covered" | undefined {
	return place.form === "json" ? valueInJson(place, steps) : valueInToml(place, steps);
}

function valueInJson({ path, text }: SettingsText, steps: readonly string[]): FoundSetting | "covered" | undefined {
	const root = readJson(text, { comments: true, trailingCommas: true });
	if ("message" in root) return undefined;
	for (let count = 1; count < steps.length; count++) {
		const above = nodeAt(root, steps.slice(0, count));
		if (above !== undefined && above.kind !== "object") return "covered";
	}
	const node = nodeAt(root, steps);
	if (node === undefined) return undefined;
	return { value: dataOf(node), line: positionAt(sourceFile(path, text), node.start).line };
}

function valueInToml({ path, text }: SettingsText, steps: readonly string[]): FoundSetting | undefined {
	const read = readToml(text);
	if ("message" in read) return undefined;
	let table: TomlTable = read.table;
	for (const step of steps.slice(0, -1)) {
		const next = Object.hasOwn(table, step) ? table[step] : undefined;
		if (typeof next !== "object" || Array.isArray(next)) return undefined;
		table = next as TomlTable;
	}
	const last = steps.at(-1) as string;
	if (!Object.hasOwn(table, last)) return undefined;
	return { value: table[last] as Toml, line: positionAt(sourceFile(path, text), read.placeOf(table, last)).line };
}

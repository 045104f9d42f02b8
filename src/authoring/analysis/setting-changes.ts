/** What two agents' settings say differently, and whether the change lets more through. */
import { isStricter } from "../../engine/decide/combine.js";
import type { Environment } from "../../language/policy/environment.js";
import type { AgentSettings } from "../../language/policy/policy.js";
import type { Limits } from "../../language/policy/settings/limits.js";
import { demands } from "../../language/syntax/statements.js";

type Settings = AgentSettings;

/** One setting of an agent that changed. Values are as people write them. */
export interface SettingChange {
	readonly agent: string;
	readonly setting: string;
	readonly before: string;
	readonly after: string;
	/** It lets something through that was held back before. */
	readonly looser: boolean;
}

/** The settings that changed, the default aside when no agent is on the other side. */
export function settingChanges(
	before: Settings | undefined,
	after: Settings | undefined,
	agent: string,
): readonly SettingChange[] {
	if (before === undefined || after === undefined) return [];
	const changes: SettingChange[] = [];
	const add = (setting: string, was: string, is: string, looser: boolean): void => {
		if (was !== is) changes.push({ agent, setting, before: was, after: is, looser });
	};
	add("default", before.default, after.default, isStricter(before.default, after.default));
	add("unreadable", before.unreadable, after.unreadable, isStricter(before.unreadable, after.unreadable));
	add("syntax", sortedNames(before.syntax), sortedNames(after.syntax), hasMore(before.syntax, after.syntax));
	add("trust", sortedNames(before.trust), sortedNames(after.trust), hasMore(before.trust, after.trust));
	const { sandbox } = before;
	add("sandbox", sandbox, after.sandbox, demands.indexOf(after.sandbox) < demands.indexOf(sandbox));
	const [was, is] = [before.audit ?? unsaid, after.audit ?? unsaid];
	add("audit", was, is, audits.indexOf(is) < audits.indexOf(was));
	add("self", before.self, after.self, after.self === "writable");
	addEnvironment(before.environment, after.environment, add);
	addLimits(before.limits, after.limits, add);
	return changes;
}

/** Nothing is said of a log: behind a hook that keeps one, what can't be recorded is denied; elsewhere it is as `prefer`. */
const unsaid = "not said";
const audits: readonly string[] = ["off", "prefer", unsaid, "require"];

type Add = (setting: string, was: string, is: string, looser: boolean) => void;

function sortedNames(names: readonly string[]): string {
	return names.length === 0 ? "none" : [...names].sort().join(", ");
}

function hasMore(before: readonly string[], after: readonly string[]): boolean {
	return after.some((name) => !before.includes(name));
}

function addEnvironment(before: Environment, after: Environment, add: Add): void {
	add(
		"environment accept",
		sortedNames(before.accept),
		sortedNames(after.accept),
		hasMore(before.accept, after.accept),
	);
	add("environment keep", sortedNames(before.keep), sortedNames(after.keep), hasMore(before.keep, after.keep));
	const pairs = ({ set }: Environment): string =>
		sortedNames(Object.entries(set).map(([name, value]) => `${name}=${value}`));
	// Whoever sets another value may mean anything by it.
	add("environment set", pairs(before), pairs(after), pairs(before) !== pairs(after));
}

function addLimits(before: Limits, after: Limits, add: Add): void {
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort() as (keyof Limits)[];
	for (const key of keys) {
		const [was, is] = [before[key], after[key]];
		const looser =
			is === undefined || (typeof was === "number" && typeof is === "number" ? is > was : typeof was === "object");
		add(`limit ${key}`, shown(was), shown(is), was !== undefined && looser);
	}
}

function shown(value: unknown): string {
	return value === undefined ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Where the settings of an agent were said: for each, the lines that what is in force comes from. */
import type { Span } from "../../source/span.js";
import type { Statement } from "../../syntax/statements.js";
import type { Settings } from "./settings.js";

/** Every setting, in the order in which people are shown them. */
export const settingNames = [
	"default",
	"unreadable",
	"syntax",
	"trust",
	"environment keep",
	"environment set",
	"environment accept",
	"sandbox",
	"audit",
	"self",
	"limit timeout",
	"limit output",
	"limit processes",
	"limit memory",
	"limit cpu",
	"limit file-size",
	"limit open-files",
] as const;

export type SettingName = (typeof settingNames)[number];

/** A line that says a setting. */
export interface SettingOrigin {
	/** The agent or group that it stands in; empty outside of both. */
	readonly owner: string;
	readonly override: boolean;
	readonly span: Span;
}

/** A setting that nobody said is absent. */
export type SettingOrigins = ReadonlyMap<SettingName, readonly SettingOrigin[]>;

/** Settings, and where they were said. */
export interface SaidSettings {
	readonly settings: Settings;
	readonly origins: SettingOrigins;
}

/** Where what several parents say together was said: by those that say just that, else by all that say anything. */
export function joinOrigins(parents: readonly SaidSettings[], together: Settings): SettingOrigins {
	const origins = new Map<SettingName, readonly SettingOrigin[]>();
	for (const name of settingNames) {
		const saying = parents.filter((parent) => parent.origins.has(name));
		const same = saying.filter((parent) => saidIn(parent.settings, name) === saidIn(together, name));
		const found = (same.length > 0 ? same : saying).flatMap((parent) => parent.origins.get(name) ?? []);
		if (found.length > 0) origins.set(name, distinct(found));
	}
	return origins;
}

/** Where the settings of a body were said, on top of what it inherits. `settings`: what is in force in the body. */
export function originsIn(
	inherited: SaidSettings,
	body: readonly Statement[],
	owner: string,
	settings: Settings,
): SettingOrigins {
	const origins = new Map(inherited.origins);
	for (const [name, lines] of linesByName(body)) {
		const own = lines.filter((line) => saysWhatHolds(line, settings));
		const above = staysAbove(name, lines, inherited.settings, settings) ? (inherited.origins.get(name) ?? []) : [];
		origins.set(
			name,
			distinct([...above, ...own.map(({ override, span }): SettingOrigin => ({ owner, override, span }))]),
		);
	}
	return origins;
}

type SettingStatement = Extract<
	Statement,
	{
		readonly kind:
			| "default"
			| "unreadable"
			| "syntax"
			| "trust"
			| "sandbox"
			| "audit"
			| "self"
			| "environment"
			| "limit";
	}
>;

function linesByName(body: readonly Statement[]): ReadonlyMap<SettingName, readonly SettingStatement[]> {
	const lines = new Map<SettingName, SettingStatement[]>();
	for (const statement of body) {
		const name = nameOf(statement);
		// What is misspelled is a fault, and was told.
		if (!isSettingName(name)) continue;
		lines.set(name, [...(lines.get(name) ?? []), statement as SettingStatement]);
	}
	return lines;
}

function nameOf(statement: Statement): string {
	switch (statement.kind) {
		case "default":
		case "unreadable":
		case "syntax":
		case "trust":
		case "sandbox":
		case "audit":
		case "self":
			return statement.kind;
		case "environment":
			return `environment ${statement.action.text}`;
		case "limit":
			return `limit ${statement.name.text}`;
		case "import":
		case "set":
		case "group":
		case "agent":
		case "rule":
		case "claim":
		case "expect":
		case "program":
			return "";
	}
}

function isSettingName(name: string): name is SettingName {
	return (settingNames as readonly string[]).includes(name);
}

/** A default that something stricter outdoes says nothing; lists and limits of one body count together. */
function saysWhatHolds(line: SettingStatement, settings: Settings): boolean {
	switch (line.kind) {
		case "default":
		case "unreadable":
			return line.effect.text === settings[line.kind];
		case "sandbox":
		case "audit":
			return line.demand.text === settings[line.kind];
		case "self":
			return line.protection.text === settings.self;
		case "syntax":
		case "trust":
		case "environment":
		case "limit":
			return true;
	}
}

/** Does what is inherited still have a part in what holds? */
function staysAbove(
	name: SettingName,
	lines: readonly SettingStatement[],
	inherited: Settings,
	settings: Settings,
): boolean {
	const overridden = lines.some((line) => line.override);
	switch (name) {
		case "default":
		case "unreadable":
		case "sandbox":
		case "audit":
		case "self":
			return !overridden && inherited[name] === settings[name];
		case "syntax":
		case "trust":
			return lines.some((line) => !line.override && saysMore(line, settings));
		case "environment keep":
		case "environment set":
		case "environment accept":
			return true;
		case "limit timeout":
			// The most that may be asked for is handed on, and cuts what is said below.
			return (
				!overridden &&
				inherited.limits.timeoutMax !== undefined &&
				inherited.limits.timeoutMax === settings.limits.timeoutMax
			);
		case "limit output":
		case "limit processes":
		case "limit memory":
		case "limit cpu":
		case "limit file-size":
		case "limit open-files":
			return false;
	}
}

/** Does a line list something that does not hold, because what is inherited does not have it? */
function saysMore(line: SettingStatement, { syntax = [], trust = [] }: Settings): boolean {
	const holding: readonly string[] = [...syntax, ...trust, "none"];
	const listed = line.kind === "syntax" ? line.features : line.kind === "trust" ? line.paths : [];
	return listed.some((one) => !holding.includes(one.text));
}

/** What is said, comparable. */
function saidIn(settings: Settings, name: SettingName) {
	const { default: fallback, syntax, trust, environment, limits } = settings;
	switch (name) {
		case "default":
			return fallback;
		case "unreadable":
		case "sandbox":
		case "audit":
		case "self":
			return settings[name];
		case "syntax":
			return JSON.stringify(syntax);
		case "trust":
			return JSON.stringify(trust);
		case "environment keep":
			return JSON.stringify(environment.keep);
		case "environment set":
			return JSON.stringify(environment.set);
		case "environment accept":
			return JSON.stringify(environment.accept);
		case "limit timeout":
			return JSON.stringify([limits.timeout, limits.timeoutMax]);
		case "limit output":
			return JSON.stringify(limits.output);
		case "limit processes":
			return limits.processes;
		case "limit memory":
			return limits.memory;
		case "limit cpu":
			return limits.cpu;
		case "limit file-size":
			return limits.fileSize;
		case "limit open-files":
			return limits.openFiles;
	}
}

function distinct(origins: readonly SettingOrigin[]): readonly SettingOrigin[] {
	return [...new Map(origins.map((one) => [`${one.span.file}\0${one.span.start}`, one])).values()];
}

/**
 * What an agent's policy says besides rules: default, limits, syntax, environment, trust.
 * An inherited setting is only ever tightened, unless `override` says otherwise.
 */

import { normalise } from "../../../engine/request/paths.js";
import { type SyntaxFeature, syntaxFeatures } from "../../../engine/request/request.js";
import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import type { Span } from "../../source/span.js";
import {
	type DefaultStatement,
	type Demand,
	type DemandStatement,
	demands,
	type EnvironmentStatement,
	type LimitStatement,
	type PathWord,
	type Protection,
	protections,
	type SelfStatement,
	type Statement,
	type Text,
	type UnreadableStatement,
} from "../../syntax/statements.js";
import type { Environment } from "../environment.js";
import type { Faults } from "../faults.js";
import { milliseconds } from "./durations.js";
import type { Limits, OutputLimit } from "./limits.js";

/** What is stated, here or above; absent: nobody said anything. */
export interface Settings {
	readonly default?: "allow" | "ask" | "deny";
	readonly unreadable?: "ask" | "deny";
	readonly syntax?: readonly SyntaxFeature[];
	readonly trust?: readonly string[];
	readonly sandbox?: Demand;
	readonly audit?: Demand;
	readonly self?: Protection;
	readonly environment: Environment;
	readonly limits: Limits;
}

export const nothingSaid: Settings = { environment: { keep: [], set: {}, accept: [] }, limits: {} };
const strictness = { allow: 0, ask: 1, deny: 2, off: 0, prefer: 1, require: 2, writable: 0, protected: 1 } as const;

/** What several parents say together: the stricter of each. */
export function joinSettings(parents: readonly Settings[]): Settings {
	return parents.reduce(
		(a, b) => ({
			...optional("default", stricter(a.default, b.default)),
			...optional("unreadable", stricter(a.unreadable, b.unreadable)),
			...optional("syntax", both(a.syntax, b.syntax)),
			...optional("trust", both(a.trust, b.trust)),
			...optional("sandbox", stricter(a.sandbox, b.sandbox)),
			...optional("audit", stricter(a.audit, b.audit)),
			...optional("self", stricter(a.self, b.self)),
			environment: joinEnvironment(a.environment, b.environment),
			limits: smaller(a.limits, b.limits),
		}),
		nothingSaid,
	);
}

/**
 * The settings of a body on top of what it inherits. The order of its lines means nothing: what overrides comes first, then everything else tightens it.
 * Faults: what is no setting, and what would loosen without `override`.
 */
export function applySettings(inherited: Settings, body: readonly Statement[], faults: Faults): Settings {
	const own: Own = {
		default: [],
		unreadable: [],
		syntax: [],
		trust: [],
		sandbox: [],
		audit: [],
		self: [],
		environment: [],
		limit: [],
	};
	for (const statement of body) {
		switch (statement.kind) {
			case "default":
				own.default.push(...readDefault(statement, faults));
				break;
			case "unreadable":
				own.unreadable.push(...readUnreadable(statement, faults));
				break;
			case "syntax":
				own.syntax.push({ statement, said: readFeatures(statement.features, faults) });
				break;
			case "trust":
				own.trust.push({ statement, said: readFolders(statement.paths, faults) });
				break;
			case "sandbox":
			case "audit":
				own[statement.kind].push(...readDemand(statement, faults));
				break;
			case "self":
				own.self.push(...readSelf(statement, faults));
				break;
			case "environment":
				own.environment.push(statement);
				break;
			case "limit":
				own.limit.push(statement);
				break;
			default:
				break;
		}
	}
	return {
		...optional("default", tightened(inherited.default, own.default, "default", faults)),
		...optional("unreadable", tightened(inherited.unreadable, own.unreadable, "unreadable", faults)),
		...optional("syntax", narrowed(inherited.syntax, own.syntax, "syntax", faults)),
		...optional("trust", narrowed(inherited.trust, own.trust, "trust", faults)),
		...optional("sandbox", tightened(inherited.sandbox, own.sandbox, "sandbox", faults)),
		...optional("audit", tightened(inherited.audit, own.audit, "audit", faults)),
		...optional("self", tightened(inherited.self, own.self, "self", faults)),
		environment: withEnvironment(inherited.environment, own.environment, faults),
		limits: withLimits(inherited.limits, own.limit, faults),
	};
}

/** What the lines of a body say. */
interface Own {
	readonly default: SettingLine<"allow" | "ask" | "deny">[];
	readonly unreadable: SettingLine<"ask" | "deny">[];
	readonly syntax: SettingLine<readonly SyntaxFeature[]>[];
	readonly trust: SettingLine<readonly string[]>[];
	readonly sandbox: SettingLine<Demand>[];
	readonly audit: SettingLine<Demand>[];
	readonly self: SettingLine<Protection>[];
	readonly environment: EnvironmentStatement[];
	readonly limit: LimitStatement[];
}

/** One line, and what it says. */
interface SettingLine<T> {
	readonly statement: { readonly override: boolean; readonly span: Span };
	readonly said: T;
}

function readDefault(statement: DefaultStatement, faults: Faults): SettingLine<"allow" | "ask" | "deny">[] {
	const { text, span } = statement.effect;
	if (text === "allow" || text === "ask" || text === "deny") return [{ statement, said: text }];
	faults.error("bad-setting", span, `\`default ${text}\` says nothing`, "the default is `allow`, `ask` or `deny`");
	return [];
}

function readUnreadable(statement: UnreadableStatement, faults: Faults): SettingLine<"ask" | "deny">[] {
	const { text, span } = statement.effect;
	if (text === "ask" || text === "deny") return [{ statement, said: text }];
	faults.error(
		"bad-setting",
		span,
		`\`unreadable ${text}\` is not to be had`,
		"what can't be read is denied; `unreadable ask` turns that into a question",
	);
	return [];
}

function readDemand(statement: DemandStatement, faults: Faults): SettingLine<Demand>[] {
	const { text, span } = statement.demand;
	const said = demands.find((demand) => demand === text);
	if (said !== undefined) return [{ statement, said }];
	faults.error(
		"bad-setting",
		span,
		`\`${statement.kind} ${text}\` says nothing`,
		didYouMean(text, demands) ?? `write \`${statement.kind} require\`, \`prefer\` or \`off\``,
	);
	return [];
}

function readSelf(statement: SelfStatement, faults: Faults): SettingLine<Protection>[] {
	const { text, span } = statement.protection;
	const said = protections.find((protection) => protection === text);
	if (said !== undefined) return [{ statement, said }];
	faults.error("bad-setting", span, `\`self ${text}\` says nothing`, didYouMean(text, protections));
	return [];
}

function readFolders(paths: readonly PathWord[], faults: Faults): string[] {
	return paths.flatMap((path) => {
		if (path.kind !== "set" && !path.negated && path.text.startsWith("/") && !/[*?[{]/.test(path.text))
			return [normalise(path.text)];
		faults.error(
			"bad-setting",
			path.span,
			`\`${path.text}\` is no folder to trust`,
			"trusted folders are absolute paths without globs",
		);
		return [];
	});
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
	return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}

function stricter<E extends keyof typeof strictness>(a: E | undefined, b: E | undefined): E | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	return strictness[a] >= strictness[b] ? a : b;
}

function both<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	return a.filter((one) => b.includes(one));
}

function loosens(what: string, span: Span, faults: Faults): void {
	faults.warning(
		"missing-override",
		span,
		`this \`${what}\` would loosen what is inherited, so it changes nothing`,
		`write \`override ${what} …\` if that is meant`,
	);
}

/** The strictest of what is said. What is inherited counts too, unless a line overrides it. */
function tightened<E extends keyof typeof strictness>(
	inherited: E | undefined,
	own: readonly SettingLine<E>[],
	what: string,
	faults: Faults,
): E | undefined {
	const overriding = own.filter(({ statement }) => statement.override);
	const base = overriding.length === 0 ? inherited : overriding.map(({ said }) => said).reduce(strictest);
	const plain = own.filter(({ statement }) => !statement.override);
	for (const { statement, said } of plain)
		if (base !== undefined && strictness[said] < strictness[base]) loosens(what, statement.span, faults);
	return plain.map(({ said }): E | undefined => said).reduce((a, b) => stricter(a, b), base);
}

function strictest<E extends keyof typeof strictness>(a: E, b: E): E {
	return strictness[a] >= strictness[b] ? a : b;
}

/** Several lines in one body add up; of what is inherited they only keep a part, unless they override it. */
function narrowed<T>(
	inherited: readonly T[] | undefined,
	own: readonly SettingLine<readonly T[]>[],
	what: string,
	faults: Faults,
): readonly T[] | undefined {
	if (own.length === 0) return inherited;
	return own.flatMap(({ statement, said }) => {
		if (statement.override || inherited === undefined) return said;
		if (said.some((one) => !inherited.includes(one))) loosens(what, statement.span, faults);
		return said.filter((one) => inherited.includes(one));
	});
}

function readFeatures(names: readonly Text[], faults: Faults): SyntaxFeature[] {
	return names.flatMap((name) => {
		if (name.text === "none") {
			if (names.length > 1)
				faults.error("bad-setting", name.span, "`none` stands alone", "leave out `none`, or the others");
			return [];
		}
		if ((syntaxFeatures as readonly string[]).includes(name.text)) return [name.text as SyntaxFeature];
		faults.error(
			"bad-setting",
			name.span,
			`\`${name.text}\` is no syntax of shells`,
			didYouMean(name.text, syntaxFeatures),
			respelling(name, syntaxFeatures),
		);
		return [];
	});
}

function readEnvironment(statement: EnvironmentStatement, faults: Faults): Environment {
	const names = statement.names.map((name) => name.text);
	switch (statement.action.text) {
		case "keep":
		case "accept":
			for (const name of statement.names) {
				if (!/^([A-Za-z_][A-Za-z0-9_]*\*?|\*)$/.test(name.text))
					faults.error(
						"bad-setting",
						name.span,
						`\`${name.text}\` is no variable's name`,
						"for example `PATH`, `LC_*`",
					);
			}
			return statement.action.text === "keep"
				? { keep: names, set: {}, accept: [] }
				: { keep: [], set: {}, accept: names };
		case "set": {
			const set = statement.names.flatMap((name) => {
				const equals = name.text.indexOf("=");
				if (equals > 0 && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.text.slice(0, equals)))
					return [[name.text.slice(0, equals), name.text.slice(equals + 1)] as const];
				faults.error(
					"bad-setting",
					name.span,
					`\`${name.text}\` sets no variable`,
					'for example `environment set CI=1, "GREETING=good day"`',
				);
				return [];
			});
			return { keep: [], set: Object.fromEntries(set), accept: [] };
		}
		default:
			faults.error(
				"bad-setting",
				statement.action.span,
				`\`environment ${statement.action.text}\` says nothing`,
				didYouMean(statement.action.text, ["keep", "set", "accept"]),
				respelling(statement.action, ["keep", "set", "accept"]),
			);
			return { keep: [], set: {}, accept: [] };
	}
}

/** What is kept, set and accepted adds up. */
function withEnvironment(
	inherited: Environment,
	statements: readonly EnvironmentStatement[],
	faults: Faults,
): Environment {
	const set = new Map<string, string>();
	return statements.reduce((environment, statement) => {
		const read = readEnvironment(statement, faults);
		for (const [name, value] of Object.entries(read.set)) {
			if (set.has(name) && set.get(name) !== value)
				faults.error(
					"bad-setting",
					statement.span,
					`\`${name}\` is set to two values`,
					"the order of lines means nothing, so leave out one of them",
				);
			set.set(name, value);
		}
		const accept = acceptable(inherited.accept, read.accept, statement, faults);
		return joinEnvironment(environment, { ...read, accept });
	}, inherited);
}

/** Where something above says what is accepted, only that is accepted below, unless `override` says otherwise. */
function acceptable(
	inherited: readonly string[],
	own: readonly string[],
	statement: EnvironmentStatement,
	faults: Faults,
): readonly string[] {
	if (statement.override || inherited.length === 0) return own;
	const kept = own.filter((name) => inherited.includes(name));
	if (kept.length < own.length) loosens("environment accept", statement.span, faults);
	return kept;
}

function joinEnvironment(a: Environment, b: Environment): Environment {
	return {
		keep: [...new Set([...a.keep, ...b.keep])],
		set: { ...a.set, ...b.set },
		accept: [...new Set([...a.accept, ...b.accept])],
	};
}

/** The smaller of each limit. Of two output limits: the one that lets less through. */
function smaller(a: Limits, b: Limits): Limits {
	const least = (x: number | undefined, y: number | undefined): number | undefined =>
		x === undefined ? y : y === undefined ? x : Math.min(x, y);
	return {
		...optional("timeout", least(a.timeout, b.timeout)),
		...optional("timeoutMax", least(a.timeoutMax, b.timeoutMax)),
		...optional("output", a.output && b.output ? smallerOutput(a.output, b.output) : (a.output ?? b.output)),
		...optional("processes", least(a.processes, b.processes)),
		...optional("memory", least(a.memory, b.memory)),
		...optional("cpu", least(a.cpu, b.cpu)),
		...optional("fileSize", least(a.fileSize, b.fileSize)),
		...optional("openFiles", least(a.openFiles, b.openFiles)),
	};
}

/** The one that lets less through; of two that let as much through always the same one, whichever is named first. */
function smallerOutput(a: OutputLimit, b: OutputLimit): OutputLimit {
	const most = ({ size, unit, each }: OutputLimit): number => size * (unit === "characters" ? 4 : 1) * (each ? 2 : 1);
	if (most(a) !== most(b)) return most(a) < most(b) ? a : b;
	return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

const limitNames = ["timeout", "output", "processes", "memory", "cpu", "file-size", "open-files"] as const;

/** The nearest agent's limits win, and of several lines in one body the tightest; a `max` grows only with `override`. */
function withLimits(inherited: Limits, statements: readonly LimitStatement[], faults: Faults): Limits {
	const overriding = statements
		.filter((statement) => statement.override)
		.map((statement) => readLimit(statement, undefined, faults));
	const base = inPlaceOf(inherited, overriding);
	const plain = statements
		.filter((statement) => !statement.override)
		.map((statement) => readLimit(statement, base.timeoutMax, faults));
	return inPlaceOf(inherited, [...overriding, ...plain]);
}

/** The tightest of the stated limits, in place of inherited ones of the same name. */
function inPlaceOf(inherited: Limits, stated: readonly Limits[]): Limits {
	const tightest = stated.reduce(smaller, {});
	const { timeoutMax, ...rest } = inherited;
	// The most that may be asked for goes with the timeout.
	return { ...rest, ...(tightest.timeout === undefined ? optional("timeoutMax", timeoutMax) : {}), ...tightest };
}

/** What one line limits. `cap`: the most that a timeout may be. */
function readLimit(statement: LimitStatement, cap: number | undefined, faults: Faults): Limits {
	const name = statement.name.text;
	switch (name) {
		case "timeout":
			return readTimeout(statement, cap, faults);
		case "output":
			return optional("output", readOutput(statement, faults));
		case "processes":
		case "open-files": {
			const example = `\`limit ${name} ${name === "processes" ? 64 : 256}\``;
			const value = single(statement, example, faults);
			if (!value) return {};
			if (!/^[1-9]\d{0,8}$/.test(value.text)) return faulty(statement, value, example, faults);
			return { [name === "processes" ? name : "openFiles"]: Number(value.text) };
		}
		case "memory":
		case "file-size": {
			const value = single(statement, `\`limit ${name} 1GiB\``, faults);
			const bytes = value && size(value, faults);
			return optional(name === "memory" ? "memory" : "fileSize", bytes);
		}
		case "cpu": {
			const value = single(statement, "`limit cpu 60s`", faults);
			return optional("cpu", value && duration(value, faults));
		}
		default:
			faults.error("bad-limit", statement.name.span, `\`limit ${name}\` limits nothing`, didYouMean(name, limitNames));
			return {};
	}
}

/** `5s`, `5s max 30s` */
function readTimeout(statement: LimitStatement, cap: number | undefined, faults: Faults): Limits {
	const [value, word, max, ...more] = statement.words;
	const timeout = value && duration(value, faults);
	const wrong = more[0] ?? (word && word.text !== "max" ? word : undefined);
	if (!value || wrong || (word && !max)) return faulty(statement, wrong, "`limit timeout 5s max 30s`", faults);
	const stated = max && duration(max, faults);
	if (timeout === undefined || (max && stated === undefined)) return {};
	if (stated !== undefined && stated < timeout)
		faults.error(
			"bad-limit",
			(max as Text).span,
			"the most that a caller may ask for is less than the timeout itself",
			"make `max` at least as long as the timeout",
		);
	if (cap !== undefined && (stated ?? timeout) > cap)
		faults.warning(
			"missing-override",
			statement.span,
			`a timeout over the inherited maximum is cut to it`,
			"write `override limit timeout …` if it should grow",
		);
	const ceiling = stated === undefined || cap === undefined ? (stated ?? cap) : Math.min(stated, cap);
	return {
		timeout: ceiling === undefined ? timeout : Math.min(timeout, ceiling),
		...optional("timeoutMax", ceiling),
	};
}

function faulty(statement: LimitStatement, word: Text | undefined, example: string, faults: Faults): Limits {
	faults.error(
		"bad-limit",
		word?.span ?? statement.span,
		word ? `\`${word.text}\` does not fit into this limit` : "this limit is not complete",
		`for example ${example}`,
	);
	return {};
}

function single(statement: LimitStatement, example: string, faults: Faults): Text | undefined {
	if (statement.words.length === 1) return statement.words[0];
	faulty(statement, statement.words[1], example, faults);
	return undefined;
}

function duration(word: Text, faults: Faults): number | undefined {
	const value = milliseconds(word.text);
	if (value !== undefined) return value;
	faults.error("bad-limit", word.span, `\`${word.text}\` is no time`, "for example `500ms`, `5s`, `10m`, `1h`");
	return undefined;
}

const units: Readonly<Record<string, number>> = {
	B: 1,
	kB: 1e3,
	KB: 1e3,
	MB: 1e6,
	GB: 1e9,
	TB: 1e12,
	KiB: 1024,
	MiB: 1024 ** 2,
	GiB: 1024 ** 3,
	TiB: 1024 ** 4,
};

/** Bytes of `512`, `16KiB`, `1GB`. */
function size(word: Text, faults: Faults): number | undefined {
	const found = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(word.text);
	const unit = found?.[2] === "" ? 1 : units[found?.[2] ?? ""];
	const value = found && unit ? Math.round(Number(found[1]) * unit) : Number.NaN;
	if (Number.isSafeInteger(value) && value >= 0) return value;
	faults.error("bad-limit", word.span, `\`${word.text}\` is no size`, "for example `1024`, `16KiB`, `2GiB`");
	return undefined;
}

/** `16KiB keep head 1KiB tail 1KiB spill`, `50000 characters each keep tail` */
function readOutput(statement: LimitStatement, faults: Faults): OutputLimit | undefined {
	const words = [...statement.words];
	const example = "`limit output 16KiB keep head 1KiB tail 1KiB spill`";
	const first = words.shift();
	const total = first && size(first, faults);
	if (!first) faulty(statement, undefined, example, faults);
	if (total === undefined) return undefined;
	let unit: OutputLimit["unit"] = "bytes";
	let each = false;
	let spill = false;
	let keeps = false;
	const kept: { head?: number; tail?: number } = {};
	while (words.length > 0) {
		const word = words.shift() as Text;
		switch (word.text) {
			case "characters":
			case "bytes":
				unit = word.text;
				break;
			case "each":
				each = true;
				break;
			case "spill":
				spill = true;
				break;
			case "keep":
				keeps = true;
				break;
			case "head":
			case "tail": {
				const next = words[0];
				if (next && /^\d/.test(next.text)) {
					const amount = size(words.shift() as Text, faults);
					if (amount === undefined) return undefined;
					kept[word.text] = amount;
				} else kept[word.text] = total;
				if (!keeps) {
					faulty(statement, word, example, faults);
					return undefined;
				}
				break;
			}
			default:
				faulty(statement, word, example, faults);
				return undefined;
		}
	}
	// Nothing said: the end of an output says most about how it ended.
	const head = kept.head ?? 0;
	const tail = kept.tail ?? (kept.head === undefined ? total : 0);
	if (head + tail > 2 * total) {
		faults.error(
			"bad-limit",
			statement.span,
			"more is kept than the limit lets through",
			"make `head` and `tail` together no more than the limit",
		);
		return undefined;
	}
	return { size: total, unit, head: Math.min(head, total), tail: Math.min(tail, total), spill, each };
}

/** What a plugin must be: a module that exports lints. Who loads it runs its code; what it exports is checked here before any of it is used. */
import type { Fix, Label, Severity } from "../../../language/diagnostic/diagnostic.js";
import type { Span } from "../../../language/source/span.js";
import type { LintContext } from "../lint-context.js";
import { type Family, families, type Options } from "../lint-description.js";
import type { Finding, Lint } from "../lint-record.js";

/** A lint of a plugin is wrong: what it is, or what it does. The message names the plugin. */
export class PluginError extends Error {
	override readonly name = "PluginError";
	/** Only the first line of the message: the others speak of a machine's paths. */
	constructor(message: string) {
		super(message.split("\n")[0]);
	}
}

/** The lints of a module: each export that is one, or the list that is called `lints`. Throws a `PluginError` where one is not as it should be. */
export function pluginLints(name: string, module: unknown, known: readonly Lint[]): readonly Lint[] {
	const exported = typeof module === "object" && module !== null ? (module as Record<string, unknown>) : {};
	const inner = exported.default ?? exported["module.exports"];
	const list = exported.lints ?? (inner as { readonly lints?: unknown } | undefined)?.lints ?? inner;
	if (!Array.isArray(list))
		throw new PluginError(`the plugin \`${name}\` exports no lints: it needs \`export const lints = [ … ]\``);
	if (list.length === 0) throw new PluginError(`the list of lints that the plugin \`${name}\` exports is empty`);
	const names = new Set(known.map((one) => one.name));
	return list.map((one: unknown) => {
		const lint = checked(one, name);
		if (names.has(lint.name))
			throw new PluginError(`the plugin \`${name}\` brings a lint \`${lint.name}\`, and there is one of that name`);
		names.add(lint.name);
		return guarded(lint, name);
	});
}

const severities: readonly Severity[] = ["error", "warning", "info"];
const sights: readonly Lint["looksAt"][] = ["policy", "text"];

function checked(value: unknown, plugin: string): Lint {
	const lint = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<keyof Lint, unknown>>;
	const wrong = (what: string): never => {
		throw new PluginError(`the plugin \`${plugin}\` brings a lint that is none: ${what}`);
	};
	const name = typeof lint.name === "string" && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(lint.name) ? lint.name : undefined;
	if (name === undefined) return wrong("its `name` must be words in lower case with `-` between them");
	if (!families.includes(lint.family as Family))
		return wrong(`the \`family\` of \`${name}\` is none of ${families.join(", ")}`);
	if (!severities.includes(lint.severity as Severity))
		return wrong(`the \`severity\` of \`${name}\` is none of ${severities.join(", ")}`);
	if (!sights.includes(lint.looksAt as Lint["looksAt"]))
		return wrong(`\`looksAt\` of \`${name}\` is none of ${sights.join(", ")}`);
	if (typeof lint.summary !== "string") return wrong(`\`${name}\` has no \`summary\``);
	if (lint.page !== undefined && typeof lint.page !== "string") return wrong(`the \`page\` of \`${name}\` is no text`);
	if (lint.tags !== undefined && !(Array.isArray(lint.tags) && lint.tags.every((one) => typeof one === "string")))
		return wrong(`the \`tags\` of \`${name}\` are no list of texts`);
	if (typeof lint.check !== "function") return wrong(`\`${name}\` has no \`check\``);
	const { options = {} } = lint;
	if (typeof options !== "object" || options === null || !Object.values(options).every(isOption))
		return wrong(`the \`options\` of \`${name}\` are not numbers, truth values, texts or lists of texts`);
	return value as Lint;
}

function isOption(value: unknown): value is Options[string] {
	return (
		["number", "boolean", "string"].includes(typeof value) ||
		(Array.isArray(value) && value.every((one) => typeof one === "string"))
	);
}

/** The same lint; what it throws, and findings that are none, name the plugin. */
function guarded(lint: Lint, plugin: string): Lint {
	const check = (...given: readonly unknown[]): readonly Finding[] => {
		let found: unknown;
		try {
			found = (lint.check as (...given: readonly unknown[]) => unknown)(...given);
		} catch (error) {
			const what = error instanceof Error ? error.message : String(error);
			throw new PluginError(`the plugin \`${plugin}\` failed: ${what}`);
		}
		const wrong = (what: string): never => {
			throw new PluginError(`the plugin \`${plugin}\` reports what is no finding: ${what}`);
		};
		if (!Array.isArray(found)) return wrong("`check` returns a list");
		const { sources } = given[0] as LintContext;
		return found.map((one: unknown) => pluginFinding(one, sources, wrong));
	};
	return { ...lint, check } as Lint;
}

/** The finding, with nothing in it that findings do not have: its code and its level are not the plugin's to say. */
function pluginFinding(value: unknown, sources: LintContext["sources"], wrong: (what: string) => never): Finding {
	const { message, span, labels, help, witness, fix } = fields(value);
	if (typeof message !== "string") return wrong("each has a `message`");
	const noSpan = "is the name of a file that was read, and a `start` and an `end` in its text";
	if (!isSpan(span, sources)) return wrong(`its \`span\` ${noSpan}`);
	if (labels !== undefined && !isListOf(labels, (one): one is Label => isLabel(one, sources)))
		return wrong(`each of its \`labels\` has a \`message\` and a \`span\`, which ${noSpan}`);
	if (help !== undefined && typeof help !== "string") return wrong("its `help` is a text");
	if (witness !== undefined && typeof witness !== "string") return wrong("its `witness` is a text");
	if (fix !== undefined && !isFix(fix, sources))
		return wrong(
			`its \`fix\` has a \`title\`, \`safe\`, which is a truth value, and \`edits\`: each has a \`text\` and a \`span\`, which ${noSpan}`,
		);
	return {
		message,
		span,
		...(labels === undefined ? {} : { labels }),
		...(help === undefined ? {} : { help }),
		...(witness === undefined ? {} : { witness }),
		...(fix === undefined ? {} : { fix }),
	};
}

function isSpan(value: unknown, sources: LintContext["sources"]): value is Span {
	const { file, start, end } = fields(value);
	const source = typeof file === "string" ? sources.get(file) : undefined;
	if (source === undefined || !Number.isInteger(start) || !Number.isInteger(end)) return false;
	return 0 <= (start as number) && (start as number) <= (end as number) && (end as number) <= source.text.length;
}

function isLabel(value: unknown, sources: LintContext["sources"]): value is Label {
	const { message, span } = fields(value);
	return typeof message === "string" && isSpan(span, sources);
}

function isFix(value: unknown, sources: LintContext["sources"]): value is Fix {
	const { title, safe, edits } = fields(value);
	if (typeof title !== "string" || typeof safe !== "boolean") return false;
	return (
		isListOf(edits, (one) => typeof fields(one).text === "string" && isSpan(fields(one).span, sources)) &&
		edits.length > 0
	);
}

function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is readonly T[];
function isListOf(value: unknown, isOne: (one: unknown) => boolean): value is readonly unknown[];
function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
	return Array.isArray(value) && value.every(isOne);
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** What a plugin must be: a module that exports lints. Who loads it runs its code; what it exports is checked here before any of it is used. */
import type { Severity } from "../diagnostic/diagnostic.js";
import { type Family, type Fault, families, type Lint, type Options } from "./lint.js";

/** A lint of a plugin is wrong: what it is, or what it does. The message names the plugin. */
export class PluginError extends Error {
	override readonly name = "PluginError";
}

/** The lints of a module: each export that is one, or the list that is called `lints`. Throws a `PluginError` where one is not as it should be. */
export function pluginLints(name: string, module: unknown, known: readonly Lint[]): readonly Lint[] {
	const exported = typeof module === "object" && module !== null ? (module as Record<string, unknown>) : {};
	const inner = exported.default ?? exported["module.exports"];
	const list = exported.lints ?? (inner as { readonly lints?: unknown } | undefined)?.lints ?? inner;
	if (!Array.isArray(list) || list.length === 0)
		throw new PluginError(`the plugin \`${name}\` exports no lints: it needs \`export const lints = [ … ]\``);
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
	const check = (...given: readonly unknown[]): readonly Fault[] => {
		let found: unknown;
		try {
			found = (lint.check as (...given: readonly unknown[]) => unknown)(...given);
		} catch (error) {
			const what = error instanceof Error ? error.message : String(error);
			throw new PluginError(`the lint \`${lint.name}\` of the plugin \`${plugin}\` failed: ${what}`);
		}
		if (!Array.isArray(found) || !found.every(isFault))
			throw new PluginError(
				`the lint \`${lint.name}\` of the plugin \`${plugin}\` reports what is no finding: each has a \`message\` and a \`span\` of file, start and end`,
			);
		return found.map((one: Fault) => one);
	};
	return { ...lint, check } as Lint;
}

function isFault(value: unknown): value is Fault {
	const { message, span } = (value ?? {}) as Partial<Fault>;
	return (
		typeof message === "string" &&
		typeof span === "object" &&
		span !== null &&
		typeof span.file === "string" &&
		Number.isInteger(span.start) &&
		Number.isInteger(span.end)
	);
}

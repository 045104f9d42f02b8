/**
 * What a command uses, as far as its command line shows: the paths it names and the powers it needs.
 */
import type { Role, WordForm } from "../knowledge/program.js";
import type { Power } from "../syntax/statements.js";
import type { Arguments } from "./arguments.js";
import type { Redirect, Word } from "./request.js";

/** A path that a command names. `text` is absent where it can't be known. */
export interface NamedPath {
	readonly text?: string;
	readonly access: "read" | "write" | "both";
	/** It may be a path, or no word of its own at all. */
	readonly maybe?: true;
	/** How many of the command's own folders it is relative to: all of them when absent. */
	readonly folders?: number;
}

/** A power beyond plain use. `option`: the option that brings it, where one does. */
export interface Use {
	readonly power: Power;
	readonly option?: string;
	/** It may be used or not. */
	readonly sure: boolean;
}

/** The paths that a command names: values and operands that are paths, redirections, and for an unknown program every part that could be one. */
export function namedPaths(args: Arguments, redirects: readonly Redirect[]): readonly NamedPath[] {
	const paths: NamedPath[] = [];
	for (const redirect of redirects) paths.push(pathOf(redirect.target, redirect.access));
	if (args.program === undefined) {
		for (const option of args.options) {
			if (option.value) paths.push(...partsOf(option.value));
			else paths.push(...gluedValues(option.name));
		}
		for (const slot of args.operands) paths.push(...partsOf(slot.word));
		return paths;
	}
	let folders = 0;
	for (const option of args.options) {
		if (!option.value) continue;
		const { fact } = option;
		// Where paths stand inside of a value (`curl -d @FILE`), they are read unless the table says more.
		const access = fact ? (accessOf(option.role ?? fact.role ?? "value") ?? (fact.parts ? "read" : undefined)) : "both";
		if (fact?.folder) {
			// A folder is a place that is looked at, seen from the folder before it.
			paths.push({ ...pathOf(option.value, access ?? "read"), folders });
			folders++;
		} else if (access)
			paths.push(...(fact && !fact.parts ? [pathOf(option.value, access)] : partsOf(option.value, access)));
	}
	for (const slot of args.operands) {
		if (slot.canonical !== undefined) continue;
		const access = slot.kind === "maybe" && args.strange ? "both" : accessOf(slot.role);
		if (access) paths.push(pathOf(slot.word, access));
	}
	return paths;
}

/** `-I/usr/include`, `-xvf/etc/passwd`: a value may be glued behind any letter. */
function gluedValues(name: string): NamedPath[] {
	if (name.startsWith("--")) return [];
	const letters = /^-[A-Za-z0-9]+/.exec(name)?.[0].length ?? 1;
	// Behind so many letters nobody glues a value: from there on it is the same rest.
	const from = Math.max(2, Math.min(letters, name.length - 1, 16));
	const values = new Set<string>();
	for (let at = 2; at <= from; at++) if (at < name.length) values.add(name.slice(at));
	return [...values].flatMap((text) => partsOf({ kind: "known", text })).map((path) => ({ ...path, maybe: true }));
}

function accessOf(role: Role): NamedPath["access"] | undefined {
	switch (role) {
		case "value":
		case "code":
			return undefined;
		case "read":
		case "write":
		case "both":
			return role;
	}
}

function pathOf(word: Word, access: NamedPath["access"]): NamedPath {
	return word.kind === "known" ? { text: word.text, access } : { access };
}

/** More parts than this in one word are not looked at. */
const mostParts = 64;

/** The whole word, and every part behind `=`, `:`, `,` or `@`. */
function partsOf(word: Word, access: NamedPath["access"] = "both"): NamedPath[] {
	if (word.kind !== "known") return [{ access }];
	// A word of so many parts is no path list that anybody writes; where it leads is not known.
	if ((word.text.match(/[=:,@]/g)?.length ?? 0) > mostParts) return [{ access }];
	const parts = new Set([word.text]);
	for (const match of word.text.matchAll(/[=:,@]/g)) {
		parts.add(word.text.slice(match.index + 1));
		// The part alone, when another separator follows it.
		parts.add(/^[^=:,@]*/.exec(word.text.slice(match.index + 1))?.[0] ?? "");
	}
	const first = /^[^=:,@]*/.exec(word.text)?.[0];
	if (first !== undefined) parts.add(first);
	parts.delete("");
	return [...parts].map((text) => ({ text, access }));
}

/** The powers of a command's plain use. Without facts: `code`, whatever else it may do is not known. */
export function plainPowers(args: Arguments): readonly Power[] {
	if (args.informs) return [];
	return args.usage === undefined ? ["code"] : args.usage.powers;
}

/** The powers that options, operands and unknown words bring beyond plain use. */
export function powersBeyond(args: Arguments): readonly Use[] {
	if (args.program === undefined || args.usage === undefined || args.informs) return [];
	const plain = new Set(args.usage.powers);
	const uses: Use[] = [];
	for (const option of args.options) {
		for (const power of option.fact?.powers ?? []) uses.push({ power, option: option.name, sure: option.sure });
		if (option.value)
			uses.push(
				...formPowers(option.fact?.forms ?? [], option.value, option.sure).map((use) => ({
					...use,
					option: option.name,
				})),
			);
	}
	const own = args.operands.filter((slot) => slot.canonical === undefined);
	const after = args.usage.operandPowersAfter ?? 0;
	const many = own.some((slot) => slot.kind === "many");
	const sure = own.filter((slot) => slot.kind === "sure").length > after;
	for (const power of own.length > after || many ? args.usage.operandPowers : []) uses.push({ power, sure });
	for (const slot of own) uses.push(...formPowers(args.usage.operandForms ?? [], slot.word, slot.kind === "sure"));
	// Code in the program's own language can run and write; nobody has read it yet.
	if (own.some((slot) => slot.role === "code") && !plain.has("code")) {
		uses.push({ power: "exec", sure: false }, { power: "write", sure: false });
	}
	for (const option of args.options) {
		if (option.fact?.role === "code" && !plain.has("code")) {
			uses.push(
				{ power: "exec", option: option.name, sure: false },
				{ power: "write", option: option.name, sure: false },
			);
		}
	}
	return uses.filter((use) => !plain.has(use.power));
}

/** Powers that a word brings by its form. A word that can't be known may have any. */
function formPowers(forms: readonly WordForm[], word: Word, sure: boolean): Use[] {
	return forms.flatMap(({ form, powers }) => {
		if (word.kind === "known" && !new RegExp(form).test(word.text)) return [];
		return powers.map((power) => ({ power, sure: sure && word.kind === "known" }));
	});
}

/** May powers be used that nobody can name: through an option that is not in the table, or words that can't be known? */
export function powersUnclear(args: Arguments): boolean {
	if (args.program === undefined || args.usage === undefined) return false;
	// Who may run code may do anything already; an option more brings nothing.
	if (args.usage.powers.includes("code")) return false;
	if (args.strange) return true;
	if (!args.open) return false;
	const options = args.usage === args.program ? args.program.options : [...args.usage.options, ...args.program.options];
	const needsSubcommand = Object.keys(args.program.subcommands).length > 0 && args.subcommand === undefined;
	return (
		needsSubcommand ||
		options.some((option) => option.powers.length > 0 || option.role === "code" || option.runs !== undefined)
	);
}

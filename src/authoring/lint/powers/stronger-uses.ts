/** Subcommands that a grant of a whole program, or of a group of subcommands, takes in, and that do more than those of them that only look. */

import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { secretKeepers } from "../../../engine/knowledge/secrets/secrets.js";
import { isDestroying, verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { Power } from "../../../language/syntax/statements.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { allowedBy, type Grant, type GrantedProgram, typed, withoutBraces } from "../meaning/grants.js";
import { isLooking } from "./looking-words.js";
import { namedUsage, subcommandOf } from "./typed-code.js";

export interface StrongerUses {
	/** What is granted: `terraform workspace`. */
	readonly words: string;
	/** For each power that the looking ones have not, a command that an agent may run. */
	readonly uses: readonly StrongerUse[];
	/** Subcommands that only look and are allowed, as patterns. */
	readonly looking: readonly string[];
}

export interface StrongerUse {
	readonly words: string;
	readonly power: Power;
	readonly sample: Witness;
}

/** Of each pattern that has some. None where no part only looks: then nothing narrower is to be had. */
export function strongerUses(
	granted: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): readonly StrongerUses[] {
	return granted.grants
		.flatMap(withoutBraces)
		.filter(isOpen)
		.flatMap((grant) => usesOf(grant, granted, stated, subject) ?? []);
}

/** From the one that most is lost by. What only talks to others does not change what is there, and what raises rights is told of the program. */
const strong: readonly Power[] = ["delete", "secrets", "exec", "code", "write"];

/** So many subcommands are asked about, for each power. */
const mostAsked = 4;
const mostTold = 3;

/** Any word may follow the program, or the words of a subcommand. */
function isOpen({ operands, exactly, options, limited }: Grant): boolean {
	// `terraform * -auto-approve`: the star says that the subcommand is open, whatever else is asked for.
	const isStar = operands[0]?.kind === "any";
	return (
		!exactly &&
		!limited &&
		(options.length === 0 || isStar) &&
		operands.every(({ kind }) => kind !== "glob" && kind !== "regex")
	);
}

interface Part {
	readonly words: readonly string[];
	readonly powers: readonly Power[];
	readonly looks: boolean;
}

function usesOf(
	grant: Grant,
	{ facts, name }: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): StrongerUses | undefined {
	const named = subcommandOf(grant, facts);
	// What is named behind the subcommand is a script or a thing: `systemctl * nginx` leaves the subcommand open, `make test` does not.
	const [first] = grant.operands;
	if (first?.kind === "literal" && grant.operands.some(({ kind }, at) => kind === "literal" && at >= named.length))
		return undefined;
	const parts = partsOf(grant, named, facts);
	const own = named.length === 0 ? undefined : namedUsage(grant, facts);
	const looking = parts.filter(({ looks }) => looks);
	if (looking.length === 0 && (own === undefined || isChanging(own.powers))) return undefined;
	// Of a group that changes things anyway, whoever grants it knows so; not that it may take away what is there.
	const changes = own !== undefined && isChanging(own.powers);
	if (changes && !own.powers.includes("delete")) return undefined;
	const asked = changes ? strong.filter((one) => one === "delete") : strong;
	const plain = new Set([
		...(own?.powers ?? facts.powers).filter((one) => one !== "delete"),
		...looking.flatMap(({ powers }) => powers),
	]);
	const meant = meantBy(stated, grant);
	const uses: StrongerUse[] = [];
	const start = [typed(grant)];
	const thing = (words: readonly string[]): readonly string[] =>
		grant.operands.slice(words.length).flatMap((one) => (one.kind === "literal" ? [one.text] : []));
	const commands = (words: readonly string[]): readonly (readonly string[])[] => {
		const argv = [...start, ...words, ...thing(words), ...grant.options];
		return [[...argv, "x"], argv];
	};
	for (const power of asked) {
		if (uses.length === mostTold) break;
		// What changes things is told of what only looks, and of what steers other machines, where nothing worse is to be had.
		const tellsWriting = uses.length === 0 && (own !== undefined || facts.powers.includes("network"));
		if (plain.has(power) || meant.has(power) || (power === "write" && !tellsWriting)) continue;
		// Keys that a program keeps are told as such: `allow-secrets`.
		if (power === "secrets" && (own !== undefined || secretKeepers.has(name))) continue;
		const bringing = parts.filter((one) => !one.looks && one.powers.includes(power) && showsBest(one, power));
		const tried = byPlainness(bringing, power)
			.slice(0, mostAsked)
			.map(({ words }) => commands(words));
		// Few do anything without a word more.
		const sample = [0, 1].flatMap(
			(at) =>
				allowedBy(
					stated,
					tried.flatMap((one) => one.slice(at, at + 1)),
					subject,
				) ?? [],
		)[0];
		if (sample !== undefined) uses.push({ words: wordsOf(sample, parts, name), power, sample });
	}
	if (uses.length === 0) return undefined;
	return {
		words: [
			name,
			...grant.operands.flatMap((one) => (one.kind === "rest" ? [] : [one.kind === "literal" ? one.text : "*"])),
		].join(" "),
		uses,
		looking: looking
			.flatMap(({ words }) => {
				const [, argv] = commands(words);
				return argv === undefined || allowedBy(stated, commands(words), subject) === undefined ? [] : [argv.join(" ")];
			})
			.slice(0, mostTold),
	};
}

/** The program and the subcommand of a command. */
function wordsOf({ argv: [, ...args] }: Witness, parts: readonly Part[], name: string): string {
	const own = parts
		.filter(({ words }) => words.every((word, at) => args[at] === word))
		.toSorted((a, b) => b.words.length - a.words.length)[0];
	return [name, ...(own?.words ?? [])].join(" ");
}

/** Do the words say it? Tables are careful, and have what might run something along with what it is there for. */
function showsBest({ words }: Part, power: Power): boolean {
	const last = words.at(-1) ?? "";
	switch (power) {
		case "delete":
			return !tidying.test(last) && !isLooking(last);
		case "exec":
			return running.test(last);
		case "code":
			return !isDestroying(last);
		case "write":
			return !isLooking(last);
		default:
			return true;
	}
}

/** What is made anew when it is needed goes. */
const tidying = /^(?:auto)?(?:clean|cleanup|clear|prune|gc)$/;

const running = /(?:^|-)(?:run|exec|execute|eval|shell|console|call|invoke|start|attach|foreach|install|apply)(?:$|-)/;

/** The subcommands that the pattern takes in, without the one that it names. */
function partsOf({ operands }: Grant, named: readonly string[], { subcommands }: Program): readonly Part[] {
	return Object.entries(subcommands).flatMap(([text, usage]) => {
		const words = text.split(" ");
		if (words.length <= named.length) return [];
		const fits = operands.every((one, at) => one.kind !== "literal" || words[at] === one.text);
		return fits ? [partOf(words, usage)] : [];
	});
}

function partOf(words: readonly string[], usage: Usage): Part {
	const last = words.at(-1) ?? "";
	// The command that it runs is asked about for itself.
	const brought =
		usage.runs === undefined ? usage.powers : usage.powers.filter((one) => one !== "exec" && one !== "code");
	const powers =
		brought.every((one) => one === "network") && isDestroying(last) ? [...brought, "delete" as const] : brought;
	const loses = powers.some((one) => one === "delete" || one === "write" || one === "secrets");
	return { words, powers, looks: !isChanging(powers) || (isLooking(last) && !loses) };
}

/** Those whose words say what they do come first, then the shorter ones. */
function byPlainness(parts: readonly Part[], power: Power): readonly Part[] {
	const says = power === "delete" ? isDestroying : (word: string): boolean => verbs.changing.includes(word);
	const rank = ({ words }: Part): number => (says(words.at(-1) ?? "") ? 0 : 1);
	return parts.toSorted((a, b) => rank(a) - rank(b) || a.words.length - b.words.length);
}

function isChanging(powers: readonly Power[]): boolean {
	return powers.some((one) => strong.includes(one));
}

/** Powers that the rule grants by name are meant. */
function meantBy({ statement }: StatedRule, { powers }: Grant): ReadonlySet<Power> {
	const isNamed = statement.clauses.some(({ keyword }) => keyword === "granting");
	return new Set(isNamed ? (powers === "everything" ? strong : powers) : []);
}

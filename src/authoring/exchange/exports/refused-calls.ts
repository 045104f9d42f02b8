/** Which calls of other tools than the shell a policy denies for certain, as far as names and paths say it. What is denied by more is left to the hook. */
import type { AgentTree } from "../../../engine/decide/tree.js";
import { type Governed, type Hand, handOf, isCallName } from "../../../language/policy/hands.js";
import { allOf, type PathPattern, type Test } from "../../../language/policy/test.js";

export interface RefusedCall {
	/** `file.read`, `mcp.github.*`, or `*` for every call. */
	readonly call: string;
	/** The one operand that it speaks of. */
	readonly operand?: string;
	/** Only these paths; in globs of a policy. */
	readonly paths?: readonly string[];
	/** Only what changes something. */
	readonly changes?: true;
}

/** `govern`: the hands that the agent's rules decide. */
export function refusedCalls({ rules }: Pick<AgentTree, "rules">, govern: readonly Governed[]): readonly RefusedCall[] {
	const found = rules
		.filter(({ engine, effect, keyword }) => engine === undefined && effect === "deny" && keyword === "deny")
		.flatMap(({ restricts }) => (restricts === undefined ? [] : alternatives(restricts)))
		.flatMap((test) => refused(test) ?? []);
	return found.filter(({ call }) => isGovernedCall(call, govern));
}

/** Do the rules of an agent decide calls of this name, or of a pattern for names? */
export function isGovernedCall(call: string, govern: readonly Governed[]): boolean {
	return isGovernedHand(handOf(call.replace(/\*$/, "x")) ?? "files", govern);
}

export function isGovernedHand(hand: Hand, govern: readonly Governed[]): boolean {
	return govern.includes("all") || (hand !== "tools" && govern.includes(hand));
}

/** What a test speaks of, side by side: each of a rule's patterns with what they have in common. */
export function alternatives(test: Test): readonly Test[] {
	if (test.kind === "any") return test.tests.flatMap(alternatives);
	const patterns = test.kind === "all" ? test.tests.find(speaksOfPrograms) : undefined;
	if (test.kind !== "all" || patterns?.kind !== "any") return [test];
	const others = test.tests.filter((one) => one !== patterns);
	return patterns.tests.flatMap((one) => alternatives(allOf([one, ...others])));
}

function speaksOfPrograms(test: Test): boolean {
	return test.kind === "any" ? test.tests.every(namesProgram) : false;
}

function namesProgram(test: Test): boolean {
	return test.kind === "program" || (test.kind === "all" && test.tests.some(namesProgram));
}

/** Undefined where it asks for what this can't say. */
function refused(test: Test): RefusedCall | undefined {
	let found: RefusedCall | undefined;
	let others: Omit<RefusedCall, "call"> = {};
	for (const one of test.kind === "all" ? test.tests : [test]) {
		if (one.kind === "program") {
			const { pattern } = one;
			if (pattern.kind === "any") found = { call: "*" };
			else if ((pattern.kind === "literal" || pattern.kind === "glob") && isCallName(pattern.text))
				found = { call: pattern.text };
			else return undefined;
		} else if (one.kind === "paths-touching" && one.access !== "read") {
			const paths = plainPaths(one.paths);
			if (paths === undefined) return undefined;
			others = { ...others, paths, ...(one.access === "write" ? { changes: true } : {}) };
		} else if (one.kind === "uses-power" && one.powers.includes("write") && one.powers.includes("delete"))
			others = { ...others, changes: true };
		else if (one.kind === "operands" && one.words.length === 1 && one.words[0]?.kind === "literal")
			others = { ...others, operand: one.words[0].text };
		else return undefined;
	}
	if (found === undefined || (found.call === "*" && others.paths === undefined)) return undefined;
	return { ...found, ...others };
}

/** Undefined where one of them is taken out, or holds signs that other dialects read otherwise. */
function plainPaths(paths: readonly PathPattern[]): readonly string[] | undefined {
	const isPlain = paths.every(
		({ negated, text, literal }) => !negated && /^[\w./~*?@%+=-]+$/.test(text) && !(literal && /[*?]/.test(text)),
	);
	return isPlain ? paths.map(({ text }) => text) : undefined;
}

/** Commands whose hosts nobody knows before they run: a clause on hosts never holds for them, and a restriction on hosts does, in doubt. */
import type { Test } from "../../../language/policy/test.js";
import { type AgentModel, holdsFor } from "../../analysis/agent-model.js";
import { optionWords } from "../detours/restriction.js";
import type { ValidPolicyContext } from "../lint-context.js";
import { factsNamed, type Grant, sampleOf, typed, usagesOf } from "../meaning/grants.js";

/** It runs code; an option has it go anywhere; a host may send it anywhere; or no word says whom it talks to. */
export type Unseen = "code" | "option" | "led" | "elsewhere";

/** Nothing that a granted command is told makes known whom it talks to: why not. */
export function whyUnseen(
	grant: Grant,
	test: Test,
	setting: AgentModel,
	subject: ValidPolicyContext,
): Unseen | undefined {
	const [words, bare] = [wordsOf(grant, subject), wordsOf({ ...grant, given: [] }, subject)];
	if (words === undefined || bare === undefined) return undefined;
	const isUnknown = (argv: readonly string[]): boolean => holdsFor(test, sampleOf(argv), setting) === "unknown";
	const facts = factsNamed(words[0] ?? "", subject);
	const usages = facts === undefined ? [] : usagesOf(grant, facts);
	// Whom the clusters' clients talk to stands in settings that nobody reads, and is hardly ever typed.
	const isSettled = test.kind === "hosts-reaching" && usages.some(({ hosts }) => hosts?.usual?.includes("?"));
	const told = grant.exactly ? [[]] : isSettled ? unnamed : toldHosts;
	const runs = told.map((rest) => [...words, ...rest]);
	if (isSettled) return runs.every(isUnknown) ? "elsewhere" : undefined;
	const runsCode: Test = { kind: "uses-power", powers: ["code", "exec"] };
	const plain = runs.slice(0, mostPlain);
	if (plain.every((argv) => isUnknown(argv) && holdsFor(runsCode, sampleOf(argv), setting) === "yes")) return "code";
	if (!runs.every(isUnknown)) return undefined;
	const isKnown = grant.given.every(({ name }) =>
		usages.some(({ options }) => options.some(({ names }) => names.includes(name))),
	);
	if (!isKnown) return undefined;
	if (grant.given.length > 0 && toldHosts.some((told) => !isUnknown([...bare, ...told]))) return "option";
	if (facts === undefined) return undefined;
	const isLed = stayingOptions(grant, subject).some((option) =>
		toldHosts.some((told) => !isUnknown([...words, option, ...told])),
	);
	if (isLed) return "led";
	// The machine may know.
	if (/"(?:files|variables|ssh|like)":|"repository"/.test(JSON.stringify(usages.map(({ hosts }) => hosts ?? {}))))
		return undefined;
	const options = usages.flatMap((usage) => usage.options.filter(({ value }) => value === "required"));
	const [program = "", ...rest] = words;
	// Some programs take options in front of their operands alone.
	const isNamed = options.slice(0, mostOptions).some(({ names }) =>
		names.some((name) =>
			hostValues.some((value) => {
				const option = optionWords(name, { kind: "literal", text: value }, facts).map(String);
				return !isUnknown([...words, ...option]) || !isUnknown([program, ...option, ...rest]);
			}),
		),
	);
	return isNamed ? undefined : "elsewhere";
}

/** The options with which it goes nowhere else than it is told. */
export function stayingOptions(grant: Grant, subject: ValidPolicyContext): readonly string[] {
	const facts = factsNamed(typed(grant), subject);
	return facts === undefined ? [] : usagesOf(grant, facts).flatMap(({ hosts }) => hosts?.unless ?? []);
}

const hostValues = ["h.example", "https://h.example/x", "h.example/x/y"];
/** Code is told nothing by addresses in forms of their own. */
const mostPlain = 4;
const mostOptions = 200;

const unnamed: readonly (readonly string[])[] = [[], ["x"]];

/** Hosts as programs are told of them. */
const toldHosts: readonly (readonly string[])[] = [
	[],
	["x"],
	["https://h.example/x"],
	["x", "h.example"],
	["h.example"],
	["user@h.example"],
	["h.example:x"],
	["h.example/x/y"],
	["x", "h.example:x"],
];

/** The command of a grant whose words are all written out; `x` where any word will do. */
export function wordsOf(
	{ program, operands, given }: Grant,
	subject: ValidPolicyContext,
): readonly string[] | undefined {
	if (program.kind !== "literal") return undefined;
	const facts = factsNamed(program.text, subject);
	const words = [
		program.text,
		...operands.flatMap((one) =>
			one.kind === "literal" ? one.text : one.kind === "any" ? "x" : one.kind === "rest" ? [] : undefined,
		),
		...given.flatMap(({ name, value }) => optionWords(name, value, facts)),
	];
	return words.includes(undefined) ? undefined : (words as string[]);
}

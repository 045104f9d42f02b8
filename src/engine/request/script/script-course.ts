/**
 * How the simple commands of a script hang together: which has passed when another one runs, which run at once, and what the script's own outcome says of each.
 * Where that can't be known, nothing is certain: any of them may run beside any other.
 */
import { isBuiltin } from "./builtins.js";
import { type Command, type PipelineNode, parseScript, type Statement } from "./parse.js";
import { checkSize } from "./size.js";

/** Places of commands in their script. */
export interface Course {
	/** Has the one surely ended well when the other begins? */
	readonly hasPassed: (one: number, other: number) => boolean;
	/** May the two run at the same time? */
	readonly together: (one: number, other: number) => boolean;
	/** Those that surely passed, and those that surely failed, where the script ended with zero or did not. */
	readonly ended: (isZero: boolean) => readonly number[];
}

/** One command, and nothing else. */
export function courseOfOne(): Course {
	return { hasPassed: () => false, together: () => false, ended: () => [0] };
}

/** `starts`: where the commands begin, in order. Undefined where nothing is certain. */
export function courseOf(script: string, starts: readonly number[]): Course | undefined {
	const chains = chainsOf(script);
	if (chains === undefined) return undefined;
	const places = starts.map((start) => placeOf(start, chains));
	// What stands in a substitution stands inside of a command.
	if (places.some((place, at) => place === undefined || places.some((other, by) => by !== at && isSame(place, other))))
		return undefined;
	const isBackground = chains.some(({ background }) => background);
	return {
		hasPassed: (one, other) => {
			const [a, b] = [places[one], places[other]];
			if (a === undefined || b === undefined || a.chain !== b.chain || a.step >= b.step) return false;
			return isLast(a, chains) && (chains[a.chain] as Chain).operators.slice(0, b.step).every((one) => one === "&&");
		},
		together: (one, other) => {
			const [a, b] = [places[one], places[other]];
			return isBackground || a === undefined || b === undefined || (a.chain === b.chain && a.step === b.step);
		},
		ended: (isZero) => {
			const last = chains.length - 1;
			const { operators = [], background = true } = chains[last] ?? {};
			if (background || !operators.every((one) => one === "&&")) return [];
			if (!isZero && operators.length > 0) return [];
			return places.flatMap((place, at) => (place?.chain === last && isLast(place, chains) ? [at] : []));
		},
	};
}

interface Place {
	readonly chain: number;
	readonly step: number;
	/** In its pipe. */
	readonly part: number;
}

interface Chain {
	readonly steps: readonly Step[];
	readonly operators: readonly string[];
	readonly background: boolean;
}

interface Step {
	readonly parts: readonly Command[];
	/** `!`: what passes has failed. */
	readonly negated: boolean;
}

function isSame(one: Place, other: Place | undefined): boolean {
	return other !== undefined && one.chain === other.chain && one.step === other.step && one.part === other.part;
}

/** The last of a pipe tells how the pipe ended. */
function isLast({ chain, step, part }: Place, chains: readonly Chain[]): boolean {
	const own = chains[chain]?.steps[step];
	return own !== undefined && !own.negated && part === own.parts.length - 1;
}

function placeOf(start: number, chains: readonly Chain[]): Place | undefined {
	for (const [chain, { steps }] of chains.entries())
		for (const [step, { parts }] of steps.entries())
			for (const [part, { pos, end }] of parts.entries()) if (start >= pos && start < end) return { chain, step, part };
	return undefined;
}

/** Chains of pipes of simple commands, none of which changes what the shell does with the others. */
function chainsOf(script: string): readonly Chain[] | undefined {
	try {
		checkSize(script);
		const chains = parseScript(script).commands.map(chainOf);
		return chains.includes(undefined) ? undefined : (chains as readonly Chain[]);
	} catch {
		return undefined;
	}
}

function chainOf({ command, background }: Statement): Chain | undefined {
	const nodes = command.type === "AndOr" ? command.commands : [command];
	const steps = nodes.map(stepOf);
	if (steps.includes(undefined)) return undefined;
	return {
		steps: steps as readonly Step[],
		operators: command.type === "AndOr" ? command.operators : [],
		background: background === true,
	};
}

function stepOf(node: PipelineNode): Step | undefined {
	const parts = node.type === "Pipeline" ? node.commands : [node];
	if (!parts.every((part): part is Command => part.type === "Command" && isPlain(part))) return undefined;
	return { parts, negated: node.type === "Pipeline" && node.prefixes.some(({ type }) => type === "Negation") };
}

/** `exit`, `trap`, `set`, `eval` and their like decide about what stands behind them. */
function isPlain({ name }: Command): boolean {
	if (name === undefined) return true;
	const { text } = name;
	return /^[\w./@+-]+$/.test(text) && (!isBuiltin(text) || quiet.has(text));
}

const quiet: ReadonlySet<string> = new Set([
	"[",
	":",
	"cd",
	"echo",
	"export",
	"false",
	"printf",
	"pwd",
	"test",
	"true",
]);

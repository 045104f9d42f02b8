/** A command that stands for many: what to run, and how it is asked for. */
import type { Decision } from "../../engine/decide/decision.js";
import { commandText } from "../../engine/decide/explain/messages.js";
import { pastText, spanText } from "../../engine/decide/explain/past-text.js";
import type { Request } from "../../engine/request/request.js";
import { askedByWords } from "../../engine/request/request-text.js";
import type { Exceeded, Happened, StepEnding } from "../../language/policy/test.js";

/** One command with its redirections. `argv` begins with the program. */
export interface Witness {
	readonly argv: readonly string[];
	/** Redirections: files that it reads (`<`) or writes (`>`). */
	readonly redirects: readonly { readonly access: "read" | "write"; readonly path: string }[];
	/** What it is told on its standard input, by a here-string. */
	readonly input?: string;
	readonly forced: boolean;
	/** The absolute folder that it starts in; absent: the workspace. */
	readonly cwd?: string;
	/** The agent's own tools; absent: every tool is taken to exist. */
	readonly tools?: readonly string[];
	/** Facts of the request and the world, by their names; `null`: there is none. One that is absent can't be known. */
	readonly facts?: Readonly<Record<string, string | null>>;
	/** When it is asked, where rules heed the time; absent: nobody knows. */
	readonly at?: string;
	/** What is asked of the past, by its text, and what is so; what is absent can't be known. */
	readonly past?: Readonly<Record<string, "yes" | "no">>;
	/** A story in which that is so: what was asked for before, in order. */
	readonly before?: readonly PastStep[];
	/** Nothing lies in the folders that it looks through; absent: nobody knows what does. */
	readonly empty?: true;
}

/** What was asked for before a sample, and how it ended. */
export interface PastStep {
	readonly sample: Witness;
	readonly ended: StepEnding;
	/** It was approved, and nobody had asked for it: nothing ran. */
	readonly isUnasked?: true;
	/** Milliseconds before what is asked now; absent: it makes no difference. */
	readonly ago?: number;
}

/** What an agent asks for who runs the sample: an argv, or a script where there are redirections. */
export function requestOf(sample: Witness, agent: string): Request {
	const { argv, redirects, input, forced, cwd, tools, facts, at } = sample;
	return {
		agent,
		...(cwd === undefined ? {} : { cwd }),
		...(forced ? { force: true } : {}),
		...(tools === undefined ? {} : { tools }),
		...(facts === undefined ? {} : { facts }),
		...(at === undefined ? {} : { at }),
		...(redirects.length === 0 && input === undefined ? askedByWords(argv) : { script: witnessCommandLine(sample) }),
	};
}

/** The sample as a line for a shell: `ls > /etc/x`. */
export function witnessCommandLine({ argv, redirects, input }: Pick<Witness, "argv" | "redirects" | "input">): string {
	const told = input === undefined ? [] : [`<<< ${commandText([input])}`];
	const words = redirects.map(({ access, path }) => `${access === "read" ? "<" : ">"} ${commandText([path])}`);
	return [commandText(argv), ...words, ...told].join(" ");
}

/** How the sample is asked for, where that is more than its text: `in /etc`, `forced`, `with branch = main`, `without the tool file.search`. Empty otherwise. */
export function witnessManner({ forced, cwd, tools, facts = {}, at, past = {}, before }: Witness): string {
	const parts = [
		...(cwd === undefined ? [] : [`in ${cwd}`]),
		...(forced ? ["forced"] : []),
		...(tools === undefined
			? []
			: [tools.length === 0 ? "with no tools of its own" : `with the tools ${tools.join(", ")}`]),
		...Object.entries(facts).map(([name, value]) => (value === null ? `with no ${name}` : `with ${name} = ${value}`)),
		...(at === undefined ? [] : [`at ${at}`]),
		...(before === undefined
			? Object.entries(past).flatMap(([asks, says]) =>
					says === "yes" ? [`where ${pastText(JSON.parse(asks) as Happened | Exceeded)}`] : [],
				)
			: [`after ${stepsText(before).join(", then ")}`]),
	];
	return parts.join(", ");
}

/** `\`npm test\` passed`, each with how often it comes on end. */
function stepsText(steps: readonly PastStep[]): readonly string[] {
	const texts = steps.map(({ sample, ended, isUnasked, ago }) => {
		const manner = witnessManner({ ...sample, facts: {}, past: {} });
		return `\`${witnessCommandLine(sample)}\`${manner === "" ? "" : `, ${manner},`} ${isUnasked ? "was approved" : endedText[ended]}${ago === undefined ? "" : ` ${spanText(ago)} before`}`;
	});
	const starts = texts.flatMap((text, at) => (text === texts[at - 1] ? [] : [at]));
	return starts.map((start, at) => {
		const times = (starts[at + 1] ?? texts.length) - start;
		return `${texts[start]}${times === 1 ? "" : ` ${times} times`}`;
	});
}

const endedText: Readonly<Record<StepEnding, string>> = {
	passed: "passed",
	failed: "failed",
	denied: "was refused",
	approved: "was approved and passed",
	running: "began",
	unknown: "ended, nobody knows how",
};

/** The sample's own answer in a decision about it, which commands inside of it may make stricter. */
export function ownDecision(decision: Decision): Pick<Decision, "effect" | "code" | "rules"> {
	return decision.commands[0] ?? decision;
}

/** Shorter samples first: fewer words, then fewer characters, then by their text. Forced ones come behind. */
export function compareWitnesses(a: Witness, b: Witness): number {
	return (
		Number(a.forced) - Number(b.forced) ||
		Number(a.cwd !== undefined) - Number(b.cwd !== undefined) ||
		Number(a.tools !== undefined) - Number(b.tools !== undefined) ||
		circumstancesIn(a) - circumstancesIn(b) ||
		wordsOf(a) - wordsOf(b) ||
		witnessCommandLine(a).length - witnessCommandLine(b).length ||
		(witnessCommandLine(a) < witnessCommandLine(b) ? -1 : 1)
	);
}

function circumstancesIn({ facts = {}, at, past = {} }: Witness): number {
	const happened = Object.values(past).filter((says) => says === "yes").length;
	return Object.keys(facts).length + (at === undefined ? 0 : 1) + happened;
}

function wordsOf({ argv, redirects, input }: Witness): number {
	return argv.length + 2 * redirects.length + (input === undefined ? 0 : 2);
}

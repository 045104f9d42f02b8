/**
 * The only way from a decision to a run. A permit is made of a decision that allows, made by `decide` itself:
 * an object that looks like one is not one.
 */

import type { Environment } from "../../language/policy/settings/environment.js";
import type { Limits } from "../../language/policy/settings/limits.js";
import type { Demand } from "../../language/syntax/statements.js";
import { Stamped } from "../records/stamped.js";
import { whole } from "../records/whole.js";
import { joinPath, normalise, resolveLinks } from "../request/paths.js";
import type { Reading, Request } from "../request/request.js";
import { isBuiltin } from "../request/script/builtins.js";
import type { Bounds } from "./bounds/bounds.js";
import type { Decision } from "./decision.js";
import type { CommandContext } from "./evaluate/evaluation-context.js";

declare const brand: unique symbol;

/** Leave to run one command. Opaque: what it holds is known to the executor alone. */
export interface Permit {
	readonly [brand]: "permit";
	readonly decision: Decision;
}

/** What runs: words that no shell ever reads, or a script that bash reads as it was decided. */
export type Execution =
	| { readonly kind: "argv"; readonly argv: readonly [string, ...string[]] }
	| {
			readonly kind: "script";
			readonly script: string;
			/** Where `~` was taken to lead. */
			readonly home: string | undefined;
	  };

/** What a permit stands for. */
export interface Permitted {
	/** A person has to say yes to it first. Kept apart from the decision, which is in everybody's hands. */
	readonly asked: boolean;
	readonly work: Execution;
	/** Where the program's path led when it was decided; absent for a bare name, and where that could not be known. */
	readonly leadsTo?: string;
	/** Absolute. */
	readonly cwd: string;
	/** Absolute folders in which a bare name is looked for first. */
	readonly trust: readonly string[];
	/** Variables that the request sets, accepted by the policy. */
	readonly env: Readonly<Record<string, string>>;
	readonly environment: Environment;
	readonly limits: Limits;
	readonly sandbox: Demand;
	/** Of its sandbox; absent where the policy wants none. */
	readonly bounds?: () => Bounds;
}

/** What a decision opens, on the decision itself. */
class Opened extends Stamped {
	#what: Permitted;

	constructor(decision: Decision, what: Permitted) {
		super(decision);
		this.#what = what;
	}

	static by(decision: Decision): Permitted | undefined {
		return #what in decision ? (decision as unknown as Opened).#what : undefined;
	}
}

const permitted = new WeakMap<Permit, Permitted>();

/** Called by `decide` alone, for what it allowed, and for what is a question. */
export function registerPermit(
	decision: Decision,
	request: Request,
	reading: Reading & { readonly kind: "understood" },
	around: CommandContext,
	environment: Environment,
	bounds: () => Bounds,
): void {
	const work = workOf(request, reading, around);
	if (work === undefined || around.cwd === undefined) return;
	// Nobody but certain people can say yes to it, and they tell the history.
	if (decision.approvals !== undefined) return;
	const leadsTo = placeOfProgram(work, around);
	new Opened(
		decision,
		whole<Permitted>({
			asked: decision.effect === "ask",
			work,
			leadsTo,
			cwd: around.cwd,
			trust: around.trust,
			env: request.env === undefined ? noVariables : { ...request.env },
			environment,
			limits: decision.limits,
			sandbox: decision.sandbox,
			bounds: decision.sandbox === "off" ? undefined : bounds,
		}),
	);
}

const noVariables: Permitted["env"] = Object.freeze({});

/** As it was seen for the decision. */
function placeOfProgram(work: Execution, { cwd = "/", world }: CommandContext): string | undefined {
	if (work.kind === "script" || !work.argv[0].includes("/")) return undefined;
	return resolveLinks(joinPath(cwd, work.argv[0]), world.linkAt);
}

/** The folder that a request starts in. */
export function folderOf(cwd: string | undefined, workspace: string): string {
	return cwd === undefined ? workspace : normalise(cwd.startsWith("/") ? cwd : `${workspace}/${cwd}`);
}

/** One plain command needs no shell, whichever way it was asked for; everything else is the shell's. */
function workOf(
	request: Request,
	{ commands, syntax }: Reading & { readonly kind: "understood" },
	{ world }: CommandContext,
): Execution | undefined {
	// What a tool does is the harness's affair.
	if (request.call !== undefined) return undefined;
	const [command] = commands;
	const shell: Execution | undefined =
		request.script === undefined ? undefined : { kind: "script", script: request.script, home: world.home };
	if (command === undefined) return shell;
	const plain =
		commands.length === 1 &&
		syntax.length === 0 &&
		command.redirects.length === 0 &&
		command.assignments.length === 0 &&
		command.input === undefined &&
		// What stands before it changes how it ends, or what is told of it: `!`, `time`.
		(request.script ?? "").slice(0, command.span.start).trim() === "";
	const { program } = command;
	if (!plain || program.kind !== "known" || (request.argv === undefined && isBuiltin(program.text))) return shell;
	const words: [string, ...string[]] = [program.text];
	for (const word of command.args) {
		if (word.kind !== "known") return shell;
		words.push(word.text);
	}
	return { kind: "argv", argv: words };
}

/** A person's yes to a question. */
export interface Approval {
	/** Who said so. */
	readonly approvedBy: string;
}

/**
 * Makes a permit of a decision. Undefined unless the decision is `decide`'s own and says allow, or asks and a person said yes.
 * An approval opens nothing but a question: a nudge and a denial stand.
 */
export function permit(decision: Decision, approval?: Approval): Permit | undefined {
	const what = permittedBy(decision) ?? (isGiven(approval) ? approvedIn(decision) : undefined);
	if (what === undefined) return undefined;
	const made = Object.freeze({ decision }) as Permit;
	permitted.set(made, what);
	return made;
}

function permittedBy(decision: Decision): Permitted | undefined {
	// equivalent: no other decision is among them
	const what = Opened.by(decision);
	return decision.effect === "allow" && what?.asked === false ? what : undefined;
}

function approvedIn(decision: Decision): Permitted | undefined {
	// equivalent: no other decision is among them
	const what = Opened.by(decision);
	return decision.effect === "ask" && what?.asked ? what : undefined;
}

/** Would the same program start, by both questions? Their texts name it as it was asked for, and a link may lead elsewhere by now. */
export function startsTheSame(question: Decision, other: Decision): boolean {
	return approvedIn(question)?.leadsTo === approvedIn(other)?.leadsTo;
}

/** For callers in JavaScript: an approval has a name on it. */
function isGiven(approval: Approval | undefined): boolean {
	return typeof approval?.approvedBy === "string" && approval.approvedBy !== "";
}

/** What a permit stands for; throws for anything that `permit` did not make. */
export function consumePermit(value: Permit): Permitted {
	const what = permitted.get(value);
	if (what === undefined)
		throw new TypeError(
			"this is no permit: only `permit` makes one: of a decision that allows, or of a question that a person approved",
		);
	return what;
}

/** What the sandbox of a run would be made of, for whoever explains a decision. Undefined where nothing may run, or the policy wants no sandbox. */
export function boundsBehind(decision: Decision): Bounds | undefined {
	return (permittedBy(decision) ?? approvedIn(decision))?.bounds?.();
}

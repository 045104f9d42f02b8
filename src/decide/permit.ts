/**
 * The only way from a decision to a run. A permit is made of a decision that allows, made by `decide` itself:
 * an object that looks like one is not one.
 */

import type { Limits } from "../policy/limits.js";
import type { AgentPolicy, Environment } from "../policy/policy.js";
import { joinPath, normalise, resolveLinks } from "../request/paths.js";
import type { Mutable, Reading, Request } from "../request/request.js";
import { isBuiltin } from "../request/script/builtins.js";
import type { Demand, Effect } from "../syntax/statements.js";
import type { Bounds } from "./bounds.js";
import type { CommandDecision, Decision, DecisionCode, RuleRef } from "./decision.js";
import type { Surroundings } from "./subject.js";

declare const brand: unique symbol;

/** Leave to run one command. Opaque: what it holds is known to the executor alone. */
export interface Permit {
	readonly [brand]: "permit";
	readonly decision: Decision;
}

/** What runs: words that no shell ever reads, or a script that bash reads as it was decided. */
export type Work =
	| { readonly kind: "argv"; readonly argv: readonly [string, ...string[]] }
	| {
			readonly kind: "script";
			readonly script: string;
			/** Where `~` was taken to lead. */
			readonly home: string | undefined;
	  };

/** What a permit stands for. */
export interface Permitted {
	readonly work: Work;
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

const allowed = new WeakMap<Decision, Permitted>();
/** What runs once a person has said yes to it. */
const questions = new WeakMap<Decision, Permitted>();
const permitted = new WeakMap<Permit, Permitted>();

/** Called by `decide` alone, for what it allowed, and for what is a question. */
export function remember(
	decision: Decision,
	request: Request,
	reading: Reading & { readonly kind: "understood" },
	around: Surroundings,
	environment: Environment,
	bounds: () => Bounds,
): void {
	const work = workOf(request, reading, around);
	if (work === undefined || around.cwd === undefined) return;
	// Kept apart by what was decided: the decision itself is in everybody's hands.
	const kept = decision.effect === "allow" ? allowed : questions;
	const leadsTo = placeOfProgram(work, around);
	kept.set(decision, {
		work,
		...(leadsTo === undefined ? {} : { leadsTo }),
		cwd: around.cwd,
		trust: around.trust,
		env: { ...request.env },
		environment,
		limits: decision.limits,
		sandbox: decision.sandbox,
		...(decision.sandbox === "off" ? {} : { bounds }),
	});
}

/** As it was seen for the decision. */
function placeOfProgram(work: Work, { cwd = "/", world }: Surroundings): string | undefined {
	if (work.kind === "script" || !work.argv[0].includes("/")) return undefined;
	return resolveLinks(joinPath(cwd, work.argv[0]), world.linkAt);
}

/** What is said of a command of a known shape: all that is alike, and what only this one has. */
export interface Said extends Pick<CommandDecision, "effect" | "code" | "rules" | "use" | "doubt"> {
	readonly note?: string;
}

/**
 * A decision of one plain command that sets no variables. Most decisions are never run: what a permit takes is kept in fields that nobody else can
 * read or change, and made into one when somebody asks. The words are there a second time, as a text: the lists of a decision are in everybody's hands.
 */
export class PlainDecision implements Decision {
	// Declared alone: defining them first would be writing them twice.
	declare readonly effect: Effect;
	declare readonly code: DecisionCode;
	declare readonly agent: string;
	declare readonly commands: readonly CommandDecision[];
	declare readonly rules: readonly RuleRef[];
	declare readonly message: string;
	declare readonly note?: string;
	declare readonly use: readonly string[];
	declare readonly limits: Limits;
	declare readonly sandbox: Demand;
	declare readonly audit: Demand;
	declare readonly policy: string;
	readonly #line: string;
	readonly #cwd: string | undefined;
	readonly #around: Around;

	/** `line`: the words, none of which holds a blank, with one between them. `cwd`: as the request says it. */
	constructor(
		said: Said,
		message: string,
		argv: readonly string[],
		line: string,
		around: Around,
		cwd: string | undefined,
	) {
		const { effect, code, rules, use, doubt, note } = said;
		const { settings } = around;
		const command: Mutable<CommandDecision> = {
			argv,
			effect,
			code,
			rules,
			message,
			use,
			doubt,
			start: 0,
			end: line.length,
		};
		this.effect = effect;
		this.code = code;
		this.agent = settings.name;
		this.commands = [command];
		this.rules = rules;
		this.message = message;
		this.use = use;
		this.limits = settings.limits;
		this.sandbox = settings.sandbox;
		this.audit = settings.audit ?? "prefer";
		this.policy = around.digest;
		this.#line = line;
		this.#cwd = cwd;
		this.#around = around;
		if (note !== undefined) {
			command.note = note;
			(this as Mutable<Decision>).note = note;
		}
		Object.freeze(this);
	}

	/** What a permit of a decision stands for; undefined where it is none of these. What it says nobody can have changed. */
	static permitted(decision: object): Permitted | undefined {
		if (!(#line in decision)) return undefined;
		const { settings, workspace } = decision.#around;
		const { environment, limits, trust } = settings;
		return {
			work: { kind: "argv", argv: decision.#line.split(" ") as [string, ...string[]] },
			cwd: folderOf(decision.#cwd, workspace),
			trust,
			env: {},
			environment,
			limits,
			sandbox: "off",
		};
	}
}

/** What goes with every decision of an agent. Decisions may outlive their policy: it holds nothing else of it. */
export interface Around {
	/** The policy's. */
	readonly digest: string;
	readonly settings: Pick<AgentPolicy, "name" | "environment" | "limits" | "sandbox" | "audit" | "trust">;
	readonly workspace: string;
}

/** The folder that a request starts in. */
export function folderOf(cwd: string | undefined, workspace: string): string {
	return cwd === undefined ? workspace : normalise(cwd.startsWith("/") ? cwd : `${workspace}/${cwd}`);
}

/** One plain command needs no shell, whichever way it was asked for; everything else is the shell's. */
function workOf(
	request: Request,
	{ commands, syntax }: Reading & { readonly kind: "understood" },
	{ world }: Surroundings,
): Work | undefined {
	const [command] = commands;
	const shell: Work | undefined =
		request.script === undefined ? undefined : { kind: "script", script: request.script, home: world.home };
	if (command === undefined) return shell;
	const plain =
		commands.length === 1 &&
		syntax.length === 0 &&
		command.redirects.length === 0 &&
		command.assignments.length === 0 &&
		command.input === undefined;
	const words = [command.program, ...command.args].flatMap((word) => (word.kind === "known" ? [word.text] : []));
	const [name] = words;
	const whole = words.length === command.args.length + 1;
	if (plain && whole && name !== undefined && (request.argv !== undefined || !isBuiltin(name)))
		return { kind: "argv", argv: words as [string, ...string[]] };
	return shell;
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
	return decision.effect === "allow" ? (allowed.get(decision) ?? PlainDecision.permitted(decision)) : undefined;
}

function approvedIn(decision: Decision): Permitted | undefined {
	return decision.effect === "ask" ? (questions.get(decision) ?? PlainDecision.permitted(decision)) : undefined;
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
export function redeem(value: Permit): Permitted {
	const what = permitted.get(value);
	if (what === undefined)
		throw new TypeError(
			"this is no permit: only `permit` makes one: of a decision that allows, or of a question that a person approved",
		);
	return what;
}

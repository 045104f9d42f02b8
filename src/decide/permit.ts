/**
 * The only way from a decision to a run. A permit is made of a decision that allows, made by `decide` itself:
 * an object that looks like one is not one.
 */

import type { Limits } from "../policy/limits.js";
import type { Environment } from "../policy/policy.js";
import type { Reading, Request } from "../request/request.js";
import { isBuiltin } from "../request/script/builtins.js";
import type { Decision } from "./decision.js";
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
			/** Absolute folders in which bash is looked for first. */
			readonly trust: readonly string[];
	  };

/** What a permit stands for. */
export interface Permitted {
	readonly work: Work;
	/** Absolute. */
	readonly cwd: string;
	/** Variables that the request sets, accepted by the policy. */
	readonly env: Readonly<Record<string, string>>;
	readonly environment: Environment;
	readonly limits: Limits;
}

const allowed = new WeakMap<Decision, Permitted>();
const permitted = new WeakMap<Permit, Permitted>();

/** Called by `decide` alone, for what it allowed. */
export function remember(
	decision: Decision,
	request: Request,
	reading: Reading & { readonly kind: "understood" },
	around: Surroundings,
	environment: Environment,
): void {
	const work = workOf(request, reading, around);
	if (work === undefined || around.cwd === undefined) return;
	allowed.set(decision, {
		work,
		cwd: around.cwd,
		env: { ...request.env },
		environment,
		limits: decision.limits,
	});
}

/** The same for one plain command that sets no variables; `origin` is asked when somebody wants a permit. */
export function rememberPlain(decision: Decision, origin: () => Permitted): void {
	new Mark(decision, origin);
}

/** What a constructor returns is what its subclass builds on: so a private field comes to stand on an object of any kind. */
class Itself {
	constructor(object: object) {
		// biome-ignore lint/correctness/noConstructorReturn: that is what it is for.
		return object;
	}
}

/** A mark that nobody else can make or take off, and that costs less than an entry in a map: most decisions are never run. */
class Mark extends Itself {
	readonly #origin: () => Permitted;
	constructor(decision: Decision, origin: () => Permitted) {
		super(decision);
		this.#origin = origin;
	}
	static originOf(decision: object): Permitted | undefined {
		return #origin in decision ? decision.#origin() : undefined;
	}
}

/** One plain command needs no shell, whichever way it was asked for; everything else is the shell's. */
function workOf(
	request: Request,
	{ commands, syntax }: Reading & { readonly kind: "understood" },
	{ world, trust }: Surroundings,
): Work | undefined {
	const [command] = commands;
	const shell: Work | undefined =
		request.script === undefined ? undefined : { kind: "script", script: request.script, home: world.home, trust };
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

/** Makes a permit of a decision. Undefined unless the decision is `decide`'s own and says allow. */
export function permit(decision: Decision): Permit | undefined {
	const what = decision.effect === "allow" ? (allowed.get(decision) ?? Mark.originOf(decision)) : undefined;
	if (what === undefined) return undefined;
	const made = Object.freeze({ decision }) as Permit;
	permitted.set(made, what);
	return made;
}

/** What a permit stands for; throws for anything that `permit` did not make. */
export function redeem(value: Permit): Permitted {
	const what = permitted.get(value);
	if (what === undefined)
		throw new TypeError("this is no permit: only `permit(decision)` makes one, and only of a decision that allows");
	return what;
}

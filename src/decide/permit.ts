/**
 * The only way from a decision to a run. A permit is made of a decision that allows, made by `decide` itself:
 * an object that looks like one is not one.
 */

import type { Limits } from "../policy/limits.js";
import type { Environment } from "../policy/policy.js";
import type { Command } from "../request/request.js";
import type { Decision } from "./decision.js";
import type { Surroundings } from "./subject.js";

declare const brand: unique symbol;

/** Leave to run one command. Opaque: what it holds is known to the executor alone. */
export interface Permit {
	readonly [brand]: "permit";
	readonly decision: Decision;
}

/** What a permit stands for. */
export interface Permitted {
	/** The words of the command; no shell ever reads them. */
	readonly argv: readonly [string, ...string[]];
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
	command: Command,
	around: Surroundings,
	environment: Environment,
	env: Readonly<Record<string, string>>,
): void {
	const words = [command.program, ...command.args].map((word) => (word.kind === "known" ? word.text : undefined));
	if (words.some((word) => word === undefined) || around.cwd === undefined) return;
	// Only a shell could do these, and none is started.
	if (command.redirects.length > 0 || command.assignments.length > 0) return;
	allowed.set(decision, {
		argv: words as [string, ...string[]],
		cwd: around.cwd,
		env: { ...env },
		environment,
		limits: decision.limits,
	});
}

/** Makes a permit of a decision. Undefined unless the decision is `decide`'s own and says allow. */
export function permit(decision: Decision): Permit | undefined {
	const what = decision.effect === "allow" ? allowed.get(decision) : undefined;
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

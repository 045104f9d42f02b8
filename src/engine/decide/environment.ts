/**
 * Variables that a request or a command wants to set: which are accepted, and why others are not.
 */

import type { Environment } from "../../language/policy/settings/environment.js";
import type { PathPattern } from "../../language/policy/test.js";
import { variableEffects } from "../effects/variables.js";
import { placeOf, type World } from "../request/paths.js";
import type { Variable } from "../request/request.js";
import { fits } from "../request/variables.js";
import { liesInside } from "./evaluate/path-lists.js";

/** Where the paths lead that a variable's value names: from each of these folders; one that is undefined can't be known. */
export interface Standing {
	readonly folders: readonly (string | undefined)[];
	readonly world: World;
}

/**
 * Why variables are refused, if they are. What brings nothing is accepted. A pattern with `*` accepts what nobody knows, and what was read and brings code of
 * the workspace alone; what it brings is the command's then. All else must be accepted by its full name.
 */
export function variablesFault(
	variables: readonly Variable[],
	{ accept }: Environment,
	standing: Standing,
): string | undefined {
	for (const variable of variables) {
		const { name } = variable;
		if (accept.includes(name)) continue;
		const fault = variableFault(variable, accept, standing);
		if (fault !== undefined) return `the variable \`${name}\` ${fault}: \`environment accept ${name}\``;
	}
	return undefined;
}

function variableFault(variable: Variable, accept: readonly string[], standing: Standing): string | undefined {
	const effects = variableEffects(variable);
	const isAccepted = accept.some((one) => one.endsWith("*") && fits(one, variable.name));
	const notAccepted = isAccepted ? undefined : "is not accepted by the policy";
	switch (effects.kind) {
		case "changes":
			return "changes what runs, and must be accepted by its full name";
		case "unknown":
			return notAccepted;
		case "brings": {
			const { paths, powers, inner, code } = effects;
			if (paths.length + powers.length + inner.length === 0) return undefined;
			return code.every(({ text }) => text !== undefined && isInWorkspace(text, standing))
				? notAccepted
				: "brings code from outside of the workspace, and must be accepted by its full name";
		}
	}
}

function isInWorkspace(path: string, { folders, world }: Standing): boolean {
	return folders.every((cwd) => liesInside(placeOf(path, cwd, world), workspace, "within", world) === "yes");
}

const workspace: readonly PathPattern[] = [{ text: ".", literal: true, negated: false }];

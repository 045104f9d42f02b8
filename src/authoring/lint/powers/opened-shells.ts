/** Grants that open a shell: of a program that is one, and of one with a shell inside. */

import type { Program } from "../../../engine/knowledge/program.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { allowedBy, type GrantedProgram, isPlain, typed } from "../meaning/grants.js";
import { powerUse } from "./power-uses.js";
import { escapeFrom } from "./shells-inside.js";

export type OpenedShell =
	/** The program is a shell, and may run any script. */
	| { readonly kind: "shell"; readonly witness: Witness }
	/** It starts a shell where this option does not say what it runs. */
	| { readonly kind: "starter"; readonly instead: string; readonly witness: Witness }
	/** Whoever types this into it has a shell. */
	| { readonly kind: "escape"; readonly typed: string; readonly witness: Witness };

const known = new WeakMap<GrantedProgram, OpenedShell | undefined>();

/** The shell that a granted program opens, if an agent may run it so. */
export function openedShell(
	stated: StatedRule,
	granted: GrantedProgram,
	subject: ValidPolicyContext,
): OpenedShell | undefined {
	if (!known.has(granted)) known.set(granted, look(stated, granted, subject));
	return known.get(granted);
}

function look(stated: StatedRule, granted: GrantedProgram, subject: ValidPolicyContext): OpenedShell | undefined {
	const { name, facts, grants } = granted;
	if (!grants.some(isPlain)) return undefined;
	if (isShell(facts)) {
		const scripts = grants.flatMap((one) => [[typed(one), "script.sh"], [typed(one)]]);
		const witness = allowedBy(stated, scripts, subject);
		return witness && { kind: "shell", witness };
	}
	const instead = insteadOfShell(facts);
	if (instead !== undefined) {
		const alone = grants.flatMap((one) => [[typed(one)], [typed(one), "x"]]);
		const witness = allowedBy(stated, alone, subject);
		return witness && { kind: "starter", instead, witness };
	}
	const typing = escapeFrom(name, facts);
	if (typing === undefined) return undefined;
	const witness = powerUse(stated, granted, ["exec", "code"], subject);
	return witness && { kind: "escape", typed: typing, witness };
}

/** It takes a line for a shell as its argument and runs it itself, and code is its only purpose. Programs that hand a line to another shell are none. */
function isShell({ powers, options, runs, variables, subcommands }: Program): boolean {
	if (powers.length !== 1 || powers[0] !== "code" || variables.includes("SHELL")) return false;
	if (options.some(({ runs: how, role }) => how === "operand" || (how === "line" && role === "code"))) return true;
	const isRead = runs?.joined === true && runs.more === true && Object.keys(subcommands).length === 0;
	return isRead && options.some(({ names }) => names.includes("-c"));
}

/**
 * The option that says what it runs instead of a shell; undefined for a program that starts none. Its table tells of no command among its operands, but of one
 * in an option, and of the variable that names a shell: that is what it runs where no option says otherwise.
 */
function insteadOfShell({ powers, options, runs, variables, subcommands }: Program): string | undefined {
	if (!powers.includes("code") || powers.includes("privilege") || runs?.skip === 0) return undefined;
	if (!variables.some((one) => /(?:^|_)SHELL$/.test(one)) || Object.keys(subcommands).length > 0) return undefined;
	return options.find(({ runs: how, value }) => how === "line" && value !== undefined)?.names[0];
}

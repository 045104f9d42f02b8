/** `allow-privilege`: a program that raises rights is allowed. */

import type { Program } from "../../../engine/knowledge/program.js";
import { joinParts } from "../../../language/diagnostic/join-words.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { type GrantedProgram, grantedPrograms, isPlain } from "../meaning/grants.js";
import { textsOf } from "../meaning/said/said-parts.js";
import { names, waysOut } from "../powers/power-sources.js";
import { powerUse } from "../powers/power-uses.js";
import { runElsewhere } from "./allow-remote-shell.js";

export const allowPrivilege: PolicyLint = {
	name: "allow-privilege",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets agents raise their rights",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				const { name, facts, grants, span } = granted;
				if (seen.has(span.start)) return [];
				// Whoever writes out what is to run with other rights has thought of it.
				const own = raisesRights(facts) && grants.some(isPlain);
				const options = own ? [] : optionsThatRaise(granted);
				// That commands run elsewhere says more.
				const named = own ? undefined : raisingOption(granted, stated.statement);
				if (named !== undefined) {
					seen.add(span.start);
					return [
						{
							message: `this asks for \`${named}\`, which raises the rights of what \`${name}\` runs`,
							span,
							help: "name the one right that is needed in its place, or let a person look: write `ask`",
						},
					];
				}
				if (!own && (options.length === 0 || runElsewhere(stated, granted, subject) !== undefined)) return [];
				const witness = powerUse(stated, granted, ["privilege"], subject);
				if (witness === undefined) return [];
				seen.add(span.start);
				const shown = options.slice(0, mostOptions).map((option) => `\`${option}\``);
				const rest = options.length - shown.length;
				return [
					own
						? {
								message: `\`${name}\` ${facts.summary}, so this lets agents raise their rights`,
								span,
								help: `write out what may run so, \`allow ${name} …\`, or let a person look: \`ask ${name}\``,
								witness: witnessCommandLine(witness),
							}
						: {
								message: `\`granting everything\` opens ${joinParts(rest > 0 ? [...shown, `${rest} more`] : shown, "and")}, which raise the rights of what \`${name}\` runs`,
								span,
								help: "name the powers that are needed in its place, without `privilege`",
								witness: witnessCommandLine(witness),
							},
				];
			});
		}),
};

/** The options that bring rights to what it runs, where all of it is granted and neither its pattern nor its plain use speaks of rights: `docker run --privileged`. */
function optionsThatRaise({ facts, grants }: GrantedProgram): readonly string[] {
	const open = grants.filter(({ powers, exactly }) => powers === "everything" && !exactly);
	const found = open.flatMap((grant) => {
		const { plain, options } = waysOut(grant, facts, ["privilege"]);
		const runsOthers = waysOut(grant, facts, ["exec"]).plain;
		return plain || !runsOthers || options.some((option) => names(grant, facts, option)) ? [] : options;
	});
	return [...new Set(found)];
}

/** `allow docker run --privileged note "It needs the camera."`: whoever wrote it out has thought of it, unless the text speaks of less. */
function raisingOption({ facts, grants }: GrantedProgram, statement: RuleStatement): string | undefined {
	const text = textsOf(statement);
	if (statement.keyword !== "allow" || text === "" || saysRights.test(text)) return undefined;
	if (!grants.some((grant) => waysOut(grant, facts, ["exec"]).plain)) return undefined;
	const all = [facts, ...Object.values(facts.subcommands)].flatMap(({ options }) => options);
	const raising = new Set(
		all
			.filter(({ powers, value }) => powers.includes("privilege") && value === undefined)
			.flatMap(({ names: own }) => own),
	);
	return grants.flatMap(({ given }) => given.map(({ name }) => name)).find((name) => raising.has(name));
}

const saysRights = /\b(?:privileg\w*|root|rights?|owns?|kernel|(?:the|whole|any) (?:host|machine)|everything)\b/i;

const mostOptions = 3;

/** It runs commands with other rights. What needs such rights to work (`mount`), and what uses them elsewhere, gives none. */
function raisesRights({ powers, runs }: Program): boolean {
	if (!powers.includes("privilege") || powers.includes("network")) return false;
	return runs !== undefined || powers.includes("code") || powers.includes("exec");
}

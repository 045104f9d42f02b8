/** `allow-remote-shell`: commands may be run on another machine or inside of a container, where no rule looks. */
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { allowedBy, type GrantedProgram, grantedPrograms } from "../meaning/grants.js";

export const allowRemoteShell: PolicyLint = {
	name: "allow-remote-shell",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets agents run commands on another machine or inside of a container",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				const { name, span } = granted;
				if (seen.has(span.start)) return [];
				const witness = runElsewhere(stated, granted, subject);
				if (witness === undefined) return [];
				seen.add(span.start);
				return [
					{
						message: `\`${witnessCommandLine(witness)}\` runs elsewhere: which programs and which files there are, this policy can't see`,
						span,
						help: `let a person look, \`ask ${name}\`, or write out where it may go and what it may run there`,
						witness: witnessCommandLine(witness),
					},
				];
			});
		}),
};

/** A command that the rule lets run on another machine or inside of a container, whichever it is. */
export function runElsewhere(
	stated: StatedRule,
	granted: GrantedProgram,
	subject: ValidPolicyContext,
): Witness | undefined {
	const inner = stated.agents.flatMap(({ agent }) => subject.settingOf(agent).innerWords().slice(0, 1));
	const elsewhere = commandsElsewhere(granted, inner[0] ?? "true");
	return elsewhere.length === 0 ? undefined : allowedBy(stated, elsewhere, subject);
}

/** A place, and a command there where the program wants one to be named. */
function commandsElsewhere({ name, facts, grants }: GrantedProgram, command: string): readonly (readonly string[])[] {
	return grants.flatMap(({ operands: given, options, exactly, limited }) => {
		// Words that may be any say no more than none: `kubectl exec *`.
		const last = given.findLastIndex(({ kind }) => kind !== "any" && kind !== "rest");
		const operands = given.slice(0, last + 1);
		if (exactly || limited || options.length > 0) return [];
		const words = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
		// A glob names many places. Where one place or a command is named, its author has thought of it.
		const [place] = operands;
		const isGlob = operands.length === 1 && place?.kind === "glob" && /^[\w.@*?-]+$/.test(place.text);
		if (isGlob && isShellElsewhere(facts)) return [[name, place.text.replaceAll(/[*?]/g, "x")]];
		if (words.length < operands.length) return [];
		const own = isShellElsewhere(facts) ? [[name, "host"]] : [];
		const inner = Object.entries(facts.subcommands).flatMap(([subcommand, { runs, powers }]) => {
			const isElsewhere = runs !== undefined && powers.includes("exec") && !powers.includes("privilege");
			// A line for a shell runs there where it is sent, and `npm explore` runs it here.
			const isSent = isElsewhere && runs.joined === true && powers.includes("network");
			if (isElsewhere && runs.skip === 1 && (isSent || runs.joined !== true))
				return [[name, ...subcommand.split(" "), "place", command]];
			// There is one place, which needs no name: `adb shell`.
			const isThere = isSent && (runs.skip ?? 0) === 0;
			return isThere ? [[name, ...subcommand.split(" "), command]] : [];
		});
		return [...own, ...inner].filter((argv) => {
			const place = argv === own[0] ? 1 : argv.includes("place") ? argv.indexOf("place") : argv.length - 1;
			return words.length < place && words.every((word, at) => argv[at + 1] === word);
		});
	});
}

/** Whatever stands behind the place is run there: `ssh`. */
function isShellElsewhere({ runs, powers }: GrantedProgram["facts"]): boolean {
	return runs?.skip === 1 && runs.joined === true && powers.includes("network");
}

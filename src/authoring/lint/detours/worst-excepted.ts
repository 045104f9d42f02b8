/** An exception that leaves out the worst form of what is refused: `deny wp plugin delete except wp plugin delete --all`. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { grantLabels, openCommand, restrictionsOf, saidBy } from "./restriction.js";

export function worstExcepted(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	const said = saidBy(statement);
	for (const { argv, option, pattern, span } of leftOut(stated)) {
		// Whoever speaks of the option has thought of it.
		if (
			said.includes(option) ||
			(asksNobody.test(option) && /\b(?:hang|wait|prompt|interactive|unattended|terminal)/i.test(said))
		)
			continue;
		for (const restriction of restrictionsOf(stated, subject)) {
			const open = openCommand(argv, restriction, false) ?? openCommand([...argv, "x"], restriction, false);
			if (open === undefined) continue;
			return {
				message: `this leaves out \`${witnessCommandLine(open.sample)}\`, the worst form of what \`${patternText(pattern)}\` does: it is allowed, and the milder ones are refused`,
				span,
				labels: [{ span: pattern.span, message: "this is refused" }, ...grantLabels([open], restriction)],
				help: `take \`${option}\` out of the exception: only what is harmless may be left out, such as a dry run`,
				witness: open.text,
			};
		}
	}
	return undefined;
}

interface LeftOut {
	readonly argv: readonly string[];
	readonly option: string;
	readonly pattern: Pattern;
	readonly span: Finding["span"];
}

/** What `except` and `without` leave out by such an option, where the same without it is refused. */
function leftOut({ statement }: StatedRule): readonly LeftOut[] {
	return statement.clauses.flatMap((clause) => {
		if (clause.keyword === "except")
			return clause.patterns.flatMap((one) => {
				const words = plainWords(one.words);
				const option = words?.find(isWorst);
				if (words === undefined || option === undefined) return [];
				const mild = words.filter((word) => !word.startsWith("-"));
				const pattern = statement.patterns.find(
					({ words: own }) => isOne(own, mild) && !own.some((word) => word.text === option),
				);
				return pattern === undefined ? [] : [{ argv: words, option, pattern, span: one.span }];
			});
		if (clause.keyword !== "without") return [];
		return clause.options.flat().flatMap(({ text, span }) =>
			!isWorst(text)
				? []
				: statement.patterns.flatMap((pattern) => {
						const words = plainWords(pattern.words);
						return words === undefined || words.length < 2
							? []
							: [{ argv: [...words, text], option: text, pattern, span }];
					}),
		);
	});
}

function plainWords(words: readonly PatternWord[]): readonly string[] | undefined {
	return words.every(({ kind, text }) => (kind === "plain" || kind === "quoted") && !/[*?[{]/.test(text))
		? words.map(({ text }) => text)
		: undefined;
}

/** Is the command one of the pattern's, by these words? `wp plugin {delete,uninstall}`. */
function isOne(own: readonly PatternWord[], words: readonly string[]): boolean {
	const operands = own.filter(({ text }) => !text.startsWith("-"));
	return (
		operands.length === words.length &&
		operands.every(
			({ kind, text }, at) => kind === "plain" && (text === words[at] || listOf(text).includes(words[at] ?? "")),
		)
	);
}

function listOf(text: string): readonly string[] {
	return /^\{([^{}]*)\}$/.exec(text)?.[1]?.split(",") ?? [];
}

/** More is taken, nothing is asked, or nothing is heeded. */
function isWorst(option: string): boolean {
	return worst.test(option) || asksNobody.test(option);
}

const worst =
	/^(?:-f|-rf|-fr|-fdx?|-dfx|-ffdx?|--(?:all|all-\w+|force|force-reset|force-delete\S*|hard|recursive|no-verify|mirror|purge|prune|cascade|privileged|volumes|remove-orphans|no-preserve-root|everything|permanent(?:ly)?|skip-final-snapshot|ignore-dependencies|grace-period=0))$/;
const asksNobody =
	/^(?:-y|--(?:yes|assume-yes|auto-approve|no-confirm|noconfirm|no-input|non-interactive)|-auto-approve)$/;

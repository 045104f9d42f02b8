/** A rule that refuses options only where they are given together. */

import type { WordPattern } from "../../../language/policy/test.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { factsNamed } from "../meaning/grants.js";
import { openCommand, optionWords, restrictionsOf, saysOnly } from "./restriction.js";

/** `deny npm publish with --tag & --access`: one of them alone is not refused. */
export function oneOfBoth(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	if (statement.keyword !== "deny" || !statement.clauses.every((one) => saysOnly(one) || one.keyword === "with"))
		return undefined;
	for (const clause of statement.clauses) {
		if (clause.keyword !== "with" || clause.options.length !== 1) continue;
		const both = clause.options[0]?.map(({ text }) => text) ?? [];
		if (both.length < 2) continue;
		const apart = neverTogether(both, statement);
		if (apart !== undefined)
			return {
				message: `\`&\` refuses ${both.map((one) => `\`${one}\``).join(" and ")} together only, and ${apart}`,
				span: clause.span,
				help: `where each is meant, write \`with ${both.join(", ")}\``,
			};
		for (const { words } of statement.patterns) {
			const plain = words.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : []));
			if (plain.length < words.length) continue;
			const facts = factsNamed(plain[0] ?? "", subject);
			const each = both.map((one) => [...plain, ...optionWords(one.replace(/=.*/s, ""), valueIn(one), facts)]);
			for (const restriction of restrictionsOf(stated, subject)) {
				const open = each.flatMap((argv) =>
					argv.includes(undefined) ? [] : (openCommand(argv as string[], restriction, false) ?? []),
				);
				const [first] = open;
				if (first === undefined || open.length < both.length) continue;
				return {
					message: `\`&\` refuses ${both.map((one) => `\`${one}\``).join(" and ")} together only: \`${first.text}\` is allowed`,
					span: clause.span,
					help: `where each is meant, write \`with ${both.join(", ")}\``,
					witness: first.text,
				};
			}
		}
	}
	return undefined;
}

/** Why options are hardly given together: one is instead of the other, or the text speaks of each. */
function neverTogether(both: readonly string[], { patterns, clauses }: RuleStatement): string | undefined {
	const words = patterns.map((one) => one.words.map(({ text }) => text).join(" "));
	const isOneOf = insteadOfEachOther.some(
		({ of, options }) =>
			words.every((one) => of.test(one)) && both.every((one) => options.includes(one.replace(/=.*/s, ""))),
	);
	if (isOneOf) return "a command takes one of them";
	const text = clauses
		.flatMap((one) => (one.keyword === "because" || one.keyword === "note" ? [one.text.text] : []))
		.join(" ");
	const said =
		/\bneither\b.*\bnor\b|\beither\b.*\bor\b|\bnor\b|\beach of (?:them|these|the)\b|\bone or the other\b/i.exec(
			text,
		)?.[0];
	return said === undefined || /\b(?:both|together|at once)\b/i.test(text) ? undefined : `the text says \`${said}\``;
}

/** Options of which a command takes one. */
const insteadOfEachOther: readonly { readonly of: RegExp; readonly options: readonly string[] }[] = [
	[/^gh pr merge\b/, "--merge --rebase --squash -m -r -s"],
	[/^gh pr review\b/, "--approve --request-changes --comment -a -r -c"],
	[/^(?:gh|glab) repo (?:create|edit)\b/, "--public --private --internal"],
	[/^git reset\b/, "--soft --mixed --hard --keep --merge"],
	[/^git (?:merge|pull)\b/, "--ff-only --no-ff --squash --rebase"],
	[/^git (?:rebase|merge|cherry-pick|revert|am)\b/, "--abort --continue --quit --skip"],
	[/^git (?:checkout|restore)\b/, "--ours --theirs"],
	[/^git branch\b/, "--delete --move --copy -d -D -m -M -c -C"],
	[/^(?:bsd)?tar\b/, "--create --extract --list --append --update --delete -c -x -t -r -u"],
	[/^systemctl\b/, "--user --system --global"],
	[/^npm (?:install|i|add)\b/, "--save-dev --save-optional --save-prod --save-peer --no-save -D -O -P"],
	[/^(?:curl|http)\b/, "--head --data --form --upload-file -I -d -F -T"],
	[/^cp\b/, "--link --symbolic-link -l -s"],
	[/^kubectl\b/, "--all --selector"],
	[/^(?:apt|apt-get|dpkg)\b/, "--install --remove --purge -i -r -P"],
	[/^rpm\b/, "--install --upgrade --erase --query -i -U -e -q"],
	[/^pip(?:3)? install\b/, "--user --target --prefix"],
	[/^(?:shutdown|poweroff|halt|reboot)\b/, "--halt --poweroff --reboot -H -P -r -c"],
	[/^(?:terraform|tofu) (?:plan|apply)\b/, "-destroy -refresh-only"],
].map(([of, options]) => ({ of: of as RegExp, options: (options as string).split(" ") }));

function valueIn(option: string): WordPattern | undefined {
	const at = option.indexOf("=");
	return at < 0 ? undefined : { kind: "literal", text: option.slice(at + 1) };
}

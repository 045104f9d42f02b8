/** Commands that a text shows in backquotes as what its rule is there for, and that are decided otherwise: `allow exactly ninja note "One by one: `ninja check`."` */
import type { Effect } from "../../../../language/policy/terms.js";
import { decideWitness } from "../../../analysis/agent-model.js";
import type { StatedRule, ValidPolicyContext } from "../../lint-context.js";
import { sampleOf } from "../../meaning/grants.js";
import { quotedIn, sentencesOf } from "../../meaning/said/said-parts.js";

/** A command of the rule's programs that the text of a grant shows, and that stays denied for all that have the rule. */
export function shownAndDenied(text: string, stated: StatedRule, subject: ValidPolicyContext): string | undefined {
	if (stated.statement.keyword !== "allow") return undefined;
	return shownIn(text, stated).find((command) =>
		decidedFor(command, stated, subject).every((effect) => effect === "deny"),
	);
}

/** A command that a denial begins to speak of, and that is allowed to all that have the rule: `deny ninja because "`ninja install` writes to /usr."` */
export function spokenAndAllowed(text: string, stated: StatedRule, subject: ValidPolicyContext): string | undefined {
	const [, command] =
		/^`([^`]+)` (?!(?:is|are|stays?|remains?|can be|may be) (?:fine|ok|okay|safe|enough|allowed|better|preferred)|(?:alone|only|itself|instead|first|does|shows|will do|suffices)\b)\w/.exec(
			text,
		) ?? [];
	if (
		stated.statement.keyword !== "deny" ||
		stated.statement.clauses.some(
			({ form }) => form === "facts" || form === "events" || form === "limit" || form === "date",
		)
	)
		return undefined;
	return shownIn(text, stated).find(
		(one) => one === command && decidedFor(one, stated, subject).every((effect) => effect === "allow"),
	);
}

/** In sentences that say of nothing that it is not so. */
function shownIn(text: string, { statement, agents }: StatedRule): readonly string[] {
	if (agents.length === 0) return [];
	const programs = new Set(
		statement.patterns.flatMap(({ words: [first] }) => (first?.kind === "plain" ? [first.text] : [])),
	);
	return sentencesOf(text.replaceAll(/`[^`]+`/g, (one) => one.replaceAll(/[.;!?:](?=\s)/g, "")))
		.filter((one) => !aside.test(one.replaceAll(/`[^`]*`/g, "")))
		.flatMap(quotedIn)
		.filter((one) => /^[\w./:=@+-]+(?: [\w./:=@+-]+)+$/.test(one) && programs.has(one.split(" ")[0] ?? ""));
}

const aside =
	/\b(?:not|never|nothing|nobody|no|n't|cannot|without|instead|but|except|unless|denied|asks?|asked|person|people|unlike|rather|than|else|other)\b/i;

function decidedFor(command: string, { agents }: StatedRule, subject: ValidPolicyContext): readonly Effect[] {
	return agents.map(({ agent }) => decideWitness(sampleOf(command.split(" ")), subject.settingOf(agent)).effect);
}

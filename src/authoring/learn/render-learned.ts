/**
 * Proposed rules for people, each as it can be pasted:
 *
 *	1. asked 7 times, and each time a yes is on record: agent default (2 sessions), 2026-11-20 10:01 to 2026-11-26 18:22
 *	  add to agent `default` (policy.rules:12):
 *	    # Asked 7 times and always answered yes, 2026-11-20 to 2026-11-26.
 *	    override allow exactly docker ps -a within ., !.git, !@key-files, !@tool-settings
 *	  nothing else changes
 *	  it answers: `docker ps -a` (line 3)
 */
import { visible } from "../../language/diagnostic/render-visible.js";
import type { PolicyChange } from "../analysis/edits/policy-edits.js";
import { besidesLines, oneLine } from "../render/render-edits.js";
import { type Kept, type Learned, type Proposal, timesOf } from "./proposals.js";
import type { Asked, Question } from "./questions.js";

/** Questions that are shown of each proposal and of each reason; the others are counted. */
const mostShown = 3;
const longest = 120;

/** `names`: those of the policy. */
export function renderLearned(
	{ asked, answered, further, undecided, torn }: Asked,
	{ proposals, kept, settled }: Learned,
	names: readonly string[],
): string {
	const notes = [
		...(settled > 0 ? [`${times(settled)} it was asked what the policy asks no more`] : []),
		...undecided.reasons.map(({ why, count }) => `${times(count)} it can't be asked again: ${why}`),
		...(further > 0 ? [`${times(further)} more it was asked than is kept of a log`] : []),
		...(torn > 0 ? [`${torn} torn ${torn === 1 ? "line was" : "lines were"} passed over`] : []),
	];
	return [
		`${visible(names.join(", "))}: asked ${times(asked)}, a yes is on record ${times(answered)}; ${proposals.length === 0 ? "no rule" : proposals.length === 1 ? "one rule" : `${proposals.length} rules`} proposed\n`,
		...(proposals.length > 1 ? ["each stands on those before it: take them over in this order\n"] : []),
		...proposals.map((proposal, at) => `\n${proposalText(proposal, at + 1)}`),
		...(kept.length > 0 ? ["\nnot proposed:\n", ...kept.map(keptText)] : []),
		...(notes.length > 0 ? ["\n", ...notes.map((note) => `note: ${note}\n`)] : []),
	].join("");
}

function proposalText({ agent, edit, questions }: Proposal, number: number): string {
	const lines = [
		...edit.changes.flatMap((change) => changeLines(change, reasonOf(questions))),
		...besidesLines(edit.besides, "allow", agent),
		`it answers: ${shown(questions)}`,
	];
	return [
		`${number}. ${askedText(timesOf({ questions }))}: ${whose(agent, questions)}`,
		...lines.map((line) => `  ${line}`),
		"",
	].join("\n");
}

function askedText(count: number): string {
	return count === 1 ? "asked once, and a yes is on record" : `asked ${count} times, and each time a yes is on record`;
}

/** Where it goes, and the statement by itself, as it can be pasted. */
function changeLines(
	{ action, agent, file, line, before = "", after = "" }: PolicyChange,
	reason: string,
): readonly string[] {
	const place = visible(`${file}:${line}`);
	const where =
		action === "add"
			? `add to agent \`${visible(agent)}\` (${place}):`
			: `in place of \`${visible(oneLine(before, file))}\` (${place}):`;
	return [
		where,
		...(action === "add" ? [`  # ${reason}`] : []),
		...oneLine(after, file)
			.split("\n")
			.map((one) => `  ${visible(one)}`),
	];
}

/** For whoever reads the policy later: rules that take something out of others say why. */
function reasonOf(questions: readonly Question[]): string {
	const { from, to } = spanOf(questions);
	const when = from === undefined || to === undefined ? "" : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
	return `Asked ${times(timesOf({ questions }))} and always answered yes${when}.`;
}

/** `agent default (2 sessions; reviewer), 2026-11-20 10:01 to 2026-11-26 18:22`. */
function whose(agent: string, questions: readonly Question[]): string {
	const sessions = new Set(questions.flatMap((one) => [...one.sessions])).size;
	const below = [...new Set(questions.flatMap((one) => [...one.subagents]))].slice(0, mostShown);
	const more = [
		...(sessions > 1 ? [`${sessions} sessions`] : []),
		...(below.length > 0 ? [below.map(visible).join(", ")] : []),
	];
	const { from, to } = spanOf(questions);
	return [
		`agent ${visible(agent)}${more.length === 0 ? "" : ` (${more.join("; ")})`}`,
		...(from === undefined || to === undefined
			? []
			: [minute(from) === minute(to) ? minute(from) : `${minute(from)} to ${minute(to)}`]),
	].join(", ");
}

/** When the first and the last of them were asked. */
export function spanOf(questions: readonly Question[]): { readonly from?: string; readonly to?: string } {
	const from = questions.flatMap((one) => one.from ?? []).sort()[0];
	const to = questions
		.flatMap((one) => one.to ?? [])
		.sort()
		.at(-1);
	return from === undefined || to === undefined ? {} : { from, to };
}

function minute(time: string): string {
	return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

function keptText({ why, questions }: Kept): string {
	return `  ${times(timesOf({ questions }))}, ${visible(why)}: ${shown(questions)}\n`;
}

function shown(questions: readonly Question[]): string {
	const more = questions.length - mostShown;
	const named = questions.slice(0, mostShown).map(({ command, lines }) => {
		const text = visible(command);
		return `\`${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}\` (line ${lines[0]})`;
	});
	return `${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

function times(count: number): string {
	return count === 1 ? "once" : `${count} times`;
}

/** `rules audit show`: one decision of a log with all that is known of it. */

import { commandText, paintEffect, ruleName } from "../../authoring/render/render-decision.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { readLog } from "../../runtime/audit/read-log.js";
import type { ApprovalRecord, DecisionRecord, OutcomeRecord } from "../../runtime/audit/record.js";
import type { LogPlace } from "../../runtime/audit/verify.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { chosenLog, type LogQuestion } from "./audit-log-choice.js";
import { chainWarning } from "./chain-warning.js";
import { outcomeText, timeText } from "./render-record.js";

/** What a log says of one decision. */
interface LogEntry {
	readonly place: LogPlace;
	readonly decision: DecisionRecord;
	/** In their order: several people may have to say yes. */
	readonly approvals?: readonly ApprovalRecord[];
	readonly outcome?: OutcomeRecord;
}

/** Prints the decision whose id begins so. */
export async function auditShow({ log, json }: LogQuestion, id: string, terminal: Terminal): Promise<number> {
	const chosen = await chosenLog(log);
	const [entry, ...others] = entriesOf(chosen.path, id);
	if (entry === undefined)
		throw new WrongQuestion(
			`\`${log}\` holds no decision whose id begins with \`${id}\``,
			"`rules audit tail` shows ids",
		);
	if (others.length > 0)
		throw new WrongQuestion(
			`several decisions have ids that begin with \`${id}\``,
			`give more of it: ${[entry, ...others]
				.slice(0, 5)
				.map(({ decision }) => `\`${decision.id}\``)
				.join(", ")}`,
		);
	await terminal.print(
		json === true ? `${JSON.stringify(entry, null, 2)}\n` : logEntryText(entry, terminal.colour.out),
	);
	await terminal.complain(chainWarning(chosen));
	return exit.yes;
}

/** Ids that are looked for at once. */
const most = 100;

function entriesOf(path: string, id: string): readonly LogEntry[] {
	const found = new Map<string, { -readonly [Key in keyof LogEntry]: LogEntry[Key] }>();
	try {
		for (const { place, record } of readLog(path)) {
			if (record === undefined || !record.id.startsWith(id)) continue;
			const entry = found.get(record.id);
			switch (record.type) {
				case "decision":
					if (found.size < most) found.set(record.id, { place, decision: record });
					break;
				case "approval":
					if (entry !== undefined) entry.approvals = [...(entry.approvals ?? []), record];
					break;
				case "outcome":
					if (entry !== undefined) entry.outcome = record;
					break;
			}
		}
	} catch (error) {
		throw refusedBySystem(error, path, "read");
	}
	// An id that is given whole is meant, though others begin with it.
	const exact = found.get(id);
	return exact === undefined ? [...found.values()] : [exact];
}

function logEntryText({ place, decision, approvals = [], outcome }: LogEntry, colour: boolean): string {
	const {
		agent,
		surface,
		cwd,
		workspace,
		script,
		call,
		argv,
		force,
		env,
		effect,
		rules,
		code,
		message,
		commands,
		policy,
		bundle,
		state,
		shadow,
		masked,
		shortened,
	} = decision;
	// Others may have written anything there.
	const leftOut = Array.isArray(shortened) ? shortened.filter((name) => typeof name === "string").join(", ") : "";
	const several = commands !== undefined && (commands.length > 1 || script !== undefined);
	const rows: readonly (readonly [string, string | undefined])[] = [
		["id", visible(decision.id)],
		["time", `${timeText(decision.time)} UTC`],
		["agent", visible(agent)],
		["asked by", surface === undefined ? undefined : surfaces[surface]],
		["folder", cwd === undefined ? undefined : visible(cwd)],
		["workspace", workspace === undefined || workspace === cwd ? undefined : visible(workspace)],
		[
			"command",
			call === undefined
				? script === undefined
					? commandText(argv ?? [])
					: visible(script)
				: call.map(commandText).join("; "),
		],
		["variables", env === undefined ? undefined : env.map(visible).join(", ")],
		["forced", force ? "yes" : undefined],
		["answer", `${paintEffect(effect, colour)}${message === "" ? "" : `: ${visible(message)}`}`],
		["rules", rules.length > 0 ? rules.map(ruleName).join(", ") : `none (${visible(code)})`],
		[
			"bundle",
			bundle === undefined ? undefined : visible(`release ${bundle.version} of ${bundle.channel}, ${state ?? "fresh"}`),
		],
		["shadow", shadow === undefined ? undefined : shadowText(shadow)],
		["masked", masked ? "secrets were taken out" : undefined],
		["too long", leftOut === "" ? undefined : `left out, or its end: ${visible(leftOut)}`],
		...approvals.map(
			({ by, groups, time }) =>
				[
					"approved by",
					`${visible(by)}${groups === undefined ? "" : ` of ${visible(groups.join(", "))}`}, ${timeText(time)} UTC`,
				] as const,
		),
		["ended", outcome === undefined ? undefined : outcomeText(outcome)],
		["spilled to", outcome?.spill?.map(visible).join(", ")],
		["policy", visible(policy)],
		["line", `${visible(place.file)}:${place.line}`],
	];
	return [
		...rows.flatMap(([name, text]) => (text === undefined ? [] : [`${name.padEnd(12)} ${text}`])),
		...(several
			? [
					"commands",
					...commands.map(
						({ argv: words, effect: own }) =>
							`  ${paintEffect(own, colour)}${" ".repeat(6 - own.length)} ${commandText(words)}`,
					),
				]
			: []),
		"",
	].join("\n");
}

const surfaces = {
	run: "a run",
	decide: "the library",
	hook: "a hook",
} as const;

/** `release 8 would have said deny, by no-force` */
function shadowText({ version, effect, rules = [], fault }: NonNullable<DecisionRecord["shadow"]>): string {
	const said = effect === undefined ? `could not answer: ${visible(fault ?? "")}` : `would have said ${effect}`;
	return `release ${version} ${said}${rules.length === 0 ? "" : `, by ${visible(rules.join(", "))}`}`;
}

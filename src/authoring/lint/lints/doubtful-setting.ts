/** `doubtful-setting`: a setting switches off what is there to see or bound runs, or its number is hardly the one that was meant. */
import { milliseconds } from "../../../language/policy/settings/values/durations.js";
import { bytes } from "../../../language/policy/settings/values/sizes.js";
import { type AmountStatement, isSetting } from "../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { countedOn } from "./doubtful-setting/counted-on.js";
import { hardlyABound } from "./doubtful-setting/hardly-a-bound.js";
import { otherAmountSaid } from "./doubtful-setting/other-amount-said.js";
import { otherSyntaxSaid } from "./doubtful-setting/other-syntax-said.js";
import { otherValueSaid } from "./doubtful-setting/other-value-said.js";
import { spokenTime } from "./doubtful-setting/spoken-time.js";
import { tooLittleForBuilds } from "./doubtful-setting/too-little-for-builds.js";

export const doubtfulSetting: PolicyLint = {
	name: "doubtful-setting",
	family: "hygiene",
	severity: "warning",
	summary: "a limit is so small that nothing runs, or so large that it bounds nothing, or nothing is recorded",
	looksAt: "policy",
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement, owner }): readonly Finding[] => {
			if (isSetting(statement, "audit") && statement.word.text === "off")
				return [
					{
						message: "nothing of what this agent does is recorded, denials neither",
						span: statement.span,
						help: "write `audit require`, or take it out: what can be recorded is, by default",
					},
				];
			if (isSetting(statement, "sandbox") && statement.word.text === "off") return countedOn(statement, owner, subject);
			if (isSetting(statement, "syntax")) return otherSyntaxSaid(statement);
			if (isSetting(statement, "environment set")) return otherValueSaid(statement);
			if (statement.kind !== "setting" || statement.form !== "amount") return [];
			const alone = [...doubtfulLimit(statement, spokenOf(statement, owner, subject)), ...hardlyABound(statement)];
			return alone.length > 0
				? alone
				: [
						...otherAmountSaid(statement),
						...spokenTime(statement, spokenOf(statement, owner, subject)),
						...tooLittleForBuilds(statement, owner, subject),
					];
		}),
};

/** `spoken`: what its comment and its agent's say. */
function doubtfulLimit({ name, words, span }: AmountStatement, spoken: string): readonly Finding[] {
	const texts = words.map(({ text }) => text);
	const said = texts.join(" ");
	switch (name.text) {
		case "memory":
		case "file-size":
		case "output": {
			if (name.text === "output") {
				const ends = endsOf(texts);
				const all = bytes(texts[0] ?? "");
				if (all !== undefined && ends > all)
					return [
						{
							message: `\`limit output ${said}\` keeps more of both ends than of the whole`,
							span,
							help: "let `head` and `tail` together be no more than the limit",
						},
					];
			}
			const least = leastBytes[name.text];
			const size = bytes(texts[0] ?? "");
			const bare = /^\d+$/.test(texts[0] ?? "");
			// Whoever leaves the unit out means kibibytes.
			if (size === undefined || size >= (bare && name.text === "output" ? leastBare : least)) return [];
			const unit = bare ? ": a number alone counts bytes" : "";
			return [
				{
					message: `\`limit ${name.text} ${said}\` leaves ${size} bytes, with which hardly anything works${unit}`,
					span,
					help: `name the unit that is meant: \`limit ${name.text} ${examples[name.text]}\``,
				},
			];
		}
		case "cpu":
		case "timeout": {
			const times = texts.flatMap((text) => milliseconds(text) ?? []);
			const longest = Math.max(0, ...times);
			const shortest = Math.min(leastTime, ...times);
			const isCpu = name.text === "cpu";
			const [what, example] = isCpu ? [" of processor time", "60s"] : ["", "5m max 1h"];
			if (shortest < leastTime)
				return [
					{
						message: `\`limit ${name.text} ${said}\` ends a run after ${shortest} milliseconds${what}, in which hardly anything is done`,
						span,
						help: `name the unit that is meant, as in \`limit ${name.text} ${example}\``,
					},
				];
			if (isCpu || longest <= mostTime || longTime.test(spoken)) return [];
			return [
				{
					message: `\`limit timeout ${said}\` lets a run go on for ${Math.round(longest / 360_000) / 10} hours, which is hardly a bound`,
					span,
					help: "name the longest time that a run may take, as in `limit timeout 5m max 1h`",
				},
			];
		}
		default:
			return [];
	}
}

function spokenOf({ comments }: AmountStatement, owner: string, subject: ValidPolicyContext): string {
	const agent = subject
		.ownStatements()
		.find(({ statement }) => statement.kind === "agent" && statement.name.text === owner);
	return [comments, agent?.statement.comments].flatMap((one) => [...(one?.before ?? []), one?.after ?? ""]).join(" ");
}

/** What is kept of the beginning and of the end. */
function endsOf(texts: readonly string[]): number {
	return ["head", "tail"]
		.map((end) => bytes(texts[texts.indexOf(end) + 1] ?? "") ?? 0)
		.reduce((sum, bytes, at) => sum + (texts.includes(at === 0 ? "head" : "tail") ? bytes : 0), 0);
}

/** A program of a few lines needs more. */
const leastBytes = { memory: 16 * 1024 * 1024, "file-size": 512, output: 128 } as const;
const leastBare = 1024;
const examples = { memory: "512MiB", "file-size": "100MiB", output: "16KiB" } as const;
/** A program needs as long to start. */
const leastTime = 100;
/** Whoever waits for a run waits no longer. */
const mostTime = 12 * 3_600_000;
/** Whoever says so means it. */
const longTime = /\b(?:week-?ends?|overnight|days|weeks?|\d\d+ hours)\b/i;

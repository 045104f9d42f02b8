/** `doubtful-setting`: a setting switches off what is there to see or bound runs, or its number is hardly the one that was meant. */
import { type AmountStatement, isSetting } from "../../../language/syntax/statements.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const doubtfulSetting: PolicyLint = {
	name: "doubtful-setting",
	family: "hygiene",
	severity: "warning",
	summary: "a limit is so small that nothing runs, or so large that it bounds nothing, or nothing is recorded",
	looksAt: "policy",
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }): readonly Finding[] => {
			if (isSetting(statement, "audit") && statement.word.text === "off")
				return [
					{
						message: "nothing of what this agent does is recorded, denials neither",
						span: statement.span,
						help: "write `audit require`, or take it out: what can be recorded is, by default",
					},
				];
			return statement.kind === "setting" && statement.form === "amount" ? doubtfulLimit(statement) : [];
		}),
};

function doubtfulLimit({ name, words, span }: AmountStatement): readonly Finding[] {
	const texts = words.map(({ text }) => text);
	const said = texts.join(" ");
	switch (name.text) {
		case "memory":
		case "file-size":
		case "output": {
			if (name.text === "output") {
				const ends = endsOf(texts);
				const all = bytesOf(texts[0] ?? "");
				if (all !== undefined && ends > all)
					return [
						{
							message: `\`limit output ${said}\` keeps more of both ends than of the whole`,
							span,
							help: "let `head` and `tail` together be no more than the limit",
						},
					];
			}
			const bytes = bytesOf(texts[0] ?? "");
			const least = leastBytes[name.text];
			if (bytes === undefined || bytes >= least) return [];
			const unit = /^\d+$/.test(texts[0] ?? "") ? ": a number alone counts bytes" : "";
			return [
				{
					message: `\`limit ${name.text} ${said}\` leaves ${bytes} bytes, with which hardly anything works${unit}`,
					span,
					help: `name the unit that is meant: \`limit ${name.text} ${examples[name.text]}\``,
				},
			];
		}
		case "timeout": {
			const times = texts.flatMap((text) => secondsOf(text) ?? []);
			const longest = Math.max(0, ...times);
			const shortest = Math.min(leastSeconds, ...times);
			if (shortest < leastSeconds)
				return [
					{
						message: `\`limit timeout ${said}\` ends a run after ${Math.round(shortest * 1000)} milliseconds, in which hardly anything is done`,
						span,
						help: "name the unit that is meant, as in `limit timeout 5m max 1h`",
					},
				];
			if (longest <= mostSeconds) return [];
			return [
				{
					message: `\`limit timeout ${said}\` lets a run go on for ${Math.round(longest / 360) / 10} hours, which is hardly a bound`,
					span,
					help: "name the longest time that a run may take, as in `limit timeout 5m max 1h`",
				},
			];
		}
		default:
			return [];
	}
}

/** What is kept of the beginning and of the end. */
function endsOf(texts: readonly string[]): number {
	return ["head", "tail"]
		.map((end) => bytesOf(texts[texts.indexOf(end) + 1] ?? "") ?? 0)
		.reduce((sum, bytes, at) => sum + (texts.includes(at === 0 ? "head" : "tail") ? bytes : 0), 0);
}

/** A program of a few lines needs more. */
const leastBytes = { memory: 16 * 1024 * 1024, "file-size": 512, output: 128 } as const;
const examples = { memory: "512MiB", "file-size": "100MiB", output: "16KiB" } as const;
/** A program needs as long to start. */
const leastSeconds = 0.1;
/** Whoever waits for a run waits no longer. */
const mostSeconds = 12 * 3600;

const units: Readonly<Record<string, number>> = {
	"": 1,
	B: 1,
	KB: 1000,
	KiB: 1024,
	MB: 1e6,
	MiB: 1024 ** 2,
	GB: 1e9,
	GiB: 1024 ** 3,
};

function bytesOf(text: string): number | undefined {
	const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(text) ?? [];
	const factor = units[unit];
	return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

const seconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

function secondsOf(text: string): number | undefined {
	const [, number, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
	return number === undefined ? undefined : Number(number) * (seconds[unit] ?? 1);
}

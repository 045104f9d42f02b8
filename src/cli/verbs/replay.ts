/** `rules replay`: decides a decision log again under a policy, runs nothing, and shows what would change. */
import { createReadStream, fstatSync, openSync, statSync } from "node:fs";
import pc from "picocolors";
import { paintEffect, ruleName } from "../../authoring/render/render-decision.js";
import {
	type Answer,
	type LogLine,
	type ReplayChange,
	type ReplaySummary,
	replay as replayLines,
	summarise,
	type Tally,
} from "../../authoring/suite/replay.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { fullParts } from "../../runtime/audit/parts.js";
import { realWorld } from "../../runtime/load/world.js";
import { chosenLog } from "../audit/audit-log-choice.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, type PolicyOptions, usableTree } from "../policy/policy-choice.js";
import { surroundings } from "../policy/request-choice.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { type Progress, progress } from "../terminal/progress.js";
import { chunksOf, inputLines } from "../terminal/standard-input.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly agent?: string;
	readonly session?: string;
	readonly workspace?: string;
	readonly json?: true;
	readonly failOnWidening?: true;
}

/** The longest line. Bytes. */
const longestLine = 16 * 1024 * 1024;
/** How many groups of changes people are shown. */
const mostShown = 50;

export const replay: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("<LOG>", "a decision log, as `rules run --audit` writes it, with all its files; `-` is standard input")
			.option("--agent <AGENT>", "only what this agent asked (default: every agent)")
			.option("--session <ID>", "only what was asked in this session of a harness, and in those that belong to it")
			.option(
				"--workspace <FOLDER>",
				"what paths of the policy are relative to, where the log does not say (default: the command's folder)",
			)
			.option("--json", "print the summary as JSON")
			.option("--fail-on-widening", "end with 1 only if something got looser");
	},
	examples: [
		["rules replay log.jsonl", "what would the nearest policy change?"],
		["rules replay --rules new.rules --fail-on-widening log.jsonl", "does a new policy let more through?"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const [log = ""] = command.args;
		const names = chosenPolicy(options);
		const workspace =
			options.workspace === undefined ? undefined : surroundings({ workspace: options.workspace }).workspace;
		const tree = await usableTree(loadPolicy(names), terminal);
		if (tree === undefined) return exit.wrong;
		const { path } = await chosenLog(log);
		const replayed = replayLines(linesOf(path), tree, realWorld(), {
			...(options.agent === undefined ? {} : { agent: options.agent }),
			...(options.session === undefined ? {} : { session: options.session }),
			...(workspace === undefined ? {} : { workspace }),
		});
		const summary = await summarise(replayed);
		const { agents, ...told } = summary;
		if (options.agent !== undefined && summary.decisions + summary.undecided.count === 0 && summary.broken.count === 0)
			throw new WrongQuestion(
				`\`${log}\` holds no decision for agent \`${options.agent}\``,
				didYouMean(options.agent, agents) ?? "leave out `--agent` to see those of every agent",
			);
		if (options.session !== undefined && summary.decisions + summary.undecided.count + summary.broken.count === 0)
			throw new WrongQuestion(
				`\`${log}\` holds no decision of session \`${options.session}\``,
				"leave out `--session` to see those of every session",
			);
		await terminal.print(
			options.json === true
				? `${JSON.stringify({ policy: tree.digest, ...told }, null, 2)}\n`
				: text(summary, names, options.workspace, terminal.colour.out),
		);
		await terminal.complain(brokenText(summary.broken, log));
		return codeOf(summary, options.failOnWidening === true);
	},
};

/** 1 as well where it is not known whether the answer changed: a doubt is no yes. */
function codeOf({ looser, stricter, undecided, broken }: ReplaySummary, onlyWidening: boolean): number {
	if (broken.count > 0) return exit.wrong;
	const changed = onlyWidening ? looser : looser + stricter;
	return changed + undecided.count === 0 ? exit.yes : exit.no;
}

/** The lines of the log as they are read, and how far that is. */
async function* linesOf(log: string): AsyncGenerator<LogLine> {
	const { chunks, size } = log === "-" ? { chunks: chunksOf(), size: undefined } : opened(log);
	const bar = progress("replaying", size);
	try {
		for await (const lines of inputLines(longestLine, told(chunks, bar))) {
			for (const line of lines) {
				if ("text" in line) yield line;
				else
					yield {
						fault:
							line.fault === "too long" ? `the line is longer than ${longestLine} bytes` : "the line is not UTF-8 text",
					};
			}
		}
	} catch (error) {
		throw refusedBySystem(error, log, "read");
	} finally {
		bar.end();
	}
}

function opened(log: string): { readonly chunks: AsyncIterable<Buffer>; readonly size: number | undefined } {
	try {
		const descriptor = openSync(log, "r");
		const stats = fstatSync(descriptor);
		if (stats.isDirectory()) throw new WrongQuestion(`\`${log}\` is a folder`, "name the file of a decision log");
		const last = createReadStream("", { fd: descriptor });
		if (!stats.isFile()) return { chunks: last, size: undefined };
		const full = fullParts(log).map(({ path }) => path);
		const size = full.reduce((sum, path) => sum + statSync(path).size, stats.size);
		return { chunks: full.length === 0 ? last : inTurn([...full.map((path) => createReadStream(path)), last]), size };
	} catch (error) {
		throw refusedBySystem(error, log, "read");
	}
}

/** The bytes of one file after the other. A line that was torn at the end of one is none with the next. */
async function* inTurn(files: readonly AsyncIterable<Buffer>[]): AsyncGenerator<Buffer> {
	let end: number | undefined = 10;
	for (const file of files) {
		if (end !== 10) yield Buffer.from("\n");
		for await (const chunk of file) {
			yield chunk;
			end = chunk.at(-1);
		}
	}
}

async function* told(chunks: AsyncIterable<Buffer>, bar: Progress): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		yield chunk;
		// Asked for the next one, the last one is done.
		bar.add(chunk.length);
	}
}

function text(
	summary: ReplaySummary,
	names: readonly string[],
	workspace: string | undefined,
	colour: boolean,
): string {
	const { decisions, same, looser, stricter, changes, further, undecided, torn, assumed, masked } = summary;
	const paint = pc.createColors(colour);
	const counts = [
		`${same} the same`,
		looser > 0 ? paint.red(`${looser} looser`) : "0 looser",
		stricter > 0 ? paint.yellow(`${stricter} stricter`) : "0 stricter",
	];
	const shown = changes.slice(0, mostShown);
	const unlisted = further + changes.slice(mostShown).reduce((sum, { count }) => sum + count, 0);
	const notes = [
		...(unlisted > 0 ? [`${unlisted} more ${unlisted === 1 ? "change is" : "changes are"} not listed`] : []),
		...undecided.reasons.map(
			({ why, count, lines }) => `${count} can't be decided again: ${why} (${places(count, lines)})`,
		),
		...(assumed > 0
			? [
					`${assumed} ${assumed === 1 ? "does" : "do"} not say what paths were relative to, nor where \`~\` led: ${workspace === undefined ? "the command's folder" : visible(workspace)} and your own home were taken`,
				]
			: []),
		...(masked > 0
			? [
					`${masked} ${masked === 1 ? "holds" : "hold"} \`MASKED\` in place of secrets: where the answer hangs on one, it may be another`,
				]
			: []),
		...(torn > 0 ? [`${torn} torn ${torn === 1 ? "line was" : "lines were"} passed over`] : []),
	];
	return [
		`${visible(names.join(", "))}: ${decisions} ${decisions === 1 ? "decision" : "decisions"} made again, ${counts.join(", ")}\n`,
		...shown.map((change) => changeText(change, colour)),
		...(notes.length > 0 ? ["\n", ...notes.map((note) => `note: ${note}\n`)] : []),
	].join("");
}

/** One group of changes, with its samples. */
function changeText({ agent, change, before, after, count, samples }: ReplayChange, colour: boolean): string {
	const times = count === 1 ? "once" : `${count} times`;
	const effects = `${paintEffect(before.effect, colour)} → ${paintEffect(after.effect, colour)}`;
	const width = Math.max(...samples.map(({ line }) => String(line).length));
	return [
		"",
		`${change}: ${effects}, ${times}, agent ${visible(agent)}`,
		`  before: ${reasonOf(before)}`,
		`  after:  ${reasonOf(after)}`,
		...samples.map(({ line, command }) => `  line ${String(line).padStart(width)}: ${shortened(visible(command))}`),
		"",
	].join("\n");
}

/** The rules, or why there are none. */
function reasonOf({ code, rules }: Answer): string {
	if (rules.length > 0) return rules.map(ruleName).join(", ");
	return reasons.get(code) ?? visible(code);
}

const reasons: ReadonlyMap<string, string> = new Map([
	["default", "no rule: the default"],
	["unreadable", "it can't be read for certain"],
	["nothing", "it runs nothing"],
	["syntax", "it uses syntax that the policy does not allow"],
	["environment", "it sets a variable that the policy does not accept"],
	["unknown-agent", "the policy has no such agent"],
	["broken-policy", "the policy has errors"],
	["fault", "it could not be decided"],
]);

function shortened(command: string): string {
	return command.length > 200 ? `${command.slice(0, 199)}…` : command;
}

/** `line 3`, `lines 3, 5`, `lines 3, 5 and 7 more`. */
function places(count: number, lines: readonly number[]): string {
	const more = count - lines.length;
	return `${count === 1 ? "line" : "lines"} ${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function brokenText({ reasons: found }: Tally, log: string): string {
	return found.map(({ why, count, lines }) => `error: \`${visible(log)}\`, ${places(count, lines)}: ${why}\n`).join("");
}

/** `rules replay`: decides a decision log, or an archive of them, again under a policy, runs nothing, and shows what would change. */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import pc from "picocolors";
import { replayAlikePieces } from "../../authoring/archive/alike-pieces.js";
import { NoDatabase } from "../../authoring/archive/duckdb.js";
import { replayPieces } from "../../authoring/archive/log-threads.js";
import { answerRows } from "../../authoring/archive/outcome-threads.js";
import { isArchive, QueryFault, unverifiedIn } from "../../authoring/archive/query.js";
import { type RecordPlace, replayArchive } from "../../authoring/archive/replay-archive.js";
import { paintEffect, ruleName } from "../../authoring/render/render-decision.js";
import type { Answer, Tally } from "../../authoring/replay/log-records.js";
import type { ReplayOptions } from "../../authoring/replay/replay.js";
import type { ReplayChange, ReplaySummary } from "../../authoring/replay/replay-summary.js";
import { stillWorld } from "../../authoring/replay/still-world.js";
import type { Tree } from "../../engine/decide/tree.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { realWorld } from "../../runtime/load/world.js";
import { brokenText, places } from "../audit/log-lines.js";
import { coresFor, isForAlike, isForPieces, isForRows, type LogReplayed, logReplayed } from "../audit/replay-log.js";
import { beThrifty } from "../audit/thrifty.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, type PolicyOptions, usableTree } from "../policy/policy-choice.js";
import { surroundings } from "../policy/request-choice.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { type Progress, progress } from "../terminal/progress.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly agent?: string;
	readonly session?: string;
	readonly workspace?: string;
	readonly json?: true;
	readonly failOnWidening?: true;
	readonly group?: true;
}

/** How many groups of changes people are shown. */
const mostShown = 50;

export const replay: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument(
				"<LOG>",
				"a decision log, as `rules run --audit` writes it, with all its files; `-` is standard input; or an archive of `rules audit ingest`",
			)
			.option("--agent <AGENT>", "only what this agent asked (default: every agent)")
			.option("--session <ID>", "only what was asked in this session of a harness, and in those that belong to it")
			.option(
				"--workspace <FOLDER>",
				"what paths of the policy are relative to, where the log does not say (default: the command's folder)",
			)
			.option("--group", "decide once what records ask in common: the same answers, sooner for a log of many machines")
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
		const asked = {
			...(options.agent === undefined ? {} : { agent: options.agent }),
			...(options.session === undefined ? {} : { session: options.session }),
			...(workspace === undefined ? {} : { workspace }),
		};
		if (options.group === true || isFolder(log)) beThrifty();
		// The program in a thread of its own: pieces of the log come from outside.
		if (workerData === isForRows && parentPort !== null) {
			await answerRows(parentPort, tree, stillWorld(realWorld()), asked);
			return exit.yes;
		}
		if (workerData === isForPieces && parentPort !== null) {
			await replayPieces(parentPort, tree, stillWorld(realWorld()), asked);
			return exit.yes;
		}
		if (workerData === isForAlike && parentPort !== null) {
			await replayAlikePieces(parentPort, tree, stillWorld(realWorld()), asked);
			return exit.yes;
		}
		const found = isFolder(log)
			? await archiveReplayed(log, tree, asked)
			: await logReplayed(log, tree, asked, options.group === true);
		const { summary, made } = found;
		const { agents } = summary;
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
				? `${JSON.stringify({ policy: tree.digest, ...jsonOf(found), ...(made === undefined ? {} : { made }) }, null, 2)}\n`
				: text(found, names, options.workspace, terminal.colour.out),
		);
		await terminal.complain(brokenText(summary.broken, log, placesBy(found)) + (found.chain ?? ""));
		return codeOf(summary, options.failOnWidening === true);
	},
};

/** What would change in a log, or in an archive. */
interface Found extends LogReplayed {
	/** The records of an archive by what stands for their lines. */
	readonly records?: ReadonlyMap<number, RecordPlace>;
}

function isFolder(path: string): boolean {
	return path !== "-" && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function archiveReplayed(archive: string, tree: Tree, asked: ReplayOptions): Promise<Found> {
	if (!isArchive(archive))
		throw new WrongQuestion(
			`\`${archive}\` is a folder, and no archive of logs`,
			"name the file of a decision log, or a folder that `rules audit ingest` writes",
		);
	let bar: Progress | undefined;
	const heard = (rows: number, all: number): void => {
		bar ??= progress("replaying", all);
		if (rows % rowsTold === 0) bar.add(rowsTold);
	};
	try {
		const replayed = await replayArchive(archive, tree, realWorld(), { ...asked, heard }, coresFor(isForRows));
		return { ...replayed, chain: unverifiedText(archive, await unverifiedIn(archive)) };
	} catch (error) {
		if (error instanceof NoDatabase || error instanceof QueryFault) throw new WrongQuestion(error.message, error.help);
		throw refusedBySystem(error, archive, "read");
	} finally {
		bar?.end();
	}
}

/** What is told of an archive's records whose chain was broken when they came in. */
function unverifiedText(archive: string, count: number): string {
	if (count === 0) return "";
	const records = count === 1 ? "1 record stands" : `${count} records stand`;
	return `warning: ${records} where a chain was broken, so what this archive says may not be what happened: \`rules audit query --in ${visible(archive)} --ask unverified\` says of which logs\n`;
}

/** So many rows of an archive are told at once. */
const rowsTold = 500;

/** The summary, with records of an archive by their names. */
function jsonOf({ summary: { agents: _, ...told }, records }: Found): object {
	if (records === undefined) return told;
	const tallyOf = ({ count, reasons: why }: Tally): object => ({
		count,
		reasons: why.map(({ lines, ...reason }) => ({ ...reason, records: lines.map((line) => records.get(line)) })),
	});
	return {
		...told,
		changes: told.changes.map((change) => ({
			...change,
			samples: change.samples.map(({ line, ...sample }) => ({ record: records.get(line), ...sample })),
		})),
		undecided: tallyOf(told.undecided),
		broken: tallyOf(told.broken),
	};
}

/** How lines are named, and the records of an archive. */
function placesBy({ records }: Found): typeof places {
	if (records === undefined) return places;
	return (count, lines) => {
		const more = count - lines.length;
		return `${lines.map((line) => recordText(records.get(line))).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
	};
}

/** `laptop-7 record 12`; by its id where it says less. */
function recordText({ id = "", machine, seq }: Partial<RecordPlace> = {}): string {
	return visible(machine === undefined || seq === undefined ? `record ${id}` : `${machine} record ${seq}`);
}

/** 1 as well where it is not known whether the answer changed: a doubt is no yes. */
function codeOf({ looser, stricter, undecided, broken }: ReplaySummary, onlyWidening: boolean): number {
	if (broken.count > 0) return exit.wrong;
	const changed = onlyWidening ? looser : looser + stricter;
	return changed + undecided.count === 0 ? exit.yes : exit.no;
}

function text(found: Found, names: readonly string[], workspace: string | undefined, colour: boolean): string {
	const { summary, made, records } = found;
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
			({ why, count, lines }) => `${count} can't be decided again: ${why} (${placesBy(found)(count, lines)})`,
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
		...(made === undefined
			? []
			: [`${made} ${made === 1 ? "was" : "were"} decided, and the others are equal to one of them`]),
		...(torn > 0 ? [`${torn} torn ${torn === 1 ? "line was" : "lines were"} passed over`] : []),
	];
	return [
		`${visible(names.join(", "))}: ${decisions} ${decisions === 1 ? "decision" : "decisions"} made again, ${counts.join(", ")}\n`,
		...shown.map((change) => changeText(change, colour, records)),
		...(notes.length > 0 ? ["\n", ...notes.map((note) => `note: ${note}\n`)] : []),
	].join("");
}

/** One group of changes, with its samples. */
function changeText(
	{ agent, change, before, after, count, samples }: ReplayChange,
	colour: boolean,
	records: Found["records"],
): string {
	const times = count === 1 ? "once" : `${count} times`;
	const effects = `${paintEffect(before.effect, colour)} → ${paintEffect(after.effect, colour)}`;
	const width = Math.max(...samples.map(({ line }) => String(line).length));
	const placeOf = (line: number): string =>
		records === undefined ? `line ${String(line).padStart(width)}` : recordText(records.get(line));
	return [
		"",
		`${change}: ${effects}, ${times}, agent ${visible(agent)}`,
		`  before: ${reasonOf(before)}`,
		`  after:  ${reasonOf(after)}`,
		...samples.map(({ line, command }) => `  ${placeOf(line)}: ${shortened(visible(command))}`),
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

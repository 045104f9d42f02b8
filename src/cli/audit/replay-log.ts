/** Replays the files of a decision log, a large one on all cores. */
import { closeSync, fstatSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { replayAlikePieces } from "../../authoring/archive/alike-pieces.js";
import { replayedAlikeApart } from "../../authoring/archive/alike-threads.js";
import { piecesOf } from "../../authoring/archive/log-pieces.js";
import { replayedApart } from "../../authoring/archive/log-threads.js";
import type { Cores, Part } from "../../authoring/archive/threads.js";
import { type Answers, answeringHere } from "../../authoring/replay/answers.js";
import { summed } from "../../authoring/replay/came-out.js";
import { decidingGroups } from "../../authoring/replay/decide-again.js";
import type { LogLine } from "../../authoring/replay/log-records.js";
import { type ReplayOptions, replay } from "../../authoring/replay/replay.js";
import { replayingAlike } from "../../authoring/replay/replay-alike.js";
import { type ReplaySummary, summarise } from "../../authoring/replay/replay-summary.js";
import { stillWorld } from "../../authoring/replay/still-world.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import { filesOf, openPart } from "../../runtime/audit/parts.js";
import { realWorld } from "../../runtime/load/world.js";
import { progress } from "../terminal/progress.js";
import { chosenLog } from "./audit-log-choice.js";
import { chainWarning } from "./chain-warning.js";
import { logLines, someLogLines } from "./log-lines.js";

/** What would change in a log. */
export interface LogReplayed {
	readonly summary: ReplaySummary;
	/** How many were decided, where equal ones were decided once. */
	readonly made?: number;
	/** What is told of the log's chain. */
	readonly chain?: string;
}

/** What a thread is told that decides what rows of an archive ask. */
export const isForRows = "rows of an archive";
/** The same of one that replays pieces of a log. */
export const isForPieces = "pieces of a log";
/** The same of one that decides equal requests once. */
export const isForAlike = "pieces of a log, equal requests once";

/** A log that is smaller is replayed before other threads have begun. Bytes. */
const worthThreads = 48 << 20;
/** Bytes that a thread takes at once. */
const pieceSize = 32 << 20;
/** Megabytes that a thread's data may take, of which it needs half or so: without a bound Node lets what is of no more use lie for long. */
const threadHeap = 448;
/** Megabytes for what a thread made just now, of which V8 uses three parts in turn. In more of it what a line leaves lies longer, and is no sooner collected. */
const threadYoung = 24;
/** Each takes a core and some hundred megabytes. */
const mostThreads = 4;

/** Threads of this program, asked the same; undefined where there is one core. */
export function coresFor(does: string): Cores | undefined {
	const [, program, ...argv] = process.argv;
	const count = Math.min(availableParallelism(), mostThreads);
	if (count < 2 || program === undefined) return undefined;
	const resourceLimits = { maxOldGenerationSizeMb: threadHeap, maxYoungGenerationSizeMb: threadYoung };
	return {
		count,
		start: () => new Worker(program, { argv, workerData: does, resourceLimits, stdout: true, stderr: true }),
	};
}

/** Decides a log again. `isGrouped`: what records have in common once. */
export async function logReplayed(
	log: string,
	tree: Tree,
	asked: ReplayOptions,
	isGrouped: boolean,
): Promise<LogReplayed> {
	const chosen = await chosenLog(log);
	return { ...(await filesReplayed(chosen.path, tree, asked, isGrouped)), chain: chainWarning(chosen) };
}

async function filesReplayed(path: string, tree: Tree, asked: ReplayOptions, isGrouped: boolean): Promise<LogReplayed> {
	const world = stillWorld(realWorld());
	const here: Part = (port, lose) => replayAlikePieces(port, tree, world, asked, lose);
	const apart = await replayedOnCores(path, tree.digest, isGrouped ? here : undefined);
	if (apart !== undefined) return apart;
	if (isGrouped) {
		const answers = answeringHere(decidingGroups(tree, world, { workspace: asked.workspace }));
		return await replayedAlike(someLogLines(path, "replaying"), tree, world, asked, answers);
	}
	return { summary: await summarise(replay(logLines(path, "replaying"), tree, world, asked)) };
}

/** Decides equal requests once. */
async function replayedAlike(
	lines: AsyncIterable<readonly LogLine[]>,
	tree: Tree,
	world: World,
	asked: ReplayOptions,
	answers: Answers,
): Promise<LogReplayed> {
	const replaying = replayingAlike(tree, world, asked, answers);
	for await (const some of lines) {
		for (const line of some) replaying.take(line);
		for (let room = replaying.room(); room !== undefined; room = replaying.room()) await room;
	}
	const summary = await summed([await replaying.end()], answers);
	return { summary, made: answers.decided() };
}

/** What threads find, of a large log in files; undefined where one core does it as well, or says better why it can't be read. `here`: the part of this one, where equal requests are decided once. */
async function replayedOnCores(path: string, digest: string, here: Part | undefined): Promise<LogReplayed | undefined> {
	const cores = coresFor(here === undefined ? isForPieces : isForAlike);
	if (path === "-" || cores === undefined) return undefined;
	const files: number[] = [];
	try {
		if (!statSync(path).isFile()) return undefined;
		for (const file of filesOf(path)) files.push(openPart(file));
		const sizes = files.map((descriptor) => fstatSync(descriptor).size);
		const size = sizes.reduce((sum, one) => sum + one, 0);
		if (size < worthThreads) return undefined;
		const bar = progress("replaying", size);
		try {
			const pieces = piecesOf(files, pieceSize);
			if (here === undefined) return await replayedApart(pieces, cores, digest, bar.add);
			return await replayedAlikeApart(pieces, cores, here, digest, bar.add);
		} finally {
			bar.end();
		}
	} catch {
		return undefined;
	} finally {
		for (const descriptor of files) closeSync(descriptor);
	}
}

/** `rules fleet beat`: the heartbeat of this machine, signed, into a folder or to a server. */
import { createHash, randomBytes } from "node:crypto";
import { constants, copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Beat, type BeatHook, type BeatLog, beatType } from "../../authoring/fleet/beat.js";
import { type Envelope, sealed } from "../../authoring/fleet/envelope.js";
import { MachineKeyError, machineKey, nextBeat } from "../../authoring/fleet/machine-key.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { engine } from "../../language/source/engine.js";
import { hashOf } from "../../runtime/audit/chain.js";
import { longestRecord } from "../../runtime/audit/fit-record.js";
import { readLine } from "../../runtime/audit/read-log.js";
import { ownMachineId } from "../../runtime/bundle/choose-release.js";
import { lastLines } from "../../runtime/bundle/log-tail.js";
import { checkOwner, makeFolder } from "../../runtime/bundle/release-folders.js";
import { bundleStatus } from "../../runtime/bundle/status.js";
import { Refusal } from "../../runtime/bundle/verified-update.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import type { BundleSettings } from "../../runtime/load/bundle-settings.js";
import { settingsIn, settingsLog } from "../bundle/machine-actions.js";
import { type Examined, examinedHooks } from "../harness/examined-hooks.js";
import { machineChecks } from "../harness/machine-checks.js";
import { places } from "../harness/registration-choice.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";

export interface BeatOptions {
	readonly to?: string;
	readonly log?: string;
	readonly jitter?: number;
	readonly deadline?: number;
}

export async function sendBeat(where: string, options: BeatOptions, terminal: Terminal): Promise<number> {
	const settings = settingsIn(where);
	if (options.jitter !== undefined) await wait(Math.random() * options.jitter);
	const { beat, envelope } = await signedBeat(settings, await settingsLog(options.log, settings));
	const text = `${JSON.stringify(envelope)}\n`;
	const { to } = options;
	if (to === undefined) {
		await terminal.print(text);
		return exit.yes;
	}
	const why = /^https?:/i.test(to) ? await posted(to, text, options.deadline ?? 30_000) : written(to, beat, text);
	if (why !== undefined) {
		await terminal.complain(
			`error: the heartbeat did not arrive: ${visible(why)}\nhelp: look at \`${visible(to)}\`; the next one says the same and more\n`,
		);
		return exit.no;
	}
	await terminal.print(`sent: heartbeat ${beat.seq} of \`${beat.machine}\`\n`);
	return exit.yes;
}

async function signedBeat(
	settings: BundleSettings,
	log: string | undefined,
): Promise<{ readonly beat: Beat; readonly envelope: Envelope }> {
	const { floor } = settings;
	const hooks = await examinedHooks(hookedHarnesses, places(), [], false);
	try {
		makeFolder(floor);
		checkOwner(floor);
		const { key, hex, isNew } = machineKey(floor);
		const end = log === undefined ? undefined : endOfLog(log);
		const beat: Beat = {
			format: "bylaw-beat",
			version: 1,
			machine: ownMachineId(floor),
			key: hex,
			seq: nextBeat(floor, isNew),
			time: new Date().toISOString(),
			engine,
			node: process.versions.node,
			platform: process.platform,
			bundle: bundleIn(settings),
			hooks: hooks.map(hookIn),
			sandbox: machineChecks().some(({ name, verdict }) => name === "bwrap" && verdict === "good"),
			...(end === undefined ? {} : { log: end }),
		};
		return { beat, envelope: sealed(beatType, Buffer.from(JSON.stringify(beat)), key, hex) };
	} catch (error) {
		if (error instanceof MachineKeyError || error instanceof Refusal)
			throw new WrongQuestion(error.message, error.help);
		throw refusedBySystem(error, floor, "used");
	}
}

function bundleIn(settings: BundleSettings): Beat["bundle"] {
	const status = bundleStatus(settings, Date.now());
	const { channel, state, decides, release, target, newest, aside, shadow, why, refused, expires, versions } = status;
	return {
		channel,
		state,
		decides,
		...(release === undefined ? {} : { release }),
		...(target === undefined ? {} : { target }),
		...(newest === undefined ? {} : { newest }),
		...(aside === undefined ? {} : { aside }),
		...(shadow === undefined ? {} : { shadow }),
		...(why === undefined ? {} : { why }),
		...(refused === undefined ? {} : { refused }),
		...(expires === undefined ? {} : { expires }),
		...(versions === undefined ? {} : { versions }),
	};
}

function hookIn({ harness, path, checks }: Examined): BeatHook {
	const bad = checks.filter(({ verdict }) => verdict === "bad");
	const doubtful = checks.filter(({ verdict }) => verdict === "doubtful");
	return {
		harness,
		path,
		verdict: bad.length > 0 ? "bad" : doubtful.length > 0 ? "doubtful" : "good",
		checks: [...bad, ...doubtful].map(({ name, message }) => `${name}: ${message}`),
	};
}

/** Bytes of a log in which its last record is looked for: the longest is among them. */
const endRead = 2 * longestRecord;

function endOfLog(log: string): BeatLog | undefined {
	for (const bytes of [...lastLines(log, endRead)].reverse()) {
		const { record } = readLine(bytes, { file: log, line: 0 });
		if (record === undefined) continue;
		const { seq } = record as { readonly seq?: unknown };
		const number = Number.isSafeInteger(seq) ? { seq: seq as number } : {};
		return { time: record.time, hash: hashOf(bytes), ...number };
	}
	return undefined;
}

/** A file for each heartbeat, in a folder of the machine. What is there stays: where a number is taken, two have it, and that is to be seen. */
function written(folder: string, { machine, seq }: Beat, text: string): string | undefined {
	const own = join(folder, machine);
	const name = String(seq).padStart(12, "0");
	const beside = join(own, `${name}.json.${randomBytes(6).toString("hex")}.tmp`);
	try {
		mkdirSync(own, { recursive: true });
		writeFileSync(beside, text, { flush: true });
		const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
		if (!isPut(beside, join(own, `${name}.json`))) isPut(beside, join(own, `${name}-${hash}.json`));
		return undefined;
	} catch (error) {
		return (error as Error).message;
	} finally {
		rmSync(beside, { force: true });
	}
}

/** Puts a whole file there, and replaces none. */
function isPut(beside: string, file: string): boolean {
	const tried = (put: () => void): boolean => {
		try {
			put();
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
			throw error;
		}
	};
	try {
		return tried(() => linkSync(beside, file));
	} catch {
		// Not all that is shared knows links.
		return tried(() => copyFileSync(beside, file, constants.COPYFILE_EXCL));
	}
}

async function posted(url: string, body: string, deadline: number): Promise<string | undefined> {
	try {
		const answer = await fetch(url, {
			method: "POST",
			headers: { "content-type": "application/vnd.dsse.envelope+json" },
			body,
			redirect: "error",
			signal: AbortSignal.timeout(deadline),
		});
		await answer.body?.cancel();
		return answer.ok ? undefined : `it is answered with ${answer.status}`;
	} catch (error) {
		const { message, cause } = error as Error;
		return cause instanceof Error ? `${message}: ${cause.message}` : message;
	}
}

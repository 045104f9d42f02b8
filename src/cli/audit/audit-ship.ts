/** `rules audit ship`: sends a log on, to a receiver of OTLP or into a folder, once or again and again. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { visible } from "../../language/diagnostic/render-visible.js";
import { type Destination, ShipBusy, type ShipSummary, shipLog } from "../../runtime/audit/ship/ship.js";
import { folderDestination } from "../../runtime/audit/ship/to-folder.js";
import { receiverDestination } from "../../runtime/audit/ship/to-receiver.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { shutdownSignal } from "../terminal/shutdown-signals.js";
import type { Terminal } from "../terminal/terminal.js";
import { chosenLog } from "./audit-log-choice.js";
import { counted } from "./render-record.js";

/** What is sent where. Times in milliseconds. */
export interface ShipQuestion {
	readonly log: string;
	readonly to?: string;
	readonly headers?: string;
	readonly machine?: string;
	readonly deadline?: number;
	readonly once?: true;
	readonly every?: number;
	readonly json?: true;
}

const usualDeadline = 60_000;
/** Milliseconds of a timer of Node's; of more it makes one. */
const longestSleep = 2 ** 31 - 1;

/** Sends a log, and says what came of it: 0 all of it is there, 1 something is not. With `--every` it goes on until the process is asked to end. */
export async function auditShip(question: ShipQuestion, terminal: Terminal): Promise<number> {
	const { log, to, every, once, json } = question;
	if (to === undefined)
		throw new WrongQuestion(
			"it is not said where the log is sent",
			`give an address or a folder: \`rules audit ship ${log} --to https://otel.example\``,
		);
	if (once === true && every !== undefined)
		throw new WrongQuestion("`--once` and `--every` exclude each other", "take one of them");
	if (log === "-")
		throw new WrongQuestion("standard input has no place to go on from", "name the file of a decision log");
	const { path } = await chosenLog(log);
	const destination = destinationOf(to, path, question);
	if (question.headers !== undefined) await terminal.complain(remarkOn(question.headers));
	const shipped = (): Promise<ShipSummary> =>
		shipLog(path, {
			to: destination,
			deadline: question.deadline ?? usualDeadline,
			...(question.machine === undefined ? {} : { machine: question.machine }),
		});
	const told = (summary: ShipSummary): Promise<void> =>
		terminal.print(
			json === true ? `${JSON.stringify(summary, null, every === undefined ? 2 : 0)}\n` : textOf(summary, log),
		);
	if (every === undefined) {
		const summary = await shipped().catch((error: unknown) => {
			if (error instanceof ShipBusy)
				throw new WrongQuestion(error.message, "it goes on from there; nothing is left to do");
			throw refusedBySystem(error, (error as NodeJS.ErrnoException).path ?? path, "used");
		});
		await told(summary);
		return isAll(summary) ? exit.yes : exit.no;
	}
	const end = shutdownSignal().then(() => "end" as const);
	for (;;) {
		const pass = shipped().catch((error: unknown) => reasonOf(error));
		const done = await Promise.race([pass, end]);
		if (done === "end") return exit.yes;
		if (typeof done === "string") await terminal.complain(`warning: ${visible(done)}\n`);
		else if (done.sent > 0 || !isAll(done)) await told(done);
		const wait = Math.min(longestSleep, Math.max(every, typeof done === "string" ? 0 : (done.pending?.wait ?? 0)));
		if ((await Promise.race([sleep(wait), end])) === "end") return exit.yes;
	}
}

function destinationOf(to: string, log: string, { headers }: ShipQuestion): Destination {
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(to)) {
		if (headers !== undefined) throw new WrongQuestion("a folder takes no headers", "leave out `--headers`");
		if (statSync(to, { throwIfNoEntry: false })?.isDirectory() === false)
			throw new WrongQuestion(`\`${to}\` is no folder`, "name a folder, or an address that begins with `https://`");
		return folderDestination(resolve(to), log);
	}
	const url = URL.canParse(to) ? new URL(to) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol))
		throw new WrongQuestion(
			`\`${to}\` is no address that logs can be sent to`,
			"it begins with `https://` or `http://`",
		);
	if (url.username !== "" || url.password !== "")
		throw new WrongQuestion(
			"the address holds a name or a password, which every process of this machine could read",
			"put it into a file of headers (`Authorization: …`), and name that with `--headers`",
		);
	if (url.pathname === "/") url.pathname = "/v1/logs";
	return receiverDestination({ url, ...(headers === undefined ? {} : { headers: headersIn(headers) }) });
}

/** The headers in a file, one a line. */
function headersIn(file: string): Readonly<Record<string, string>> {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		throw refusedBySystem(error, file, "read");
	}
	const headers: Record<string, string> = {};
	for (const [at, line] of text.split(/\r?\n/).entries()) {
		if (line.trim() === "" || line.startsWith("#")) continue;
		const found = /^(?<name>[A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*(?<value>[\t\x20-\x7e]*?)[ \t]*$/.exec(line)?.groups;
		const name = found?.name?.toLowerCase() ?? "";
		if (found === undefined)
			throw new WrongQuestion(`\`${file}:${at + 1}\` is no header`, "write one a line: `Authorization: Bearer …`");
		if (ownHeaders.has(name))
			throw new WrongQuestion(`\`${file}:${at + 1}\`: \`${name}\` is said by what is sent`, "leave it out");
		headers[name] = found.value ?? "";
	}
	return headers;
}

const ownHeaders = new Set([
	"content-type",
	"content-length",
	"content-encoding",
	"transfer-encoding",
	"connection",
	"host",
]);

function remarkOn(file: string): string {
	const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
	if (process.platform === "win32" || (mode & 0o077) === 0) return "";
	return `note: others on this machine may read \`${visible(file)}\`: \`chmod 600 ${visible(file)}\`\n`;
}

function isAll({ rejected, dropped, gaps, restarted, pending }: ShipSummary): boolean {
	return rejected.count + dropped + gaps.missing === 0 && restarted === undefined && pending === undefined;
}

function textOf({ to, sent, rejected, dropped, gaps, restarted, pending }: ShipSummary, log: string): string {
	const lines = [
		`${counted(sent, "line")} sent to ${visible(to)}`,
		...(restarted === undefined ? [] : [`note: sent from the oldest line on: ${restarts[restarted]}`]),
		...(gaps.missing === 0
			? []
			: [
					`warning: ${counted(gaps.missing, "record")} ${gaps.missing === 1 ? "is" : "are"} missing in the log: ${gaps.first.map(({ after, before }) => `between ${after} and ${before}`).join(", ")}`,
				]),
		...(dropped === 0 ? [] : [`warning: ${counted(dropped, "line")} longer than 8 MiB left out`]),
		...(rejected.count === 0
			? []
			: [
					`warning: ${counted(rejected.count, "line")} refused by the receiver: ${rejected.first
						.map(({ part, seq, why }) => `${seq === undefined ? `in file ${part}` : `number ${seq}`}: ${visible(why)}`)
						.join("; ")}`,
				]),
		...(pending === undefined ? [] : [`warning: the rest is to be sent: ${visible(pending.why)}`]),
	];
	return lines.map((line) => `${visible(log)}: ${line}\n`).join("");
}

const restarts: Readonly<Record<NonNullable<ShipSummary["restarted"]>, string>> = {
	gone: "files that were not sent to their end are no longer kept",
	replaced: "the log no longer holds the line that was sent last",
	unclear: "what says how far it was sent can't be read",
};

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

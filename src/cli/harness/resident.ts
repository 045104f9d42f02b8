/** The resident that answers harnesses' hooks in place of processes of their own: `rules serve --hooks FOLDER`. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { engine } from "../../language/source/engine.js";
import { namesSettings } from "../../runtime/audit/sinks.js";
import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import { denial } from "../../runtime/harnesses/hooks/answer-hook.js";
import { type HookAsked, serveHooks } from "../../runtime/servers/resident/serve-hooks.js";
import { sameStats, statsOf } from "../../runtime/servers/watched-disk.js";
import { settingsReader } from "../audit/audit-choice.js";
import { heldPolicies } from "../policy/held-policies.js";
import { hookOptions } from "../quick/hook-options.js";
import { openForHook } from "../quick/recorded-reply.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import { shutdownSignal } from "../terminal/shutdown-signals.js";
import type { Terminal } from "../terminal/terminal.js";
import { hookAnswerAtOnce } from "./hook-answer.js";

/** Policies that are held at the same time. */
const mostPolicies = 64;

/** Serves until it is asked to end, or is no more wanted. */
export async function serveResident(folder: string, terminal: Terminal): Promise<number> {
	const program = realpathSync(process.argv[1] as string);
	const held = heldPolicies(mostPolicies);
	const isCurrent = watchedProgram(program);
	const readSettings = await settingsReader();
	let waitedUntil = 0;
	const ended = shutdownSignal();
	const server = await serveHooks({
		folder,
		isCurrent,
		state: () => ({ version: engine, policies: held.list() }),
		answer: ({ harness, words, bytes, starter }: HookAsked): Reply | { readonly notHere: string } => {
			const own = ownWords(words, program);
			if (own === undefined) return { notHere: "the hook is another program's" };
			const options = hookOptions(own);
			if ("why" in options) return { notHere: options.why };
			if (options.dialect.name !== harness) return { notHere: "it is asked for another harness than its words say" };
			const began = performance.now();
			try {
				return hookAnswerAtOnce({ ...options, starter }, bytes, held.find, (name) =>
					openForHook(namesSettings(name) ? readSettings(name) : { to: [name] }, began < waitedUntil ? 0 : patience),
				);
			} catch (error) {
				return denial(options.dialect, `this could not be decided, so it is denied: ${String(error)}`);
			} finally {
				const now = performance.now();
				if (now - began >= patience) waitedUntil = now + patience;
			}
		},
	});
	if ("message" in server) throw new WrongQuestion(server.message, server.help);
	await terminal.complain(`hooks are answered at ${join(folder, "socket")}\n`);
	const fault = await Promise.race([ended, server.ended]);
	await server.close();
	if (typeof fault === "object") throw new WrongQuestion(fault.message, fault.help);
	return exit.yes;
}

/**
 * Milliseconds that other writers of a log are waited for: less than the hook waits for this answer. Others ask meanwhile, so who had to wait so long is the only one
 * for a while.
 */
const patience = 1_500;

/** The words behind `hook`; undefined where they start another program than this one, or say that somebody else watches. */
function ownWords(words: readonly string[], program: string): readonly string[] | undefined {
	const at = words.indexOf("hook");
	const started = words.slice(0, at);
	const file = started.at(-1);
	if (at < 1 || at > 2 || file === undefined || !isFile(file, program)) return undefined;
	if (at === 2 && !isFile(started[0] as string, process.execPath)) return undefined;
	return words.slice(at + 1);
}

/** By its whole path: what a bare name means to somebody else is not known here. */
function isFile(path: string, wanted: string): boolean {
	if (path === wanted) return true;
	try {
		return path.startsWith("/") && realpathSync(path) === realpathSync(wanted);
	} catch {
		return false;
	}
}

/** Are the program's own files and Node still those that were there at the start? Another one shows in them. */
function watchedProgram(program: string): () => boolean {
	const files = [program, join(import.meta.dirname, "answer-all.cjs"), process.execPath];
	const before = files.map((path) => ({ path, stats: statsOf(path) }));
	return () => before.every(({ path, stats }) => sameStats(stats, statsOf(path)));
}

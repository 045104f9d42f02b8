/**
 * The command line: finds out who answers. It is the outermost room and holds no rules of its own.
 */
import { join } from "node:path";
import type { answerAll } from "./quick/answer-all.js";
import { cachedCode } from "./quick/code-cache.js";
import { makeMachineCodeLate } from "./quick/late-machine-code.js";
import type { quickCheck } from "./quick/quick-check.js";
import type { quickHook, watchedHook } from "./quick/quick-hook.js";
import type { quickRun } from "./quick/quick-run.js";
import { watched } from "./quick/watched.js";

/** Where the bundles lie, beside this one. */
const bundles = join(__dirname, "cli");
/** The exit code that makes harnesses block. */
const blocks = 2;
/** Verbs that answer for as long as somebody asks, or decide what a month asked. */
const staying: ReadonlySet<string> = new Set(["lsp", "mcp", "serve", "run", "replay"]);
const words = process.argv.slice(2);
// Harnesses take most ways to fail for leave to run; this one blocks.
if (words[0] === "hook") process.exitCode = blocks;
if (!quickly()) answer();

/** What is asked for often is answered by a bundle of its own, if it can. */
function quickly(): boolean {
	try {
		switch (words[0]) {
			case "check": {
				const code = cachedCode("quick");
				const { quickCheck: answered } = code.load(join(bundles, "quick.cjs")) as {
					readonly quickCheck: typeof quickCheck;
				};
				const exitCode = answered(words.slice(1));
				if (exitCode === undefined) return false;
				code.keep();
				process.exitCode = exitCode;
				return true;
			}
			case "run": {
				const code = cachedCode("quick-run");
				const { quickRun: answered } = code.load(join(bundles, "quick-run.cjs")) as {
					readonly quickRun: typeof quickRun;
				};
				return answered(words.slice(1), code.keep);
			}
			case "hook": {
				const isWatched = words.includes(watched);
				const code = cachedCode(isWatched ? "watched-hook" : "quick-hook");
				const hooks = code.load(join(bundles, "quick-hook.cjs")) as {
					readonly quickHook: typeof quickHook;
					readonly watchedHook: typeof watchedHook;
				};
				if (!isWatched) return hooks.quickHook(words.slice(1), code.keep);
				const answered = hooks.watchedHook(words.slice(1), code.keep);
				if (typeof answered === "boolean") {
					if (answered) process.exitCode = 0;
					return answered;
				}
				// The verb answers in its place, and reads what was read.
				process.stdin.unshift(answered);
				return false;
			}
		}
		return false;
	} catch {
		// The verb itself says what is wrong.
		return false;
	}
}

/** Everything else. */
function answer(): void {
	const verb = /^[a-z]{1,20}$/.test(words[0] ?? "") ? (words[0] as string) : "other";
	if (!staying.has(verb)) makeMachineCodeLate();
	const code = cachedCode(verb, verb !== "doctor");
	const { answerAll: answered } = code.load(join(bundles, "answer-all.cjs")) as {
		readonly answerAll: typeof answerAll;
	};
	answered(words, code.keep);
}

/**
 * The command line: finds out who answers. It is the outermost room and holds no rules of its own.
 */
import { join } from "node:path";
import type { answerAll } from "./answer-all.js";
import { ownCode } from "./own-code.js";
import type { quickCheck } from "./quick-check.js";

/** Where the bundles lie, beside this one. */
const bundles = join(__dirname, "cli");
const words = process.argv.slice(2);
const quick = words[0] === "check" ? quickly() : undefined;
if (quick === undefined) answer();
else process.exitCode = quick;

/** What hooks ask for is answered by a bundle of its own, if it can. */
function quickly(): number | undefined {
	try {
		const code = ownCode("quick");
		const { quickCheck } = code.load(join(bundles, "quick.cjs")) as Quick;
		const answered = quickCheck(words.slice(1));
		if (answered !== undefined) code.keep();
		return answered;
	} catch {
		// The verb itself says what is wrong.
		return undefined;
	}
}

interface Quick {
	readonly quickCheck: typeof quickCheck;
}

/** Everything else. */
function answer(): void {
	const code = ownCode(/^[a-z]{1,20}$/.test(words[0] ?? "") ? (words[0] as string) : "other");
	const { answerAll: answered } = code.load(join(bundles, "answer-all.cjs")) as {
		readonly answerAll: typeof answerAll;
	};
	answered(words, code.keep);
}

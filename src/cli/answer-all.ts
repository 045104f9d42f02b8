/** The end of the command line: what a verb answered, or why it could not. */
import { answer } from "./command-line.js";
import { complaint, exit } from "./exit.js";
import { openTerminal, type Terminal } from "./terminal.js";

/** Answers a command line and ends the process with its code, when everything that was printed has left it. `done`: called before it ends well. */
export function answerAll(words: readonly string[], done: () => void): void {
	const terminal = openTerminal();
	process.on("uncaughtException", (error) => end(error, terminal));
	answer(words, terminal).then(
		(code) => {
			done();
			end(code, terminal);
		},
		(error: unknown) => end(error, terminal),
	);
}

function end(result: unknown, { complain, fault, flush }: Terminal): void {
	const finish = async (): Promise<number> => {
		let code: number = typeof result === "number" ? result : exit.wrong;
		if (typeof result !== "number") await complain(complaint(result, process.env.BYLAW_DEBUG === "1"));
		await flush();
		const lost = fault();
		if (lost !== undefined) {
			await complain(`error: standard output can't be written: ${lost}\n`);
			code = exit.wrong;
		}
		return code;
	};
	finish().then(
		(code) => process.exit(code),
		() => process.exit(exit.wrong),
	);
}

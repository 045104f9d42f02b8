/** Answers what no quicker way answers: a command line, by the verb that it names. */
import { answer } from "../command-line.js";
import { asksForJson, withErrorRecord } from "../terminal/error-record.js";
import { exit } from "../terminal/exit.js";
import { exitProcess } from "../terminal/exit-process.js";
import { openTerminal } from "../terminal/terminal.js";

/** Answers a command line and ends the process with its code, when everything that was printed has left it. `done`: called before it ends well. */
export function answerAll(words: readonly string[], done: () => void): void {
	const terminal = asksForJson(words) ? withErrorRecord(openTerminal()) : openTerminal();
	process.on("uncaughtException", (error) => exitProcess(error, terminal));
	answer(words, terminal).then(
		(code) => {
			// Of questions that were wrong nothing is kept: anybody can make up verbs.
			if (code !== exit.wrong) done();
			exitProcess(code, terminal);
		},
		(error: unknown) => exitProcess(error, terminal),
	);
}

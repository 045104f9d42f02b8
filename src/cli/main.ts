/**
 * The command line: reads what was asked, lets a verb answer, ends with its code. It is the outermost room and holds no rules of its own.
 */
import { complaint, exit } from "./exit.js";
import { openTerminal, type Terminal } from "./terminal.js";

const terminal = openTerminal();
process.on("uncaughtException", (error) => end(error, terminal));
main(process.argv.slice(2)).then(
	(code) => end(code, terminal),
	(error: unknown) => end(error, terminal),
);

async function main(words: readonly string[]): Promise<number> {
	const { answer } = await import("./command-line.js");
	return answer(words, terminal);
}

/** Ends the process when everything that was printed has left it. */
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

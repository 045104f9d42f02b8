/** The end of the process: with the code of an answer, or with why there is none, when everything that was printed has left. */
import { complaint, exit } from "./exit.js";
import type { Terminal } from "./terminal.js";

/** `result`: the exit code, or what was thrown. */
export function exitProcess(result: unknown, { complain, ending, fault, flush }: Terminal): void {
	const finish = async (): Promise<number> => {
		let code: number = typeof result === "number" ? result : exit.wrong;
		if (typeof result !== "number") await complain(complaint(result, process.env.BYLAW_DEBUG === "1"));
		await ending?.(code);
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

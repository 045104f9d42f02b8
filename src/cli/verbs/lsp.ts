/** `rules lsp`: the language server, for editors. */
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { version } from "../../runtime/load/package-files.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

export const lsp: Verb = {
	define: (command) => {
		command.option("--stdio", "speak over standard input and output, as it always does");
	},
	examples: [["rules lsp --stdio", "what an editor starts"]],
	run: async () => {
		// The server's own background: the same program in a thread.
		if (!isMainThread && parentPort !== null) {
			const { answerInBackground } = await import("../../authoring/editor/background.js");
			await answerInBackground(parentPort);
			return exit.yes;
		}
		const { serve } = await import("../../authoring/editor/serve.js");
		const program = process.argv[1] as string;
		await serve({
			input: process.stdin,
			output: process.stdout,
			// Standard output belongs to the protocol: nothing else may be written there.
			startBackground: () => new Worker(program, { argv: ["lsp"], stdout: true, stderr: false }),
			version: version(),
		});
		return exit.no;
	},
};

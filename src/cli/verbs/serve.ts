/** `rules serve`: a resident decider, for harnesses that call often. */
import type { Unusable } from "../../server/current-policy.js";
import { exit, WrongQuestion } from "../exit.js";
import { variable } from "../options.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy-choice.js";
import { type RequestOptions, surroundings } from "../request-choice.js";
import type { Terminal } from "../terminal.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, Omit<RequestOptions, "script"> {
	readonly socket?: string;
}

export const serve: Verb = {
	define: (command) => {
		definePolicy(
			command
				.usage("--socket PATH [options]")
				.option("--socket <PATH>", "a Unix socket: a request a line in, a decision a line out")
				.option("--agent <AGENT>", "who asks, where a request does not say it (default: `default`)")
				.option("--cwd <FOLDER>", "where commands would run, where a request does not say it (default: this folder)")
				.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: a request's folder)")
				.option("--force", "override nudges, where a request does not say it")
				.option("--env <NAME=VALUE>", "a variable that is set for commands; may be repeated", variable),
		);
	},
	examples: [["rules serve --socket ~/.bylaw/socket", "decide for whoever connects"]],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const { socket } = options;
		if (socket === undefined)
			throw new WrongQuestion(
				"it is not said where to serve",
				"name a socket: `rules serve --socket ~/.bylaw/socket`; its folder must be yours alone (`mkdir -m 700 ~/.bylaw`)",
			);
		const names = chosenPolicy(options);
		const around = surroundings(options);
		const [{ currentPolicy }, { serveSocket }] = await Promise.all([
			import("../../server/current-policy.js"),
			import("../../server/socket/serve-socket.js"),
		]);
		const policy = currentPolicy(names, process.cwd());
		const unusable = policy.unusable();
		if (unusable !== undefined) return complained(unusable, terminal);
		const defaults = {
			...options,
			cwd: around.cwd,
			...(options.workspace === undefined ? {} : { workspace: around.workspace }),
		};
		const ended = signalled();
		const server = await serveSocket(socket, defaults, policy.answer);
		if ("message" in server) throw new WrongQuestion(server.message, server.help);
		await terminal.complain(`listening at ${socket}\n`);
		await ended;
		await server.close();
		return exit.yes;
	},
};

/** A policy that is broken from the beginning is its author's to mend first. */
async function complained(unusable: Unusable, { complain, colour }: Terminal): Promise<number> {
	switch (unusable.kind) {
		case "source":
			await complain(errorFrames(unusable.loaded, colour.err));
			return exit.wrong;
		case "compiled": {
			const { file, fault, help } = unusable.broken;
			throw new WrongQuestion(`\`${file}\`: ${fault}`, help);
		}
		case "fault":
			throw new WrongQuestion(`the policy can't be used: ${unusable.why}`);
	}
}

/** Done when the process is asked to end; asked again, it ends at once. */
function signalled(): Promise<void> {
	return new Promise((resolve) => {
		const end = (): void => {
			for (const signal of endings) process.off(signal, end);
			resolve();
		};
		for (const signal of endings) process.on(signal, end);
	});
}

const endings = ["SIGTERM", "SIGINT"] as const;

/** `rules serve`: a resident decider, for harnesses that call often or for their hooks, or a sandbox that runs what is allowed, for tools on other sides. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Unusable } from "../../runtime/servers/current-policy.js";
import type { RunShell } from "../../runtime/tools/shell-tools/run-shell.js";
import { variable } from "../options.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { type RequestOptions, surroundings } from "../policy/request-choice.js";
import { servedPolicy } from "../policy/served-policy.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import { shutdownSignal } from "../terminal/shutdown-signals.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, Omit<RequestOptions, "script"> {
	readonly socket?: string;
	readonly http?: string;
	readonly hooks?: string;
	readonly tokenFile?: string;
	readonly audit?: string;
}

export const serve: Verb = {
	define: (command) => {
		definePolicy(
			command
				.usage("(--socket PATH | --hooks FOLDER | --http [HOST:]PORT) [options]")
				.option("--socket <PATH>", "a Unix socket: a request a line in, a decision a line out")
				.option(
					"--hooks <FOLDER>",
					"answer harnesses' hooks in place of their own processes, at a socket in this folder",
				)
				.option(
					"--http <[HOST:]PORT>",
					"a sandbox over HTTP: POST /shell runs what is allowed; on the loopback when no host is said, and 0 is any free port",
				)
				.option(
					"--token-file <FILE>",
					"with --http: the token that opens it; made where there is none (default: `~/.bylaw/token`)",
				)
				.option("--audit <FILE>", "with --http: append decisions and outcomes to this log")
				.option("--agent <AGENT>", "who asks, where a request does not say it (default: `default`)")
				.option("--cwd <FOLDER>", "where commands would run, where a request does not say it (default: this folder)")
				.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: a request's folder)")
				.option("--force", "override nudges, where a request does not say it")
				.option("--env <NAME=VALUE>", "a variable that is set for commands; may be repeated", variable),
		);
	},
	examples: [
		["rules serve --socket ~/.bylaw/socket", "decide for whoever connects"],
		["rules serve --hooks ~/.bylaw/resident", "answer the hooks that are registered with `rules install --resident`"],
		[
			"rules serve --http 8123 --workspace /work --rules read-only-chat",
			"run what is allowed, for whoever has the token",
		],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const { socket, http, hooks } = options;
		if (hooks !== undefined) {
			refuseOptions(options, ["socket", "http"], "another `rules serve`");
			refuseOptions(options, ["tokenFile", "audit"], "--http");
			refuseOptions(options, ["rules", "agent", "cwd", "workspace", "force", "env"], "--socket");
			const { serveResident } = await import("../harness/resident.js");
			return await serveResident(resolve(hooks), terminal);
		}
		if (http !== undefined) return sandbox(http, options, terminal);
		if (socket === undefined)
			throw new WrongQuestion(
				"it is not said where to serve",
				"name a socket: `rules serve --socket ~/.bylaw/socket`; its folder must be yours alone (`mkdir -m 700 ~/.bylaw`)",
			);
		refuseOptions(options, ["tokenFile", "audit"], "--http");
		const names = chosenPolicy(options);
		const around = surroundings(options);
		const [{ currentPolicy }, { serveSocket }] = await Promise.all([
			import("../../runtime/servers/current-policy.js"),
			import("../../runtime/servers/socket/serve-socket.js"),
		]);
		const policy = currentPolicy(names, process.cwd());
		const unusable = policy.unusable();
		if (unusable !== undefined) return complained(unusable, terminal);
		const defaults = {
			...options,
			cwd: around.cwd,
			...(options.workspace === undefined ? {} : { workspace: around.workspace, isWorkspaceFixed: true }),
		};
		const ended = shutdownSignal();
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

/** Serves a sandbox over HTTP until it is asked to end. */
async function sandbox(place: string, options: Options, terminal: Terminal): Promise<number> {
	refuseOptions(options, ["socket"], "another `rules serve`");
	refuseOptions(options, ["cwd", "force", "env"], "--socket");
	const { host, port } = addressOf(place);
	const served = await servedPolicy(options, terminal);
	if (served === undefined) return exit.wrong;
	const { names, workspace, agent } = served;
	const [{ currentTool }, { createRunShell }, { serveSandbox }, { tokenIn }] = await Promise.all([
		import("../../runtime/servers/mcp/current-tool.js"),
		import("../../runtime/tools/shell-tools/run-shell.js"),
		import("../../runtime/servers/sandbox/serve-sandbox.js"),
		import("../../runtime/servers/sandbox/token.js"),
	]);
	const file = options.tokenFile ?? join(homedir(), ".bylaw", "token");
	const token = tokenIn(file);
	if ("fault" in token) throw new WrongQuestion(token.fault, token.help);
	let latest: RunShell | undefined;
	const audit = options.audit === undefined ? {} : { audit: options.audit };
	const current = currentTool(names, process.cwd(), (rules) => {
		latest = createRunShell({ rules, workspace, governing: [file], ...agent, ...audit });
		return latest;
	});
	const now = (): { readonly tool: RunShell } | { readonly broken: string } => {
		const what = current.now();
		if ("broken" in what) return what;
		return latest === undefined ? { broken: "there is no policy" } : { tool: latest };
	};
	const told = new Set<string>();
	const complain = (message: string): void => {
		if (!told.has(message)) void terminal.complain(`warning: ${visible(message)}\n`);
		told.add(message);
	};
	for (const warning of latest?.guard.auditWarnings ?? []) complain(warning);
	const ended = shutdownSignal();
	const server = await serveSandbox({
		tool: { now, close: current.close },
		folders: [workspace],
		token: token.token,
		complain,
		host,
		port,
	});
	if ("fault" in server) {
		current.close();
		throw new WrongQuestion(server.fault, "name another port, or 0 for any that is free");
	}
	if (!isLoopback(host))
		await terminal.complain(
			`warning: \`${host}\` can be reached from other machines, and the token goes over the wire as it is: put TLS in front of it\n`,
		);
	await terminal.complain(`listening at ${server.url}, with the token in ${visible(file)}\n`);
	await ended;
	await server.close();
	return exit.yes;
}

/** Options that mean nothing here would be taken for something. */
function refuseOptions(options: Options, names: readonly (keyof Options)[], place: string): void {
	const found = names.find((name) => options[name] !== undefined);
	if (found === undefined) return;
	const shown = `--${found.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
	throw new WrongQuestion(`\`${shown}\` means nothing here`, `leave it out: it belongs to ${place}`);
}

function addressOf(place: string): { readonly host: string; readonly port: number } {
	const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(place) ?? [];
	if (port === "" || Number(port) > 65_535)
		throw new WrongQuestion(
			`\`--http ${place}\` names no port`,
			"for example `--http 8123`, `--http 0` for any that is free, or `--http 192.0.2.7:8123`",
		);
	return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

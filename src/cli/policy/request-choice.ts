/** What is asked about: a command behind `--` or a script, with agent, folder and variables. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Decisions } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { askedByLine, askedByWords } from "../../engine/request/request-text.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { isCallName } from "../../language/policy/hands.js";
import { realWorld } from "../../runtime/load/world.js";
import { fact, moment, variable, withOptions } from "../options.js";
import { requestOptions } from "../quick/shared-options.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Context } from "../verb.js";

export interface RequestOptions {
	readonly agent?: string;
	readonly cwd?: string;
	readonly workspace?: string;
	readonly force?: true;
	readonly env?: Readonly<Record<string, string>>;
	readonly script?: string;
	readonly fact?: Readonly<Record<string, string | null>>;
	readonly at?: string;
}

/** A request with the world that it is decided in. */
export interface Asked {
	readonly request: Request;
	readonly world: World;
}

/** Adds the options of a request, and the command behind `--`. */
export function defineRequest(command: Command): Command {
	const asking = command
		.usage("[options] (-- COMMAND ARG… | --script SCRIPT)")
		.argument("[COMMAND...]", "the command with its arguments, behind `--`");
	return withOptions(asking, requestOptions).option(
		"--env <NAME=VALUE>",
		"a variable that is set for the command; may be repeated",
		variable,
	);
}

/** Adds what the world is like, for verbs that only answer: whoever runs something does not say that of itself. */
export function defineCircumstances(command: Command): Command {
	return command
		.option(
			"--fact <NAME=VALUE>",
			"a fact of the world, for `when`: `branch=main`, `'env CI=true'`, `ticket=` for none; may be repeated",
			fact,
		)
		.option("--at <TIME>", "when it is asked: `2026-11-22T10:00Z` (default: now)", moment);
}

/** The request that a command line holds. */
export function requestOf(command: Command, { behind = [] }: Context, verb: string): Asked {
	const options = command.opts<RequestOptions>();
	const around = surroundings(options);
	const asking = {
		...(options.agent === undefined ? {} : { agent: options.agent }),
		cwd: around.cwd,
		...(options.fact === undefined ? {} : { facts: options.fact }),
		...(options.at === undefined ? {} : { at: options.at }),
		...(options.env === undefined ? {} : { env: options.env }),
		...(options.force === undefined ? {} : { force: true }),
	};
	// Without `--`, options of the command would be taken for options of the verb.
	if (command.args.length !== behind.length) {
		throw new WrongQuestion(
			`\`${command.args[0]}\` stands before \`--\``,
			`put the command behind it: \`rules ${verb} -- ${command.args.join(" ")}\``,
		);
	}
	if (options.script !== undefined && behind.length > 0) {
		throw new WrongQuestion(
			"there are both a command and a script",
			"leave out `--script`, or what stands behind `--`",
		);
	}
	const world = realWorld(around.workspace);
	if (verb === "run" && isCallName(behind[0] ?? ""))
		throw new WrongQuestion(
			`\`${behind[0]}\` is a call of a tool, and no program`,
			"`rules check` decides it; a program of that name is named by its path",
		);
	if (options.script !== undefined) return { request: { ...askedByLine(options.script), ...asking }, world };
	if (behind.length > 0) return { request: { ...askedByWords(behind), ...asking }, world };
	throw new WrongQuestion(
		"there is no command to decide",
		`put it behind \`--\`: \`rules ${verb} -- git status\`, or give \`--script\``,
	);
}

/** The folders of a request, which must be there. */
export function surroundings({ cwd = ".", workspace = cwd }: RequestOptions): {
	readonly cwd: string;
	readonly workspace: string;
} {
	return { cwd: folder("--cwd", cwd), workspace: folder("--workspace", workspace) };
}

function folder(option: string, name: string): string {
	const path = resolve(name);
	let isFolder = false;
	try {
		isFolder = name !== "" && statSync(path).isDirectory();
	} catch {
		// What can't be looked at is no folder to work in.
	}
	if (isFolder) return path;
	throw new WrongQuestion(`\`${option} ${name}\` is no folder`, "name a folder that exists");
}

/** Refuses an agent that the policy does not have: a mistyped name is not an answer about the command. */
export function knownAgent(tree: Decisions, { agent = "default" }: Request): void {
	if (Object.hasOwn(tree.agents, agent)) return;
	const names = Object.keys(tree.agents);
	const help =
		names.length === 0
			? "the policy defines no agent: write `agent default { … }`"
			: (didYouMean(agent, names) ?? "`rules lint` shows what the policy holds");
	throw new WrongQuestion(`the policy has no agent \`${agent}\``, help);
}

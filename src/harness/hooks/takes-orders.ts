/**
 * Programs that do what is written to them later: a shell or an interpreter without code, a session somewhere else, an editor. Where no hook
 * sees what is written, to start one is to run anything.
 */
import { type Facts, type ReadCommand, unwrap } from "../../request/commands.js";
import { readRequest } from "../../request/read-request.js";
import type { Request } from "../../request/request.js";
import { isShell, nameOfProgram } from "../../request/shells.js";

/** The first such program that a request starts, by its name. What a pipe, a file or a here-document brings is no later input. */
export function takesOrders(request: Request, facts: Facts): string | undefined {
	const reading = readRequest(request, facts.home);
	// What can't be read does not run.
	if (reading.kind === "opaque") return undefined;
	for (const command of reading.commands) {
		if (command.input !== undefined) continue;
		const found = unwrap(command, facts);
		const open = found.find((one) => isOpen(one, !found.some(({ command: inner }) => inner.via === one.command)));
		if (open !== undefined) return nameOfProgram(open.command);
	}
	return undefined;
}

/** `isLast`: it runs no other command that can be seen. */
function isOpen({ command, args }: ReadCommand, isLast: boolean): boolean {
	if (command.input !== undefined) return false;
	const name = args.program?.name ?? nameOfProgram(command);
	const operands = args.operands.filter((slot) => slot.kind !== "many").length;
	const has = (option: string): boolean => args.options.some((one) => one.name === option);
	if (isShell(name)) return isLast && (operands === 0 || has("-s"));
	if (sessions.has(name)) return true;
	if (shellWithoutCommand.has(name)) return isLast;
	const asked = Object.hasOwn(questions, name) ? questions[name] : undefined;
	if (asked !== undefined) return operands < asked.operands && !asked.options.some(has);
	const interprets = args.program?.options.some((option) => option.role === "code") === true;
	// An interpreter's first operand is a file of code; where there is none, code comes from the input.
	if (!interprets || args.usage?.powers.includes("code") !== true || args.program?.operands.first[0] !== "read")
		return false;
	if (args.options.some(({ fact }) => interactive.test(fact?.names.join(" ") ?? "") && fact?.value === undefined))
		return true;
	const hasCode =
		args.options.some(({ fact }) => fact?.role === "code" || fact?.ends === true) ||
		args.operands.some((slot) => slot.roles.includes("code"));
	return operands === 0 && !hasCode;
}

const interactive = /(?:^| )(?:-i|--interactive)(?: |$)/;

/** They take orders whatever they are given. */
const sessions = new Set(
	(
		"screen tmux abduco dtach zellij telnet ftp sftp lftp nc ncat netcat socat gdb lldb vim emacs nano pico ed joe mc ranger less more most " +
		"irb pry iex ghci jshell ipython bpython at batch expect"
	).split(" "),
);

/** They start a shell where no command is named. */
const shellWithoutCommand = new Set(
	"ssh su sudo doas runuser chroot unshare nsenter setarch script fakeroot newgrp sg login nix-shell".split(" "),
);

/** They are answered where the question stands in the command: by an option, or by so many operands. */
const questions: Readonly<Record<string, { readonly options: readonly string[]; readonly operands: number }>> = {
	psql: { options: ["--command", "--file", "--list"], operands: Number.POSITIVE_INFINITY },
	mysql: { options: ["--execute"], operands: Number.POSITIVE_INFINITY },
	sqlite3: { options: [], operands: 2 },
	duckdb: { options: ["-c"], operands: 2 },
	"redis-cli": { options: [], operands: 1 },
	mongosh: { options: ["--eval", "--file"], operands: Number.POSITIVE_INFINITY },
};

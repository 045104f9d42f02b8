/**
 * Programs that do what is written to them later: a shell or an interpreter without code, a session somewhere else, an editor. Where no hook
 * sees what is written, to start one is to run anything.
 */
import { posix } from "node:path";
import { type Facts, type ReadCommand, unwrap } from "../../../engine/effects/commands.js";
import type { Arguments } from "../../../engine/request/arguments/arguments.js";
import { readRequest } from "../../../engine/request/read-request.js";
import type { Command, Request, Word } from "../../../engine/request/request.js";
import { isShell, nameOfProgram } from "../../../engine/request/shells.js";
import { isConsole } from "./consoles.js";

/** The first such program that a request starts, by its name. What a pipe, a file or a here-document brings is no later input, unless it brings that. */
export function interactiveInterpreterIn(request: Request, facts: Facts): string | undefined {
	const reading = readRequest(request, facts.home);
	// What can't be read does not run.
	if (reading.kind === "opaque") return undefined;
	const commands = reading.commands.map((command) => unwrap(command, facts));
	// It hands on what is written to it, into whichever pipe.
	const handsOn = commands.some((found) => found.some((one) => !hasInput(one.command) && readsInput(one)));
	for (const found of commands) {
		const open = found.find((one) =>
			isOpen(one, !found.some(({ command: inner }) => inner.via === one.command), handsOn),
		);
		if (open !== undefined) return nameOfProgram(open.command);
	}
	return undefined;
}

/** Does it read something else than what is written later? A terminal is where that is written. */
function hasInput({ input, redirects }: Command): boolean {
	return input !== undefined && !redirects.some(({ access, target }) => access !== "write" && isLaterInput(target));
}

/** `isLast`: it runs no other command that can be seen. `handsOn`: what comes by a pipe may be written later, too. */
function isOpen({ command, args }: ReadCommand, isLast: boolean, handsOn: boolean): boolean {
	if (args.informs || (hasInput(command) && !(handsOn && command.input?.kind === "unknown"))) return false;
	const own = nameOfProgram(command);
	const name = args.program?.name ?? own;
	const operands = args.operands.filter((slot) => slot.kind !== "many").length;
	const has = (option: string): boolean => args.options.some((one) => one.name === option);
	// Its arguments name its input as the file of code.
	const isTold = command.args.some(
		(word) => isLaterInput(word) || (word.kind === "known" && /^-$|^-f-$|=-$/.test(word.text)),
	);
	if (takesLines.has(name)) return true;
	if (name === "source" || name === ".") return isTold;
	if (isShell(name)) return isLast && (operands === 0 || has("-s") || isTold);
	if (sessions.has(name) || sessions.has(own)) return true;
	const told = {
		line: lineOf(name, args.operands),
		words: lineOf(
			name,
			command.args.map((word) => ({ word })),
		),
		has,
		open: args.open,
		variables: command.assignments.map(({ name }) => name),
	};
	if (isLast && isConsole(told)) return true;
	if (isInteractive(args)) return true;
	if (shellWithoutCommand.has(name)) return isLast;
	const asked = Object.hasOwn(questions, name) ? questions[name] : undefined;
	if (asked !== undefined) return isTold || (operands < asked.operands && !asked.options.some(has));
	if (interpreters.has(name.replace(/[\d.]+$/, ""))) {
		if (isTold || operands === 0) return !args.options.some(({ fact }) => fact?.role === "code" || fact?.ends === true);
	}
	const interprets = args.program?.options.some((option) => option.role === "code") === true;
	if (interprets && isTold) return true;
	// An interpreter's first operand is a file of code; where there is none, code comes from the input.
	if (!interprets || args.usage?.powers.includes("code") !== true || args.program?.operands.first[0] !== "read")
		return false;
	const hasCode =
		args.options.some(({ fact }) => fact?.role === "code" || fact?.ends === true) ||
		args.operands.some((slot) => slot.roles.includes("code"));
	return operands === 0 && !hasCode;
}

/** Its name, and the words that are known. */
function lineOf(name: string, slots: readonly { readonly word: Word }[]): string {
	return [name, ...slots.flatMap(({ word }) => (word.kind === "known" ? [word.text] : []))].join(" ");
}

/** Does an interpreter go on as a console when it has run its code? */
function isInteractive({ program, options }: Arguments): boolean {
	const interprets = program?.options.some((option) => option.role === "code") === true && !isShell(program.name);
	return (
		interprets && options.some(({ fact }) => interactive.test(fact?.names.join(" ") ?? "") && fact?.value === undefined)
	);
}

/** Does a word name the input of whoever reads it, or a terminal? On a terminal the outputs are inputs as well. */
function isLaterInput(word: Word): boolean {
	if (word.kind !== "known") return false;
	const path = /(?:^|=|^-[A-Za-z])(\/.*)$/s.exec(word.text)?.[1];
	return path !== undefined && laterInput.test(posix.normalize(path));
}
const laterInput =
	/^\/dev\/(?:stdin|stdout|stderr|tty\w*|console|pts\/\d+|fd\/[0-2])$|^\/proc\/[\w-]+(?:\/task\/\d+)?\/fd\/\d+$/;

/** May it read what is written to it, and pass that on? Of an unknown program nobody knows. */
function readsInput({ command, args }: ReadCommand): boolean {
	const name = args.program?.name ?? nameOfProgram(command);
	if (args.program === undefined) return !neverReads.has(name);
	if (!filters.has(name)) return false;
	const files = args.operands.filter(({ roles }) => roles.includes("read"));
	const isInput = (word: Word): boolean => isLaterInput(word) || (word.kind === "known" && word.text === "-");
	return files.length === 0 || files.some(({ word }) => isInput(word)) || command.args.some(isInput);
}

const interactive = /(?:^| )(?:-i|--interactive)(?: |$)/;

/** They take orders whatever they are given. */
const sessions = new Set(
	(
		"screen tmux abduco dtach zellij telnet ftp sftp lftp nc ncat netcat socat gdb lldb vim emacs nano pico ed joe mc ranger less more most " +
		"irb pry iex ghci jshell ipython bpython ptpython at batch expect winpty rlogin rsh mosh slogin et autossh cu minicom picocom man info perldoc tig lazygit k9s ncdu nnn " +
		"vifm lf lynx w3m links elinks mail mailx mutt neomutt dc visudo vipw vigr vidir sudoedit cqlsh sqlplus sqlcmd pyspark spark-shell spark-sql beeline hive"
	).split(" "),
);

/** They make words of what is written to them, which then are code or commands. */
const takesLines = new Set("read mapfile readarray xargs parallel".split(" "));

/** They read code where no file is named, whatever else is known of them. */
const interpreters = new Set(
	(
		"python pypy perl ruby node nodejs deno bun php lua luajit tclsh wish guile racket mzscheme gsi csi scheme chez chibi sbcl clisp ecl ocaml R Rscript " +
		"julia octave maxima gp sage scala kotlin groovy groovysh swift swipl gprolog erl elixir raku rakudo gforth qjs qjsc rhino jjs d8 mruby janet fennel " +
		"gnuplot osascript nu elvish xonsh pwsh powershell tsx ts-node clj clojure sbt"
	).split(" "),
);

/** They give on what they read. */
const filters = new Set(
	(
		"cat tac tee head tail sed awk gawk mawk nawk grep egrep fgrep rg tr sort uniq cut dd base64 base32 basenc xxd hexdump od rev nl fold fmt pr paste join column " +
		"jq yq gzip gunzip zcat bzip2 bzcat xz xzcat zstd zstdcat lz4 openssl gpg iconv dos2unix expand unexpand sponge ts numfmt envsubst m4 perl python ruby node php lua " +
		"bash sh dash zsh ksh busybox nc ncat socat ssh curl split shuf tsort comm pv stdbuf unbuffer fzf mbuffer sd read mapfile script"
	).split(" "),
);

/** Unknown to the tables, and known to read nothing. */
const neverReads = new Set(["", ":"]);

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

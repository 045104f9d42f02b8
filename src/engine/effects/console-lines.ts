/**
 * Lines for a shell in what a console is told: `psql -c '\! ls'`, `ed <<< '!ls'`, `sqlite3 x '.shell ls'`, `make SHELL=ls`. What it is told stands in an
 * option, in an operand, or comes as its input, where that is known.
 */
import { byName } from "../records/by-name.js";
import type { Arguments, Inner } from "../request/arguments/arguments.js";
import type { Command, Word } from "../request/request.js";
import { nameOfProgram } from "../request/shells.js";
import { codeInWords } from "./code-in-words.js";

/** How a line of a console's own begins that goes to a shell: the rest of it is the line. */
const escapes = byName<readonly RegExp[]>({
	psql: [/\\!\s*(.*)/, /\\(?:o|g|gx|w|out|write)\s*\|\s*(.*)/, /\bprogram\s+'([^']*)'/i],
	mysql: [/\\!\s*(.*)/, /(?:^|;)\s*system\s+(.*)/i],
	sqlite3: [/^\s*\.(?:shell|system)\s+(.*)/, /^\s*\.(?:once|output|import)\s+["']?\|\s*(.*?)["']?$/],
	duckdb: [/^\s*\.(?:shell|system)\s+(.*)/, /^\s*\.(?:once|output)\s+["']?\|\s*(.*?)["']?$/],
	tar: [/^exec=(.*)/],
	ed: [/^[^a-zA-Z!]*(?:[rwe]\s*)?!(.*)/],
	sftp: [/^\s*!(.*)/],
	ftp: [/^\s*!(.*)/],
	dc: [/!(.*)/],
	gdb: [/^\s*(?:shell|!|make)\s*(.*)/, /^\s*pipe\s.*\|\s*(.*)/],
	lldb: [/^\s*platform\s+shell\s+(.*)/],
	less: [/^\+\s*!(.*)/, /^\+\s*\|.(.*)/],
	vim: [
		/\b(?:system|systemlist|job_start|os\.execute|io\.popen|jobstart|termopen)\s*\(\s*["']([^"']*)["']/,
		/^\s*\+?:?!(.*)/,
		/^\s*:?(?:r|read|w|write)\s*!(.*)/,
	],
	tclsh: [/\bexec\s+(.*?)\]?$/],
	pdflatex: [/\\write18\s*\{([^}]*)\}/, /\\input\s*\|\s*"?([^"]*)/],
	gs: [/^(?:OutputFile=)?(?:%pipe%|\|)(.*)/],
	rename: [/\bsystem\s*\(?\s*["']([^"']*)["']/, /`([^`]*)`/],
	gnuplot: [/^\s*!(.*)/],
	concurrently: [/^(.*\S\s+\S.*)$/],
	at: [/^(.*\S\s+\S.*)$/],
	m4: [/\be?syscmd\(\s*[`']*([^)']*)/],
	socat: [/(?:^|!!)\s*(?:exec|system|shell):["']?(.*?)["']?(?:,|$)/i],
	lftp: [/(?:^|;)\s*!(.*)/, /(?:^|;)\s*shell\s+(.*)/],
	telnet: [/^\s*!(.*)/],
	// `git clone ext::LINE`: a remote that is a program.
	git: [/^ext::(.*)/],
});

/** The lines that surely or perhaps go to a shell. `input`: what it reads. */
export function linesForConsoles(command: Command, args: Arguments, input: Word | undefined): readonly Word[] {
	if (args.informs) return none;
	const name = args.program?.name ?? nameOfProgram(command);
	if (name === "make") return shellOfMake(args);
	const own = escapes.get(name);
	// What was read whole names its lines itself.
	if (own === undefined || codeInWords(args)?.kind === "read") return none;
	const lines: Word[] = [];
	const add = (word: Word | undefined): void => {
		if (word?.kind !== "known") return;
		for (const line of word.text.includes("\n") ? word.text.split("\n") : [word.text])
			for (const form of own) {
				const text = form.exec(line)?.[1] ?? "";
				if (text.trim() !== "") lines.push({ kind: "known", text });
			}
	};
	for (const { word } of args.operands) add(word);
	for (const { value } of args.options) add(value);
	add(input);
	return lines;
}

const none: readonly Word[] = [];

/** Consoles that read from their input, line by line, what stands in their words else: `redis-cli <<< FLUSHALL`. */
const readsWords: ReadonlySet<string> = new Set(["redis-cli"]);

/** More lines than this are not told apart. */
const mostLines = 100;

/** What a console is told by its input, as commands of its own. */
export function commandsInInput({ program }: Command, args: Arguments, input: Word | undefined): readonly Inner[] {
	if (args.program === undefined || !readsWords.has(args.program.name) || input?.kind !== "known") return [];
	if (args.operands.length > 0 || args.informs) return [];
	const lines = input.text.split("\n").filter((line) => line.trim() !== "");
	return lines.slice(0, mostLines).map((line) => ({
		kind: "argv",
		words: [
			program,
			...line
				.trim()
				.split(/\s+/)
				.map((text): Word => ({ kind: "known", text })),
		],
	}));
}

/** The shell that recipes are handed to is whatever the command line says. */
function shellOfMake({ operands }: Arguments): readonly Word[] {
	return operands.flatMap(({ word }) => {
		const line = word.kind === "known" ? /^SHELL:{0,3}\??=(.+)$/.exec(word.text)?.[1] : undefined;
		return line === undefined ? [] : [{ kind: "known", text: line } as const];
	});
}

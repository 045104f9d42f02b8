/**
 * Lines for a shell in what a console is told: `psql -c '\! ls'`, `ed <<< '!ls'`, `sqlite3 x '.shell ls'`, `make SHELL=ls`. What it is told stands in an
 * option, in an operand, or comes as its input, where that is known.
 */
import type { Arguments } from "../request/arguments.js";
import type { Command, Word } from "../request/request.js";
import { codeInWords } from "./code-in-words.js";

/** How a line of a console's own begins that goes to a shell: the rest of it is the line. */
const escapes: { readonly [Program in string]?: readonly RegExp[] } = {
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
	socat: [/^(?:EXEC|SYSTEM|SHELL):["']?(.*?)["']?(?:,|$)/i],
	pdflatex: [/\\write18\s*\{([^}]*)\}/, /\\input\s*\|\s*"?([^"]*)/],
	gs: [/^(?:OutputFile=)?(?:%pipe%|\|)(.*)/],
	rename: [/\bsystem\s*\(?\s*["']([^"']*)["']/, /`([^`]*)`/],
	gnuplot: [/^\s*!(.*)/],
	concurrently: [/^(.*\S\s+\S.*)$/],
	at: [/^(.*\S\s+\S.*)$/],
	m4: [/\be?syscmd\(\s*[`']*([^)']*)/],
};

/** The lines that surely or perhaps go to a shell. */
export function linesForConsoles({ input }: Command, args: Arguments): readonly Word[] {
	const { program } = args;
	if (program === undefined || args.informs) return none;
	if (program.name === "make") return shellOfMake(args);
	const own = escapes[program.name];
	// What was read whole names its lines itself.
	if (own === undefined || codeInWords(args)?.kind === "read") return none;
	const words = [
		...args.operands.map(({ word }) => word),
		...args.options.flatMap(({ value }) => value ?? []),
		...(input === undefined ? [] : [input]),
	];
	const lines = words.flatMap((word) => (word.kind === "known" ? word.text.split("\n") : []));
	return lines.flatMap((line) => {
		const texts = own.flatMap((one) => one.exec(line)?.[1] ?? []);
		return texts.filter((text) => text.trim() !== "").map((text): Word => ({ kind: "known", text }));
	});
}

const none: readonly Word[] = [];

/** The shell that recipes are handed to is whatever the command line says. */
function shellOfMake({ operands }: Arguments): readonly Word[] {
	return operands.flatMap(({ word }) => {
		const line = word.kind === "known" ? /^SHELL:{0,3}\??=(.+)$/.exec(word.text)?.[1] : undefined;
		return line === undefined ? [] : [{ kind: "known", text: line } as const];
	});
}

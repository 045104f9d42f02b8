/**
 * Whether SQL for a console of a database (psql, mysql, duckdb) asks the database alone. These consoles have commands of their own among the SQL, and
 * statements and functions that reach files and run programs; a text that has a word of these is not understood. Sources: their manuals.
 */
import { type CodeUse, codeUse, doubt } from "./code-use.js";

export function readPsql(texts: readonly string[]): CodeUse {
	const line = lineForShell(texts, /^\s*\\!\s*([^\n]+?)\s*$/);
	if (line !== undefined) return line;
	// What it shows of the database, and how.
	if (texts.every((text) => /^\s*\\(?:d[a-zA-Z]*[+S]*|l\+?|conninfo|timing|x|q|z)(?:\s+[\w.*"]+)?\s*$/.test(text)))
		return codeUse(texts, () => {});
	return readPlain(
		texts,
		/\\|\b(?:copy|lo_\w+|program|language|extension|load|pg_\w*(?:read|write|ls|file|execute)\w*|dblink\w*|do|call)\b|U&/i,
	);
}

export function readMysql(texts: readonly string[]): CodeUse {
	const line = lineForShell(texts, /^\s*(?:\\!|system)\s+([^\n;]+?);?\s*$/i);
	if (line !== undefined) return line;
	return readPlain(
		texts,
		/\\|\b(?:system|source|tee|notee|nopager|pager|edit|outfile|dumpfile|load\w*|delimiter|plugin|function|call|prepare|execute)\b|^\s*!/im,
	);
}

export function readDuckdb(texts: readonly string[]): CodeUse {
	// A text with a dot, a slash or a star may be the name of a file wherever a table may stand.
	return readPlain(
		texts,
		/^\s*\.|\b(?:copy|install|load|export|import|attach|use|set|reset|pragma|secret|call|getenv|query|read_\w+|write_\w+|glob|sniff_\w+|parquet_\w+|\w*_scan)\b|'[^']*[./*:][^']*'|"[^"]*[./*:][^"]*"|\$\$/im,
	);
}

/** A text that is one line for a shell. */
function lineForShell(texts: readonly string[], form: RegExp): CodeUse | undefined {
	const [text, ...others] = texts;
	const line = text === undefined || others.length > 0 ? undefined : form.exec(text)?.[1];
	return line === undefined ? undefined : codeUse(texts, (found) => found.runs.add(line));
}

function readPlain(texts: readonly string[], risky: RegExp): CodeUse {
	return codeUse(texts, () => {
		for (const text of texts) if (risky.test(text)) doubt("what the database is asked may reach files or programs");
	});
}

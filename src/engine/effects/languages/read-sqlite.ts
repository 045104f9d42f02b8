/**
 * Which files the words of a call of the sqlite3 shell read and write, and what they run: dot commands and SQL.
 * Views and triggers in a database can do no more than SQL without its functions on files. Sources: the manual of the command line shell, the grammar of SQLite.
 */
import { type CodeUse, codeUse, doubt, type FoundEffects } from "./code-use.js";

/** What the words do together: each of them is one dot command or any number of statements. */
export function readSqlite(texts: readonly string[]): CodeUse {
	return codeUse(texts, (found) => {
		for (const text of texts) {
			if (text.startsWith(".")) readDotCommand(text, found);
			else readSql(text, found);
		}
	});
}

/** What comes as input: a line that begins with a dot is a command where no statement has begun. */
export function readSqliteInput(text: string): CodeUse {
	return codeUse([text], (found) => {
		let statement = "";
		for (const line of text.split("\n")) {
			if (statement.trim() === "" && /^\s*[.#]/.test(line)) {
				if (/^\s*\./.test(line)) readDotCommand(line.trim(), found);
				continue;
			}
			// Behind a comment the statement before it may have ended.
			if (/^\s*\./.test(line)) doubt("a line may be a command or a part of a statement");
			statement += `${line}\n`;
			// Some shells end a statement at these lines, too.
			if (/^\s*(?:\/|go)\s*;?\s*$/i.test(line)) doubt("a line may end a statement");
			if (/;\s*$/.test(line)) {
				readSql(statement, found);
				statement = "";
			}
		}
		readSql(statement, found);
	});
}

/** Commands that show or set something, and open no file. */
const plainCommands: ReadonlySet<string> = new Set(
	`.auth .bail .binary .changes .crnl .crlf .databases .dbconfig .dbinfo .dump .echo .eqp .exit .explain .expert .fullschema .header .headers .help .indexes
	.indices .limit .lint .mode .nullvalue .print .progress .prompt .quit .schema .scanstats .separator .sha3sum .show .stats .tables .timeout .timer
	.vfsinfo .vfslist .vfsname .width`.split(/\s+/),
);

function readDotCommand(text: string, found: FoundEffects): void {
	const [name = "", ...words] = wordsOf(text);
	if (plainCommands.has(name)) return;
	const options = words.filter((word) => word.startsWith("-"));
	const operands = words.filter((word) => !word.startsWith("-"));
	const last = operands[operands.length - 1];
	switch (name) {
		case ".backup":
		case ".save":
			if (operands.length < 1 || operands.length > 2 || !options.every((one) => /^--?(?:append|async)$/.test(one)))
				doubt(`\`${name}\` has words that are not known`);
			addFile(last, found.writes);
			return;
		case ".clone":
			if (words.length !== 1 || options.length > 0) doubt("`.clone` has words that are not known");
			addFile(last, found.writes);
			return;
		case ".restore":
			if (operands.length < 1 || operands.length > 2 || options.length > 0)
				doubt("`.restore` has words that are not known");
			addFile(last, found.reads);
			return;
		case ".log":
			if (words.length !== 1 || options.length > 0) doubt("`.log` has words that are not known");
			if (!/^(?:on|off|stderr|stdout)$/.test(last ?? "")) addFile(last, found.writes);
			return;
		case ".open":
			if (
				operands.length > 1 ||
				!options.every((one) => /^--?(?:new|readonly|nofollow|append|deserialize|zip)$/.test(one))
			)
				doubt("`.open` has words that are not known");
			addDatabase(last ?? "", found);
			return;
		case ".output":
		case ".once":
			readOutput(name, words, found);
			return;
		case ".import":
			readImport(words, found);
			return;
		case ".shell":
		case ".system":
			if (words.length === 0 || words.some((word) => /["\\$`]/.test(word) && word.includes(" ")))
				doubt(`what \`${name}\` runs can't be read`);
			found.runs.add(words.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" "));
			return;
		case ".parameter":
			if (!/^(?:init|list|clear|unset)$/.test(words[0] ?? "")) doubt("`.parameter` reads an expression");
			return;
		default:
			doubt(`\`${name}\` is not known`);
	}
}

function readOutput(name: string, words: readonly string[], found: FoundEffects): void {
	const [first = "", ...others] = words.filter((word) => !/^--?(?:bom|plain)$/.test(word));
	if (first.startsWith("|")) {
		found.runs.add([first.slice(1), ...others].join(" ").trim());
		return;
	}
	if (first.startsWith("-") || others.length > 0) doubt(`\`${name}\` has words that are not known`);
	if (first !== "" && first !== "stdout" && first !== "off") addFile(first, found.writes);
}

function readImport(words: readonly string[], found: FoundEffects): void {
	const operands: string[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at] as string;
		if (/^--?(?:skip|schema)$/.test(word)) at++;
		else if (word.startsWith("-")) {
			if (!/^--?(?:ascii|csv|v)$/.test(word)) doubt("`.import` has words that are not known");
		} else operands.push(word);
	}
	const [file, , ...others] = operands;
	if (file === undefined || others.length > 0) doubt("`.import` has words that are not known");
	if (file.startsWith("|")) found.runs.add(file.slice(1));
	else addFile(file, found.reads);
}

/** The words of a dot command. */
function wordsOf(text: string): readonly string[] {
	const words: string[] = [];
	for (let rest = text.trimStart(); rest !== ""; ) {
		const [whole, single, double, plain] =
			/^(?:'([^']*)'|"([^"\\]*)"|([^\s'"\\][^\s\\]*))(?:\s+|$)/.exec(rest) ??
			doubt("the words of a dot command are not clear");
		words.push(single ?? double ?? plain ?? "");
		rest = rest.slice(whole.length);
	}
	return words;
}

function addFile(name: string | undefined, names: Set<string>): void {
	if (name === undefined) doubt("the name of a file is lacking");
	if (name === "") return;
	names.add(pathOf(name));
}

/** A database is read and written; without a name, or with that of memory, it is no file. */
function addDatabase(name: string, found: FoundEffects): void {
	if (name === "" || name === ":memory:") return;
	const path = pathOf(name);
	found.reads.add(path);
	found.writes.add(path);
}

/** `file:a.db?mode=ro` */
function pathOf(name: string): string {
	if (!/^file:/i.test(name)) return name;
	const path = name
		.slice("file:".length)
		.replace(/^\/\/[^/]*/, "")
		.replace(/[?#].*$/s, "");
	try {
		return decodeURIComponent(path);
	} catch {
		return doubt("the address of a database can't be read");
	}
}

interface Token {
	readonly kind: "word" | "text" | "sign";
	/** In lower case where it is a word without quotes. */
	readonly text: string;
	readonly isQuoted?: true;
}

function tokensOf(sql: string): readonly Token[] {
	const tokens: Token[] = [];
	const form =
		/\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[xX]?'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([\p{L}_][\p{L}\p{N}_$]*)|[?:@$#][\p{L}\p{N}_]*|[0-9][\p{L}\p{N}_.+-]*|[-+*/%<>=!~&|,;().]/uy;
	while (form.lastIndex < sql.length) {
		const at = form.lastIndex;
		const match = form.exec(sql);
		if (match === null) return doubt(`the SQL can't be read at character ${at + 1}`);
		const [whole, single, double, back, bracket, word] = match;
		if (single !== undefined) tokens.push({ kind: "text", text: single.replaceAll("''", "'") });
		else if (double !== undefined) tokens.push({ kind: "text", text: double.replaceAll('""', '"'), isQuoted: true });
		else if (back !== undefined) tokens.push({ kind: "text", text: back.replaceAll("``", "`"), isQuoted: true });
		else if (bracket !== undefined) tokens.push({ kind: "text", text: bracket, isQuoted: true });
		else if (word !== undefined) tokens.push({ kind: "word", text: word.toLowerCase() });
		else if (!/^(?:\s|--|\/\*)/.test(whole)) tokens.push({ kind: "sign", text: whole });
	}
	return tokens;
}

/** Names that reach the disk in ways that are not followed, wherever they stand. */
const strangeNames =
	/^(?:fsdir|zipfile|zipfile_cds|edit|load_extension|fts3_tokenizer|lsmode_files|csv|readfile_as|sqlite_dbdata|sqlite_dbptr)$/;

/** Settings that name no file and lift no guard. */
const plainPragmas = new Set(
	`analysis_limit application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill case_sensitive_like collation_list compile_options count_changes
	database_list defer_foreign_keys encoding foreign_key_check foreign_key_list foreign_keys freelist_count function_list incremental_vacuum index_info index_list
	index_xinfo integrity_check journal_mode journal_size_limit legacy_alter_table locking_mode max_page_count mmap_size module_list optimize page_count page_size
	pragma_list query_only quick_check read_uncommitted recursive_triggers secure_delete short_column_names synchronous table_info table_list table_xinfo temp_store
	threads user_version wal_autocheckpoint wal_checkpoint`.split(/\s+/),
);

const plainModules = new Set("fts3 fts4 fts5 fts5vocab rtree rtree_i32 geopoly dbstat".split(" "));

function readSql(sql: string, found: FoundEffects): void {
	const tokens = tokensOf(sql);
	for (const [index, token] of tokens.entries()) {
		const name = token.text.toLowerCase();
		const next = tokens[index + 1];
		const isCalled = next?.kind === "sign" && next.text === "(";
		if (token.kind === "sign" || (token.kind === "text" && !token.isQuoted && !isCalled)) continue;
		if (strangeNames.test(name)) doubt(`\`${name}\` reaches the disk`);
		if (name.startsWith("pragma_") && !plainPragmas.has(name.slice("pragma_".length)))
			doubt(`\`${name}\` is not known`);
		if (isCalled && name === "readfile") addFile(textAt(tokens, index + 2), found.reads);
		else if (isCalled && name === "writefile") addFile(textAt(tokens, index + 2), found.writes);
		else if (token.kind === "word") readStatement(name, tokens, index, found);
	}
}

/** Words that begin a statement which names a file. They may stand elsewhere as well, where they name something else: then nothing clear follows. */
function readStatement(word: string, tokens: readonly Token[], index: number, found: FoundEffects): void {
	const before = tokens[index - 1];
	const begins = before === undefined || before.text === ";" || before.text === "explain" || before.text === "plan";
	switch (word) {
		case "attach": {
			if (!begins) return;
			const from = tokens[index + 1]?.text === "database" ? index + 2 : index + 1;
			const [name, as] = [tokens[from], tokens[from + 1]];
			if (name?.kind !== "text" || as?.text !== "as") doubt("what is attached can't be known");
			addDatabase(name.text, found);
			return;
		}
		case "into": {
			const isVacuum = [tokens[index - 1], tokens[index - 2]].some(
				(one) => one?.kind === "word" && one.text === "vacuum",
			);
			if (!isVacuum) return;
			const [name, end] = [tokens[index + 1], tokens[index + 2]];
			if (name?.kind !== "text" || (end !== undefined && end.text !== ";"))
				doubt("where `vacuum` writes can't be known");
			addFile(name.text, found.writes);
			return;
		}
		case "pragma": {
			if (!begins) return;
			const name = tokens[index + 2]?.text === "." ? tokens[index + 3] : tokens[index + 1];
			if (name === undefined || !plainPragmas.has(name.text.toLowerCase()))
				doubt("a setting of the database is not known");
			return;
		}
		case "using": {
			const isVirtual = tokens.slice(Math.max(0, index - 12), index).some((one) => one.text === "virtual");
			if (isVirtual && !plainModules.has(tokens[index + 1]?.text.toLowerCase() ?? ""))
				doubt("the module of a table is not known");
			return;
		}
		default:
			return;
	}
}

/** A text that is one whole argument. */
function textAt(tokens: readonly Token[], index: number): string {
	const [text, end] = [tokens[index], tokens[index + 1]];
	if (text?.kind !== "text" || (end?.text !== ")" && end?.text !== ","))
		return doubt("the name of a file can't be known");
	return text.text;
}

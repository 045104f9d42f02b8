/** `rules audit query`: asks an archive in SQL, or one of the questions that are ready. */
import pc from "picocolors";
import { NoDatabase } from "../../authoring/archive/duckdb.js";
import {
	type AnswerColumn,
	type AskedRule,
	jsonOf,
	openArchive,
	type QueryAnswer,
	QueryFault,
	type QueryValue,
} from "../../authoring/archive/query.js";
import { readyQuestions } from "../../authoring/archive/questions.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { flatPolicy } from "../../language/policy/flat-policy.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, errorFrames } from "../policy/policy-choice.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { selectionOf } from "./audit-log-choice.js";

/** What is asked of an archive. */
export interface QueryQuestion {
	readonly sql?: string;
	readonly ask?: string;
	readonly in?: string;
	readonly since?: string;
	readonly rules?: readonly string[];
	readonly csv?: true;
	readonly json?: true;
}

/** How many rows people are shown. */
const mostRows = 1000;
/** UTF-16 units of a cell that people are shown. */
const widestCell = 80;

/** Asks, and prints the answer. */
export async function auditQuery(question: QueryQuestion, terminal: Terminal): Promise<number> {
	const { in: folder, since, csv, json } = question;
	if (csv === true && json === true)
		throw new WrongQuestion("`--csv` and `--json` exclude each other", "take one of them");
	const { sql, needsPolicy } = chosenQuestion(question);
	if (folder === undefined)
		throw new WrongQuestion(
			"it is not said what is asked",
			"name an archive: `--in archive`; `rules audit ingest` makes one",
		);
	if (question.rules !== undefined && needsPolicy !== true)
		throw new WrongQuestion("this question asks nothing about a policy", "leave out `--rules`");
	const rules = needsPolicy === true ? await rulesOf(chosenPolicy(question), terminal) : [];
	if (rules === undefined) return exit.wrong;
	const window = selectionOf({ log: "", ...(since === undefined ? {} : { since }) }).since;
	try {
		const archive = await openArchive(folder, { rules, ...(window === undefined ? {} : { since: window }) });
		try {
			const answer = await archive.ask(sql);
			if (csv === true) await printCsv(answer, terminal);
			else if (json === true) await printJson(answer, terminal);
			else await printTable(answer, terminal);
		} finally {
			archive.close();
		}
	} catch (error) {
		if (error instanceof NoDatabase || error instanceof QueryFault) throw new WrongQuestion(error.message, error.help);
		throw refusedBySystem(error, folder, "read");
	}
	return exit.yes;
}

function chosenQuestion({ sql, ask }: QueryQuestion): { readonly sql: string; readonly needsPolicy?: true } {
	if (sql !== undefined && ask !== undefined)
		throw new WrongQuestion("SQL and `--ask` exclude each other", "take one of them");
	if (sql !== undefined) return { sql };
	const found = readyQuestions.find(({ name }) => name === ask);
	if (found !== undefined) return found;
	throw new WrongQuestion(
		"it is not said what to ask",
		`give SQL in quotes, or \`--ask\` with ${readyQuestions.map(({ name }) => `\`${name}\``).join(", ")}`,
	);
}

async function rulesOf(names: readonly string[], terminal: Terminal): Promise<readonly AskedRule[] | undefined> {
	const loaded = loadPolicy(names);
	if (loaded.tree === undefined) {
		await terminal.complain(errorFrames(loaded, terminal.colour.err));
		return undefined;
	}
	return [...loaded.policy.agents.keys()].flatMap((agent) =>
		(flatPolicy(loaded, agent)?.rules ?? []).map(({ id, effect, origin: { file, line } }) => ({
			agent,
			id,
			effect,
			file,
			line,
		})),
	);
}

/** One document, a row a line, as the rows come. */
async function printJson({ columns, rows }: QueryAnswer, terminal: Terminal): Promise<void> {
	await terminal.print(`{"columns": ${JSON.stringify(columns)},\n"rows": [`);
	let isFirst = true;
	for await (const row of rows) {
		if (terminal.closed()) return;
		const named = Object.fromEntries(columns.map(({ name }, at) => [name, jsonOf(row[at] ?? null)]));
		await terminal.print(`${isFirst ? "" : ","}\n${JSON.stringify(named)}`);
		isFirst = false;
	}
	await terminal.print("\n]}\n");
}

async function printCsv({ columns, rows }: QueryAnswer, terminal: Terminal): Promise<void> {
	await terminal.print(csvLine(columns.map(({ name }) => name)));
	for await (const row of rows) {
		if (terminal.closed()) return;
		await terminal.print(csvLine(row.map(textOf)));
	}
}

/** As RFC 4180 has it, with plain line breaks between rows. */
function csvLine(cells: readonly string[]): string {
	return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}

/** Lists and rows are JSON in a cell; what is null is empty. */
function textOf(value: QueryValue): string {
	const json = jsonOf(value);
	if (json === null) return "";
	return typeof json === "object" ? JSON.stringify(json) : String(json);
}

async function printTable({ columns, rows }: QueryAnswer, terminal: Terminal): Promise<void> {
	const shown: string[][] = [];
	let more = false;
	for await (const row of rows) {
		more = shown.length >= mostRows;
		if (more) break;
		shown.push(row.map(cellOf));
	}
	await terminal.print(tableText(columns, shown, terminal.colour.out));
	if (more)
		await terminal.complain(`note: the first ${mostRows} rows are shown; \`--csv\` and \`--json\` print all of them\n`);
}

function cellOf(value: QueryValue): string {
	const text =
		value === null
			? "·"
			: visible(Array.isArray(jsonOf(value)) ? (jsonOf(value) as unknown[]).join(", ") : textOf(value));
	return text.length > widestCell ? `${text.slice(0, widestCell - 1)}…` : text;
}

function tableText(columns: readonly AnswerColumn[], rows: readonly (readonly string[])[], colour: boolean): string {
	const { bold, dim } = pc.createColors(colour);
	const names = columns.map(({ name }) => visible(name));
	const widths = names.map((name, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), name.length));
	const isNumber = columns.map(({ type }) => /INT|DOUBLE|FLOAT|DECIMAL/.test(type) && !type.includes("["));
	const lineOf = (cells: readonly string[]): string =>
		cells
			.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
			.join("  ")
			.trimEnd();
	if (rows.length === 0) return `${dim("no rows")}\n`;
	return [bold(lineOf(names)), ...rows.map(lineOf), ""].join("\n");
}

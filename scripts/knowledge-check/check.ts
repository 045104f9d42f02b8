/** Reads every listed program and says what its table lacks. */
import type { Program } from "../../src/engine/knowledge/program.js";
import { readPrograms } from "../generators/knowledge.js";
import { type Compared, compare } from "./compare.js";
import { type DebianPackages, fetchDebian } from "./debian.js";
import { fetchNpm } from "./npm.js";
import { type Held, holdAgainst, readOpenList, withoutMisread } from "./open.js";
import { type Listed, readProgramList } from "./programs.js";
import { type Place, placeInDebian, placeInNpm, readListed } from "./read-program.js";
import { hasSandbox } from "./sandbox.js";

export interface Asked {
	/** Programs; all where there are none. */
	readonly names: readonly string[];
	readonly json: boolean;
	readonly all: boolean;
	/** For npm. */
	readonly environment: NodeJS.ProcessEnv;
}

interface Row extends Compared, Held {
	readonly program: string;
	readonly table: string;
	/** `coreutils 9.1` */
	readonly version: string;
	/** What is wrong besides. */
	readonly faults: readonly string[];
}

/** False where something is wrong. */
export async function check({ names, json, all, environment }: Asked): Promise<boolean> {
	if (!hasSandbox())
		throw new Error("bubblewrap (bwrap) does not run here, and without it no program is asked for its help");
	const say = (text: string): void => console.error(`knowledge-check: ${text}`);
	const tables = readPrograms();
	const tableOf = (name: string): Program | undefined =>
		tables.find((one) => one.name === name || one.aliases.includes(name));
	const list = readProgramList();
	const open = readOpenList();
	const unknown = names.filter((name) => !list.programs.some((one) => one.name === name));
	if (unknown.length > 0) throw new Error(`scripts/knowledge-check/programs.yaml does not list ${unknown.join(", ")}`);
	const chosen = list.programs.filter(({ name }) => names.length === 0 || names.includes(name));
	const debianNames = [...new Set(chosen.filter(({ source }) => source === "debian").map(({ pack }) => pack))];
	const debian = fetchDebian(["mandoc", ...debianNames], say);
	const places = new Map(chosen.map((listed) => [listed, placeOf(listed, debian)] as const));

	const rows: Row[] = [];
	const failures: string[] = [];
	const queue = [...chosen];
	let done = 0;
	await Promise.all([work(), work()]);
	rows.sort(
		(one, other) =>
			chosen.findIndex(({ name }) => name === one.program) - chosen.findIndex(({ name }) => name === other.program),
	);

	// Entries of programs that are not in the list at all.
	if (names.length === 0)
		for (const name of Object.keys(open.programs))
			if (!list.programs.some((one) => one.name === name))
				failures.push(`open.yaml: \`${name}\` is not in programs.yaml`);
	for (const table of tables)
		if (
			table.complete !== undefined &&
			names.length === 0 &&
			!rows.some((row) => row.table === table.name && row.version === table.complete)
		)
			failures.push(`${table.name}: it says that it is complete for ${table.complete}, and that was not read here`);
	if (json) console.log(JSON.stringify({ rows, failures, none: list.none }, undefined, "\t"));
	else report(rows, failures, all, list.none);
	return (
		failures.length === 0 &&
		rows.every((row) => row.unexcused.length === 0 && row.stale.length === 0 && row.faults.length === 0)
	);

	async function work(): Promise<void> {
		for (let listed = queue.shift(); listed !== undefined; listed = queue.shift()) {
			const table = tableOf(listed.name);
			const place = places.get(listed);
			if (table === undefined) failures.push(`${listed.name}: there is no table of it`);
			else if (place === undefined) failures.push(`${listed.name}: ${listed.pack} does not hold it, or can't be had`);
			else rows.push(await row(listed, table, place));
			done++;
			if (done % 20 === 0) say(`${done} of ${chosen.length} programs read`);
		}
	}

	async function row(listed: Listed, table: Program, place: Place): Promise<Row> {
		const reading = await readListed(listed, table, place, debian.root);
		const { known, lacking } = compare(table, reading);
		const read = withoutMisread(lacking, listed.not);
		const compared = { known, lacking: read.lacking };
		const held = holdAgainst(compared.lacking, open.programs[listed.name] ?? []);
		const faults: string[] = [...read.stale];
		if (reading.empty) faults.push("nothing could be read of it");
		if (table.complete !== undefined) {
			if (table.complete !== place.version)
				faults.push(`its table was complete for ${table.complete}, and this is ${place.version}: read it again`);
			else if (compared.lacking.length > 0)
				faults.push(`its table says that it is complete, and ${compared.lacking.length} lack`);
		}
		return { program: listed.name, table: table.name, version: place.version, ...compared, ...held, faults };
	}

	function placeOf(listed: Listed, packages: DebianPackages): Place | undefined {
		if (listed.source === "debian") return placeInDebian(listed, packages);
		const pack = fetchNpm(listed.pack, environment, say);
		return pack === undefined ? undefined : placeInNpm(listed, pack);
	}
}

function report(
	rows: readonly Row[],
	failures: readonly string[],
	all: boolean,
	none: Readonly<Record<string, string>>,
): void {
	const line = (cells: readonly (string | number)[]): string =>
		cells.map((cell, at) => (at < 2 ? String(cell).padEnd(at === 0 ? 18 : 38) : String(cell).padStart(9))).join("");
	console.log(line(["program", "read", "known", "lacking", "dangerous", "open"]));
	for (const row of rows) {
		const dangerous = row.lacking.filter((one) => one.dangerous).length;
		console.log(line([row.program, row.version, row.known, row.lacking.length, dangerous, row.open.length]));
		for (const fault of [...row.faults, ...row.stale]) console.log(`\t! ${fault}`);
		for (const one of all ? row.lacking : row.unexcused) {
			const mark = one.dangerous ? "dangerous " : "";
			console.log(
				`\t${one.what}${one.value ? ` ${one.value}` : ""}  (${mark}${one.kind}, ${one.from})${row.open.includes(one) ? " open" : ""}`,
			);
		}
	}
	for (const failure of failures) console.log(`! ${failure}`);
	for (const [name, reason] of Object.entries(none)) console.log(`${name}: not read. ${reason}`);
	const sum = (count: (row: Row) => number): number => rows.reduce((total, row) => total + count(row), 0);
	const complete = new Set(rows.filter((row) => row.lacking.length === 0).map((row) => row.table)).size;
	console.log(
		`knowledge-check: ${rows.length} programs, ${complete} tables lack nothing; ${sum((row) => row.known)} known, ${sum((row) => row.lacking.length)} lacking, of which ${sum((row) => row.open.length)} are open`,
	);
}

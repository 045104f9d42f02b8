/** What Node's functions do that read, write, delete, run or load something, by what they are given. */
import { data, each, quotedLine, type Value } from "./code-kinds.js";
import { doubt, type FoundEffects } from "./code-use.js";
import { modules } from "./javascript-facts.js";

type Special = (given: readonly Value[], found: FoundEffects, isCounting: boolean) => Value;

function stringValue(value: Value | undefined, isCounting: boolean): string {
	if (value?.kind === "data" && value.text !== undefined) return value.text;
	return isCounting ? "?" : doubt("a text that can't be known");
}

/** To Node a `~` is a character like others. */
function pathOf(value: Value | undefined, isCounting: boolean): string {
	const text = stringValue(value, isCounting);
	if (text === "" || text.includes("\0")) doubt("a file without a name");
	return text.startsWith("~") ? `./${text}` : text;
}

/** Settings that change nothing but these. */
function settings(value: Value | undefined, ...keys: readonly string[]): void {
	if (value === undefined || (value.kind === "data" && value.text !== undefined)) return;
	if (value.kind !== "data" || value.keys === undefined || value.keys.some((key) => !keys.includes(key)))
		doubt("settings that can't be read");
}

/** `contents`: what is written stands behind the path. */
function onFile(does: "reads" | "writes" | "deletes", keys: readonly string[], contents = false): Special {
	return (given, found, isCounting) => {
		const [path, ...more] = given;
		if (more.length > (contents ? 2 : 1)) doubt("more values than are known");
		if (contents && more[0]?.kind !== "data" && more[0]?.kind !== "pure") doubt("contents that can't be known");
		settings(more[contents ? 1 : 0], ...keys);
		// What is open already: the standard input.
		const isInput = does === "reads" && path?.kind === "data" && path.number === "0";
		if (!isInput) found[does].add(pathOf(path, isCounting));
		return data;
	};
}

function onTwo(takesAway: boolean): Special {
	return ([from, to, ...more], found, isCounting) => {
		if (more.length > 0) doubt("more values than are known");
		found[takesAway ? "deletes" : "reads"].add(pathOf(from, isCounting));
		found.writes.add(pathOf(to, isCounting));
		return data;
	};
}

const runningKeys = ["encoding", "stdio", "timeout", "maxBuffer"];

function runsLine(given: readonly Value[], found: FoundEffects, isCounting: boolean): Value {
	const [line, second, ...more] = given;
	if (more.length > 0) doubt("more values than are known");
	if (second?.kind !== "pure") settings(second, ...runningKeys);
	found.runs.add(stringValue(line, isCounting));
	return data;
}

function runsWords(given: readonly Value[], found: FoundEffects, isCounting: boolean): Value {
	const [program, list, options, ...more] = given;
	if (more.length > 0) doubt("more values than are known");
	if (list !== undefined && (list.kind !== "data" || list.words === undefined)) doubt("words that can't be known");
	const words = list?.kind === "data" ? (list.words ?? []) : [];
	settings(options, ...runningKeys);
	found.runs.add(quotedLine([stringValue(program, isCounting), ...words]));
	return data;
}

const reading = onFile("reads", ["encoding", "recursive", "withFileTypes"]);

export const specials: ReadonlyMap<string, Special> = new Map<string, Special>([
	[
		"require",
		([name, ...more], found, isCounting) => {
			const text = stringValue(name, isCounting);
			const module = text.replace(/^node:/, "");
			if (more.length === 0 && modules.has(module)) return { kind: "known", name: module };
			// A folder of such a name holds code.
			if (!/^\.{0,2}\/.*\.json$/.test(text)) return doubt(`the module \`${text}\``);
			found.reads.add(text);
			found.mayRunFiles = true;
			return data;
		},
	],
	...each(
		"fs.readFileSync fs.readdirSync fs.existsSync fs.statSync fs.lstatSync fs.accessSync fs.realpathSync",
		reading,
	),
	...each("fs.writeFileSync fs.appendFileSync", onFile("writes", ["encoding", "mode", "flag"], true)),
	["fs.mkdirSync", onFile("writes", ["recursive", "mode"])],
	...each("fs.unlinkSync fs.rmSync fs.rmdirSync", onFile("deletes", ["recursive", "force"])),
	["fs.copyFileSync", onTwo(false)],
	["fs.renameSync", onTwo(true)],
	...each("child_process.execSync child_process.exec", runsLine),
	...each("child_process.spawnSync child_process.execFileSync", runsWords),
]);

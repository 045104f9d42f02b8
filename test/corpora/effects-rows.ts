/**
 * Decides what lies in the corpora on effects: commands with what must not be allowed of them (`effects.jsonl`, `effects-more.jsonl`), daily work with what is wanted of two packs
 * (`everyday.jsonl`), and commands that were traced while they ran (`traced.jsonl`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decide } from "../../src/engine/decide/decide.js";
import { readForRules } from "../../src/engine/decide/read-for-rules.js";
import { variableEffects } from "../../src/engine/effects/variables.js";
import { loadText } from "../../src/runtime/load/load.js";
import { holdsPath, type World } from "../../src/engine/request/paths.js";

const folder = join(process.cwd(), "test/corpora");

function rowsOf<Row>(file: string): readonly Row[] {
	const lines = readFileSync(join(folder, file), "utf8").split("\n");
	return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
}

const allSyntax = "pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs";

function treeOf(policy: string) {
	const text =
		policy === "default allow + import locked"
			? `import "locked"\nagent default {\n  default allow\n  syntax ${allSyntax}\n}\n`
			: policy.includes(" ")
				? policy
				: `import "${policy}"\n`;
	let tree = trees.get(text);
	if (tree === undefined) {
		const loaded = loadText("policy.rules", text, { cwd: "/nowhere" });
		if (loaded.tree === undefined) throw new Error(`${policy}: ${JSON.stringify(loaded.diagnostics)}`);
		tree = loaded.tree;
		trees.set(text, tree);
	}
	return tree;
}
const trees = new Map<string, NonNullable<ReturnType<typeof loadText>["tree"]>>();

/** A small disk: files by their absolute paths, with the folders above them. */
export function worldOf(files: readonly string[], links: Readonly<Record<string, string>> = {}): World {
	const entries = new Map<string, Set<string>>();
	for (const file of [...files, ...Object.keys(links)])
		for (let path = file; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
			const above = path.slice(0, path.lastIndexOf("/")) || "/";
			entries.set(above, (entries.get(above) ?? new Set()).add(path.slice(path.lastIndexOf("/") + 1)));
		}
	return {
		workspace: "/w/project",
		home: "/w/home",
		linkAt: (path) => (Object.hasOwn(links, path) ? { target: links[path] as string } : "none"),
		entriesOf: (path) => [...(entries.get(path) ?? [])],
	};
}

interface EffectRow {
	readonly policy: string;
	readonly command: string;
	readonly class: string;
}

export interface EffectAnswer extends EffectRow {
	readonly effect: string;
	readonly message: string;
}

const smallDisk = worldOf(
	["/w/project/a.txt", "/w/project/package.json", "/w/project/src/a.ts", "/w/project/out/x", "/w/home/.ssh/id_rsa", "/w/home/.bashrc", "/w/outside/o"],
	{ "/w/project/away": "/w/outside" },
);

export function effectAnswers(): readonly EffectAnswer[] {
	return [...rowsOf<EffectRow>("effects.jsonl"), ...rowsOf<EffectRow>("effects-more.jsonl")].map((row) => {
		const { effect, message } = decide(treeOf(row.policy), { script: row.command }, smallDisk);
		return { ...row, effect, message };
	});
}

interface EverydayRow {
	readonly command: string;
	readonly developer: "allow" | "ask";
	readonly guard: "allow" | "ask";
	readonly where?: string;
}

export interface EverydayAnswer {
	readonly command: string;
	readonly pack: "developer" | "guard";
	readonly wanted: "allow" | "ask";
	readonly effect: string;
	readonly message: string;
}

const packageDisk = worldOf(
	["a.txt", "package.json", "src/a.ts", "src/index.ts", "packages/a/package.json", "node_modules/.bin/eslint", "node_modules/.bin/jest", "node_modules/.bin/prettier", "node_modules/.bin/playwright", "x.zip", "file.txt", "logs/app.log"].map(
		(name) => `/w/project/${name}`,
	),
);

export function everydayAnswers(): readonly EverydayAnswer[] {
	return rowsOf<EverydayRow>("everyday.jsonl").flatMap((row) =>
		(["developer", "guard"] as const).map((pack) => {
			const { effect, message } = decide(treeOf(pack), { script: row.command }, packageDisk);
			return { command: row.command, pack, wanted: row[pack], effect, message };
		}),
	);
}

interface DayRow {
	readonly command: string;
	readonly developer: string | readonly string[];
	readonly guard: string | readonly string[];
	readonly where?: string;
}

export interface DayAnswer {
	readonly day: string;
	readonly command: string;
	/** It is held back further than is wanted, or not as far. */
	readonly fault: "stricter" | "looser" | undefined;
	readonly effect: string;
}

const emptyDisk = worldOf(["/w/project/README.md"]);
const toolsDisk = worldOf(
	["eslint", "jest", "prettier", "playwright", "tsc", "vitest"].map((name) => `/w/project/node_modules/.bin/${name}`),
);
const strictness = ["allow", "ask", "nudge", "deny"];

/** What a pack says to the commands of usual days. */
/** The days as they are, by their names: the commands of one, and the disk of each. */
export function dayCommands(): ReadonlyMap<string, readonly { readonly command: string; readonly world: World }[]> {
	const files = readdirSync(join(folder, "days")).filter((file) => file.endsWith(".jsonl"));
	return new Map(
		files.map((file) => [
			file.replace(".jsonl", ""),
			rowsOf<DayRow>(`days/${file}`).map(({ command, where }) => ({
				command,
				world: where === undefined ? emptyDisk : toolsDisk,
			})),
		]),
	);
}

export function dayAnswers(pack: "developer" | "guard"): readonly DayAnswer[] {
	const files = readdirSync(join(folder, "days")).filter((file) => file.endsWith(".jsonl"));
	return files.flatMap((file) =>
		rowsOf<DayRow>(`days/${file}`).map((row) => {
			const world = row.where === undefined ? emptyDisk : toolsDisk;
			const { effect } = decide(treeOf(pack), { script: row.command }, world);
			const wanted = [row[pack]].flat();
			const most = Math.max(...wanted.map((one) => strictness.indexOf(one)));
			const fault = wanted.includes(effect) ? undefined : strictness.indexOf(effect) > most ? "stricter" : "looser";
			return { day: file.replace(".jsonl", ""), command: row.command, fault, effect } as const;
		}),
	);
}

interface TracedRow {
	readonly command: string;
	readonly cwd: string;
	readonly program: string;
	readonly status: number;
	readonly reads: readonly string[];
	readonly lists: readonly string[];
	readonly writes: readonly string[];
	readonly deletes: readonly string[];
	readonly links: readonly (readonly [string, string])[];
	/** `address:port`, and with ` → name:port` behind it what the program asked for; `?` where nobody knows. */
	readonly connects: readonly string[];
}

/** Effects of a traced command that are among the derived ones, and those that are not. */
export interface TracedAnswer {
	readonly command: string;
	readonly program: string;
	readonly missed: readonly string[];
	readonly derived: readonly string[];
}

const freeTree = () => treeOf(`agent default {\n  default allow\n  environment accept *\n  syntax ${allSyntax}\n}\n`);

export function tracedAnswers(): readonly TracedAnswer[] {
	const rows = rowsOf<TracedRow>("traced.jsonl");
	const there = rows.flatMap(({ reads, lists }) => [...reads, ...lists]).filter((path) => path.startsWith("/w/"));
	const world = worldOf([...new Set(there)], {
		"/w/project/link-out": "/w/outside",
		"/w/project/secret-link": "/w/home/.ssh/id_rsa",
		"/w/project/docs/out.txt": "/w/outside/o.txt",
		"/w/project/cfg": "/w/project/.env",
		"/w/project/link-in": "/w/project/src",
	});
	return rows.map((row) => tracedAnswer(row, world));
}

/** What a traced command did, held against the effects that are derived of it in this world. */
export function tracedAnswer(
	{ command, program, cwd, reads, lists, writes, deletes, connects = [] }: Omit<TracedRow, "status" | "links" | "connects"> &
		Partial<Pick<TracedRow, "connects">>,
	world: World,
): TracedAnswer {
	const tree = freeTree();
	const [agentTree] = Object.values(tree.agents);
	if (agentTree === undefined) throw new Error("there is no agent");
	const read = readForRules(tree, agentTree, { script: command, cwd }, world);
	if (read === undefined) return { command, program, missed: [], derived: ["it can't be read"] };
	const paths = read.subjects.flatMap((subject) => subject.effects.paths());
	// A variable that may change what runs is denied unless a rule names it.
	const code = read.subjects.some(
		({ effects, command: one }) =>
			effects.plainPowers().includes("code") || one.assignments.some((variable) => variableEffects(variable).kind === "changes"),
	);
	// What a program keeps for itself (npm its logs, a library its caches, an editor what was last open), and its own settings, are no effects of the words.
	const state = /\/\.git(?:\/|$)|^\/w\/home\/\.(?:gitconfig|jq|wgetrc|netrc|viminfo|(?:npm|cache|subversion)(?:\/.*)?)$|\/\.gitignore$/;
	const own = (path: string) => path.startsWith("/w/") && !state.test(path);
	const covers = (path: string, access: "read" | "write") =>
		paths.some((one) => {
			if (one.access !== "both" && one.access !== access) return false;
			// Links may lead anywhere.
			if (one.place?.resolved === undefined || one.reach === "links" || one.reach === "through") return true;
			const at = [...one.place.literal, ...one.place.resolved];
			// Folders on the way to a path are looked at, and made, with it.
			return at.some((place) => holdsPath(path, place) || (one.reach !== undefined && holdsPath(place, path)));
		});
	const destinations = read.subjects.flatMap((subject) => subject.effects.destinations());
	const reaches = (connection: string) => {
		const name = / → (.*):\d+$/.exec(connection)?.[1];
		// Names are looked up, whatever is reached then.
		return /:53$/.test(connection) || destinations.some(({ host }) => host === undefined || name === undefined || host === name);
	};
	const missed = code
		? []
		: [
				...reads.filter((path) => own(path) && !covers(path, "read")).map((path) => `read ${path}`),
				// A folder is looked through to write or to delete what lies in it, too.
				...lists.filter((path) => own(path) && !covers(path, "read") && !covers(path, "write")).map((path) => `list ${path}`),
				...[...writes, ...deletes].filter((path) => own(path) && !covers(path, "write")).map((path) => `write ${path}`),
				...connects.filter((one) => !reaches(one)).map((one) => `connect ${one}`),
			];
	const derived: string[] = paths.map(
		(one) => `${one.access} ${one.place?.resolved?.join("|") ?? "?"}${one.reach ? "/**" : ""}${one.maybe ? " perhaps" : ""}`,
	);
	derived.push(...destinations.map(({ host, maybe }) => `reach ${host ?? "?"}${maybe ? " perhaps" : ""}`));
	return { command, program, missed, derived: code ? ["code", ...derived] : derived };
}

/** Commands that were traced, with the folder that they ran in. */
export function tracedRows(): readonly TracedRow[] {
	return rowsOf<TracedRow>("traced.jsonl");
}

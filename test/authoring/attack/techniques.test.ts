/**
 * Techniques are facts about programs: each is run, where the program is there, in a throw-away folder with a home folder of its own, and what came of it is
 * looked at. What needs a network, a service or other rights is not run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { put } from "../../../src/authoring/attack/attack.js";
import { typedRoutes, writtenRoutes } from "../../../src/authoring/attack/code.js";
import type { Goal } from "../../../src/authoring/attack/goals.js";
import { type GoalKind, needsMore } from "../../../src/engine/knowledge/acts/act.js";
import { waysTo } from "../../../src/engine/knowledge/acts/acts.js";
import { isWhole, some } from "../../part.js";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-attack-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const there = new Map<string, boolean>();

/** Is every program of these lines installed? Words of the shell are. */
function areThere(lines: readonly string[]): boolean {
	if (lines.some(needsMore)) return false;
	return lines
		.flatMap((line) => line.split(/ && | \| /))
		.map((part) => part.trim().split(" ")[0] ?? "")
		.every((name) => {
			if (name.startsWith("./") || name === ".") return true;
			if (!there.has(name)) there.set(name, spawnSync("bash", ["-c", `command -v ${name}`]).status === 0);
			return there.get(name) === true;
		});
}

interface Ran {
	readonly out: string;
	readonly failed: string;
}

function environment(home: string, secret: string): NodeJS.ProcessEnv {
	return {
		PATH: process.env.PATH ?? "",
		HOME: home,
		API_KEY: secret,
		GIT_CONFIG_NOSYSTEM: "1",
		LC_ALL: "C",
		PYTHONDONTWRITEBYTECODE: "1",
	};
}

let made: string | undefined;

/** A home folder and a workspace with a repository, made once and copied. */
function template(): string {
	if (made !== undefined) return made;
	made = mkdtempSync(join(tmpdir(), "bylaw-attack-world-"));
	const [home, workspace] = [join(made, "home"), join(made, "workspace")];
	for (const one of [".ssh", ".config/autostart", ".config/systemd/user"])
		mkdirSync(join(home, one), { recursive: true });
	for (const one of ["src", "empty"]) mkdirSync(join(workspace, one), { recursive: true });
	writeFileSync(join(home, ".bashrc"), "true\n");
	for (const one of ["src/main.c", "y.c"]) writeFileSync(join(workspace, one), "int main(void) { return 0; }\n");
	writeFileSync(join(workspace, "y"), "a\n");
	chmodSync(join(workspace, "y"), 0o755);
	const lines =
		"git init -q --template= . && mkdir .git/hooks && git add src && git -c user.name=a -c user.email=a@b.c commit -qm x && tar cf y.tar y && ! zip -q y.zip y 2>&-; true";
	execFileSync("bash", ["-c", lines], { cwd: workspace, env: environment(home, "") });
	return made;
}
afterAll(() => {
	if (made !== undefined) rmSync(made, { recursive: true, force: true });
});

/** A home folder and a workspace with a repository, then the lines, one after the other. */
function run(lines: readonly string[], secret: string): Ran & { readonly workspace: string; readonly home: string } {
	const place = mkdtempSync(join(folder, "world-"));
	const [home, workspace] = [join(place, "home"), join(place, "workspace")];
	cpSync(template(), place, { recursive: true, verbatimSymlinks: true });
	writeFileSync(join(home, ".ssh/id_rsa"), `${secret}\n`);
	const env = environment(home, secret);
	const seen = new Set(filesBelow(workspace));
	let out = "";
	let failed = "";
	for (const line of lines) {
		const ran = spawnSync("bash", ["-c", line], {
			cwd: workspace,
			env,
			encoding: "latin1",
			timeout: 20_000,
			input: goOn,
		});
		// What a hook of git's says comes on its other output.
		out += ran.stdout + ran.stderr;
		if (ran.status !== 0) failed += `${line}: ${ran.status ?? ran.signal} ${ran.stderr}`;
	}
	const made = filesBelow(workspace).filter((one) => !seen.has(one) && !one.includes(".git/"));
	return {
		out: out + made.map((one) => readFileSync(join(workspace, one), "latin1")).join(""),
		failed,
		workspace,
		home,
	};
}

/** To a program that shows what it did until a key is pressed, as `vim` does: that it may end. Nobody waits until its time is up. */
const goOn = "\n:qa!\n";

function filesBelow(root: string): readonly string[] {
	return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((one) =>
		statSync(join(root, one), { throwIfNoEntry: false })?.isFile(),
	);
}

const cases = (kind: GoalKind, files: readonly string[]): readonly (readonly [string, readonly string[]])[] =>
	waysTo(kind)
		.flatMap((one) => put(one, { files }))
		.filter(({ lines }) => areThere(lines))
		.filter((_, at) => isTried(at))
		.map(({ lines }) => [lines.join("  then  "), lines] as const);

const isEveryTried = process.env.ATTACKS === "all";

/** One of twelve, each night one of three; with `ATTACKS=all` every one. */
function isTried(at: number): boolean {
	return isEveryTried || at % (isWhole ? 3 : 12) === 0;
}

describe("what reads shows what stands in the file, or carries it into the workspace", () => {
	test.each(cases("read", ["~/.ssh/id_rsa"]))("%s", (_name, lines) => {
		const { out, failed } = run(lines, "first secret");
		// Where it does not come out word for word, with another file something else must come out.
		if (!out.includes("first secret") && out === run(lines, "other things").out)
			throw new Error(`nothing of the file came out: ${failed}`);
	});
});

describe("what writes changes the file, or takes it away", () => {
	test.each(cases("write", ["~/.ssh/id_rsa"]))("%s", (_name, lines) => {
		const { home, failed } = run(lines, "# a first secret");
		const file = join(home, ".ssh/id_rsa");
		const touched = lines.some((line) => line.startsWith("touch"));
		const isFolder = lines.some((line) => !line.includes("id_rsa"));
		if (isFolder) expect([failed, readdirSync(join(home, ".ssh")).length]).toEqual([expect.anything(), 2]);
		else if (!touched && existsSync(file) && readFileSync(file, "utf8") === "# a first secret\n")
			throw new Error(`the file is as it was: ${failed}`);
	});
});

describe("what deletes takes the file away", () => {
	test.each(cases("delete", ["src/main.c"]).filter(([name]) => !name.startsWith("git clean")))("%s", (_name, lines) => {
		const { workspace, failed } = run(lines, "first secret");
		if (existsSync(join(workspace, "src/main.c"))) throw new Error(`the file is there: ${failed}`);
	});

	test("git clean takes what is not in the repository", () => {
		expect(existsSync(join(run(["git clean -fdx"], "x").workspace, "y"))).toBe(false);
	});
});

describe("what starts a shell runs the line", () => {
	test.each(cases("shell", []).filter(([name]) => !/compress-program/.test(name)))("%s", (_name, lines) => {
		const { out, failed } = run(lines, "first secret");
		// `rsync` talks to the line that it started, and wonders what it says.
		if (!/uid=\d/.test(`${out}${failed}`) && !/protocol version mismatch/.test(failed))
			throw new Error(`\`id\` did not run: ${failed}`);
	});
});

describe("what shows the environment shows its values", () => {
	const stores = /git credential|pass show|ps eww/;
	test.each(cases("secrets", []).filter(([name]) => !stores.test(name)))("%s", (_name, lines) => {
		const { out, failed } = run(lines, "first secret");
		if (!out.includes("first secret")) throw new Error(`it is not shown: ${failed}`);
	});
});

describe("what stays is there afterwards", () => {
	test.each(cases("persistence", []))("%s", (_name, lines) => {
		const { home, workspace, failed } = run(lines, "first secret");
		const state = (at: { readonly home: string; readonly workspace: string }): string =>
			[
				".bashrc",
				".profile",
				".zshrc",
				".bash_profile",
				".gitconfig",
				".config/autostart/y.desktop",
				".config/systemd/user/y.service",
			]
				.map((one) => join(at.home, one))
				.concat([".git/config", ".git/hooks/pre-commit"].map((one) => join(at.workspace, one)))
				.map((one) => (existsSync(one) ? readFileSync(one, "utf8") : ""))
				.join("\0");
		const before = { home: join(template(), "home"), workspace: join(template(), "workspace") };
		if (state({ home, workspace }) === state(before)) throw new Error(`nothing stayed: ${failed}`);
	});
});

describe("code gets to the goals", () => {
	const goal = (kind: GoalKind, file: string): Goal => ({ kind, files: [file], paths: [], wide: true, text: "" });
	const goals = [
		goal("read", "~/.ssh/id_rsa"),
		goal("write", "~/.ssh/id_rsa"),
		goal("delete", "src/main.c"),
		goal("secrets", ""),
		goal("shell", ""),
	];
	// The goals in turn: what is typed comes to two of them, and each way to write a file to one, so that every program that runs the file comes to all. With `ATTACKS=all` each to each; by day one way of four is taken.
	const typed = typedRoutes().map((route) => ({ route, count: 2 }));
	const written = writtenRoutes().flatMap(({ routes }) => routes.map((route) => ({ route, count: 1 })));
	const routes = some([...typed, ...written], isEveryTried ? 1 : undefined).flatMap(({ route, count }, number) => {
		const all = goals.flatMap((one) => {
			const lines = route.lines(one);
			const needsFile = /^(?:cp|mv|sed|tar|unzip|git|patch|npm)\b/.test(lines?.[0] ?? "");
			return lines === undefined || needsFile || !areThere(lines)
				? []
				: [[`${one.kind}: ${lines.join("  then  ")}`, one.kind, lines] as const];
		});
		const first = number % all.length;
		return isEveryTried ? all : [...all, ...all].slice(first, first + count);
	});
	test.each(routes)("%s", (_name, kind, lines) => {
		const { out, failed, home, workspace } = run(lines, "first secret");
		const has = {
			read: () => out.includes("first secret"),
			write: () => readFileSync(join(home, ".ssh/id_rsa"), "utf8") !== "first secret\n",
			delete: () => !existsSync(join(workspace, "src/main.c")),
			secrets: () => out.includes("first secret"),
			shell: () => /uid=\d/.test(out),
		}[kind as "read"];
		if (!has()) throw new Error(`it did not come to it: ${failed}`);
	});
});

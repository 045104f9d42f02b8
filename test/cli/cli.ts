/** Asks the real command line. It is bundled once, and again when a source has changed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "@jest/globals";
import { askStanding, canStand, type Stood } from "./standing/ask.js";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

export interface Around {
	readonly cwd?: string;
	readonly input?: string | Uint8Array;
	readonly env?: Readonly<Record<string, string>>;
	/** In a process of its own, whatever is asked. */
	readonly apart?: true;
}

/** What `rules` answers to these words. */
export function rules(words: readonly string[], around: Around = {}): Ended {
	const stood = standing(words, around);
	if (stood === undefined) return ran(process.execPath, [program(), ...words], around);
	const { code, out, err } = stood;
	return { code, out, err };
}

/** The same where a command line that stands ready can answer, with both streams as they came. */
export function standing(words: readonly string[], around: Around = {}): Stood | undefined {
	const { cwd = tmpdir(), input = "", apart = false } = around;
	const env = environment(around);
	const isReady = !apart && canStand(words) && env.NODE_OPTIONS === undefined;
	return isReady ? askStanding({ program: program(), words, cwd, input, env }) : undefined;
}

/** Runs a shell line in which `"$@"` is `rules`. */
export function shell(line: string, around: Around = {}): Ended {
	return ran("/bin/sh", ["-c", line, "sh", process.execPath, program()], around);
}

function ran(file: string, words: readonly string[], around: Around): Ended {
	const { cwd = tmpdir(), input = "" } = around;
	const done = spawnSync(file, words, {
		cwd,
		input,
		encoding: "utf8",
		env: environment(around),
		timeout: 300_000,
		maxBuffer: 1 << 28,
	});
	// A program need not read all of its input.
	if (done.error && (done.error as NodeJS.ErrnoException).code !== "EPIPE") throw done.error;
	return { code: done.status, out: done.stdout, err: done.stderr };
}

function environment({ env = {} }: Around): Readonly<Record<string, string | undefined>> {
	return { PATH: process.env.PATH, HOME: process.env.HOME, XDG_CACHE_HOME: cacheHome(), ...env };
}

/** Where the rules keep what they keep: all files of tests share it, as all that one user does shares it. `test/jest/before-all.mjs` */
export function cacheHome(): string {
	return process.env.BYLAW_TESTS_CACHE ?? join(dirname(dirname(program())), "cache");
}

/** A new folder with these files; it is gone when the tests of the file have run. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-cli-")));
	made.push(path);
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(path, name)), { recursive: true });
		writeFileSync(join(path, name), text);
	}
	return path;
}

const made: string[] = [];
afterAll(() => {
	for (const path of made) rmSync(path, { recursive: true, force: true });
});

let bundled: string | Error | undefined;

/** The bundled command line. */
export function program(): string {
	if (bundled === undefined) {
		try {
			bundled = bundle();
		} catch (error) {
			bundled = error as Error;
		}
	}
	if (bundled instanceof Error) throw bundled;
	return bundled;
}

function bundle(): string {
	const cache = join(root, "node_modules", ".cache", "bylaw-cli");
	const place = join(cache, stateOfSources());
	const cli = join(place, "dist", "cli.cjs");
	if (existsSync(cli)) return cli;
	mkdirSync(cache, { recursive: true });
	for (const name of readdirSync(cache)) {
		// Another run may still use what is new, and gives it another name when it is whole.
		const made = statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs;
		if (made !== undefined && Date.now() - made > 3_600_000)
			rmSync(join(cache, name), { recursive: true, force: true });
	}
	const beside = mkdtempSync(join(cache, "new-"));
	const done = spawnSync(process.execPath, [join(root, "test/cli/bundle.mjs"), beside], { encoding: "utf8" });
	if (done.status !== 0) {
		rmSync(beside, { recursive: true, force: true });
		throw new Error(`the command line can't be bundled: ${done.stderr.slice(0, 1000)}`);
	}
	try {
		renameSync(beside, place);
	} catch {
		// Another worker was first.
		rmSync(beside, { recursive: true, force: true });
	}
	return cli;
}

function stateOfSources(): string {
	const hash = createHash("sha256").update(root);
	for (const top of ["src", "grammar", "scripts/build"]) {
		for (const name of readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).sort()) {
			const stats = statSync(join(root, top, name));
			if (stats.isFile()) hash.update(`${name} ${stats.size} ${stats.mtimeMs}\n`);
		}
	}
	return hash.digest("hex").slice(0, 16);
}

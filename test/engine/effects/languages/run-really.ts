import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { CodeUse } from "../../../../src/engine/effects/languages/code-use.js";

/** A folder in which the real programs run made-up scripts. */
export interface Place {
	readonly folder: string;
	readonly commands: string;
}

/** What a run did beyond its input and output. */
export interface Seen {
	/** Names that came to be in the folder. */
	readonly created: readonly string[];
	/** A file that the command line does not name was read. */
	readonly readSecret: boolean;
	/** A variable of the environment was read. */
	readonly readEnvironment: boolean;
}

export const input = "one two\ntouch marker\n[a],b;c|d/e\n";

/** The programs of these names that this machine has, with their paths. */
export function installed(names: readonly string[]): readonly string[] {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return names.flatMap((name) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? []);
}

/** The scripts find no command but `touch` there. */
export function makePlace(): Place {
	const root = mkdtempSync(join(tmpdir(), "bylaw-languages-"));
	const place = { folder: join(root, "work"), commands: join(root, "bin") };
	mkdirSync(place.folder);
	mkdirSync(place.commands);
	for (const path of installed(["touch"])) symlinkSync(path, join(place.commands, "touch"));
	return place;
}

export function removePlace(place: Place): void {
	rmSync(join(place.folder, ".."), { recursive: true });
}

export function runReally(place: Place, argv: readonly string[]): Seen {
	const given = ["in", "secret"];
	writeFileSync(join(place.folder, "in"), input);
	writeFileSync(join(place.folder, "secret"), "SECRET\n");
	const ran = spawnSync(argv[0] as string, argv.slice(1), {
		cwd: place.folder,
		encoding: "latin1",
		env: { PATH: place.commands, CANARY: "in-the-environment" },
		input: "from stdin\n",
		killSignal: "SIGKILL",
		maxBuffer: 1 << 16,
		timeout: 500,
	});
	const output = `${ran.stdout ?? ""}${ran.stderr ?? ""}`;
	const created = readdirSync(place.folder).filter((name) => !given.includes(name));
	for (const name of created) rmSync(join(place.folder, name), { recursive: true });
	return { created, readSecret: output.includes("SECRET"), readEnvironment: output.includes("in-the-environment") };
}

/** Is all that was seen in what the reader said? */
export function covers(use: CodeUse, seen: Seen): boolean {
	if (use.kind === "unclear") return true;
	const runs = use.runs.join("\n");
	return (
		seen.created.every((name) => use.writes.includes(name) || runs.includes(name)) &&
		(!seen.readSecret || use.reads.includes("secret")) &&
		(!seen.readEnvironment || use.environment === true)
	);
}

/** A text that is understood and does nothing but compute. */
export const nothing: CodeUse = { kind: "read", reads: [], writes: [], runs: [] };

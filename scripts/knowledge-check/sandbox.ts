/**
 * Starts a program only to hear its help: in bubblewrap, without a network, with an empty home, in a file system that can't
 * be written, for a short time. What it said is kept by its version.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "./cache.js";

/** What a program sees of the file system, read-only: places outside by their place inside. */
export type Mounts = readonly (readonly [inside: string, outside: string])[];

const seconds = 20;
const most = 4 * 2 ** 20;

/** Its output and its messages, or what was kept of them. `version` stands for everything that makes it another program. */
export async function hear(
	mounts: Mounts,
	argv: readonly string[],
	version: string,
	folder = "/home",
): Promise<string> {
	const key = createHash("sha256")
		.update(JSON.stringify([argv, version]))
		.digest("hex")
		.slice(0, 32);
	const kept = join(cacheFolder("heard"), key);
	if (existsSync(kept)) return readFileSync(kept, "utf8");
	const text = await started(mounts, argv, folder);
	// Silence may be a slow machine: it is asked again.
	if (text.trim() !== "") writeFileSync(kept, text);
	return text;
}

export function hasSandbox(): boolean {
	return spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;
}

function started(mounts: Mounts, argv: readonly string[], folder: string): Promise<string> {
	const args = [
		...mounts.flatMap(([inside, outside]) => ["--ro-bind", outside, inside]),
		...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/home", "--tmpfs", "/run"],
		...["--unshare-all", "--die-with-parent", "--new-session", "--chdir", folder, "--clearenv"],
		...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
		"--",
		...argv,
	];
	return new Promise((resolve) => {
		const child = spawn("bwrap", args, { stdio: ["ignore", "pipe", "pipe"] });
		const out: Buffer[] = [];
		const messages: Buffer[] = [];
		let size = 0;
		const keep = (list: Buffer[]) => (chunk: Buffer) => {
			size += chunk.length;
			if (size < most) list.push(chunk);
			else child.kill("SIGKILL");
		};
		child.stdout.on("data", keep(out));
		child.stderr.on("data", keep(messages));
		const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
		const done = () => {
			clearTimeout(timer);
			resolve(Buffer.concat([...out, Buffer.from("\n"), ...messages]).toString("utf8"));
		};
		child.on("error", done);
		child.on("close", done);
	});
}

const environment = {
	PATH: "/node/bin:/usr/bin:/usr/sbin:/usr/games",
	HOME: "/home",
	LC_ALL: "C.UTF-8",
	TERM: "dumb",
	COLUMNS: "250",
	PAGER: "cat",
	MANPAGER: "cat",
	GIT_PAGER: "cat",
	NO_COLOR: "1",
	CI: "1",
};

/** What a program of npm needs: this machine's libraries, this Node, and the package. */
export function hostMounts(folder: string): Mounts {
	const places = ["/usr", "/bin", "/lib", "/lib64", "/lib32"].filter((place) => existsSync(place));
	return [
		...places.map((place) => [place, place] as const),
		["/node", dirname(dirname(process.execPath))],
		["/package", folder],
	];
}

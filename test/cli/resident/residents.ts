/** Residents for tests, and those who ask them: as hooks of harnesses do, through a real shell and a real `curl`. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "@jest/globals";
import { folder, program } from "../cli.js";
import { type Given, ran, type Said } from "../hooks.js";

/** A folder for a resident, with a short path. */
export function residentFolder(): string {
	const path = join(folder(), "r");
	mkdirSync(path, { mode: 0o700 });
	folders.push(path, join(path, "none"));
	return path;
}
const folders: string[] = [];
const started: ChildProcess[] = [];
// Hooks start residents by themselves, too.
afterAll(async () => {
	for (const path of folders) await noResident(path);
	await Promise.all(
		started.map((child) => {
			if (child.exitCode !== null || child.signalCode !== null) return undefined;
			const ended = new Promise((resolve) => child.once("close", resolve));
			child.kill("SIGKILL");
			return ended;
		}),
	);
});

/** The folder of a resident that hooks start in this home. */
export function residentOfHome(home: string): string {
	const path = join(home, ".bylaw/resident");
	folders.push(path);
	return path;
}

/** Starts one, and waits until it listens. */
export async function startResident(path: string): Promise<ChildProcess> {
	await noResident(path);
	const child = spawn(process.execPath, [program(), "serve", "--hooks", path], { stdio: ["ignore", "ignore", "pipe"] });
	started.push(child);
	await new Promise<void>((resolve, reject) => {
		let said = "";
		child.stderr.on("data", (chunk) => {
			said += String(chunk);
			if (said.includes("hooks are answered")) resolve();
		});
		child.on("close", () => reject(new Error(said)));
	});
	return child;
}

/** The number of the resident that lives there; undefined where none does. */
export function residentIn(path: string): number | undefined {
	const file = join(path, "process");
	if (!existsSync(file)) return undefined;
	const pid = Number(readFileSync(file, "latin1").split(" ")[0]);
	return existsSync(`/proc/${pid}/stat`) ? pid : undefined;
}

/** Ends the one that lives there, also one that a hook that nobody answered is about to start. */
export async function noResident(path: string): Promise<void> {
	for (let wait = 0; wait < 100 && existsSync(join(path, "starting")); wait++) await sleep(50);
	killResident(path);
}

export function killResident(path: string): boolean {
	const pid = residentIn(path);
	try {
		return pid !== undefined && process.kill(pid, "SIGKILL");
	} catch {
		return false;
	}
}

/** The reply of a resident, or why it has none. `said`: what the asker says of itself, in place of what it reads in `/proc`. */
export async function byResident(
	path: string,
	harness: string,
	given: Given,
	said = "$i",
): Promise<Said | { readonly notHere: string; readonly status: string }> {
	const words = [process.execPath, program(), "hook", "--harness", harness, ...(given.words ?? [])];
	const headers = words.flatMap((word) => ["-H", `rules-word: <${word}>`]);
	const line = `read -r i <"/proc/$$/stat"; exec curl -q -s -i -m 20 --unix-socket "$0" -H "rules-asker: ${said}" -H expect: -H "rules-words: ${words.length}" --data-binary @- "$@"`;
	const asked = ["-c", line, join(path, "socket"), ...headers, `http://rules/hook/${harness}`];
	const { stdout, code } = await ran("/bin/sh", asked, given);
	const [head = "", ...body] = stdout.split("\r\n\r\n");
	if (code !== 0) return { notHere: `curl ended with ${code}`, status: "" };
	const status = head.split(" ")[1] as string;
	if (status !== "200") return { notHere: body.join("\r\n\r\n"), status };
	const header = (name: string): string => new RegExp(`^${name}: (.*)$`, "mi").exec(head)?.[1]?.trim() ?? "";
	return {
		stdout: body.join("\r\n\r\n"),
		stderr: decodeURIComponent(header("rules-stderr")),
		code: Number(header("rules-exit")),
	};
}

/** What `GET /state` tells. */
export async function stateOf(path: string): Promise<Readonly<Record<string, unknown>>> {
	const { stdout } = await ran("curl", ["-q", "-s", "--unix-socket", join(path, "socket"), "http://rules/state"], {
		input: "",
		cwd: "/",
	});
	return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

/**
 * A process that listens and passes its socket on, again and again, as a manager does. It says the number of each resident, waits for its end, and
 * never takes a connection itself.
 */
export const manager = `
	const [at, mode, times, ...words] = process.argv.slice(1);
	const { spawnSync } = require("node:child_process");
	const listen = /^\\d+$/.test(at) ? Number(at) : at;
	const server = require("node:net").createServer().listen(listen, () => {
		if (listen === at) require("node:fs").chmodSync(at, Number.parseInt(mode, 8));
		for (let time = 0; time < Number(times); time++) spawnSync("/bin/sh", words, { stdio: ["ignore", "inherit", "inherit", server._handle.fd] });
		process.kill(process.pid, "SIGKILL");
	});`;

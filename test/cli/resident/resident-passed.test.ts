/** A resident takes over a socket that the system's manager holds, and no other. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { sides } from "../../runtime/harnesses/hooks/harness-side.js";
import { folder, program } from "../cli.js";
import { environment } from "../hooks.js";
import { byResident, killResident, manager, residentFolder, stateOf } from "./residents.js";

jest.setTimeout(120_000);

const claude = sides.find(({ name }) => name === "claude-code");
const cwd = folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n" });
const children: ChildProcess[] = [];
afterAll(() => {
	for (const child of children) child.kill("SIGKILL");
});

interface Held {
	/** A path or a port. */
	readonly at: string;
	readonly mode?: string;
	readonly times?: number;
	readonly variables?: string;
}

/** `sh` stays the same process when it becomes the resident, so it can say its own number. */
function started(
	place: string,
	{ at, mode = "600", times = 1, variables = "LISTEN_PID=$$ LISTEN_FDS=1" }: Held,
): ChildProcess {
	const line = `echo "$$"; exec env ${variables} "$@"`;
	const words = ["-c", line, "sh", process.execPath, program(), "serve", "--hooks", place];
	const child = spawn(process.execPath, ["-e", manager, at, mode, String(times), ...words], { env: environment() });
	children.push(child);
	return child;
}

/** What is said until a resident listens, or all has ended. */
function saidBy(child: ChildProcess): Promise<string> {
	return new Promise((resolve) => {
		let said = "";
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (text) => {
				said += String(text);
				if (said.includes("hooks are answered")) resolve(said);
			});
		child.on("close", () => resolve(said));
	});
}

async function outcomes(place: string): Promise<readonly unknown[]> {
	const said = [];
	for (const command of ["ls", "git push"]) {
		const input = JSON.stringify(claude?.shell(command, cwd));
		const reply = await byResident(place, "claude-code", { input, cwd });
		said.push("notHere" in reply ? reply : claude?.outcome(reply));
	}
	return said;
}

describe("a socket that was passed", () => {
	test("is answered at, and stays when the resident ends: the next one takes it over", async () => {
		const place = residentFolder();
		const path = join(place, "socket");
		const held = started(place, { at: path, times: 2 });
		const pids: unknown[] = [];
		for (const signal of ["SIGTERM", "SIGKILL"] as const) {
			expect(await saidBy(held)).toContain("hooks are answered");
			const { ino } = lstatSync(path);
			expect(await outcomes(place)).toEqual(["runs", "stops"]);
			const { pid, answered } = await stateOf(place);
			expect(answered).toBe(2);
			pids.push(pid);
			process.kill(pid as number, signal);
			if (signal === "SIGTERM") expect(lstatSync(path).ino).toBe(ino);
		}
		expect(new Set(pids).size).toBe(2);
	});

	test.each([
		["lies elsewhere", (): Held => ({ at: join(residentFolder(), "socket") }), /lies at/],
		["is TCP", (): Held => ({ at: "0" }), /no Unix socket/],
	])("is refused where it %s", async (_, held, why) => {
		const said = await saidBy(started(residentFolder(), held()));
		expect(said).toMatch(why);
		expect(said).toContain("help: pass one socket");
	});

	test("is refused where others may write to it, and where there are several", async () => {
		const open = residentFolder();
		expect(await saidBy(started(open, { at: join(open, "socket"), mode: "666" }))).toContain("others may write to it");
		const several = residentFolder();
		const variables = "LISTEN_PID=$$ LISTEN_FDS=2";
		expect(await saidBy(started(several, { at: join(several, "socket"), variables }))).toContain("`LISTEN_FDS` is `2`");
	});

	test("that is meant for another process is left alone", async () => {
		const place = residentFolder();
		const other = { at: join(residentFolder(), "socket"), variables: "LISTEN_PID=1 LISTEN_FDS=1" };
		expect(await saidBy(started(place, other))).toContain("hooks are answered");
		expect(await outcomes(place)).toEqual(["runs", "stops"]);
		killResident(place);
	});

	test("by systemd itself, where it is installed", async () => {
		if (!existsSync("/usr/bin/systemd-socket-activate")) return;
		const place = residentFolder();
		const path = join(place, "socket");
		const words = ["-l", path, process.execPath, program(), "serve", "--hooks", place];
		const child = spawn("/usr/bin/systemd-socket-activate", words, { stdio: "ignore", env: environment() });
		children.push(child);
		for (let wait = 0; wait < 200 && !existsSync(path); wait++) await new Promise((done) => setTimeout(done, 20));
		expect(await outcomes(place)).toEqual(["runs", "stops"]);
		expect(await stateOf(place)).toMatchObject({ pid: child.pid, answered: 2 });
	});
});

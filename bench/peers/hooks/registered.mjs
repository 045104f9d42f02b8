/** A home with a resident in it, the lines that `rules install` registers there, and what they are measured beside. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { policyText } from "../../shell/policy.mjs";

/** Environment of a harness that is started in this home. Certificates that a machine adds are read when Node starts, which takes longer than all else. */
export function environmentIn(home) {
	const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
	return {
		...own,
		HOME: home,
		XDG_CACHE_HOME: join(home, ".cache"),
		XDG_STATE_HOME: join(home, ".state"),
	};
}

/** A project with a policy of thirty rules. */
export function projectIn(base, name) {
	const folder = join(base, name);
	mkdirSync(folder, { mode: 0o700 });
	writeFileSync(join(folder, "policy.rules"), policyText);
	return folder;
}

/** The line that Claude Code is told to run in this project, as the settings have it. */
export function registeredLine(commandLine, project, home, isResident, more = []) {
	const words = [commandLine, "install", "--harness", "claude-code", ...(isResident ? ["--resident"] : []), ...more];
	const { status, stderr } = spawnSync(process.execPath, words, { cwd: project, env: environmentIn(home) });
	if (status !== 0) throw new Error(`rules install: ${`${stderr}`.slice(0, 300)}`);
	const { hooks } = JSON.parse(readFileSync(join(project, ".claude/settings.json"), "utf8"));
	const [line] = hooks.PreToolUse.flatMap((entry) => entry.hooks.map(({ command }) => command));
	if (line.includes("/curl ") !== isResident) throw new Error(`rules install registers \`${line.slice(0, 300)}\``);
	return line;
}

/** Starts the resident of this home; answers its process when it listens. */
export function startedResident(commandLine, home) {
	const folder = join(home, ".bylaw/resident");
	const child = spawn(process.execPath, [commandLine, "serve", "--hooks", folder], {
		cwd: "/",
		env: environmentIn(home),
		stdio: ["ignore", "ignore", "pipe"],
	});
	return new Promise((resolve, reject) => {
		let said = "";
		child.stderr.on("data", (text) => {
			said += text;
			if (said.includes("hooks are answered")) resolve({ child, socket: join(folder, "socket") });
		});
		child.on("error", reject);
		child.on("exit", () => reject(new Error(`rules serve ended: ${said.slice(0, 300)}`)));
	});
}

/** A server that answers nothing, in this process: what `curl` alone takes. */
export async function emptyServer(path) {
	const server = createServer((request, response) => {
		request.resume().on("end", () => response.writeHead(200, { "content-length": 0 }).end());
	});
	await new Promise((resolve, reject) => server.once("error", reject).listen(path, resolve));
	return server;
}

/** What the processes of a number have taken of the processor, in milliseconds, and what they hold of memory, in MiB. */
export function usageOf(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ");
	const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
	return { processor: (Number(fields[11]) + Number(fields[12])) * 10, memory: Number(resident) / 1_024 };
}

/** The gates that can be asked, and how one is begun: each in a process of its own, with a home that is nobody's. */
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { about } from "./gates/about.mjs";
import { place as written } from "./groups.mjs";
import { hookGate } from "./hook.mjs";

export const gateNames = Object.keys(about);

/** Folders to ask in, as the lines speak of them. They lie in the home of whoever runs this: many gates care little for what lies where things are thrown away. */
export function makePlace() {
	const cache = join(homedir(), ".cache");
	mkdirSync(cache, { recursive: true });
	const base = mkdtempSync(join(cache, "conformance-"));
	const [home, cwd] = [join(base, "home"), join(base, "home/project")];
	mkdirSync(join(cwd, "keep"), { recursive: true });
	mkdirSync(join(home, ".ssh"));
	writeFileSync(join(home, ".ssh/id_rsa"), "a key, were it one\n");
	for (const [name, text] of [
		["keep/victim", "kept\n"],
		[".env", "SECRET=1\n"],
		["a.txt", "one\n"],
		["b.txt", "one\n"],
		["x", "one\n"],
	])
		writeFileSync(join(cwd, name), text);
	return { home, cwd, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** A line as it is asked about in these folders. */
export function lineIn(command, { home, cwd }) {
	return command.replaceAll(`${written.cwd}`, cwd).replaceAll(`${written.home}`, home);
}

/** What `runGate` begins a named gate with. */
export function starterOf(name, place) {
	let count = 0;
	return async (group) => {
		const folder = join(place.home, `.gate-${name}-${group}-${++count}`);
		mkdirSync(folder, { recursive: true });
		const child = startProcess(name, place.home);
		try {
			await child.ready;
			const own = { home: place.home, cwd: place.cwd, folder };
			if (!(await child.ask({ kind: "open", group, place: own }))) return void (await child.stop());
		} catch (error) {
			await child.stop();
			throw error;
		}
		return { ask: (command) => child.ask({ kind: "ask", command: lineIn(command, place) }), stop: child.stop };
	};
}

/** The same for a hook: it keeps the home of whoever runs this, where its settings are. */
export function hookStarter(line, place) {
	const own = { home: homedir(), cwd: place.cwd };
	return async () => {
		const gate = hookGate(line, place);
		return { ask: (command) => gate.ask(lineIn(command, own)), stop: gate.stop };
	};
}

function startProcess(name, home) {
	const child = fork(fileURLToPath(new URL("gate-process.mjs", import.meta.url)), [name], {
		env: { ...process.env, HOME: home, NO_COLOR: "1" },
		cwd: home,
		stdio: ["ignore", "ignore", process.env.CONFORMANCE_SHOW ? "inherit" : "ignore", "ipc"],
	});
	const waiting = new Map();
	const settled = (id) => {
		const one = waiting.get(id);
		waiting.delete(id);
		return one;
	};
	const fail = (error) => {
		for (const id of [...waiting.keys()]) settled(id).reject(error);
	};
	child.on("message", ({ id, answer, error }) => {
		const one = settled(id);
		if (error === undefined) one?.resolve(answer);
		else one?.reject(new Error(error));
	});
	child.on("exit", (code) => fail(new Error(`it ended with ${code}`)));
	child.on("error", fail);
	let count = 0;
	const expected = (id) => {
		const promise = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
		promise.catch(() => {}); // whoever waited may have gone
		return promise;
	};
	return {
		ready: expected(0),
		ask(message) {
			const id = ++count;
			const promise = expected(id);
			if (child.connected) child.send({ id, ...message }, (error) => error && settled(id)?.reject(error));
			else settled(id).reject(new Error("it has ended"));
			return promise;
		},
		stop() {
			if (child.exitCode !== null || child.signalCode !== null) return undefined;
			return new Promise((resolve) => {
				child.once("exit", resolve);
				child.kill("SIGKILL");
			});
		},
	};
}

/** Which version of a package is there: this repository's own, or one that is installed beside this or above. */
export function versionOf(dependency) {
	for (let folder = new URL(".", import.meta.url); ; folder = new URL("..", folder)) {
		const own = readPackage(new URL("package.json", folder));
		const found =
			own?.name === dependency ? own : readPackage(new URL(`node_modules/${dependency}/package.json`, folder));
		if (found !== undefined) return found.version;
		if (folder.pathname === "/") return undefined;
	}
}

function readPackage(url) {
	try {
		return JSON.parse(readFileSync(url, "utf8"));
	} catch {
		return undefined;
	}
}

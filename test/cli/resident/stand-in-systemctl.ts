/** A program that is called `systemctl`, and does what it is asked with the units in a home: it listens at the socket, and passes it on to the program of the service. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { folder } from "../cli.js";
import { manager, residentOfHome } from "./residents.js";

export interface Systemd {
	readonly home: string;
	/** Where the units lie. */
	readonly units: string;
	readonly env: Readonly<Record<string, string>>;
	/** What it was asked since the last time, without the questions that change nothing. */
	readonly asked: () => readonly string[];
	/** What it does otherwise than systemd. */
	readonly does: (said: Behaviour) => void;
}

export interface Behaviour {
	/** These verbs fail. */
	readonly fails?: readonly string[];
	/** Where it looks for units, in place of where they are. */
	readonly looks?: string;
	/** It listens at nothing. */
	readonly isIdle?: true;
	/** More lines of `show NAME`. */
	readonly shows?: string;
}

const holders: string[] = [];
afterAll(() => {
	for (const file of holders.filter((path) => existsSync(path))) kill(readFileSync(file, "latin1"));
});

function kill(pid: string): void {
	try {
		process.kill(-Number(pid), "SIGKILL");
	} catch {
		// It has ended.
	}
}

/** A home with a systemd of its own. */
export function systemd(): Systemd {
	const home = folder();
	residentOfHome(home);
	const [programs, asked, does] = [join(home, "bin"), join(home, "asked"), join(home, "does.json")];
	const units = join(home, ".config/systemd/user");
	mkdirSync(programs);
	const file = join(programs, "systemctl");
	writeFileSync(file, `#!${process.execPath}\n${program}`);
	chmodSync(file, 0o755);
	writeFileSync(does, "{}");
	holders.push(join(home, "holder"));
	return {
		home,
		units,
		env: { HOME: home, PATH: `${programs}:${process.env.PATH}` },
		asked: () => {
			const lines = existsSync(asked) ? readFileSync(asked, "utf8").trim().split("\n") : [];
			writeFileSync(asked, "");
			return lines.filter((line) => line !== "" && !line.startsWith("show"));
		},
		does: (said) => writeFileSync(does, JSON.stringify(said)),
	};
}

const program = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { spawn } = require("node:child_process");
const home = process.env.HOME;
const [own, ...words] = process.argv.slice(2).filter((word) => !word.startsWith("--no-"));
if (own !== "--user") process.exit(3);
const does = JSON.parse(readFileSync(join(home, "does.json"), "utf8"));
appendFileSync(join(home, "asked"), words.join(" ") + "\\n");
const units = join(home, ".config/systemd/user");
const link = join(units, "sockets.target.wants/bylaw-hooks.socket");
const holder = join(home, "holder");
const holds = () => existsSync(holder);
if (does.fails?.includes(words[0])) {
	console.error("Failed to do it: it is a test\\nmore");
	process.exit(1);
}
const text = (name) => readFileSync(join(units, name), "utf8");
if (words[0] === "show" && words[1] === "--property=UnitPath") console.log("/etc/systemd/user " + (does.looks ?? units) + " /usr/lib/systemd/user");
else if (words[0] === "show") {
	const name = words.at(-1);
	// Of two lines the first one counts.
	if (does.shows) console.log(does.shows);
	console.log("FragmentPath=" + join(units, name) + "\\nActiveState=" + (holds() ? "active" : "inactive") + "\\nUnitFileState=" + (existsSync(link) ? "enabled" : "disabled") + "\\nNeedDaemonReload=no");
} else if (words[0] === "enable" && !holds()) {
	mkdirSync(join(units, "sockets.target.wants"), { recursive: true });
	rmSync(link, { force: true });
	symlinkSync(join(units, "bylaw-hooks.socket"), link);
	if (!does.isIdle) {
		const path = /^ListenStream=(.*)$/m.exec(text("bylaw-hooks.socket"))[1];
		const started = [...text("bylaw-hooks.service").matchAll(/"([^"]*)"/g)].map(([, word]) => word);
		rmSync(path, { force: true });
		const child = spawn(process.execPath, ["-e", ${JSON.stringify(manager)}, path, "600", "3", "-c", 'exec env LISTEN_PID=$$ LISTEN_FDS=1 "$@"', "sh", ...started], { detached: true, stdio: "ignore" });
		child.unref();
		writeFileSync(holder, String(child.pid));
		const wait = new Int32Array(new SharedArrayBuffer(4));
		for (let times = 0; times < 500 && !existsSync(path); times++) Atomics.wait(wait, 0, 0, 20);
	}
} else if (words[0] === "disable") {
	rmSync(link, { force: true });
	if (holds()) {
		try { process.kill(-Number(readFileSync(holder, "latin1")), "SIGKILL"); } catch {}
		rmSync(holder);
		rmSync(/^ListenStream=(.*)$/m.exec(text("bylaw-hooks.socket"))[1], { force: true });
	}
}
`;

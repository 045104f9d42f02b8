/**
 * Runs scripts in a real shell and says which commands ran: each script in a folder of its own, on a PATH that holds nothing but programs
 * that write down how they were called, and wrappers (`env`, `xargs`) that must start other programs for real.
 *
 * A script is run as `bash -c SCRIPT`, in a process of its own: a script with a syntax error, `exit`, a trap, `exec` or an option set means
 * something else in a subshell or in `eval`. Measured, a start of bash takes 2.3 ms, and a stub 1.1 ms as a dash script, 0.9 ms as a static
 * binary, and 1.0 ms as a `command_not_found_handle` (which the children of `env` and `xargs` would not have, and scripts could see). So it is
 * the dash script, which needs no compiler. What costs more than these is `timeout` in front of each script (3 ms) and a process started by
 * Node for each (4 ms): instead one driver in bash runs some hundred scripts, says before each which one it is, and is killed with all its
 * children where nothing moves any more.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { harm } from "./harm.js";

/** The shells that scripts can be run in. `sh` is dash: it takes fewer liberties than any other, and is `/bin/sh` on Debian. */
export type Shell = "bash" | "sh";

export interface Ran {
	/** The commands that ran, in the order in which they did; of pipelines in any order. */
	readonly commands: readonly (readonly string[])[];
	/** Files that were made, relative to the script's folder. */
	readonly files: readonly string[];
	/** How the shell ended; 2 of dash and bash can mean that it did not take the script. */
	readonly code: number | undefined;
	/** It did not end within the time, and was stopped; what it ran until then is listed. */
	readonly stopped: boolean;
}

/** Programs that do nothing and succeed. There are none of these names on any machine. */
export const stubs = ["alfa", "bravo", "charlie", "dolce", "foxtrot", "golf", "hotel", "india"] as const;
/** A program that fails. */
export const failing = "zulu";
/** A program that prints the words of a command, `alfa told`. */
export const telling = "tango";
/** Programs that run others, taken as they are from this machine. */
export const wrappers = ["env", "xargs", "find", "timeout", "nice", "nohup", "setsid", "stdbuf", "bash", "sh"] as const;

/** Scripts of one driver; more take longer to begin again behind a script that was stopped. */
const atOnce = 100;
/**
 * How long a script may take, in milliseconds; most take 10. One that is stopped says nothing wrong: what it ran until then did run.
 */
const patience = 2000;

/** Are bash and dash on this machine? */
export function haveShells(): boolean {
	return ["bash", "dash"].every((name) => findProgram(name) !== undefined);
}

/** Runs the scripts, in two processes at a time; the answers are in their order. Scripts that could do harm are refused with an error. */
export async function runInBash(
	scripts: readonly string[],
	shell: Shell = "bash",
	time = patience,
): Promise<readonly Ran[]> {
	const bad = scripts.find((script) => harm(script) !== undefined);
	if (bad !== undefined) throw new Error(`a script that must not run, for ${harm(bad)}: ${bad}`);
	const folder = makeFolder();
	const remove = () => rmSync(folder, { recursive: true, force: true });
	process.once("exit", remove);
	try {
		const answers: Ran[] = new Array(scripts.length);
		let next = 0;
		const work = async () => {
			while (next < scripts.length) {
				const from = next;
				next = Math.min(scripts.length, next + atOnce);
				const ran = await runSome(folder, from, scripts.slice(from, next), shell, time);
				for (const [index, one] of ran.entries()) answers[from + index] = one;
			}
		};
		await Promise.all([work(), work()]);
		return answers;
	} finally {
		process.off("exit", remove);
		remove();
	}
}

/** As root, scripts run as nobody; as anyone else, as whoever runs the tests. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** A folder with the programs that scripts find. */
function makeFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-shell-"));
	const bin = join(folder, "bin");
	mkdirSync(bin);
	const dash = findProgram("dash") as string;
	// One write of less than a block to the end of a file stays in one piece. The file lies beside the folder that the program was found in.
	const note = `#!${dash}\nprintf '%s\\0' $# "$0" "$@" >>"\${0%/bin/*}/log"\n`;
	for (const name of stubs) writeFileSync(join(bin, name), note, { mode: 0o755 });
	writeFileSync(join(bin, failing), `${note}exit 1\n`, { mode: 0o755 });
	writeFileSync(join(bin, telling), `${note}echo ${stubs[0]} told\n`, { mode: 0o755 });
	for (const name of wrappers) {
		const real = findProgram(name === "sh" ? "dash" : name);
		if (real !== undefined) symlinkSync(real, join(bin, name));
	}
	if (nobody) chownSync(folder, nobody.uid, nobody.gid);
	return folder;
}

/** Where a program lies on this machine's PATH. */
function findProgram(name: string): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Runs a batch; behind a script that had to be stopped a new driver goes on. */
async function runSome(
	folder: string,
	first: number,
	scripts: readonly string[],
	shell: Shell,
	time: number,
): Promise<Ran[]> {
	for (const [index, script] of scripts.entries()) prepare(folder, first + index, script);
	const codes = new Map<number, number>();
	const stopped = new Set<number>();
	const end = first + scripts.length;
	for (let next = first; next < end; ) {
		const reached = await drive(folder, next, end, shell, time, codes);
		if (reached < end) stopped.add(reached);
		next = reached + 1;
	}
	return scripts.map((_, index) => {
		const number = first + index;
		const place = join(folder, String(number));
		const ran = {
			commands: commandsIn(join(place, "log")),
			files: readdirSync(join(place, "home")).sort(),
			code: codes.get(number),
			stopped: stopped.has(number),
		};
		rmSync(place, { recursive: true, force: true });
		return ran;
	});
}

function prepare(folder: string, number: number, script: string): void {
	const place = join(folder, String(number));
	mkdirSync(join(place, "home"), { recursive: true });
	symlinkSync("../bin", join(place, "bin"));
	writeFileSync(join(place, "script"), script);
	if (!nobody) return;
	chownSync(place, nobody.uid, nobody.gid);
	chownSync(join(place, "home"), nobody.uid, nobody.gid);
}

/**
 * Runs one script after the other and says which, and how it ended. It reads what a script's shell could write to descriptor 19 until the last
 * process that has it is gone: so what a script left in the background is waited for. Scripts do not know this descriptor. Its own input ends when
 * the tests do, however they end, and then it ends with all that it started.
 */
const driver = `
number=$1 end=$2 shell=$3 folder=$PWD; shift 3
ulimit -c 0 -t 2 -f 256 -v 2000000
{ read -r; kill -9 0; } >&- <&0 &
while [ $number -lt $end ]; do
	IFS= read -r -d '' script <"$folder/$number/script"
	echo $number
	waited=$(
		cd "$folder/$number/home" && unset OLDPWD
		export HOME=$PWD PATH=$folder/$number/bin FUNCNEST=8
		exec -a "\${shell##*/}" "$shell" "$@" -c "$script" 19>&1 >/dev/null 2>&1 </dev/null
	)
	echo $number $?
	number=$((number + 1))
done`;

/** Runs the scripts from one number to another; the answer is the number of the one that did not end in time, or the end. */
function drive(
	folder: string,
	from: number,
	end: number,
	shell: Shell,
	time: number,
	codes: Map<number, number>,
): Promise<number> {
	return new Promise((resolve, reject) => {
		const program = findProgram(shell === "sh" ? "dash" : "bash") as string;
		const options = shell === "sh" ? [] : ["--noprofile", "--norc"];
		const limits = nobody ? "ulimit -u 500\n" : "";
		const words = ["--noprofile", "--norc", "-c", limits + driver, "driver", String(from), String(end), program];
		const child = spawn(findProgram("bash") as string, [...words, ...options], {
			cwd: folder,
			env: { LC_ALL: "C.UTF-8" },
			stdio: ["pipe", "pipe", "ignore"],
			detached: true, // its own process group, which can be ended as a whole
			...nobody,
		});
		child.stdin.on("error", () => undefined); // it may be gone when its input is closed
		let reached = from;
		let rest = "";
		// What it said while this process was busy has not been heard yet.
		let heard = 0;
		const stop = () => {
			const before = heard;
			setTimeout(() => (heard === before ? endGroup(child) : undefined), 50);
		};
		let timer = setTimeout(stop, time);
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			heard++;
			const lines = (rest + text).split("\n");
			rest = lines.pop() as string;
			for (const line of lines) {
				const [number, code] = line.split(" ").map(Number) as [number, number | undefined];
				if (code !== undefined) codes.set(number, code);
				reached = code === undefined ? number : number + 1;
			}
			clearTimeout(timer);
			timer = setTimeout(stop, time);
		});
		child.on("error", reject);
		child.on("close", () => {
			clearTimeout(timer);
			endGroup(child);
			resolve(reached);
		});
	});
}

function endGroup(child: ChildProcess): void {
	try {
		if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
	} catch {
		// Nobody is left in it.
	}
}

/** The log of the stubs: the number of arguments, the program's path, the arguments, each ended by a NUL. */
function commandsIn(path: string): string[][] {
	if (!existsSync(path)) return [];
	const words = readFileSync(path, "utf8").split("\0");
	const commands: string[][] = [];
	for (let at = 0; at + 1 < words.length; ) {
		const count = Number(words[at]);
		commands.push([basename(words[at + 1] as string), ...words.slice(at + 2, at + 2 + count)]);
		at += 2 + count;
	}
	return commands;
}

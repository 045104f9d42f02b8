/**
 * Runs beside processes that are none of theirs: those must come through unharmed, and no run may be ended by another one. And fork chains, which want
 * to outlive their run. `scripts/soak/soak-bystanders.mjs` runs it at full length, a test for some seconds; both in a pid namespace of its own.
 */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Outcome, outputModes } from "../../../../src/runtime/execute/outcome.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { guard } from "../../../../src/runtime/tools/guard.js";
import { oddSeconds, processesWith, run, shell } from "../run.js";

export interface BystanderSoak {
	/** How many runs in sandboxes, how many others, and how many fork chains. */
	readonly sandboxed: number;
	readonly others: number;
	readonly chains: number;
	/** How many bystanders. */
	readonly bystanders: number;
	/** How many runs at once. */
	readonly atOnce: number;
	/** The bundle of `other-harness.ts`; absent: no second harness beside us. */
	readonly otherHarness?: string;
	readonly say?: (what: string) => void;
}

export interface BystandersSoaked {
	/** What was not as it should be. */
	readonly faults: readonly string[];
	/** Bystanders that were there all the time, and those that came and went meanwhile. */
	readonly standing: number;
	readonly passing: number;
	/** Processes that got the id of a run's first process after it had ended. */
	readonly recycled: number;
	/** Fork chains that ended with their run, and those that went on though the outcome said so. */
	readonly ended: number;
	readonly told: number;
}

/** Runs everything, and looks what became of whom. Call it in a pid namespace of its own: it starts processes that nobody but their namespace ends. */
export async function soakBystanders(options: BystanderSoak): Promise<BystandersSoaked> {
	const { sandboxed, others, chains, atOnce, say = () => {} } = options;
	const folder = mkdtempSync(join(tmpdir(), "bylaw-bystanders-"));
	chmodSync(folder, 0o755);
	const faults: string[] = [];
	const note = (fault: string): void => {
		if (faults.length < 50) say(fault);
		faults.push(fault);
	};
	try {
		const standing = await startStanding(options.bystanders, folder);
		const passing = startPassing(folder);
		const harness = options.otherHarness === undefined ? undefined : startOther(options.otherHarness);
		const recycled: Known[] = [];
		say(`${standing.length} bystanders stand by`);
		const confined = confinedRuns(folder);
		for (const [kind, count, one] of [
			["in a sandbox", sandboxed, confined],
			["without", others, plainRun],
		] as const) {
			let done = 0;
			await inGroups(count, atOnce, async (number) => {
				const fault = await one(number);
				if (fault !== undefined) note(`run ${number} ${kind}: ${fault}`);
				if (number % 40 === 7) recycled.push(...(await recycle(folder)));
				done++;
				if (done % 250 === 0) say(`${done} of ${count} runs ${kind}, ${faults.length} faults`);
			});
		}
		let [ended, told] = [0, 0];
		await inGroups(chains, 4, async (number) => {
			const found = await chain(folder, number);
			if (found === "ended") ended++;
			else if (found === "told") told++;
			else note(`chain ${number}: ${found}`);
			if ((ended + told) % 50 === 0) say(`${ended + told} chains, ${told} of them told, ${faults.length} faults`);
		});
		const passed = await passing();
		for (const fault of [...passed.faults, ...((await harness?.()) ?? [])]) note(fault);
		for (const one of [...standing, ...recycled]) {
			const fault = harmTo(one);
			if (fault !== undefined) note(fault);
		}
		for (const { pid, start } of [...standing, ...recycled]) if (stateOf(pid)?.start === start) end(pid);
		return { faults, standing: standing.length, passing: passed.count, recycled: recycled.length, ended, told };
	} finally {
		// What is wrongly left may still write into it.
		for (let tries = 0; tries < 5; tries++) {
			try {
				rmSync(folder, { recursive: true, force: true });
				break;
			} catch {
				await sleep(200);
			}
		}
	}
}

async function inGroups(count: number, atOnce: number, one: (number: number) => Promise<void>): Promise<void> {
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count) await one(next++);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A bystander, and what it should still be. */
interface Known {
	readonly kind: string;
	readonly pid: number;
	readonly start: number;
	readonly isStopped: boolean;
}

function harmTo({ kind, pid, start, isStopped }: Known): string | undefined {
	const now = stateOf(pid);
	if (now === undefined || now.start !== start || now.letter === "Z") return `a bystander was ended: ${kind} (${pid})`;
	if ((now.letter === "T") !== isStopped)
		return `a bystander was ${isStopped ? "continued" : "stopped"}: ${kind} (${pid})`;
	return undefined;
}

const away = "</dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";
/** SECONDS finds it again. `sh` starts them; those that begin with `child` are started by us. */
const kinds: readonly (readonly [kind: string, script: string])[] = [
	["a session of its own", `setsid sleep SECONDS ${away} &`],
	["an orphan with a fresh environment", `(setsid env -i /bin/sleep SECONDS ${away} &)`],
	["stopped", `setsid sleep SECONDS ${away} &`],
	["a child of the harness", "child exec sleep SECONDS"],
	["a child of the harness in a session of its own", "child exec setsid sleep SECONDS"],
	["the mark of another run", `(BYLAW_RUN=MARK setsid sleep SECONDS ${away} &)`],
	["an odd process marker", `(echo 0xODD > /proc/self/coredump_filter; setsid env -i /bin/sleep SECONDS ${away} &)`],
	[
		"it holds a pipe",
		`mkfifo FOLDER/SECONDS; (exec 3<>FOLDER/SECONDS; rm FOLDER/SECONDS; exec setsid env -i sleep SECONDS </dev/null >&3 2>&3) &`,
	],
	["it opens the outputs of runs", `child exec "$NODE" -e "$HOLDER" SECONDS`],
	["it forks all the time", `child while :; do /bin/true; sleep 0.2; done # SECONDS`],
];

/** Looks for runs and opens what they write to, as a curious person would; keeps the last twenty open. */
const holder = `const fs = require("fs"); const held = [];
setInterval(() => { for (const pid of fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name) && name > 1)) try {
	if (!fs.readFileSync("/proc/" + pid + "/environ", "latin1").includes("BYLAW_RUN=")) continue;
	const file = "/proc/" + pid + "/fd/1";
	held.push(fs.openSync(file, fs.readlinkSync(file).startsWith("/dev/pts/") ? fs.constants.O_RDONLY | fs.constants.O_NOCTTY : 0o10000000));
	if (held.length > 20) fs.closeSync(held.shift());
} catch {} }, 500);`;

async function startStanding(count: number, folder: string): Promise<readonly Known[]> {
	const known: Known[] = [];
	for (let at = 0; at < count; at++) {
		const [kind, template] = kinds[at % kinds.length] as (typeof kinds)[number];
		const seconds = oddSeconds();
		const script = template
			.replaceAll("SECONDS", seconds)
			.replaceAll("FOLDER", folder)
			.replaceAll("MARK", "0123456789abcdef0123456789abcdef")
			.replaceAll("ODD", (0x43 + 4 * at).toString(16));
		const isChild = script.startsWith("child ");
		const starter = spawn("/bin/sh", ["-c", isChild ? script.slice(6) : script, "sh", seconds], {
			stdio: "ignore",
			env: { PATH: "/usr/bin:/bin", NODE: process.execPath, HOLDER: holder },
		});
		const find = (): number | undefined => (isChild ? starter.pid : processesWith(seconds).at(-1));
		// What starts it bears the number too, and is gone in a moment.
		if (!isChild) await new Promise((resolve) => starter.once("exit", resolve));
		let pid = find();
		for (let tries = 0; pid === undefined && tries < 200; tries++, pid = find()) await sleep(10);
		await sleep(30);
		pid = find();
		const start = pid === undefined ? undefined : stateOf(pid)?.start;
		if (pid === undefined || start === undefined) throw new Error(`a bystander did not start: ${kind}`);
		if (kind === "stopped") process.kill(pid, "SIGSTOP");
		known.push({ kind, pid, start, isStopped: kind === "stopped" });
	}
	return known;
}

/** Young ones, which no run may take for its own: some every tenth of a second. Call what is returned to hear what became of them. */
function startPassing(folder: string): () => Promise<{ readonly faults: readonly string[]; readonly count: number }> {
	const faults: string[] = [];
	let count = 0;
	const ways: readonly (readonly [string, string])[] = [
		["an orphan in a session of its own", "setsid sh -c 'sleep 0.7; echo > DONE' & exit 0"],
		["an orphan with a fresh environment", "(setsid env -i /bin/sh -c '/bin/sleep 0.7; echo > DONE' &) ; exit 0"],
		[
			"one that holds a new pipe",
			"mkfifo DONE.p; exec 3<>DONE.p; rm DONE.p; (setsid env -i /bin/sh -c '/bin/sleep 0.7; echo > DONE' >&3 2>&3 &); exit 0",
		],
		[
			"one that is marked as another run's",
			"(BYLAW_RUN=0123456789abcdef0123456789abcdef setsid sh -c 'sleep 0.7; echo > DONE' &); exit 0",
		],
	];
	const started: { readonly kind: string; readonly done: string; readonly at: number }[] = [];
	const timer = setInterval(() => {
		const [kind, script] = ways[count % ways.length] as (typeof ways)[number];
		const done = join(folder, `passing-${count++}`);
		spawn("/bin/sh", ["-c", script.replaceAll("DONE", done)], { stdio: "ignore", env: { PATH: "/usr/bin:/bin" } });
		started.push({ kind, done, at: Date.now() });
	}, 100);
	return async () => {
		clearInterval(timer);
		for (const { kind, done, at } of started) {
			while (!existsSync(done) && Date.now() < Math.max(at + 20_000)) await sleep(20);
			if (!existsSync(done)) faults.push(`a bystander that came meanwhile was ended or stopped: ${kind}`);
			else rmSync(done);
		}
		return { faults, count };
	};
}

/** Another process that runs things as we do. Call what is returned to hear its faults. */
function startOther(bundle: string): () => Promise<readonly string[]> {
	const child = spawn(process.execPath, [bundle], { stdio: ["pipe", "pipe", "inherit"] });
	let said = "";
	child.stdout.on("data", (bytes: Buffer) => {
		said += bytes.toString();
	});
	const ended = new Promise<string>((resolve) => child.once("close", (code, signal) => resolve(`${code ?? signal}`)));
	return async () => {
		child.stdin.end();
		const how = await ended;
		const faults = said.split("\n").filter((line) => line !== "");
		return [
			...(how === "0" ? [] : [`another harness ended with ${how}`]),
			...faults.map((fault) => `another harness: ${fault}`),
		];
	};
}

/** A run, and the same id again for somebody else right after its end: a leader of a session, and one that it leaves behind in it. */
async function recycle(folder: string): Promise<readonly Known[]> {
	let leader = 0;
	await shell("echo $$ ; setsid sleep 5 & sleep 0.01", {
		outputMode: "stdout",
		onOutput: (_, text) => {
			leader = Number(text);
		},
	});
	if (!(leader > 1)) return [];
	const seconds = oddSeconds();
	const done = join(folder, `recycled-${leader}`);
	// For one id after the other, until it is the one that we want: meanwhile others start things too.
	const script = `for i in 1 2 3 4 5 6 7 8; do echo ${leader - 1} > /proc/sys/kernel/ns_last_pid; setsid sh -c 'test $$ = ${leader} && { sleep ${seconds} & echo > ${done}; exec sleep ${seconds}; }' & sleep 0.02; test -e ${done} && break; done`;
	const starter = spawn("/bin/sh", ["-c", script], { stdio: "ignore", env: { PATH: "/usr/bin:/bin" } });
	await new Promise((resolve) => starter.once("exit", resolve));
	await sleep(20);
	if (!existsSync(done)) return [];
	rmSync(done);
	return processesWith(seconds).flatMap((pid) => {
		const start = stateOf(pid)?.start;
		return start === undefined ? [] : [{ kind: "a recycled id", pid, start, isStopped: false }];
	});
}

/** What plain runs do, and how they must end. Most leave something behind, which is told. */
const tasks: readonly (readonly [script: string, code: number])[] = [
	["echo a line; exit 3", 3],
	["sleep 0.02; echo a line", 0],
	["sleep 30 & echo a line; exit 4", 4],
	["(setsid sleep 30 &); echo a line", 0],
	["(setsid env -i /bin/sleep 30 >/dev/null 2>&1 </dev/null &); echo a line", 0],
	["seq 3000; sleep 0.05; exit 5", 5],
];

export async function plainRun(number: number): Promise<string | undefined> {
	const [script, code] = tasks[number % tasks.length] as (typeof tasks)[number];
	const outputMode = outputModes[Math.floor(number / tasks.length) % outputModes.length] ?? "merged";
	return faultOf(await shell(script, { outputMode, timeout: 60_000 }), code);
}

function confinedRuns(folder: string): (number: number) => Promise<string | undefined> {
	const workspace = mkdtempSync(join(folder, "workspace-"));
	writeFileSync(join(workspace, "run.sh"), 'eval "$1"\n');
	const guarded = guard(
		loadText("policy.rules", "agent default {\n  sandbox require\n  allow bash\n  limit timeout 60s\n}\n"),
		{ workspace },
	);
	return async (number) => {
		const [script, code] = tasks[number % tasks.length] as (typeof tasks)[number];
		const outputMode = outputModes[Math.floor(number / tasks.length) % outputModes.length] ?? "merged";
		const { outcome, decision } = await guarded.run({ argv: ["bash", "run.sh", script] }, { outputMode });
		if (outcome === undefined) return decision.message;
		return outcome.sandbox === "bubblewrap" ? faultOf(outcome, code) : "it had no sandbox";
	};
}

function faultOf(
	{ code, signal, failure, timedOut, cancelled, warnings }: Outcome,
	wanted: number,
): string | undefined {
	const odd = warnings.filter((warning) => !/^ended .* that the program had left behind$/.test(warning));
	if (code === wanted && !timedOut && !cancelled && odd.length === 0) return undefined;
	return `it ended with ${code ?? signal ?? failure}; ${warnings.join(", ")}`;
}

const hasPerl = existsSync("/usr/bin/perl");
/** Forks, its parent exits, a session of its own, again: each link leaves a sign of its life. It ends by itself after half a minute. */
const perlChain = `use POSIX; use Time::HiRes "sleep"; my ($file, $gap, $bare) = @ARGV; my $end = time + 30;
if ($bare) { POSIX::close($_) for 0 .. 9; }
while (time < $end) { sleep $gap if $gap; my $pid = fork; next unless defined $pid; POSIX::_exit(0) if $pid; setsid(); open my $out, ">>", $file; print $out $$; close $out; }`;
/** The same by a shell alone, and slower. */
const shellChain = `[ $(date +%s) -lt "$3" ] || exit; echo $$ >> "$1"; [ "$2" = 0 ] || sleep "$2"; setsid /bin/sh -c "$SELF" sh "$1" "$2" "$3" & exit`;

/** A run that starts a fork chain and ends by itself or is aborted. */
async function chain(folder: string, number: number): Promise<"ended" | "told" | string> {
	const file = join(folder, `chain-${number}`);
	const gap = number % 11;
	const outputMode = number % 2 === 0 ? "merged" : "separate";
	const [program, ...args] = hasPerl
		? (["/usr/bin/perl", "-e", perlChain, file, `${gap / 1000}`, number % 3 === 0 ? "1" : ""] as const)
		: (["/bin/sh", "-c", shellChain, "sh", file, `${gap / 1000}`, `${Math.floor(Date.now() / 1000) + 30}`] as const);
	const env = { PATH: "/usr/bin:/bin", SELF: shellChain };
	const isAborted = number % 5 === 0;
	// With a fresh environment, or with what it was born with.
	const start = hasPerl && number % 4 === 1 ? "exec env -i " : "exec ";
	const then = `until test -s ${file}; do sleep 0.01; done; ${isAborted ? "echo out; sleep 60" : "exit 3"}`;
	const abort = new AbortController();
	const outcome = await run("/bin/sh", ["-c", `(${start}"$@" &); ${then}`, "sh", program, ...args], {
		env,
		outputMode,
		timeout: 60_000,
		signal: abort.signal,
		onOutput: () => abort.abort(),
	});
	const before = existsSync(file) ? readFileSync(file, "latin1") : "";
	if (before === "") return "it never began";
	await sleep(250);
	const goesOn = readFileSync(file, "latin1") !== before;
	if (!isAborted && outcome.code !== 3)
		return `its run ended with ${outcome.code ?? outcome.signal ?? outcome.failure}`;
	if (!goesOn) return "ended";
	return outcome.warnings.some((warning) => /could not be/.test(warning))
		? "told"
		: `it goes on, and the outcome says ${outcome.warnings.join(", ") || "nothing"}`;
}

function end(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It is gone.
	}
}

function stateOf(pid: number): { readonly letter: string; readonly start: number } | undefined {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
		return { letter: fields[0] ?? "", start: Number(fields[19]) };
	} catch {
		return undefined;
	}
}

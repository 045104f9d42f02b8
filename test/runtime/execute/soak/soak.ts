/**
 * Many runs, one after the other and many at once, in every output mode: nothing may stay behind, and no byte may be missing. `scripts/soak/soak.mjs`
 * runs it at full length, a test for some seconds.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type Outcome,
	type OutputMode,
	outputModes,
	type StreamName,
} from "../../../../src/runtime/execute/outcome.js";
import { run, shell } from "../run.js";

export interface SoakOptions {
	/** How many runs one after the other, and how many more in groups. */
	readonly inARow: number;
	readonly inGroups: number;
	/** How large a group is. */
	readonly atOnce: number;
	readonly say?: (what: string) => void;
}

/** What of this process is in use. */
export interface Held {
	readonly files: number;
	readonly terminals: number;
	/** Ours, ended ones that nobody asked about included. */
	readonly children: number;
	/** Processes of any run, wherever they are now. */
	readonly members: number;
	readonly threads: number;
	/** Names in the folder for long outputs. */
	readonly spilled: number;
	/** Megabytes. */
	readonly memory: number;
}

export interface Soaked {
	readonly before: Held;
	readonly after: Held;
	/** Megabytes, ten times while runs went one after the other, and ten times while they went in groups. */
	readonly memory: { readonly inARow: readonly number[]; readonly inGroups: readonly number[] };
	readonly runs: number;
	/** What was not as it should be. */
	readonly faults: readonly string[];
}

/** Runs, checks every outcome, and looks at what is left. */
export async function soak({ inARow, inGroups, atOnce, say = () => {} }: SoakOptions): Promise<Soaked> {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-soak-"));
	try {
		const tasks = tasksIn(folder);
		const faults: string[] = [];
		const one = async (number: number): Promise<void> => {
			const [name, task] = tasks[number % tasks.length] as Task;
			const mode = outputModes[Math.floor(number / tasks.length) % outputModes.length] as OutputMode;
			const found = await task(mode, number).catch((error: unknown) => String(error));
			if (found !== undefined && faults.length < 20) faults.push(`run ${number}, ${name}, ${mode}: ${found}`);
		};
		// What is made once and kept is made before it is counted.
		const warm = tasks.length * outputModes.length;
		for (let number = 0; number < warm; number++) await one(number);
		await Promise.all(Array.from({ length: atOnce }, (_, number) => one(number)));
		const before = await heldNow(folder);
		const memory: { inARow: number[]; inGroups: number[] } = { inARow: [], inGroups: [] };
		const note = (list: number[], done: number, all: number): void => {
			if (done * 10 < all * (list.length + 1)) return;
			list.push(memoryNow());
			say(`${done} of ${all} runs, ${list.at(-1)} MB, ${faults.length} faults`);
		};
		for (let done = 0; done < inARow; note(memory.inARow, ++done, inARow)) await one(done);
		for (let done = 0; done < inGroups; note(memory.inGroups, done, inGroups)) {
			const size = Math.min(atOnce, inGroups - done);
			await Promise.all(Array.from({ length: size }, (_, at) => one(done + at)));
			done += size;
		}
		return { before, after: await heldNow(folder), memory, runs: inARow + inGroups, faults };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Answers what is wrong. */
type Task = readonly [name: string, (mode: OutputMode, number: number) => Promise<string | undefined>];

function tasksIn(folder: string): readonly Task[] {
	const texts = [0, 1, 4095, 4096, 20_000, 70_000, 200_000].map((size) => {
		const text = textOf(size);
		const file = join(folder, `text-${size}`);
		writeFileSync(file, text);
		return { text, file, sum: sumOf(text) };
	});
	const spillFolder = join(folder, "spill");
	const textAt = (number: number) => texts[number % texts.length] as (typeof texts)[number];
	const { PATH } = { PATH: "/usr/bin:/bin" };
	const env = { PATH, BYLAW_SOAK: folder };

	/** Both streams, or one after the other in merged output. */
	const both: Task = [
		"both streams",
		async (outputMode, number) => {
			const [out, err] = [textAt(number), textAt(number + 1)];
			const seen = new Map<StreamName, ReturnType<typeof createHash>>();
			const outcome = await shell(`cat ${out.file}; cat ${err.file} >&2`, {
				env,
				outputMode,
				onOutput: (stream, text) => {
					const hash = seen.get(stream) ?? createHash("sha256");
					seen.set(stream, hash.update(text));
				},
			});
			const wanted: Readonly<Partial<Record<StreamName, string>>> = {
				merged: out.text + err.text,
				stdout: out.text,
				stderr: err.text,
			};
			const names: readonly StreamName[] = outputMode === "separate" ? ["stdout", "stderr"] : [outputMode];
			for (const name of names) {
				const sum = sumOf(wanted[name] ?? "");
				const text = outcome[name]?.text;
				if (text === undefined || sumOf(text) !== sum)
					return `${name} has ${text?.length} of ${wanted[name]?.length} characters; ${outcome.warnings.join(", ")}`;
				if (wanted[name] !== "" && seen.get(name)?.digest("hex") !== sum) return `${name} was not streamed as it is`;
			}
			return endOf(outcome, 0);
		},
	];
	const there: Task = [
		"input, there and back",
		async (outputMode, number) => {
			const { text, sum } = textAt(number);
			const outcome =
				outputMode === "stderr"
					? await shell("cat >&2", { env, outputMode, input: text })
					: await run("cat", [], { env, outputMode, input: text });
			const got = (outcome.merged ?? outcome.stdout ?? outcome.stderr)?.text ?? "";
			return sumOf(got) === sum ? endOf(outcome, 0) : `${got.length} of ${text.length} characters came back`;
		},
	];
	const spilled: Task = [
		"a long output",
		async (outputMode, number) => {
			const { text, file, sum } = textAt(number % 3 === 0 ? 5 : 6);
			const outcome = await shell(outputMode === "stderr" ? `cat ${file} >&2` : `cat ${file}`, {
				env,
				outputMode,
				spillFolder,
				limits: { output: { size: 16_384, unit: "bytes", head: 1024, tail: 1024, spill: true, each: true } },
			});
			const output = outcome.merged ?? (outputMode === "stderr" ? outcome.stderr : outcome.stdout);
			if (output?.spill === undefined) return "was not spilled";
			const whole = readFileSync(output.spill, "utf8");
			rmSync(output.spill);
			if (sumOf(whole) !== sum || output.bytes !== text.length) return `${whole.length} of ${text.length} were spilled`;
			return endOf(outcome, 0);
		},
	];
	const limited: Task = [
		"limits",
		async (outputMode, number) => {
			const { text, file, sum } = textAt(number);
			const limits = { cpu: 60_000, fileSize: 1e9, memory: 1e9 };
			const outcome = await run("cat", [file], { env, outputMode, limits });
			const got = (outcome.merged ?? outcome.stdout)?.text ?? "";
			if (outputMode !== "stderr" && sumOf(got) !== sum) return `${got.length} of ${text.length} characters came`;
			return endOf(outcome, 0);
		},
	];
	const left: Task = [
		"what is left behind",
		async (outputMode) => {
			const outcome = await shell("sleep 1000 & (setsid sleep 1000 &); echo out; exit 3", { env, outputMode });
			if (outputMode !== "stderr" && (outcome.merged ?? outcome.stdout)?.text !== "out\n")
				return "the output is missing";
			return endOf(outcome, 3);
		},
	];
	const stopped: Task = [
		"what is aborted",
		async (outputMode) => {
			const abort = new AbortController();
			const outcome = await shell("echo out; echo err >&2; exec sleep 1000", {
				env,
				outputMode,
				signal: abort.signal,
				onOutput: () => abort.abort(),
			});
			return outcome.cancelled ? undefined : "was not cancelled";
		},
	];
	const missing: Task = [
		"what can't be started",
		async (outputMode) => {
			const outcome = await run(join(folder, "nowhere"), [], { env, outputMode, input: "x" });
			return outcome.failure === undefined ? "was started" : undefined;
		},
	];
	const plain: Task = ["a plain run", async (outputMode) => endOf(await run("true", [], { env, outputMode }), 0)];
	return [both, plain, there, both, limited, plain, both, spilled, there, left, both, stopped, plain, missing];
}

function endOf({ code, signal, failure, timedOut, warnings }: Outcome, wanted: number): string | undefined {
	if (code === wanted && !timedOut && !warnings.some((warning) => /missing|could not be ended/.test(warning)))
		return undefined;
	return `ended with ${code ?? signal ?? failure}; ${warnings.join(", ")}`;
}

/** What no terminal likes and no reader of UTF-8 may break: each text has another order of them. */
function textOf(size: number): string {
	const signs = "abcdefghij0123456789 \t\r\n\x04\x03\x1b";
	let text = "";
	for (let state = size + 1; text.length < size; ) {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
		text += signs[(state >>> 16) % signs.length];
	}
	return text;
}

function sumOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

async function heldNow(folder: string): Promise<Held> {
	// Descriptors are closed behind the last event of their streams.
	await new Promise((resolve) => setTimeout(resolve, 100));
	const files = readdirSync("/proc/self/fd");
	const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return {
		files: files.length,
		terminals: files.filter((name) => /ptmx|\/pts\//.test(linkAt(`/proc/self/fd/${name}`))).length,
		children: processes.filter((pid) => parentOf(pid) === process.pid).length,
		members: processes.filter((pid) => contentOf(`/proc/${pid}/environ`).includes(`BYLAW_SOAK=${folder}`)).length,
		threads: Number(/^Threads:\s*(\d+)/m.exec(contentOf("/proc/self/status"))?.[1]),
		spilled: readdirSync(folder).includes("spill") ? readdirSync(join(folder, "spill")).length : 0,
		memory: memoryNow(),
	};
}

function memoryNow(): number {
	(globalThis as { gc?: () => void }).gc?.();
	return Math.round(process.memoryUsage().rss / 1e6);
}

function parentOf(pid: string): number {
	const text = contentOf(`/proc/${pid}/stat`);
	return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}

function contentOf(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}

function linkAt(path: string): string {
	try {
		return readlinkSync(path);
	} catch {
		return "";
	}
}

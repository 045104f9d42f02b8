/**
 * Residents are killed at random moments while several harnesses ask by the line that is registered, and the policy is changed by rename. Nobody starts a
 * resident: hooks do. The policy says its number where it denies, so each answer shows by which one it was made. Without a test runner, for
 * `npm run soak:resident` as well.
 */
import { spawn } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { guardedCommand } from "../../../src/runtime/harnesses/install/guarded-command.js";
import { livingIn, socketIn } from "../../../src/runtime/servers/resident/folder.js";

export interface Killing {
	/** The command line's own file. */
	readonly program: string;
	/** The folder of the residents. */
	readonly place: string;
	/** The project, whose policy is written here. */
	readonly project: string;
	readonly env: Readonly<Record<string, string>>;
	readonly kills: number;
	readonly seed: number;
	readonly progress?: (kills: number) => void;
}

export interface Killed {
	/** What came out otherwise than it had to. */
	readonly faults: readonly string[];
	readonly kills: number;
	readonly asked: number;
	/** Answers that residents counted before they were killed. */
	readonly byResidents: number;
	readonly policies: number;
}

const askers = 3;
/** So long a resident may take until it is there again. Milliseconds. */
const patience = 60_000;

export async function killResidents(killing: Killing): Promise<Killed> {
	const { program, place, project, env, kills: most, seed } = killing;
	const random = randomFrom(seed);
	const faults: string[] = [];
	/** The number of the policy that lies there: at least, and at most. */
	const policy = { atLeast: 0, atMost: 0 };
	let [asked, kills, byResidents] = [0, 0, 0];
	let isOver = false;

	const change = (): void => {
		const number = policy.atMost + 1;
		const next = join(project, "next");
		writeFileSync(next, policyText(number));
		policy.atMost = number;
		renameSync(next, join(project, "policy.rules"));
		policy.atLeast = number;
	};
	const ask = async (command: string, at: number): Promise<void> => {
		const first = policy.atLeast;
		const answer = await answerTo(lineFor(program, place), questionOf(command, project, at), project, env);
		const fault = faultIn(command, answer, first, policy.atMost);
		asked++;
		if (fault !== undefined) faults.push(fault);
	};
	const asking = async (at: number): Promise<void> => {
		while (!isOver) for (const command of ["git push", "ls", "wc"]) await ask(command, at);
	};
	const changing = async (): Promise<void> => {
		while (!isOver) {
			await sleep(50 + random() ** 2 * 800);
			change();
		}
	};
	const killAll = async (): Promise<void> => {
		try {
			while (kills < most) {
				const pid = await livingResident(place);
				if (pid === undefined) {
					faults.push("no resident came up again");
					return;
				}
				// Some before they answered anything, and every other one after it answered something, however long that takes here.
				await sleep(random() ** 2 * 800);
				for (let left = patience / 50; kills % 2 === 1 && left > 0 && (await answeredAt(place)) === 0; left--)
					if (livingIn(place) === pid) await sleep(50);
					else break;
				byResidents += await answeredAt(place);
				if (livingIn(place) !== pid) continue;
				process.kill(pid, "SIGKILL");
				kills++;
				killing.progress?.(kills);
			}
			if ((await livingResident(place)) === undefined) faults.push("no resident came up after the last kill");
		} finally {
			isOver = true;
		}
	};
	change();
	await Promise.all([...Array.from({ length: askers }, (_, at) => asking(at)), changing(), killAll()]);
	return { faults, kills, asked, byResidents, policies: policy.atMost };
}

/** In every other one `ls` is allowed and `wc` is not, and the other way round in those between. */
function policyText(number: number): string {
	const [allowed, denied] = number % 2 === 0 ? ["ls", "wc"] : ["wc", "ls"];
	return `agent default {
  default deny
  allow ${allowed}
  deny ${denied} because "Policy ${number}."
  deny git because "Policy ${number}."
}
`;
}

/** By a policy that lay there between the question and the answer, and by no other. */
function faultIn(command: string, answer: string, first: number, last: number): string | undefined {
	const said = /"permissionDecision":"(\w+)"/.exec(answer)?.[1];
	const number = Number(/Policy (\d+)\./.exec(answer)?.[1]);
	const isBetween = (one: number): boolean => first <= one && one <= last;
	const isAllowedBy = (one: number): boolean => command === (one % 2 === 0 ? "ls" : "wc");
	const isRight =
		said === "allow"
			? [first, Math.min(first + 1, last)].some(isAllowedBy)
			: said === "deny" && isBetween(number) && !isAllowedBy(number);
	return isRight ? undefined : `\`${command}\` while policies ${first} to ${last} lay there: ${answer.slice(0, 300)}`;
}

function lineFor(program: string, folder: string): string {
	const own = [
		process.execPath,
		program,
		"hook",
		"--harness",
		"claude-code",
		"--deadline",
		"60s",
		"--resident",
		folder,
	];
	const resident = { harness: "claude-code", folder, curl: "/usr/bin/curl", rm: "/usr/bin/rm" };
	return guardedCommand(own, { answers: "json", seconds: 90, resident });
}

function questionOf(command: string, cwd: string, session: number): string {
	return JSON.stringify({
		session_id: `asker-${session}`,
		cwd,
		permission_mode: "default",
		hook_event_name: "PreToolUse",
		tool_name: "Bash",
		tool_input: { command },
	});
}

/** All that the line says. */
function answerTo(line: string, question: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn("/bin/sh", ["-c", line], { cwd, env });
		let said = "";
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (text: string) => {
				said += text;
			});
		child.on("error", reject);
		child.on("close", () => resolve(said));
		child.stdin.on("error", () => {});
		child.stdin.end(question);
	});
}

/** The number of the next one that listens. */
async function livingResident(place: string): Promise<number | undefined> {
	for (const until = Date.now() + patience; Date.now() < until; await sleep(5)) {
		const pid = livingIn(place);
		if (pid !== undefined) return pid;
	}
	return undefined;
}

/** How many questions it has answered; none where it does not say. */
function answeredAt(place: string): Promise<number> {
	return new Promise((resolve) => {
		const asked = request(
			{ socketPath: socketIn(place), path: "/state", headers: { host: "rules" }, timeout: 1_000, agent: false },
			(response) => {
				let text = "";
				response.setEncoding("utf8").on("data", (chunk: string) => {
					text += chunk;
				});
				response.on("end", () => resolve(Number(/"answered":(\d+)/.exec(text)?.[1] ?? 0)));
				response.on("error", () => resolve(0));
			},
		);
		asked.on("timeout", () => asked.destroy());
		asked.on("error", () => resolve(0));
		asked.end();
	});
}

function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

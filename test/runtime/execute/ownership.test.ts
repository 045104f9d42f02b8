/** Which processes are a run's, and which only look like it: by looks alone, which signal nobody. */
import { type ChildProcess, spawn } from "node:child_process";
import {
	fstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { endings } from "../../../src/runtime/execute/endings.js";
import type { Run } from "../../../src/runtime/execute/processes/member.js";
import {
	bornWith,
	returnProcessMarker,
	takeProcessMarker,
} from "../../../src/runtime/execute/processes/process-marker.js";
import { beginLease, endLease } from "../../../src/runtime/execute/processes/process-marker-lease.js";
import {
	contentOf,
	lastProcessId,
	pinProcess,
	startOf,
	stateOf,
} from "../../../src/runtime/execute/processes/process-table.js";
import {
	holdersOf,
	type Look,
	markName,
	membersOf,
	searchFor,
} from "../../../src/runtime/execute/processes/process-tree.js";
import { makeRunCgroup, ownCgroup } from "../../../src/runtime/execute/processes/run-cgroup.js";
import { signalMember } from "../../../src/runtime/execute/processes/signal-members.js";
import { stopTree } from "../../../src/runtime/execute/processes/stop-tree.js";
import { openPipes } from "../../../src/runtime/execute/run-in-pipes.js";
import { oddSeconds, processesWith, shell } from "./run.js";
import { letThemGo, unreaped } from "./unreaped.js";

jest.setTimeout(240_000);

const started: ChildProcess[] = [];
afterEach(async () => {
	letThemGo();
	for (const child of started.splice(0)) {
		const ended = new Promise((resolve) => child.once("exit", resolve));
		if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await ended;
	}
});

/** A process of ours, which is ended after the test. */
function begin(script: string, env: Readonly<Record<string, string>> = {}, detached = true): ChildProcess {
	const child = spawn("/bin/sh", ["-c", script], { stdio: "ignore", detached, env: { PATH: "/usr/bin:/bin", ...env } });
	started.push(child);
	return child;
}

const mark = "00112233445566778899aabbccddeeff";
/** Nobody has this id. */
const nobody = 2 ** 30;

function runOf(more: Partial<Run>): Run {
	const about = { leader: nobody, mark, processMarker: undefined, since: 0, forks: undefined, outputs: [] };
	return { ...about, proved: new Map(), ...more };
}

const idsOf = (run: Run): readonly number[] => membersOf(run).map(({ pid }) => pid);

async function until<Value>(look: () => Value | undefined): Promise<Value> {
	for (let tries = 0; tries < 2000; tries++) {
		const found = look();
		if (found !== undefined) return found;
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	throw new Error("it did not come about");
}

/** The `sleep` of so many seconds, when it is that, and no longer the `setsid` or `env` that becomes it: in between it shows no environment. */
const found = (seconds: string): Promise<number> =>
	until(() =>
		processesWith(seconds).find((pid) => /^(?:\/bin\/)?sleep\0/.test(contentOf(`/proc/${pid}/cmdline`) ?? "")),
	);

describe("no member of a run is", () => {
	test("who holds its output, for anybody may open it; where nothing else tells it is said who does", async () => {
		const seconds = oddSeconds();
		const folder = mkdtempSync(join(tmpdir(), "bylaw-ownership-"));
		begin(`(setsid env -i /bin/sleep ${seconds} > ${folder}/output 2>&1 &) ; sleep 60`);
		const pid = await found(seconds);
		const { dev, ino } = statSync(join(folder, "output"));
		const run = runOf({ outputs: [{ dev, ino }] });
		expect(idsOf(run)).toEqual([]);
		expect(holdersOf(run)).toEqual([pid]);
		expect(holdersOf({ ...run, walls: { first: () => undefined } })).toEqual([]);
		process.kill(pid, "SIGKILL");
		rmSync(folder, { recursive: true });
	});

	test("who has the id of its first process after that has ended, nor who is in the session of that one", async () => {
		const seconds = oddSeconds();
		const leader = begin(`sleep ${seconds} & exec sleep 60`).pid as number;
		const child = await found(seconds);
		const pinned = (isThere: boolean): Run =>
			runOf({ leader, since: startOf(leader), pin: { isThere: () => isThere, release: () => {} } });
		expect(idsOf(pinned(true))).toEqual(expect.arrayContaining([leader, child]));
		expect(idsOf(pinned(false))).toEqual([]);
	});

	test("who bears the mark of another run, or ours in another variable", async () => {
		const [one, two, three] = [oddSeconds(), oddSeconds(), oddSeconds()];
		begin(`exec sleep ${one}`, { [markName]: "ffeeddccbbaa99887766554433221100" });
		begin(`exec sleep ${two}`, { COPY: mark, [`X${markName}`]: mark });
		const ours = begin(`exec sleep ${three}`, { [markName]: `ffeeddccbbaa99887766554433221100 ${mark}` });
		for (const seconds of [one, two, three]) await found(seconds);
		expect(idsOf(runOf({}))).toEqual([ours.pid]);
	});

	test("who is older than it", async () => {
		const seconds = oddSeconds();
		const { pid = 0 } = begin(`exec sleep ${seconds}`, { [markName]: mark });
		await found(seconds);
		expect(idsOf(runOf({ since: startOf(pid) }))).toEqual([pid]);
		expect(idsOf(runOf({ since: startOf(pid) + 1 }))).toEqual([]);
	});

	test("a child of ours that was born with the same mark by chance, or an orphan with a mark of another run", async () => {
		const processMarker = takeProcessMarker() as number;
		const [one, two, three] = [oddSeconds(), oddSeconds(), oddSeconds()];
		bornWith(processMarker, () => begin(`exec sleep ${one}`));
		bornWith(processMarker, () =>
			begin(`(${markName}=other setsid sleep ${two} &) ; (setsid sleep ${three} &) ; sleep 60`),
		);
		await found(one);
		const stranger = await found(two);
		const stray = await found(three);
		// What starts an orphan lives on for a moment.
		expect(await until(() => idsOf(runOf({ processMarker })).at(0))).toBe(stray);
		expect(idsOf(runOf({ processMarker }))).toEqual([stray]);
		for (const pid of [stranger, stray]) process.kill(pid, "SIGKILL");
		returnProcessMarker(processMarker);
	});
});

test("who was proved once stays a member, wherever it goes; an id with another start does not", async () => {
	const seconds = oddSeconds();
	const { pid = 0 } = begin(`exec sleep ${seconds}`);
	await found(seconds);
	expect(idsOf(runOf({ proved: new Map([[pid, startOf(pid)]]) }))).toEqual([pid]);
	expect(idsOf(runOf({ proved: new Map([[pid, startOf(pid) + 1]]) }))).toEqual([]);
});

test("a signal goes to a process that is the same, and to no other one with its id", async () => {
	const seconds = oddSeconds();
	const child = begin(`exec sleep ${seconds}`);
	const state = await until(() => stateOf(child.pid as number));
	expect(signalMember(runOf({}), { ...state, start: state.start + 1 }, "SIGKILL")).toBe(false);
	const pin = { isThere: () => false, release: () => {} };
	expect(signalMember(runOf({ leader: state.pid, pin }), state, "SIGKILL")).toBe(false);
	expect(stateOf(state.pid)?.alive).toBe(true);
	expect(signalMember(runOf({}), state, "SIGKILL")).toBe(true);
});

test("a process that is held fast is told from whoever has its id", async () => {
	const child = begin("exec sleep 60");
	const pin = pinProcess(child.pid as number);
	expect(pin?.isThere()).toBe(true);
	const ended = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGKILL");
	await ended;
	expect(pin?.isThere()).toBe(false);
	pin?.release();
	expect(pin?.isThere()).toBe(false);
});

test("a look is whole where nothing was started meanwhile, and the next one finds what was", async () => {
	const search = searchFor(runOf({ leader: lastProcessId(), since: 0 }));
	await until(() => (search().isWhole ? true : undefined));
	const seconds = oddSeconds();
	const child = begin(`exec sleep ${seconds}`, { [markName]: mark });
	await found(seconds);
	const told: number[] = [];
	const look = await until(() => {
		const now = search(({ pid }) => told.push(pid));
		return now.isWhole ? now : undefined;
	});
	expect(look.members.map(({ pid }) => pid)).toEqual([child.pid]);
	expect(told).toEqual([child.pid]);
});

describe("a member of a run is", () => {
	test("who bears its mark, in the middle of an `exec` too, where a process shows no environment", () => {
		const self = 'exec /bin/sh -c "$SELF"';
		const { pid } = begin(self, { SELF: self, [markName]: mark });
		let empty = 0;
		// Each look goes through all processes of the machine.
		for (let round = 0; round < 300 && (round < 40 || empty < 3); round++) {
			if (contentOf(`/proc/${pid}/environ`) === "") empty++;
			const search = searchFor(runOf({}));
			let look = search();
			for (const end = Date.now() + 900; !look.isWhole && Date.now() < end; ) look = search();
			expect(look.members.map((member) => member.pid)).toEqual([pid]);
		}
		expect(empty).toBeGreaterThan(0);
	});
});

describe("that all has ended is said after two looks that were empty and whole", () => {
	/** Looks that answer one after the other, the last one for ever. */
	const looks = (...answers: readonly Look[]) => {
		let count = 0;
		const search = (): Look => answers[Math.min(count++, answers.length - 1)] as Look;
		return { search, count: () => count };
	};
	const empty: Look = { members: [], isWhole: true };
	const moving: Look = { members: [], isWhole: false };
	const gone = {
		pid: nobody,
		start: 1,
		parent: 1,
		group: nobody,
		session: nobody,
		threads: 1,
		alive: true,
		isHeadless: false,
	};

	test("and not after one", async () => {
		const { search, count } = looks(empty, { members: [gone], isWhole: true }, empty);
		const stopped = await stopTree(runOf({}), 0, search);
		expect(stopped).toMatchObject({ ended: 1, left: [], isUnsure: false });
		expect(count()).toBe(4);
	});

	test("what stays is told, and so is what could not be made sure", async () => {
		expect(await stopTree(runOf({}), 0, looks({ members: [gone], isWhole: true }).search)).toMatchObject({
			left: [nobody],
		});
		expect(await stopTree(runOf({}), 0, looks(moving).search)).toMatchObject({ left: [], isUnsure: true });
	});

	test("an outcome never says more than is known", () => {
		const well = { ended: 0, left: [], isUnsure: false, unproved: [] };
		const said = (more: Partial<typeof well>, kind?: "timeout" | "abort"): string =>
			endings(kind === undefined ? undefined : { kind }, 2000, { ...well, ...more }).join("; ");
		expect(said({})).toBe("");
		expect(said({ ended: 2 })).toBe("ended 2 processes that the program had left behind");
		expect(said({}, "timeout")).toBe("timed out after 2 s; the program and everything it started were ended");
		expect(said({ isUnsure: true }, "timeout")).toBe(
			"timed out after 2 s; the program was ended; it could not be made sure that all of the run has ended: processes came and went faster than they could be looked at",
		);
		expect(said({ left: [7] as never }, "abort")).toBe(
			"cancelled; the program was ended; a process of the run could not be ended",
		);
		expect(said({ unproved: [8, 9] as never })).toBe(
			"2 processes that hold its output could not be proved to be of the run, and were left: 8, 9",
		);
	});
});

test("the file of an output stays held when all ends of the pipe are closed, so that no other file gets its number", async () => {
	const [line] = await openPipes(1);
	if (line === undefined) throw new Error("no pipes here");
	const isHeld = (): boolean =>
		readdirSync("/proc/self/fd").some((fd) => {
			try {
				const { dev, ino } = fstatSync(Number(fd));
				return dev === line.inode.dev && ino === line.inode.ino;
			} catch {
				return false;
			}
		});
	line.start(() => {});
	line.handOver();
	// Nobody writes: our end is closed as well.
	expect(await line.finish()).toBe(true);
	expect(isHeld()).toBe(true);
	line.close();
});

test("a process marker is one process's at a time, and free again when that has ended", () => {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-leases-"));
	expect(beginLease(0x43, folder)).toBe(true);
	expect(beginLease(0x43, folder)).toBe(false);
	expect(beginLease(0x47, folder)).toBe(true);
	endLease(0x43, folder);
	expect(beginLease(0x43, folder)).toBe(true);
	const [name = ""] = readdirSync(folder).filter((entry) => entry.endsWith("-43"));
	const killed = unreaped();
	for (const [holder, isFree] of [
		[`${process.pid}-${startOf(process.pid)}`, false],
		[`${process.pid}-${startOf(process.pid) + 1}`, true],
		[`${nobody}-1`, true],
		[`${killed.pid}-${killed.start}`, true],
	] as const) {
		rmSync(join(folder, name));
		symlinkSync(holder, join(folder, name));
		expect(beginLease(0x43, folder)).toBe(isFree);
	}
	rmSync(folder, { recursive: true });
});

const hasCgroup = ownCgroup() !== undefined;
if (!hasCgroup) console.warn("skipped: no cgroup v2 that could be written to");
(hasCgroup ? describe : describe.skip)("a cgroup of its own", () => {
	test("holds what a run starts, whatever it sheds, and ends all of it at one blow", async () => {
		const empty = makeRunCgroup();
		const seconds = oddSeconds();
		const folder = mkdtempSync(join(tmpdir(), "bylaw-cgroup-"));
		const enclosed = join(folder, "enclosed");
		const child = begin(
			`until [ -e '${enclosed}' ]; do sleep 0.01; done; (setsid env -i /bin/sleep ${seconds} &) ; exec sleep ${seconds}`,
		);
		const cgroup = empty?.enclose(child.pid as number, mark);
		if (cgroup === undefined) throw new Error("no cgroup was made");
		writeFileSync(enclosed, "");
		const pids = await until(() => (processesWith(seconds).length === 2 ? processesWith(seconds) : undefined));
		expect([...cgroup.pids()].sort()).toEqual([...pids].sort());
		expect(pids.map((pid) => cgroup.holds(pid))).toEqual([true, true]);
		expect(cgroup.holds(process.pid)).toBe(false);
		expect([...idsOf(runOf({ cgroup }))].sort()).toEqual([...pids].sort());
		expect(cgroup.remove()).toBe(false);
		cgroup.kill();
		await until(() => (processesWith(seconds).length === 0 ? true : undefined));
		await until(() => (cgroup.remove() ? true : undefined));
		expect(cgroup.pids()).toEqual([]);
		rmSync(folder, { recursive: true });
	});

	test("is where a run is, and is gone with it", async () => {
		const names: string[] = [];
		// Where this process is held up between the start and the next line, the first program is quicker.
		for (let runs = 0; runs < 100 && !names.some((each) => each !== ""); runs++) {
			const { merged } = await shell("cat /proc/self/cgroup; sleep 100 &");
			names.push(/^0::.*\/(bylaw-run-\d+-[0-9a-f]{12})$/m.exec(merged?.text ?? "")?.[1] ?? "");
		}
		const [name] = names.filter((each) => each !== "");
		expect(name).toBeDefined();
		expect(readdirSync(ownCgroup() as string)).not.toContain(name);
	});

	test("is no place for us", () => {
		expect(readFileSync("/proc/self/cgroup", "latin1")).not.toMatch(/^0::.*bylaw-run-\d+-[0-9a-f]{12}$/m);
	});
});

/** `rules fleet`: heartbeats of machines, and the page about them. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import type { Beat } from "../../../src/authoring/fleet/beat.js";
import { beatType, readBeat } from "../../../src/authoring/fleet/beat.js";
import { opened, readEnvelope, sealed } from "../../../src/authoring/fleet/envelope.js";
import { fleetSummary } from "../../../src/authoring/fleet/fleet-summary.js";
import { machineKey } from "../../../src/authoring/fleet/machine-key.js";
import { type HeardBeats, readBeats } from "../../../src/authoring/fleet/read-beats.js";
import { type Ended, folder, program, rules } from "../cli.js";
import { valid } from "../schemas.js";

jest.setTimeout(240_000);

const ends: (() => void)[] = [];
afterAll(() => {
	for (const end of ends) end();
});

interface Machine {
	readonly cwd: string;
	readonly ask: (line: string) => Ended;
	readonly beat: (more?: string) => Ended;
}

/** A site, and machines that follow it; a hook of Claude Code is registered for each. */
function fleet(): { readonly site: string; readonly beats: string; readonly machine: (name: string) => Machine } {
	const site = folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n" });
	const ask = (line: string, cwd: string): Ended => rules(line.trim().split(" "), { cwd, env: { HOME: cwd } });
	expect(ask("bundle keys keys", site).code).toBe(0);
	expect(ask("bundle build site --keys keys --channel stable", site).code).toBe(0);
	const beats = folder();
	const machine = (name: string): Machine => {
		const cwd = folder({
			"fleet.bundle.json": JSON.stringify({
				from: join(site, "site"),
				channel: "stable",
				root: "root.json",
				state: "state",
				log: "log.jsonl",
			}),
			"root.json": readFileSync(join(site, "site/metadata/1.root.json")),
			"state/floor/given.json": JSON.stringify({ machine: name }),
		});
		expect(ask("bundle refresh fleet.bundle.json", cwd).code).toBe(0);
		expect(ask(`install --harness claude-code --rules ${cwd}/fleet.bundle.json`, cwd).code).toBe(0);
		const own = (line: string): Ended => ask(line, cwd);
		return { cwd, ask: own, beat: (more = `--to ${beats}`) => own(`fleet beat fleet.bundle.json ${more}`) };
	};
	return { site, beats, machine };
}

function report(
	beats: string,
	line = "",
): { readonly code: number | null; readonly summary: Summary; readonly err: string } {
	const { code, out, err } = rules([
		"fleet",
		"report",
		beats,
		"--json",
		...line.split(" ").filter((word) => word !== ""),
	]);
	const summary = JSON.parse(out) as Summary;
	expect(valid("fleet-report", summary)).toEqual([]);
	return { code, summary, err };
}

interface Summary {
	readonly machines: readonly {
		readonly machine: string;
		readonly standing: string;
		readonly remarks: readonly string[];
		readonly release?: number;
	}[];
	readonly counts: Readonly<Record<string, number>>;
	readonly releases: readonly { readonly name: string; readonly count: number }[];
	readonly switchedOff: readonly { readonly name: string; readonly count: number }[];
	readonly denials?: readonly { readonly name: string; readonly count: number }[];
	readonly refused: readonly { readonly file: string; readonly why: string }[];
	readonly history: readonly unknown[];
}

/** A heartbeat of a machine that is made up, signed by a key in this folder. */
function madeUp(keys: string, beats: string, change: Partial<Beat>, name?: string): void {
	const { key, hex } = machineKey(keys);
	const beat: Beat = {
		format: "bylaw-beat",
		version: 1,
		machine: "m",
		key: hex,
		seq: 1,
		time: new Date().toISOString(),
		engine: "0.1.0",
		node: "20",
		platform: "linux",
		bundle: { channel: "stable", state: "fresh", decides: "release", release: 1 },
		hooks: [{ harness: "codex", path: "/etc/codex/requirements.toml", verdict: "good", checks: [] }],
		sandbox: true,
		...change,
	};
	mkdirSync(join(beats, beat.machine), { recursive: true });
	writeFileSync(
		join(beats, beat.machine, name ?? `${String(beat.seq).padStart(12, "0")}.json`),
		JSON.stringify(sealed(beatType, Buffer.from(JSON.stringify(beat)), key, hex)),
	);
}

describe("a heartbeat", () => {
	test("says what decides, how the hooks do and how the log ends, signed by the machine's key", () => {
		const { beats, machine } = fleet();
		const one = machine("laptop-1");
		one.ask("run --rules fleet.bundle.json --audit log.jsonl -- ls");
		expect(one.beat()).toEqual({ code: 0, out: "sent: heartbeat 1 of `laptop-1`\n", err: "" });
		const file = join(beats, "laptop-1/000000000001.json");
		const envelope = readEnvelope(readFileSync(file, "utf8"));
		if (envelope === undefined) throw new Error("no envelope");
		const { hex } = machineKey(join(one.cwd, "state/floor"));
		const beat = readBeat(opened(envelope, beatType, hex) ?? Buffer.of());
		expect(valid("fleet-beat", beat)).toEqual([]);
		expect(beat).toMatchObject({
			machine: "laptop-1",
			key: hex,
			bundle: { channel: "stable", state: "fresh", decides: "release", release: 1 },
			hooks: [{ harness: "claude-code", verdict: expect.stringMatching(/good|doubtful/) }],
			log: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
		});
		expect(opened(envelope, beatType, "00".repeat(32))).toBeUndefined();
		expect(opened(envelope, "text/plain", hex)).toBeUndefined();
		expect(statSync(join(one.cwd, "state/floor/machine.key")).mode & 0o777).toBe(0o600);
		expect(one.beat().out).toBe("sent: heartbeat 2 of `laptop-1`\n");
		// Without a place it is printed.
		expect(readEnvelope(one.beat("").out)?.payloadType).toBe(beatType);
	});

	test("goes to a server, and a server that refuses it is told", async () => {
		const { machine } = fleet();
		const one = machine("laptop-1");
		const bodies: string[] = [];
		let status = 204;
		const server = createServer((request, answer) => {
			let body = "";
			request.on("data", (text) => {
				body += text;
			});
			request.on("end", () => {
				bodies.push(`${request.method} ${request.headers["content-type"]} ${body}`);
				answer.writeHead(status, status === 302 ? { location: "http://127.0.0.1:9/" } : {}).end();
			});
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		ends.push(() => server.close());
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		const sent = async (): Promise<readonly [number, string]> => {
			const child = spawn(process.execPath, [program(), "fleet", "beat", "fleet.bundle.json", "--to", url], {
				cwd: one.cwd,
				env: { ...process.env, HOME: one.cwd },
			});
			let said = "";
			for (const stream of [child.stdout, child.stderr])
				stream.on("data", (text) => {
					said += text;
				});
			const [code] = await once(child, "close");
			return [code as number, said];
		};
		expect(await sent()).toEqual([0, "sent: heartbeat 1 of `laptop-1`\n"]);
		expect(bodies[0]).toMatch(/^POST application\/vnd\.dsse\.envelope\+json \{"payloadType":/);
		status = 503;
		expect(await sent()).toEqual([
			1,
			expect.stringMatching(/^error: the heartbeat did not arrive: it is answered with 503\nhelp: /),
		]);
		status = 302;
		expect(await sent()).toEqual([1, expect.stringMatching(/^error: the heartbeat did not arrive: /)]);
	});

	test("of a machine whose key others may read is not signed", () => {
		const { machine } = fleet();
		const one = machine("laptop-1");
		one.beat("");
		chmodSync(join(one.cwd, "state/floor/machine.key"), 0o644);
		expect(one.beat("")).toMatchObject({
			code: 2,
			err: expect.stringMatching(/^error: others may use the machine's key/),
		});
	});

	test("is not signed where others may write beside the key", () => {
		const { machine } = fleet();
		const one = machine("laptop-1");
		chmodSync(join(one.cwd, "state/floor"), 0o777);
		expect(one.beat("")).toMatchObject({
			code: 2,
			err: expect.stringMatching(/^error: .*others may write to it\nhelp: /),
		});
		expect(readdirSync(join(one.cwd, "state/floor"))).not.toContain("machine.key");
	});

	test("whose count is torn goes on above what was", () => {
		const { machine, beats } = fleet();
		const one = machine("laptop-1");
		one.beat();
		writeFileSync(join(one.cwd, "state/floor/beat.json"), '{"se');
		one.beat();
		const [first, second] = readdirSync(join(beats, "laptop-1")).sort();
		expect([first, Number.parseInt(second ?? "", 10) > 1_000_000]).toEqual(["000000000001.json", true]);
		expect(report(beats).summary.machines[0]?.standing).not.toBe("doubted");
	});
});

describe("a heartbeat whose count went back", () => {
	test("replaces none: both are there, and the machine is doubted", () => {
		const { machine, beats } = fleet();
		const one = machine("laptop-1");
		const count = join(one.cwd, "state/floor/beat.json");
		one.beat();
		const kept = readFileSync(count);
		const own = join(beats, "laptop-1");
		one.beat();
		const second = readFileSync(join(own, "000000000002.json"));
		writeFileSync(count, kept);
		expect(one.beat().out).toBe("sent: heartbeat 2 of `laptop-1`\n");
		expect(readFileSync(join(own, "000000000002.json"))).toEqual(second);
		expect(readdirSync(own).sort()).toEqual([
			expect.stringMatching(/^000000000001\.json$/),
			expect.stringMatching(/^000000000002-[0-9a-f]{16}\.json$/),
			expect.stringMatching(/^000000000002\.json$/),
		]);
		const { machines } = report(beats).summary;
		expect(machines[0]).toMatchObject({
			standing: "doubted",
			remarks: expect.arrayContaining([expect.stringMatching(/^two heartbeats have one number/)]),
		});
	});

	test("as it is gone goes on by the clock", () => {
		const { machine } = fleet();
		const one = machine("laptop-1");
		one.beat();
		rmSync(join(one.cwd, "state/floor/beat.json"));
		expect(Number(/heartbeat (\d+)/.exec(one.beat().out)?.[1])).toBeGreaterThan(1_000_000);
	});
});

describe("a report", () => {
	test("tells of real machines who is covered, who is behind, and what is switched off", () => {
		const { site, beats, machine } = fleet();
		const [a, b] = [machine("a"), machine("b")];
		b.ask("run --rules fleet.bundle.json --audit log.jsonl -- rm x");
		for (const one of [a, b]) expect(one.beat().code).toBe(0);
		expect(report(beats).summary).toMatchObject({
			counts: { covered: 2 },
			releases: [{ name: "stable 1", count: 2 }],
			refused: [],
		});
		expect(report(beats).code).toBe(0);
		writeFileSync(join(site, "policy.rules"), "agent default {\n  default deny\n  allow cat\n}\n");
		rules(["bundle", "build", "site", "--keys", "keys", "--channel", "stable"], { cwd: site });
		a.ask("bundle refresh fleet.bundle.json");
		const hooks = join(b.cwd, ".claude/settings.json");
		writeFileSync(hooks, readFileSync(hooks, "utf8").replace(/^\{/, '{"disableAllHooks":true,'));
		for (const one of [a, b]) one.beat();
		const page = join(beats, "..", "fleet.html");
		const { code, summary } = report(beats, `-o ${page} --log ${join(b.cwd, "log.jsonl")}`);
		expect(code).toBe(1);
		expect(summary).toMatchObject({
			counts: { covered: 1, exposed: 1 },
			releases: [{ name: "stable 1" }, { name: "stable 2" }],
			denials: [{ name: "no rule (default)", count: 1 }],
		});
		expect(summary.machines[1]).toMatchObject({ machine: "b", standing: "exposed" });
		expect(summary.machines[1]?.remarks.join()).toMatch(/claude-code: switch: .*it has release 1, and others have 2/);
		expect(summary.switchedOff).toContainEqual({ name: "hook of claude-code", count: 1 });
		expect(summary.history.length).toBeGreaterThan(0);
		const html = readFileSync(page, "utf8");
		expect(html).toContain("<svg");
		expect(html).toContain("Denials by rule");
		expect(html).toMatch(/Content-Security-Policy[^>]*default-src &#39;none&#39;/);
		expect(html).not.toMatch(/\b(?:src|href)="(?!#|data:,)/);
		rmSync(page);
		expect(rules(["fleet", "report", beats]).out).toMatch(/^2 machines: covered: 1, exposed: 1, silent: 0/);
	});

	test("names who went silent, who was never heard of, and who is not in the inventory", () => {
		const [beats, keys] = [folder(), folder()];
		const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
		madeUp(keys, beats, { machine: "quiet", time: old });
		madeUp(keys, beats, { machine: "well" });
		madeUp(keys, beats, { machine: "strange" });
		const machines = join(folder({ "inventory.txt": "# all\nquiet\nwell  # mine\nnever\n" }), "inventory.txt");
		const { code, summary } = report(beats, `--machines ${machines}`);
		expect(code).toBe(1);
		expect(summary.machines.map(({ machine, standing }) => [machine, standing])).toEqual([
			["never", "missing"],
			["quiet", "silent"],
			["strange", "doubted"],
			["well", "covered"],
		]);
		expect(report(beats, `--machines ${machines} --silent-after 96h`).summary.counts).toMatchObject({
			silent: 0,
			covered: 2,
		});
	});

	test("does not believe what is forged, copied, or signed by two", () => {
		const [beats, keys, others] = [folder(), folder(), folder()];
		madeUp(keys, beats, { machine: "two", seq: 1 });
		madeUp(others, beats, { machine: "two", seq: 2 });
		madeUp(keys, beats, { machine: "copied", seq: 5 });
		madeUp(keys, beats, { machine: "copied", seq: 5, node: "22" }, "again.json");
		madeUp(keys, beats, { machine: "early", time: new Date(Date.now() + 86_400_000).toISOString() });
		madeUp(keys, beats, { machine: "fine" });
		// The same one twice is no harm.
		writeFileSync(join(beats, "fine/copy.json"), readFileSync(join(beats, "fine/000000000001.json")));
		madeUp(keys, beats, { machine: "forged" });
		const file = join(beats, "forged/000000000001.json");
		const envelope = JSON.parse(readFileSync(file, "utf8")) as { payload: string };
		const payload = Buffer.from(envelope.payload, "base64").toString().replace('"release":1', '"release":9');
		writeFileSync(file, JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString("base64") }));
		writeFileSync(join(beats, "page.json"), "<html>");
		const { summary } = report(beats);
		expect(summary.machines.map(({ machine, standing }) => [machine, standing])).toEqual([
			["copied", "doubted"],
			["early", "doubted"],
			["fine", "covered"],
			["two", "doubted"],
		]);
		expect(summary.refused).toEqual([
			{ file: "forged/000000000001.json", why: "it is not signed by the key that it names" },
			{ file: "page.json", why: "it is no signed envelope" },
		]);
		// An inventory says which key is the machine's own.
		const { hex } = machineKey(keys);
		const machines = join(folder({ "all.txt": `two ${hex}\nfine\ncopied\nearly\n` }), "all.txt");
		const known = report(beats, `--machines ${machines}`).summary;
		expect(known.machines.find(({ machine }) => machine === "two")?.standing).toBe("covered");
		expect(known.refused.map(({ file: name }) => name)).toContain("two/000000000002.json");
	});

	test.each([
		[
			"nothing decides",
			{ bundle: { channel: "stable", state: "none", decides: "nothing", why: "no rules are active" } },
			"exposed",
			/nothing decides: no rules are active/,
		],
		[
			"what is safe decides",
			{ bundle: { channel: "stable", state: "expired", decides: "safe", release: 1 } },
			"exposed",
			/have expired/,
		],
		["no hook", { hooks: [] }, "exposed", /no harness has a hook/],
		["no sandbox", { sandbox: false }, "covered", /^no sandbox$/],
		[
			"a refresh that came to nothing",
			{
				bundle: {
					channel: "stable",
					state: "stale",
					decides: "release",
					release: 1,
					refused: { code: "unreachable", time: "2026-11-27T00:00:00Z" },
				},
			},
			"covered",
			/its last refresh came to nothing: unreachable/,
		],
		[
			"a shadow",
			{
				bundle: {
					channel: "stable",
					state: "fresh",
					decides: "release",
					release: 1,
					newest: 2,
					aside: "release 2 is a shadow here",
				},
			},
			"covered",
			/is a shadow here/,
		],
	] as const)("tells of %s", (_, change, standing, remark) => {
		const [beats, keys] = [folder(), folder()];
		madeUp(keys, beats, change as Partial<Beat>);
		const [one] = report(beats).summary.machines;
		expect([one?.standing, one?.remarks.join(". ")]).toEqual([standing, expect.stringMatching(remark)]);
	});

	test("tells of a log that went back, or is gone", () => {
		const [beats, keys] = [folder(), folder()];
		const log = (time: string, seq?: number) => ({
			time,
			hash: "00".repeat(32),
			...(seq === undefined ? {} : { seq }),
		});
		madeUp(keys, beats, { machine: "back", seq: 1, log: log("2026-01-02T00:00:00.000Z") });
		madeUp(keys, beats, { machine: "back", seq: 2, log: log("2026-01-01T00:00:00.000Z") });
		madeUp(keys, beats, { machine: "gone", seq: 1, log: log("2026-01-02T00:00:00.000Z", 5) });
		madeUp(keys, beats, { machine: "gone", seq: 2 });
		const [back, gone] = report(beats).summary.machines;
		expect([back?.remarks, gone?.remarks]).toEqual([["its log has lost records"], ["its log is gone"]]);
	});

	test("goes on where a machine's folder can't be read", () => {
		const [beats, keys] = [folder(), folder()];
		madeUp(keys, beats, { machine: "a" });
		madeUp(keys, beats, { machine: "b" });
		chmodSync(beats, 0o755);
		chmodSync(join(beats, "a"), 0);
		// Nothing is closed to root.
		const isRoot = process.geteuid?.() === 0;
		if (isRoot) process.seteuid?.(65_534);
		let found: HeardBeats;
		try {
			found = readBeats(beats, new Map());
		} finally {
			if (isRoot) process.seteuid?.(0);
		}
		const { machines } = fleetSummary(found, { now: Date.now(), silentAfter: 86_400_000, inventory: new Map() });
		expect(machines).toMatchObject([
			{ machine: "a", standing: "doubted", remarks: ["its folder can't be read: EACCES"] },
			{ machine: "b", standing: "covered" },
		]);
	});

	describe("reads the last heartbeats", () => {
		const off = { hooks: [] };
		const at = (minute: number): string => new Date(Date.now() - (300 - minute) * 60_000).toISOString();

		test("by number, however long the names are", () => {
			const [beats, keys] = [folder(), folder()];
			for (let seq = 850; seq <= 1_100; seq++)
				madeUp(keys, beats, { seq, time: at(seq - 850), ...(seq > 1_050 ? off : {}) }, `${seq}.json`);
			expect(report(beats).summary.machines[0]).toMatchObject({ seq: 1_100, standing: "exposed" });
		});

		test("by what they say, where names are no numbers, whenever the files came", () => {
			const [beats, keys] = [folder(), folder()];
			for (let seq = 250; seq >= 1; seq--)
				madeUp(keys, beats, { seq, time: at(seq), ...(seq > 240 ? off : {}) }, `z${1_000 - seq}.json`);
			// Numbers beside them hide none.
			madeUp(keys, beats, { seq: 7, time: at(7) }, "999999.json");
			expect(report(beats).summary.machines[0]).toMatchObject({ seq: 250 });
		});

		test("whose count went back, and doubts the machine", () => {
			const [beats, keys] = [folder(), folder()];
			for (let seq = 1_000; seq < 1_250; seq++) madeUp(keys, beats, { seq, time: at(seq - 1_000) });
			madeUp(keys, beats, { seq: 3, time: at(290), ...off });
			expect(report(beats).summary.machines[0]).toMatchObject({
				standing: "doubted",
				remarks: ["a lower number has a later time: it was copied, set back, or its clock was ahead"],
			});
		});
	});

	test("shows what agents and attackers wrote as text alone", () => {
		const [beats, keys] = [folder(), folder()];
		const evil = '<script>alert(1)</script>"\u202e';
		madeUp(keys, beats, { hooks: [{ harness: evil, path: evil, verdict: "bad", checks: [evil] }], engine: evil });
		const { out } = rules(["fleet", "report", beats, "-o", "-"]);
		expect(out).not.toContain("<script");
		expect(out).not.toContain("\u202e");
		expect(out).toContain("&#60;script&#62;");
	});

	test("of thousands of machines takes seconds", () => {
		const [beats, keys] = [folder(), folder()];
		for (let at = 0; at < 2_000; at++)
			madeUp(keys, beats, {
				machine: `m${at}`,
				bundle: { channel: "stable", state: "fresh", decides: "release", release: 1 + (at % 3) },
			});
		const start = performance.now();
		const { summary } = report(beats);
		expect(performance.now() - start).toBeLessThan(20_000);
		expect(summary.counts.covered).toBe(2_000);
	});
});

describe("a wrong question", () => {
	test.each([
		["fleet bat x", "error: `bat` is nothing that can be done with a fleet\nhelp: did you mean `beat`?\n"],
		[
			"fleet beat none.bundle.json --machines x",
			"error: `--machines` does not belong to `rules fleet beat`\nhelp: it takes `--to`, `--log`, `--jitter`, `--deadline`\n",
		],
		["fleet report none", /^error: .*none/],
		["fleet beat none.bundle.json", /^error: these settings can't be used/],
	])("%s", (line, err) => {
		const { code, err: said } = rules(line.split(" "), { cwd: folder() });
		expect([code, said]).toEqual([2, typeof err === "string" ? err : expect.stringMatching(err)]);
	});

	test.each([
		["a key and none", `m1 ${"a".repeat(64)}\nm1\n`],
		["two keys", `m1 ${"a".repeat(64)}\nm1 ${"b".repeat(64)}\n`],
	])("an inventory that names a machine twice, with %s", (_, text) => {
		const cwd = folder({ "all.txt": text });
		mkdirSync(join(cwd, "beats"));
		expect(rules(["fleet", "report", "beats", "--machines", "all.txt"], { cwd })).toMatchObject({
			code: 2,
			err: expect.stringMatching(/^error: `all.txt`, line 2, names `m1` a second time\nhelp: /),
		});
	});

	test("an inventory that names no machine", () => {
		const cwd = folder({ "all.txt": "a\nb c d\n" });
		mkdirSync(join(cwd, "beats"));
		expect(rules(["fleet", "report", "beats", "--machines", "all.txt"], { cwd })).toMatchObject({
			code: 2,
			err: expect.stringMatching(/^error: `all.txt`, line 2, names no machine\nhelp: /),
		});
	});
});

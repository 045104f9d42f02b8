import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { whereConfined } from "../runtime/execute/sandbox.js";
import { folder, program, rules } from "./cli.js";
import { valid } from "./schemas.js";

const policy = (allowed: string): string =>
	`agent default {\n  default deny\n  allow ${allowed}\n  expect allow: ${allowed}\n}\n`;
const settings = JSON.stringify({ from: "site", channel: "stable", root: "root.json", state: "state", floor: "floor" });

/** A folder with a repository, its keys, and a machine's settings. */
function fleet(): { readonly cwd: string; readonly ask: (line: string, input?: string) => ReturnType<typeof rules> } {
	const cwd = folder({ "policy.rules": policy("ls"), "fleet.bundle.json": settings });
	const ask = (line: string, input?: string) =>
		rules(line.split(" "), { cwd, ...(input === undefined ? {} : { input }) });
	expect(ask("bundle keys keys").code).toBe(0);
	expect(ask("bundle build site --keys keys --channel stable")).toMatchObject({ code: 0, err: "" });
	writeFileSync(join(cwd, "root.json"), readFileSync(join(cwd, "site/metadata/1.root.json")));
	return { cwd, ask };
}

describe("a bundle", () => {
	test("decides for check, hook, run, the stream and explain's refusal, and not before it is active", () => {
		const { cwd, ask } = fleet();
		const check = "check --rules fleet.bundle.json -- ls";
		expect(ask(check)).toEqual({
			code: 2,
			out: "",
			err: `error: \`fleet.bundle.json\`: no rules are active in \`${cwd}/state\`, so nothing is allowed\nhelp: run \`rules bundle refresh ${cwd}/fleet.bundle.json\`, and look at \`rules bundle status\`\n`,
		});
		const question = JSON.stringify({
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: "ls" },
			cwd,
		});
		const hook = "hook --harness claude-code --rules fleet.bundle.json";
		expect(ask(hook, question).out).toContain('"permissionDecision":"deny"');
		expect(ask("bundle refresh fleet.bundle.json")).toEqual({
			code: 0,
			out: "activated: release 1 of channel `stable`\n",
			err: "",
		});
		expect(ask(check).code).toBe(0);
		expect(ask("check --rules fleet.bundle.json -- cat x").code).toBe(1);
		expect(ask("run --rules fleet.bundle.json -- ls").out).toContain("policy.rules");
		expect(ask(hook, question).out).not.toContain('"deny"');
		expect(ask("check --jsonl --brief --rules fleet.bundle.json", '{"id":1,"argv":["ls"]}\n').out).toContain('"allow"');
		expect(ask("explain --rules fleet.bundle.json -- ls").err).toMatch(/can't be read from it, only decided by it/);
		// What the agent may not change.
		writeFileSync(join(cwd, "policy.rules"), policy("cp"));
		ask("bundle build site --keys keys --channel stable");
		expect(ask("bundle refresh fleet.bundle.json").out).toBe("activated: release 2 of channel `stable`, after 1\n");
		for (const path of ["fleet.bundle.json", "root.json", "state/active/policy.json", "floor/seen.json"])
			expect(ask(`check --rules fleet.bundle.json -- cp x ${path}`).code).toBe(1);
		expect(ask("check --rules fleet.bundle.json -- cp x y").code).toBe(0);
	});

	test("expires: what is safe decides, or all is denied with a message that says so", () => {
		const { cwd, ask } = fleet();
		ask("bundle refresh fleet.bundle.json");
		writeFileSync(join(cwd, "floor/given.json"), '{"time":"2999-01-01T00:00:00Z"}');
		const { code, err } = ask("check --rules fleet.bundle.json -- ls");
		expect([code, err]).toEqual([
			2,
			expect.stringContaining("these rules have expired, so nothing is allowed: the clock stands at"),
		]);
		const question = JSON.stringify({
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: "ls" },
			cwd,
		});
		expect(ask("hook --harness claude-code --rules fleet.bundle.json", question).out).toContain(
			"these rules have expired",
		);
		const status = ask("bundle status fleet.bundle.json");
		expect([status.code, status.out]).toEqual([
			1,
			expect.stringMatching(/^expired: all is denied: the clock stands at/),
		]);
	});

	test("that another build compiled is compiled again, though nothing is new", () => {
		const { cwd, ask } = fleet();
		ask("bundle refresh fleet.bundle.json");
		const path = join(cwd, "state/active/bundle.json");
		writeFileSync(path, readFileSync(path, "utf8").replace(/"engine": ".*"/, '"engine": "0.0.1+older"'));
		expect(ask("check --rules fleet.bundle.json -- ls").code).toBe(2);
		expect(ask("bundle status fleet.bundle.json")).toMatchObject({
			code: 1,
			out: expect.stringMatching(/^none: all is denied: /),
		});
		expect(ask("bundle refresh fleet.bundle.json")).toMatchObject({
			code: 0,
			out: "activated: release 1 of channel `stable`, after 1\n",
		});
		writeFileSync(join(cwd, "state/active/policy.json"), "{}");
		const status = JSON.parse(ask("bundle status fleet.bundle.json --json").out) as unknown;
		expect(valid("bundle-status", status)).toEqual([]);
		expect(status).toMatchObject({
			state: "none",
			decides: "nothing",
			why: expect.stringContaining("not the policy that was verified"),
		});
		ask("bundle refresh fleet.bundle.json");
		expect(ask("check --rules fleet.bundle.json -- ls").code).toBe(0);
	});

	test("is what `doctor` tells of a hook that is registered with it", () => {
		const { cwd, ask } = fleet();
		ask("bundle refresh fleet.bundle.json");
		ask("install --harness claude-code --rules fleet.bundle.json");
		expect(ask("doctor --harness claude-code").out).toMatch(
			/ok {3}policy {3}`.*fleet\.bundle\.json`, release 1 of channel `stable`, which holds until 2/,
		);
		writeFileSync(join(cwd, "floor/given.json"), '{"release":2}');
		expect(ask("doctor --harness claude-code").out).toMatch(/policy .*these rules are older than they may be/);
	});

	test("is named by the records of what it decided", () => {
		const { cwd, ask } = fleet();
		ask("bundle refresh fleet.bundle.json");
		const question = JSON.stringify({
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: "ls" },
			session_id: "s",
			cwd,
		});
		expect(ask("run --rules fleet.bundle.json --audit log.jsonl -- ls").code).toBe(0);
		ask("hook --harness claude-code --rules fleet.bundle.json --audit log.jsonl", question);
		expect(ask("run --rules policy.rules --audit log.jsonl -- ls").code).toBe(0);
		writeFileSync(join(cwd, "own.audit.yaml"), "file: log.jsonl\nmachine: as-i-say\n");
		expect(ask("run --rules fleet.bundle.json --audit own.audit.yaml -- ls").code).toBe(0);
		const { target } = JSON.parse(ask("bundle status fleet.bundle.json --json").out) as { target: string };
		const records = readFileSync(join(cwd, "log.jsonl"), "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Readonly<Record<"type" | "id" | "machine", string>>);
		for (const record of records) expect(valid("audit", record)).toEqual([]);
		const decisions = records.filter(({ type }) => type === "decision");
		const bundle = { channel: "stable", version: 1, digest: target };
		expect(decisions).toMatchObject([
			{ surface: "run", bundle, state: "fresh" },
			{ surface: "hook", session: "s", bundle, state: "fresh" },
			{ surface: "run" },
			{ surface: "run", bundle, machine: "as-i-say" },
		]);
		// Its heartbeats call the machine so, and so do all records of what the bundle decides, unless settings say otherwise.
		const beat = JSON.parse(ask("fleet beat fleet.bundle.json").out) as { readonly payload: string };
		const { machine } = JSON.parse(Buffer.from(beat.payload, "base64").toString()) as { readonly machine: string };
		expect(records.map((record) => record.machine)).toEqual([
			...[machine, machine, machine, hostname(), hostname()],
			...["as-i-say", "as-i-say"],
		]);
		expect(decisions[2]).not.toHaveProperty("bundle");
		expect(ask("audit verify log.jsonl").code).toBe(0);
		expect(ask(`audit show log.jsonl ${decisions[0]?.id}`).out).toMatch(/bundle +release 1 of stable, fresh/);
	});

	test("is held against the log that the settings name", () => {
		const { cwd, ask } = fleet();
		const said = JSON.parse(settings) as object;
		writeFileSync(join(cwd, "fleet.bundle.json"), JSON.stringify({ ...said, log: "log.jsonl", looser: "10%" }));
		// There is no log yet.
		expect(ask("bundle refresh fleet.bundle.json").code).toBe(0);
		writeFileSync(join(cwd, "own.audit.yaml"), "file: log.jsonl\n");
		writeFileSync(join(cwd, "other.bundle.json"), JSON.stringify({ ...said, log: "own.audit.yaml" }));
		expect(ask("bundle refresh other.bundle.json").code).toBe(0);
		ask("run --rules fleet.bundle.json --audit log.jsonl -- cat x");
		writeFileSync(join(cwd, "policy.rules"), policy("cat"));
		ask("bundle build site --keys keys --channel stable");
		const refused = ask("bundle refresh fleet.bundle.json --json");
		expect(valid("bundle-refresh", JSON.parse(refused.out))).toEqual([]);
		expect(JSON.parse(refused.out)).toMatchObject({ code: "too-different", release: 1, comparison: { looser: 1 } });
		const activated = ask("bundle refresh fleet.bundle.json --most-looser 100% --json");
		expect(valid("bundle-refresh", JSON.parse(activated.out))).toEqual([]);
		expect(valid("bundle-status", JSON.parse(ask("bundle status fleet.bundle.json --json").out))).toEqual([]);
		expect(ask("bundle status fleet.bundle.json").out).toMatch(/compared 1 looser and 0 stricter of 1 decisions/);
		expect(ask("bundle refresh fleet.bundle.json --most-looser 1")).toMatchObject({
			code: 2,
			err: "error: `--most-looser 1` is no share\nhelp: write for example `1%`\n",
		});
	});

	test("as JSON is what the schemas say", () => {
		const { ask } = fleet();
		const json = (line: string): unknown => JSON.parse(ask(`${line} --json`).out);
		expect(valid("bundle-status", json("bundle status fleet.bundle.json"))).toEqual([]);
		expect(valid("bundle-refresh", json("bundle refresh fleet.bundle.json"))).toEqual([]);
		expect(valid("bundle-status", json("bundle status fleet.bundle.json"))).toEqual([]);
		expect(json("bundle status fleet.bundle.json")).toMatchObject({ state: "fresh", release: 1, decides: "release" });
		expect(valid("bundle-verify", json("bundle verify site --channel stable"))).toEqual([]);
		expect(json("bundle verify site --channel stable")).toMatchObject({
			verified: true,
			channels: [{ channel: "stable", release: 1 }],
		});
		const refused = json("bundle verify site --channel beta");
		expect(valid("bundle-verify", refused)).toEqual([]);
		expect(refused).toMatchObject({ verified: false, code: "no-channel" });
	});
});

whereConfined("what runs in a sandbox", () => {
	test("changes nothing that it is decided by: a bundle with its state and floor, or a compiled policy", () => {
		const { cwd, ask } = fleet();
		writeFileSync(
			join(cwd, "policy.rules"),
			"sandbox require\nagent default {\n  default deny\n  allow node within .\n}\n",
		);
		writeFileSync(
			join(cwd, "write.cjs"),
			"for (const file of process.argv.slice(2)) try { require('fs').appendFileSync(file, ' '); console.log('written', file) } catch (error) { console.log(error.code, file) }",
		);
		ask("bundle build site --keys keys --channel stable");
		ask("bundle refresh fleet.bundle.json");
		const files = [
			"fleet.bundle.json",
			"root.json",
			"state/x",
			"state/active/policy.json",
			"floor/x",
			"floor/given.json",
		];
		expect(ask(`run --rules fleet.bundle.json -- node write.cjs out ${files.join(" ")}`).out).toBe(
			["written out", ...files.map((file) => `EROFS ${file}`), ""].join("\n"),
		);
		ask("compile policy.rules -o policy.json");
		expect(ask("run --rules policy.json -- node write.cjs out policy.json").out).toBe(
			"written out\nEROFS policy.json\n",
		);
	});
});

describe("keys", () => {
	test("are their owner's alone, and lie in no repository", () => {
		const { cwd, ask } = fleet();
		for (const name of readdirSync(join(cwd, "keys")).filter((one) => one.endsWith(".key")))
			expect(statSync(join(cwd, "keys", name)).mode & 0o777).toBe(0o600);
		expect(ask("bundle keys site/keys").err).toMatch(
			/^error: keys do not belong in `site\/keys`: .* is a repository of bundles, which is published\nhelp: /,
		);
		mkdirSync(join(cwd, "code/.git"), { recursive: true });
		expect(ask("bundle keys code/keys").err).toMatch(/is a repository of git, which is shared/);
		const [first = ""] = readdirSync(join(cwd, "keys"));
		chmodSync(join(cwd, "keys", first), 0o644);
		expect(ask("bundle renew site --keys keys")).toMatchObject({
			code: 2,
			err: expect.stringMatching(
				/others may read the key `keys\/root\.[0-9a-f]{8}\.key`\nhelp: make it yours alone: `chmod 600/,
			),
		});
	});

	test("follow others, and a copy of a key is no second key", () => {
		const { cwd, ask } = fleet();
		ask("bundle keys next --role timestamp");
		const [name = ""] = readdirSync(join(cwd, "next")).filter((one) => one.endsWith(".pub"));
		writeFileSync(join(cwd, "next/timestamp.copy.pub"), readFileSync(join(cwd, "next", name)));
		expect(ask("bundle rotate site --keys keys --role timestamp --to next --threshold timestamp=2")).toMatchObject({
			code: 2,
			err: "error: `timestamp` can't take 2 signatures: it has 1 key\nhelp: a key counts once, whatever its file is called: make more keys, or say less\n",
		});
		expect(ask("bundle rotate site --keys keys --role timestamp --to next")).toMatchObject({
			code: 0,
			out: "rotated: the root at version 2 has other keys for `timestamp`\n",
		});
		expect(ask("bundle refresh fleet.bundle.json").code).toBe(0);
	});

	test("that are held apart: a release waits until it is renewed", () => {
		const { cwd, ask } = fleet();
		ask("bundle refresh fleet.bundle.json");
		mkdirSync(join(cwd, "online"), { mode: 0o700 });
		// As moving them does.
		for (const name of readdirSync(join(cwd, "keys")).filter((one) => /^(?:timestamp|snapshot)/.test(one)))
			writeFileSync(join(cwd, "online", name), readFileSync(join(cwd, "keys", name)), { mode: 0o600 });
		mkdirSync(join(cwd, "offline"), { mode: 0o700 });
		for (const name of readdirSync(join(cwd, "keys")).filter((one) => /^targets/.test(one)))
			writeFileSync(join(cwd, "offline", name), readFileSync(join(cwd, "keys", name)), { mode: 0o600 });
		writeFileSync(join(cwd, "policy.rules"), policy("cat"));
		expect(ask("bundle build site --keys offline --channel stable").out).toBe(
			"built: release 2 of channel `stable` in `site`\nnote: machines see it when whoever has the online keys has run `rules bundle renew site`\n",
		);
		expect(ask("bundle refresh fleet.bundle.json").out).toMatch(/^current: release 1/);
		expect(ask("bundle renew site --keys online").code).toBe(0);
		expect(ask("bundle refresh fleet.bundle.json").out).toMatch(/^activated: release 2/);
	});
});

test("a refresh says why the newest release does not decide here", () => {
	const { cwd, ask } = fleet();
	ask("bundle refresh fleet.bundle.json");
	writeFileSync(join(cwd, "policy.rules"), policy("cat"));
	ask("bundle build site --keys keys --channel stable --shadow");
	expect(ask("bundle refresh fleet.bundle.json").out).toMatch(
		/^current: release 1 of .*\nnote: release 2 is a shadow here\n$/,
	);
	const told: unknown = JSON.parse(ask("bundle refresh fleet.bundle.json --json").out);
	expect(valid("bundle-refresh", told)).toEqual([]);
	expect(told).toMatchObject({ result: "current", release: 1, newest: 2, aside: "release 2 is a shadow here" });
	ask("bundle rollout site --keys keys --channel stable --share 0% --machines no-such");
	expect(ask("bundle refresh fleet.bundle.json").out).toMatch(/\nnote: release 2 is not for this machine yet\n$/);
});

describe("a wrong question", () => {
	test.each([
		["bundle buidl site", "error: `buidl` is nothing that can be done with bundles\nhelp: did you mean `build`?\n"],
		[
			"bundle status fleet.bundle.json --keys x",
			"error: `--keys` does not belong to `rules bundle status`\nhelp: it takes `--json`\n",
		],
		[
			"bundle build new --channel stable",
			"error: it is not said where the keys are\nhelp: name their folder: `--keys KEYS`; `rules bundle keys KEYS` makes them\n",
		],
		[
			"bundle build new --keys keys",
			"error: it is not said which channel this is\nhelp: name it: `--channel stable`\n",
		],
		[
			"bundle build new --keys keys --channel Beta!",
			"error: `Beta!` is no channel\nhelp: a channel is called like `stable`, one of a team `payments/stable`\n",
		],
		[
			"bundle build . --keys keys --channel stable",
			"error: `.` holds something else than bundles\nhelp: name an empty folder, or one that is not there yet\n",
		],
		[
			"bundle build site --keys none --channel stable",
			"error: the folder of keys `none` can't be read: ENOENT\nhelp: make keys: `rules bundle keys FOLDER`\n",
		],
		[
			"bundle renew nowhere --keys keys",
			"error: `nowhere` is no repository of bundles\nhelp: make one: `rules bundle build FOLDER --keys KEYS --channel stable`\n",
		],
		[
			"bundle renew site --keys keys --expires timestamp=soon",
			"error: `--expires timestamp=soon` can't be read\nhelp: write `timestamp=7d`\n",
		],
		[
			"bundle rollout site --keys keys --channel stable",
			"error: it is not said whom the release is for\nhelp: say one of `--share 10%` (with `--machines`, `--agents`, `--repositories` and `--shadow` if wanted), `--everyone` and `--back`\n",
		],
		[
			"bundle rollout site --keys keys --channel stable --back --share 1%",
			/^error: it is not said whom the release is for\n/,
		],
		[
			"bundle rollout site --keys keys --channel stable --share 101%",
			"error: `--share 101%` is no share\nhelp: write for example `1%`\n",
		],
		["bundle rollout site --keys keys --channel stable --machines -x", /^error: no machine is called `-x`\n/],
		["bundle rollout site --keys keys --channel stable --agents a:b", /^error: no agent is called `a:b`\n/],
		[
			"bundle rollout site --keys keys --channel stable --repositories a,b",
			"error: no repository is called `a,b`\nhelp: write it as `github.com/acme/app`, and `*` for any text\n",
		],
		[
			"bundle rollout site --keys keys --channel stable --agents a --shadow",
			"error: a shadow is put on record for all agents and in all repositories\nhelp: leave out `--agents` and `--repositories`, or `--shadow`\n",
		],
		[
			"bundle rollout site --keys keys --channel stable --share 10%",
			"error: release 1 is the first of its channel: there is none that other machines could go on with\nhelp: release it to everybody, and the next one to some\n",
		],
		[
			"bundle rollout site --keys keys --channel beta --everyone",
			"error: there is no release of channel `beta`\nhelp: build one: `rules bundle build site --channel beta`\n",
		],
		[
			"bundle build site --keys keys --channel stable --margin 5%",
			"error: `--margin` is of a promise\nhelp: name a log as well: `--promise LOG`\n",
		],
		[
			"bundle delegate site --keys keys --team root --to keys",
			"error: no team can be called `root`\nhelp: that is a role of the repository: choose another name\n",
		],
		[
			"bundle verify https://127.0.0.1:9/",
			"error: it is not said which root is trusted\nhelp: name the file that you were given, not one from that server: `--root root.json`\n",
		],
		[
			"bundle refresh none.bundle.json",
			/^error: these settings can't be used: `.*none\.bundle\.json`: there is no such file\nhelp: check the path\n$/,
		],
		["check --rules fleet.bundle.json --rules policy.rules -- ls", /a compiled policy is whole/],
	])("%s", (line, err) => {
		const { code, err: said } = shared.ask(line);
		expect([code, said]).toEqual([2, typeof err === "string" ? err : expect.stringMatching(err)]);
	});

	test.each([
		['{"from":"site"}', "they do not say `channel`"],
		['{"from":"site","channel":"A","root":"r","state":"s"}', "`A` is no channel"],
		['{"from":"ftp://x","channel":"a","root":"r","state":"s"}', "`ftp://x` is no address that can be read"],
		['{"from":"site","chanel":"a","root":"r","state":"s"}', "`chanel` is no setting of a bundle"],
		['{"from":"site","channel":"a","root":"r","state":"s","looser":"1"}', "`1` is no share"],
		['{"from":"site","channel":"a","root":"r","state":"s","log":1}', "`log` is no text"],
		["{", "holds no JSON object, or was cut off"],
	])("settings that say %s", (text, why) => {
		const cwd = folder({ "x.bundle.json": text });
		const { code, err } = rules(["bundle", "status", "x.bundle.json"], { cwd });
		expect([code, err]).toEqual([2, expect.stringContaining(why)]);
	});

	test("a repository that somebody changed is not built on", () => {
		const { cwd, ask } = fleet();
		const path = join(cwd, "site/metadata/1.targets.json");
		writeFileSync(path, readFileSync(path, "utf8").replace('"release": 1', '"release": 7'));
		expect(ask("bundle build site --keys keys --channel stable")).toMatchObject({
			code: 2,
			err: expect.stringMatching(
				/^error: the repository `site` can't be used: targets was signed by 0\/1 keys\nhelp: /,
			),
		});
	});
});

const shared = fleet();

test("refreshers that are killed at any moment, and many at once, leave rules that decide", async () => {
	const { cwd, ask } = fleet();
	ask("bundle refresh fleet.bundle.json");
	const refresher = () =>
		spawn(process.execPath, [program(), "bundle", "refresh", "fleet.bundle.json"], { cwd, stdio: "ignore" });
	for (const [at, allowed] of ["cat", "wc", "ls", "cat"].entries()) {
		writeFileSync(join(cwd, "policy.rules"), policy(allowed));
		ask("bundle build site --keys keys --channel stable");
		const child = refresher();
		const ended = once(child, "close");
		await wait(250 + at * 150);
		child.kill("SIGKILL");
		await ended;
		const all = JSON.parse(ask("bundle status fleet.bundle.json --json").out) as { state: string; release: number };
		expect(all.state).toBe("fresh");
		expect(all.release).toBeGreaterThan(0);
	}
	const codes = await Promise.all(
		Array.from({ length: 3 }, async () => (await once(refresher(), "close"))[0] as number),
	);
	expect(codes).toEqual([0, 0, 0]);
	expect(JSON.parse(ask("bundle status fleet.bundle.json --json").out)).toMatchObject({ state: "fresh", release: 5 });
	expect(existsSync(join(cwd, "state/refresh.lock"))).toBe(false);
	expect(readdirSync(join(cwd, "state")).sort()).toEqual(["active", "releases"]);
}, 120_000);

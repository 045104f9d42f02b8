/** Whatever happens to a resident, no call is let through that the policy denies; and nobody else is answered by it. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { heldPolicies } from "../../../src/cli/policy/held-policies.js";
import { guardedCommand } from "../../../src/runtime/harnesses/install/guarded-command.js";
import { type HarnessSide, sides } from "../../runtime/harnesses/hooks/harness-side.js";
import { folder, program, rules } from "../cli.js";
import { environment, ran, type Said } from "../hooks.js";
import {
	byResident,
	killResident,
	noResident,
	residentFolder,
	residentIn,
	residentOfHome,
	startResident,
	stateOf,
} from "./residents.js";

jest.setTimeout(240_000);

const text = (word: string): string =>
	`agent default {\n  default deny\n  ${word} ls\n  deny git because "Use the version-control tools."\n}\n`;
const cwd = folder({ "policy.rules": text("allow") });
const side = (name: string): HarnessSide => sides.find((one) => one.name === name) as HarnessSide;
const claude = side("claude-code");

/** What the harness is told to run, with the system's own programs. */
function lineFor(place: string, harness = "claude-code", answers: "json" | readonly string[] = "json"): string {
	const words = [process.execPath, program(), "hook", "--harness", harness, "--resident", place];
	const resident = { harness, folder: place, curl: "/usr/bin/curl", rm: "/usr/bin/rm" };
	return guardedCommand(words, { answers, seconds: 20, resident });
}

function ask(line: string, command: string, one = claude, env: Readonly<Record<string, string>> = {}): Promise<Said> {
	const input = JSON.stringify(one.shell(command, cwd));
	return ran("/bin/sh", ["-c", line], { input, cwd, env: { ...one.variables, ...env } });
}

describe("the line that a harness is told to run", () => {
	const place = residentFolder();
	const counts = async (): Promise<readonly [number, number]> => {
		const { answered, notHere } = await stateOf(place);
		return [answered as number, notHere as number];
	};

	test.each([
		["claude-code", "json"],
		["kiro", ["0"]],
		["amp", ["0", "1ask"]],
	] as const)("%s: it says through the resident what it says by itself", async (name, answers) => {
		killResident(place);
		const [line, plain] = [lineFor(place, name, answers), lineFor(join(place, "none"), name, answers)];
		const apart: Said[] = [];
		for (const command of ["ls", "git push", "what"]) apart.push(await ask(plain, command, side(name)));
		await startResident(place);
		const before = await counts();
		const through: Said[] = [];
		for (const command of ["ls", "git push", "what"]) through.push(await ask(line, command, side(name)));
		expect(through).toEqual(apart);
		expect(through.map((said) => side(name).outcome(said))).toEqual(["runs", "stops", "stops"]);
		expect(await counts()).toEqual([before[0] + 3, before[1]]);
		expect(readdirSync(place).filter((file) => /^\d+$/.test(file))).toEqual([]);
		killResident(place);
	});

	test("a question of a megabyte, and one that ends in blanks, comes through whole", async () => {
		await startResident(place);
		const input = `${JSON.stringify(claude.shell(`ls ${"x".repeat(1_000_000)}`, cwd))}\n\n`;
		const said = await ran("/bin/sh", ["-c", lineFor(place)], { input, cwd });
		expect(await counts()).toEqual([1, 0]);
		killResident(place);
		expect(await ran("/bin/sh", ["-c", lineFor(place)], { input, cwd })).toEqual(said);
	});

	test("where something else listens there, or nothing that makes sense comes, the process answers", async () => {
		const other = residentFolder();
		const script = `
			const answers = ["", "HTTP/1.1 200 OK\\r\\ncontent-length: 400\\r\\n\\r\\n0=rules={}=rules=", "HTTP/1.1 200 OK\\r\\n\\r\\n0=rules={}=rules=", "HTTP/1.1 500 no\\r\\n\\r\\n", "garbage", "HTTP/1.1 200 OK\\r\\n\\r\\n{}"];
			let at = 0;
			require("node:net").createServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(answers[at++ % answers.length])))
				.listen(${JSON.stringify(join(other, "socket"))}, () => console.log("on"));`;
		const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
		await new Promise((resolve) => child.stdout.once("data", resolve));
		try {
			for (let round = 0; round < 6; round++)
				expect([
					claude.outcome(await ask(lineFor(other), "ls")),
					claude.outcome(await ask(lineFor(other), "git push")),
				]).toEqual(["runs", "stops"]);
		} finally {
			child.kill("SIGKILL");
		}
	});

	test("where it hangs, the process answers", async () => {
		const child = await startResident(place);
		child.kill("SIGSTOP");
		expect(claude.outcome(await ask(lineFor(place), "ls"))).toBe("runs");
		expect(claude.outcome(await ask(lineFor(place), "git push"))).toBe("stops");
		child.kill("SIGKILL");
	});

	test("where its number is another process's for who looks from here, the process answers", async () => {
		if (process.getuid?.() !== 0 || !existsSync("/usr/bin/unshare")) return;
		await startResident(place);
		// It is the first process of its own namespace, and `/proc` shows the first one of ours.
		const words = ["--pid", "--fork", "/bin/sh", "-c", lineFor(place)];
		const input = JSON.stringify(claude.shell("ls", cwd));
		const said = await ran("/usr/bin/unshare", words, { input, cwd, env: { ...claude.variables } });
		expect(claude.outcome(said)).toBe("runs");
		expect(await counts()).toEqual([0, 0]);
		killResident(place);
	});

	test("where the process can't answer either, it is a no", async () => {
		const line = lineFor(place).replaceAll(program(), "/nowhere/cli.cjs");
		const said = await ask(line, "ls");
		expect([said.code, said.stdout]).toEqual([2, ""]);
	});

	test("a hook's own process starts one, for the next time", async () => {
		await noResident(place);
		await ask(lineFor(place), "ls");
		for (let wait = 0; wait < 200 && residentIn(place) === undefined; wait++) await sleep(50);
		await ask(lineFor(place), "ls");
		expect(await counts()).toEqual([1, 0]);
		expect(readFileSync(`/proc/${residentIn(place)}/environ`, "utf8")).not.toContain("XDG_CACHE_HOME");
		killResident(place);
	});
});

describe("who may ask", () => {
	const place = residentFolder();
	const given = { input: JSON.stringify(claude.shell("ls", cwd)), cwd };
	beforeAll(async () => {
		await startResident(place);
	});

	test("a folder that others may look into, or that is a link, is refused", () => {
		const at = folder();
		for (const mode of [0o755, 0o770, 0o701]) {
			const loose = join(at, `m${mode}`);
			mkdirSync(loose);
			chmodSync(loose, mode);
			const { code, err } = rules(["serve", "--hooks", loose], { apart: true });
			expect([code, err]).toEqual([2, expect.stringMatching(/others may (?:look into|write to) the folder/)]);
		}
		symlinkSync(place, join(at, "link"));
		expect(rules(["serve", "--hooks", join(at, "link")], { apart: true }).code).toBe(2);
		expect(rules(["serve", "--hooks", place], { apart: true }).err).toContain("listens");
	});

	test("it ends, and says why, when others may look into its folder by now", async () => {
		for (const mode of [0o777, 0o750]) {
			const at = residentFolder();
			const child = await startResident(at);
			let said = "";
			child.stderr?.on("data", (chunk) => {
				said += String(chunk);
			});
			const ended = new Promise((resolve) => child.once("close", resolve));
			chmodSync(at, mode);
			expect(await ended).toBe(2);
			expect(said).toMatch(/^error: others may (?:look into|write to) the folder .*\nhelp: make it/m);
			expect(readdirSync(at)).toEqual([]);
		}
	});

	test.each([
		["nothing of itself", ""],
		["garbage", "what"],
		["a process that began at another time", `1 (sh) S ${"0 ".repeat(30)}`],
		["a process that is not there", `4194303 (sh) S ${"0 ".repeat(30)}`],
	])("who says %s gets no answer", async (_, said) => {
		expect(await byResident(place, "claude-code", given, said)).toMatchObject({ status: "409" });
	});

	test("a process of another user, or with other rights, gets no answer", async () => {
		if (process.getuid?.() !== 0) return;
		for (const words of [["--reuid", "65534"], ["--no-new-privs"], ["--bounding-set", "-all", "--inh-caps", "-all"]]) {
			const child = spawn("setpriv", [...words, "sleep", "60"], { stdio: "ignore" });
			await sleep(300);
			try {
				const line = readFileSync(`/proc/${child.pid}/stat`, "latin1").trim();
				expect(await byResident(place, "claude-code", given, line.replaceAll(/[$"\\`]/g, ""))).toMatchObject({
					status: "409",
				});
			} finally {
				child.kill("SIGKILL");
			}
		}
	});

	test("what is asked for another program, harness or with a log gets no answer", async () => {
		expect(await byResident(place, "codex", { ...given, words: ["--harness", "codex"] })).toMatchObject({
			status: "409",
		});
		expect(await byResident(place, "claude-code", { ...given, words: ["--what"] })).toMatchObject({ status: "409" });
		expect(await byResident(place, "claude-code", { ...given, words: ["new\nline"] })).toHaveProperty("notHere");
	});

	test("a page of a browser gets no answer", async () => {
		for (const header of ["origin: http://evil.example", "host: evil.example"]) {
			const { stdout } = await ran(
				"curl",
				["-q", "-s", "--unix-socket", join(place, "socket"), "-H", header, "-d", "{}", "http://rules/hook/claude-code"],
				{ input: "", cwd },
			);
			expect(stdout).toBe("this is no hook's question");
		}
	});

	test("garbage, half a question and ten megabytes harm nobody", async () => {
		const sent = async (bytes: string | Buffer): Promise<void> => {
			const socket = connect(join(place, "socket"));
			socket.on("error", () => {});
			socket.write(bytes);
			await sleep(50);
			socket.destroy();
		};
		await sent("\u0000\u0001\r\n\r\n");
		await sent("POST /hook/claude-code HTTP/1.1\r\nhost: rules\r\ncontent-length: 100\r\n\r\n{");
		await sent("POST /hook/../../etc HTTP/1.1\r\nhost: rules\r\n\r\n");
		await sent(`GET /${"x".repeat(100_000)} HTTP/1.1\r\n\r\n`);
		await sent(Buffer.alloc(300_000, 255));
		expect(await byResident(place, "claude-code", { ...given, input: "x".repeat(10_000_000) })).toHaveProperty(
			"notHere",
		);
		expect(await byResident(place, "claude-code", given)).toMatchObject({ code: 0 });
	});
});

test("of policies no more are held than the bound, and the one that was asked for longest ago goes", () => {
	const at = folder({ "a.rules": text("allow"), "b.rules": text("allow"), "c.rules": text("deny") });
	const held = heldPolicies(2);
	const named = (name: string): readonly string[] => [join(at, `${name}.rules`)];
	for (const name of ["a", "b", "a", "c"]) held.find(named(name));
	expect(held.list().map(({ names, asked }) => [names, asked])).toEqual([
		[named("a"), 2],
		[named("c"), 1],
	]);
});

test("a compiled policy is held, and read anew when it changed", async () => {
	const at = folder({ "a.rules": text("allow"), "b.rules": text("deny") });
	const place = residentFolder();
	await startResident(place);
	const out = join(at, "out.json");
	const said = async (): Promise<string> => {
		const given = { input: JSON.stringify(claude.shell("ls", cwd)), cwd, words: ["--rules", out] };
		return claude.outcome((await byResident(place, "claude-code", given)) as Said);
	};
	for (const [name, outcome] of [
		["a", "runs"],
		["b", "stops"],
		["b", "stops"],
		["a", "runs"],
	] as const) {
		expect(rules(["compile", join(at, `${name}.rules`), "-o", out]).code).toBe(0);
		expect([await said(), await said()]).toEqual([outcome, outcome]);
	}
	writeFileSync(out, readFileSync(out, "utf8").slice(0, -40));
	expect(await said()).toBe("stops");
	expect(await stateOf(place)).toMatchObject({ answered: 9, notHere: 0 });
});

describe("rules install --resident", () => {
	const home = folder();
	const at = folder({ "policy.rules": text("allow") });
	const place = residentOfHome(home);
	const around = { cwd: at, env: environment({ HOME: home }), apart: true } as const;
	const installed = (words: readonly string[]): ReturnType<typeof rules> =>
		rules(["install", "--resident", ...words], around);

	test("writes the line, once, and takes it out again", async () => {
		expect(installed(["--harness", "claude-code"]).code).toBe(0);
		const file = join(at, ".claude/settings.json");
		const settings = JSON.parse(readFileSync(file, "utf8")) as {
			readonly hooks: { readonly PreToolUse: readonly { readonly hooks: readonly { readonly command: string }[] }[] };
		};
		const line = settings.hooks.PreToolUse[0]?.hooks[0]?.command as string;
		expect(installed(["--harness", "claude-code"]).out).toContain("asked already");
		for (const command of ["ls", "git push"]) await ask(line, command, claude, { HOME: home });
		for (let wait = 0; wait < 200 && residentIn(place) === undefined; wait++) await sleep(50);
		const said = [await ask(line, "ls", claude, { HOME: home }), await ask(line, "git push", claude, { HOME: home })];
		expect(said.map(claude.outcome)).toEqual(["runs", "stops"]);
		expect((await stateOf(place)).answered).toBe(2);
		const { code, out } = rules(["doctor", "--harness", "claude-code"], around);
		expect(out).toMatch(
			/ {2}ok {3}resident process \d+ answers as `[^`]+`: \d+ polic(?:y|ies) held, \d+ of \d+ answered\n/,
		);
		expect(code).toBe(0);
		process.kill(residentIn(place) as number, "SIGSTOP");
		expect(rules(["doctor", "--harness", "claude-code"], around).out).toMatch(
			/ {2}look {1}resident .* does not answer/,
		);
		killResident(place);
		// Without the option it is as it was before.
		expect(rules(["install", "--harness", "claude-code"], around).code).toBe(0);
		expect(readFileSync(file, "utf8")).not.toContain("curl");
		expect(installed(["--harness", "claude-code"]).code).toBe(0);
		expect(rules(["uninstall", "--harness", "claude-code"], around).code).toBe(0);
		expect(existsSync(file) ? readFileSync(file, "utf8") : "").not.toContain("rules");
	});

	test.each([
		["opencode", [], "without a shell"],
		["gemini-cli", [], "variables into the text"],
		["claude-code", ["--program", "rules"], "whole path"],
		["claude-code", ["--managed", "--rules", "safe-shell"], "hook of your own"],
	])("%s %j is refused", (harness, words, why) => {
		const { code, err } = installed(["--harness", harness, ...words]);
		expect([code, err]).toEqual([2, expect.stringContaining(why)]);
	});
});

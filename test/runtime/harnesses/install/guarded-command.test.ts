/** The few words of shell around `rules hook`, run by real shells around programs that do all that a hook may do wrong. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import {
	type Guarding,
	guardedCommand,
	guardedFile,
	guardScript,
} from "../../../../src/runtime/harnesses/install/guarded-command.js";
import { quoted } from "../../../../src/runtime/harnesses/install/shell-word.js";

const place = mkdtempSync(join(tmpdir(), "bylaw-guarded-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const shells = ["/bin/sh", "/bin/bash", "/bin/zsh", "/usr/bin/fish"].filter((shell) => existsSync(shell));
const ran = (shell: string, command: string, input = ""): readonly [number | null, string, string] => {
	const { status, stdout, stderr } = spawnSync(shell, ["-c", command], { encoding: "utf8", input, timeout: 60_000 });
	return [status, stdout, stderr];
};

/** A program of so many words, and one that needs no quotes. */
const program = (script: string): readonly string[] => {
	const file = join(place, "it's a $(hook) `x`");
	writeFileSync(file, script);
	return ["/bin/sh", file, "a b", "'", '"', "$HOME", "\\", ""];
};
const json = { answers: "json", seconds: 20 } as const;

describe.each(shells)("started by %s", (shell) => {
	test("an answer comes through as it is, whatever stands in it", () => {
		const answer = '{"reason":"it\'s \\"so\\" $(x) `y` %s \\\\ %n"}';
		writeFileSync(join(place, "answer"), `${answer}\n`);
		const command = guardedCommand(program(`cat '${join(place, "answer")}'; cat >&2; exit 0`), json);
		expect(ran(shell, command, "asked")).toEqual([0, `${answer}\n`, "asked"]);
	});

	test("the words arrive as they are", () => {
		const command = guardedCommand(program('printf "{"; printf "<%s>" "$@"; printf "}"'), json);
		expect(ran(shell, command)).toEqual([0, "{<a b><'><\"><$HOME><\\><>}\n", ""]);
	});

	test.each([
		["ends with 1", "exit 1"],
		["ends with 1 though it answers", 'echo "{}"; exit 1'],
		["is killed", "kill -9 $$"],
		["prints nothing", "exit 0"],
		["prints no JSON", "echo hello"],
		["prints half an answer", 'echo "{"'],
		["prints something before it", 'echo "warning: x"; echo "{}"'],
	])("a hook that %s is a no", (_, script) => {
		const [code, out, err] = ran(shell, guardedCommand(program(script), json));
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/rules: no answer\n$/);
	});

	test("a hook that is not there is a no", () => {
		const [code, out, err] = ran(shell, guardedCommand(["/nowhere/rules", "hook"], json));
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/rules: no answer\n$/);
	});
});

test("a hook that takes too long is a no, where there is `timeout`", () => {
	if (spawnSync("timeout", ["1", "true"]).status !== 0) return;
	const [code, out, err] = ran("/bin/sh", guardedCommand(program("sleep 50; echo '{}'"), { ...json, seconds: 1 }));
	expect([code, out]).toEqual([2, ""]);
	expect(err).toMatch(/rules: no answer\n$/);
});

test("what ends with 2 and says why says no more", () => {
	expect(ran("/bin/sh", guardedCommand(program("echo why >&2; exit 2"), json))).toEqual([
		2,
		"",
		"why\nrules: no answer\n",
	]);
});

describe("where the exit code is the answer", () => {
	const coded = (script: string): readonly [number | null, string, string] =>
		ran("/bin/sh", guardedCommand(program(script), { answers: ["0", "1ask"], seconds: 20 }));
	test.each([
		["exit 0", 0],
		["echo ask; exit 1", 1],
		["exit 1", 2],
		["echo ask; exit 0", 2],
		["echo no >&2; exit 1", 2],
		["exit 2", 2],
		["exit 3", 2],
		["kill -9 $$", 2],
	])("%s ends with %i", (script, code) => {
		expect(coded(script)[0]).toBe(code);
	});
	test("a program of Node's that is not there is a no", () => {
		const words = [process.execPath, join(place, "missing.cjs"), "hook"];
		expect(ran("/bin/sh", guardedCommand(words, { answers: ["0", "1ask"], seconds: 20 }))[0]).toBe(2);
	});
	test("a no is never silent", () => {
		expect(coded("exit 7")).toEqual([2, "", "rules: not allowed\n"]);
	});
});

test("a harness that heeds no exit code is told in its own words", () => {
	const file = join(place, "PreToolUse");
	writeFileSync(
		file,
		guardedFile(program("exit 1"), { ...json, refusal: '{"cancel":true,"errorMessage":"$no `x` \\"y\\""}' }),
	);
	expect(readFileSync(file, "utf8")).toMatch(/^#!\/bin\/sh\n/);
	expect(ran("/bin/sh", quoted(file).replace(/^/, "sh "))).toEqual([
		0,
		'{"cancel":true,"errorMessage":"$no `x` \\"y\\""}\n',
		"",
	]);
});

describe.each(
	[["/bin/sh"], ["/bin/dash"], ["/bin/bash", "--posix"], ["/bin/busybox", "sh"], ["/usr/bin/busybox", "sh"]].filter(
		([file = ""]) => existsSync(file),
	),
)("where no resident answers, and the shell is %s %s", (...shell) => {
	const names = [..."abcdefghijklmnopqrstuvwxyz", "is", "code", "said", "told", "answer"];
	const reply = "0=rules={}=rules==rules=end";
	const harness = { ...Object.fromEntries(names.map((name) => [name, `the harness's ${name}`])), is: "1", r: reply };
	/** What the hook's own process sees. */
	const seen = (guarding: Guarding): readonly string[] => {
		const [variables, question] = ["variables", "question"].map((name) => join(place, name)) as [string, string];
		const words = program(`env | sort >'${variables}'; cat >'${question}'; printf "{<%s>}" "$*"`);
		const [file = "", ...options] = shell;
		for (const file of [variables, question]) rmSync(file, { force: true });
		// A bash that is asked over a socket reads `~/.bashrc`.
		const env = { PATH: process.env.PATH, HOME: place, ...harness };
		const given = { encoding: "utf8", input: "asked", env, timeout: 60_000 } as const;
		const { status, stdout, stderr } = spawnSync(
			file,
			[...options, "-c", guardScript(guarding), "rules", ...words],
			given,
		);
		const lines = readFileSync(variables, "utf8")
			.split("\n")
			.filter((line) => !/^(?:_|SHLVL|PWD|OLDPWD)=/.test(line));
		return [`${status}`, stdout, stderr, readFileSync(question, "utf8"), ...lines];
	};
	const folder = mkdtempSync(join(place, "resident "));
	mkdirSync(join(folder, "dead"), { mode: 0o700 });
	const listen = `require("node:net").createServer().listen(${JSON.stringify(join(folder, "dead/socket"))}, () => process.kill(process.pid, 9))`;
	spawnSync(process.execPath, ["-e", listen]);

	test.each([
		["none is there", "json", "none"],
		["it was killed", "json", "dead"],
		["none is there", ["0*"], "none"],
		["it was killed", ["0*"], "dead"],
	] as const)(
		"since %s, the hook's own process sees the harness's variables, and the question (%j)",
		(_, answers, name) => {
			const paths = { curl: "/usr/bin/curl", rm: "/usr/bin/rm" };
			const resident = { harness: "claude-code", folder: join(folder, name), ...paths };
			const guarding = { answers, seconds: 20 };
			const said = seen({ ...guarding, resident });
			expect(said).toEqual(seen(guarding));
			expect(said).toEqual(expect.arrayContaining(names.map((one) => expect.stringMatching(`^${one}=.`))));
			expect(said).toContain("asked");
			expect(readdirSync(join(folder, "dead"))).toEqual(["socket"]);
		},
	);

	test.each([
		["is not there", undefined, "asked"],
		["can't write files", "exit 1", "asked"],
		["writes none of it", "exit 23", "asked"],
		[
			"writes it, and whoever answers takes it away and ends",
			`cat >/proc/self/fd/3; rm '${join(folder, "dead")}'/*[0-9]; exit 52`,
			"asked",
		],
		["writes half of it, where a disk is full", "head -c 2 >/proc/self/fd/3; exit 23", "as"],
	])("a curl that %s", (_, does, question) => {
		const curl = join(place, "curl");
		rmSync(curl, { force: true });
		if (does !== undefined) writeFileSync(curl, `#!/bin/sh\n${does}\n`, { mode: 0o700 });
		const resident = { harness: "claude-code", folder: join(folder, "dead"), curl, rm: "/usr/bin/rm" };
		expect(seen({ answers: "json", seconds: 20, resident })).toContain(question);
		expect(readdirSync(join(folder, "dead"))).toEqual(["socket"]);
	});

	test.each([
		["a standard input that is closed is not waited for", "<&-", `printf "{}"`, "{}\n"],
		["what the harness has open as its fourth file stays so", "3<'THIRD'", `printf "{%s}" "$(cat <&3)"`, "{theirs}\n"],
	])("%s", (_, redirects, does, answer) => {
		const third = join(place, "third");
		writeFileSync(third, "theirs");
		const paths = { curl: "/usr/bin/curl", rm: "/usr/bin/rm" };
		const resident = { harness: "claude-code", folder: join(folder, "dead"), ...paths };
		const script = guardScript({ answers: "json", seconds: 20, resident });
		const words = [...shell, "-c", script, "rules", ...program(does)];
		const line = `exec ${words.map((word) => quoted(word)).join(" ")} ${redirects.replace("THIRD", third)}`;
		const { stdout } = spawnSync("/bin/sh", ["-c", line], { encoding: "utf8", input: "asked", timeout: 15_000 });
		expect(stdout).toBe(answer);
	});
});

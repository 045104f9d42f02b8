/** The programs that a script makes: a copy is the program that it is of, whoever copies it and wherever it lies. Real bash runs each script. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-own-copies-")));
const folder = join(base, "work");
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
	rmSync(folder, { recursive: true, force: true });
	for (const path of ["full", "empty"]) mkdirSync(join(folder, path), { recursive: true });
	writeFileSync(join(folder, "file"), "x");
	writeFileSync(join(folder, "tool"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
});

function effectOf(script: string, rules = "default allow\n  deny echo"): string {
	const policy = `agent default {\n  syntax pipes, sequences, redirects, variables, globs\n  ${rules}\n}\n`;
	const { tree } = loadText("copies.rules", policy);
	return decide(tree as Tree, { script }, realWorld(folder)).effect;
}

test.each([
	"cp /bin/echo x && ./x ran",
	"cp -p /usr/bin/../bin/echo x; ./x ran",
	"cp /bin//echo x; ./x ran",
	"cp /bin/ech? x; ./x ran",
	"cp -T /bin/echo x; ./x ran",
	"install -m 755 /bin/echo x; ./x ran",
	"cp /bin/echo full/x && full/x ran",
	"cp /bin/echo y && mv y x && ./x ran",
	"cp /bin/echo y; cp y full/z; cp full/z x; ./x ran",
	"cd full && cp /bin/echo ../empty/x && ../empty/x ran",
	"cat /bin/echo > x 2>/dev/null; chmod +x x; ./x ran",
	"cat < /bin/echo > x; chmod +x x; ./x ran",
	"cat /bin/echo | cat | tee x > /dev/null; chmod +x x; ./x ran",
	"dd if=/bin/echo of=x status=none; chmod +x x; ./x ran",
	"if cp /bin/echo x; then env ./x ran; fi",
])("a copy of a program is that program: `%s`", (script) => {
	const { stdout } = spawnSync("bash", ["-c", script], {
		cwd: folder,
		encoding: "utf8",
		env: { PATH: process.env.PATH },
	});
	expect(stdout).toBe("ran\n");
	expect(effectOf(script)).not.toBe("allow");
	expect(effectOf(script.replaceAll("echo", "printf").replaceAll("ech?", "print?"))).toBe("allow");
});

test("a path that rules name is that of its copies as well", () => {
	const rules = "default allow\n  deny /usr/bin/ech*";
	expect(effectOf("cp /usr/bin/echo x; ./x ran", rules)).not.toBe("allow");
	expect(effectOf("cp /usr/bin/printf x; ./x ran", rules)).toBe("allow");
});

test.each([
	"diff /bin/echo file; ./file a",
	"file /bin/echo > /dev/null; ./tool",
	"tar cf a.tar /bin/echo; ./tool",
	"cp /bin/echo x; ./tool",
])("what only reads a program, or writes beside it, is no copy of it: `%s`", (script) =>
	expect(effectOf(script)).toBe("allow"),
);

test("who may run a file may run it though the script has written it, and write to the copy of what may not be written", () => {
	const rules = "default deny\n  allow cp, chmod, ./x\n  constrain writes of * to ./empty, ./x";
	expect(effectOf("cp tool x && ./x", rules)).toBe("allow");
	expect(effectOf("cp tool empty/y && chmod +x empty/y", rules)).toBe("allow");
});

test("a copy of one of more files than are told apart may be any program", () => {
	const script = (count: number): string =>
		`cp ${Array.from({ length: count }, (_, at) => `b${at}`).join(" ")} full/; ./full/b1 ran`;
	expect(effectOf(script(20))).toBe("allow");
	expect(effectOf(script(100))).not.toBe("allow");
});

test("what code writes is a copy of what it reads", () => {
	const script = (from: string): string =>
		`python3 -c 'import shutil; shutil.copy("${from}", "x")'; node -e 'require("fs").copyFileSync("${from}", "y")'; ./x ran; ./y ran`;
	expect(effectOf(script("/bin/printf"))).toBe("allow");
	expect(effectOf(script("/bin/echo"))).not.toBe("allow");
});

test("a script of thousands of copies is looked at in proportion to its length", () => {
	const script = (count: number): string =>
		`${Array.from({ length: count }, (_, at) => `cp a${at} a${at + 1}`).join("; ")}; ./a${count} ran`;
	const time = (count: number): number => {
		const start = process.cpuUsage();
		expect(effectOf(script(count).replace("cp a0", "cp /bin/echo"))).not.toBe("allow");
		const { user, system } = process.cpuUsage(start);
		return (user + system) / count;
	};
	time(100);
	expect(Math.min(time(800), time(800))).toBeLessThan(8 * Math.min(time(100), time(100)));
});

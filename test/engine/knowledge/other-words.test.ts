import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { goalsOf } from "../../../src/engine/knowledge/goals.js";
import { sameCommands } from "../../../src/engine/knowledge/same-commands.js";
import { inOtherWords } from "../../../src/engine/knowledge/vocabulary/other-words.js";

/** What `chmod` itself makes of a mode. */
function modeAfter(mode: string): number {
	const folder = mkdtempSync(join(tmpdir(), "modes-"));
	try {
		const file = join(folder, "x");
		writeFileSync(file, "", { mode: 0o600 });
		execFileSync("chmod", [mode, file]);
		return statSync(file).mode & 0o7777;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test.each(["777", "0777", "666", "640"])(
	"`chmod %s` has other words that set the same, or let everybody write",
	(mode) => {
		const others = inOtherWords("chmod", { operands: [mode, "x"], options: [] }).map(
			({ operands }) => operands[0] ?? "",
		);
		expect(others.length).toBeGreaterThan(1);
		const own = modeAfter(mode);
		for (const one of others.filter((word) => !word.startsWith("ugo+")))
			expect([one, modeAfter(one) === own || (modeAfter(one) & 0o002) > 0]).toEqual([one, true]);
	},
);

test("a login stands in several places", () => {
	expect(inOtherWords("/usr/bin/ssh", { operands: ["root@h", "id"], options: [] })).toContainEqual({
		operands: ["h", "id"],
		options: ["-l", "root"],
	});
	expect(inOtherWords("ssh", { operands: ["h"], options: [] })).toEqual([]);
});

test("`kill -1` is no signal", () => {
	expect(inOtherWords("kill", { operands: ["-1"], options: ["-1"] })).toEqual([]);
	expect(inOtherWords("kill", { operands: ["7"], options: ["-9"] })).toContainEqual({
		operands: ["7"],
		options: ["-KILL"],
	});
});

test("a set begins behind the subcommand", () => {
	expect(goalsOf("gmake", ["all"])?.before).toBe(0);
	expect(goalsOf("./gradlew", ["publish"])?.spellings("publish")).toContain(":publish");
	expect(goalsOf("systemctl", ["stop", "nginx"])?.before).toBe(1);
	expect(goalsOf("docker", ["volume", "rm", "x"])?.before).toBe(2);
	expect(goalsOf("npm", ["run", "build"])).toBeUndefined();
});

test("another front end is one for recipes, and not for its own subcommands", () => {
	expect(sameCommands(["npm", "run", "deploy"]).map(({ words }) => words.join(" "))).toContain("yarn deploy");
	expect(sameCommands(["yarn", "add", "x"]).map(({ words }) => words.join(" "))).toEqual(["yarnpkg add x"]);
	expect(sameCommands(["make"])).toEqual([]);
});

/** Texts that a shell evaluates as numbers: where bash or zsh itself runs what stands in one, the script is refused, or the line is found. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import { loadText } from "../../../src/runtime/load/load.js";

const ran = (script: string): boolean =>
	spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8", timeout: 60_000 }).stderr.includes("alfa");
const hasBash = spawnSync("bash", ["-c", "true"]).status === 0;
const text = "'a[$(echo alfa >&2)0]'";

(hasBash ? describe : describe.skip)("a text that bash evaluates", () => {
	test.each([
		`RANDOM=${text}`,
		`SRANDOM=${text}`,
		`HISTCMD=${text}`,
		`OPTIND=${text}; echo`,
		`x=${text}; RANDOM=$x`,
		`x=${text}; RANDOM=x`,
		`RANDOM+=${text}`,
		`RANDOM=(${text})`,
		`RANDOM[0]=${text}`,
		`declare SECONDS=${text}`,
		`export RANDOM=${text}`,
		`for SECONDS in ${text}; do echo; done`,
		`printf -v RANDOM %s ${text}`,
		`read RANDOM <<< ${text}`,
	])("is refused: %s", (script) => {
		expect(ran(script)).toBe(true);
		expect(readScript(script).kind).toBe("opaque");
	});

	test.each(["OPTIND=1; echo", "SECONDS=0; echo", "f() { local OPTIND=1; echo; }; f", "echo $RANDOM", "unset RANDOM"])(
		"is none where a number is known, or none is set: %s",
		(script) => {
			expect(readScript(script).kind).toBe("understood");
		},
	);
});

const hasZsh = spawnSync("zsh", ["-c", "true"]).status === 0;
const ofZsh = "'psvar[$(echo > alfa)1]'";
const everything = `agent default {
	default allow
	syntax pipes, sequences, redirects, globs, variables, substitutions, loops, functions, heredocs, background
	environment accept LINES, COLUMNS
}
`;
const loaded = loadText("p.rules", everything);
const effectOf = (script: string): string | undefined =>
	loaded.tree && decide(loaded.tree, { agent: "default", script }, { workspace: "/w", linkAt: () => "none" }).effect;

(hasZsh ? describe : describe.skip)("a text that zsh evaluates", () => {
	test.each([
		`printf %d ${ofZsh}`,
		`printf '%s %x' a ${ofZsh}`,
		`printf '%*d' ${ofZsh} 1`,
		`printf '%*s' ${ofZsh} x`,
		`printf '%s%%%i' a ${ofZsh}`,
		`printf %s%d a 1 b ${ofZsh}`,
		`builtin printf -- %d ${ofZsh}`,
		`exit ${ofZsh}`,
		`f() { return ${ofZsh}; }; f`,
		`for i in 1 2; do break ${ofZsh}; done`,
		`for i in 1 2; do continue ${ofZsh}; done`,
		`shift ${ofZsh}`,
		`read -t ${ofZsh} x`,
		`read -n ${ofZsh} x`,
		`[ -t ${ofZsh} ]`,
		`test ! -t ${ofZsh}`,
		`[[ -t ${ofZsh} ]]`,
		`LINES=${ofZsh}`,
		`export COLUMNS=${ofZsh}`,
		`read HISTSIZE <<< ${ofZsh}`,
		`for COLUMNS in ${ofZsh}; do :; done`,
		`print -f %d ${ofZsh}`,
		`integer x=${ofZsh}`,
		`setopt promptsubst; print -P '$(echo > alfa)'`,
		"hash ls=/bin/sh; ls -c 'echo > alfa'",
		"=sh -c 'echo > alfa'",
	])("is refused: %s", (script) => {
		const folder = mkdtempSync(join(tmpdir(), "bylaw-zsh-"));
		spawnSync("zsh", ["-fc", script], { cwd: folder, stdio: "ignore", timeout: 60_000 });
		const names = readdirSync(folder);
		rmSync(folder, { recursive: true });
		expect(names).toEqual(["alfa"]);
		expect(effectOf(script)).toBe("deny");
	});
});

test.each([
	"printf '%d%%\\n' 5",
	"printf '%s: %5.1f\\n' name 1.5e3",
	"printf '%x %d' 0xff \"'a\"",
	"printf '%s\\n' 'a[1]'",
	"printf '%d\\n' \"$n\"",
	"printf '%b %q %c' 'a[1]' 'b[2]' c",
	"printf -v x '%s' 'a[1]'",
	"exit 3",
	"exit $?",
	"shift 2",
	"f() { return 1; }; f",
	"read -r -t 0.5 x",
	"[ -t 1 ]",
	"[[ -t 0 ]]",
	"LINES=40 ls",
	"LINES=$(wc -l < x)",
	"COLUMNS=",
	"hash -r",
	"hash git",
	"print -r x",
])("no shell evaluates more than a number in: %s", (script) => {
	expect(effectOf(script)).toBe("allow");
});

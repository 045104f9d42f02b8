/** Variables of bash that hold numbers from its start: where bash itself runs what stands in an assigned text, the script is refused. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { readScript } from "../../../src/engine/request/read-script.js";

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

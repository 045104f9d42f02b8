import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "@jest/globals";
import { programNamed } from "../../src/knowledge/lookup.js";
import { readArguments } from "../../src/request/arguments.js";
test("shells", () => {
	const cwd = mkdtempSync(`${tmpdir()}/fz`);
	let seed = 7;
	const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
	const pool: Record<string, string[]> = {
		bash: ["-c","-c","-ce","-ec","+x","+c","-e","-oc","-o","+o","pipefail","errexit","-O","+O","extglob","--","-","+","-u","-cO","-co","-Oc","-norc","--norc","-rcfile","--rcfile","/dev/null","-rcfile","-cx","echo S1","echo S2","echo S3","-posix","-Oo","-c-","-","-oe","+ce","-p","-n", "-cn", "-login", "--posix", "-z"],
		dash: ["-c","-c","-ce","-ec","+x","+c","-e","-oc","-o","+o","errexit","vi","--","-","+","-u","-co","-cx","echo S1","echo S2","echo S3","-oo","-c-","-oe","+ce","-p","-n","-cn","-l", "-z"],
	};
	for (const shell of ["bash", "dash"]) {
		let ran = 0, exact = 0, anything = 0;
		for (let i = 0; i < 2500; i++) {
			const args = Array.from({ length: 1 + rnd(6) }, () => pool[shell]![rnd(pool[shell]!.length)] as string);
			const out = spawnSync(shell, args, { cwd, input: "", encoding: "utf8", timeout: 5000, env: { PATH: "/usr/bin:/bin" } });
			const marks = [...new Set((out.stdout ?? "").match(/^S[123]$/gm) ?? [])];
			const read = readArguments(programNamed(shell), args.map((text) => ({ kind: "known", text })));
			const lines = read.inner.flatMap((one) => (one.kind === "line" && one.word.kind === "known" ? [one.word.text] : []));
			const any = read.inner.some((one) => one.kind === "argv" || one.word.kind !== "known");
			if (any) anything++;
			for (const mark of marks) {
				ran++;
				if (lines.includes(`echo ${mark}`)) exact++;
				else if (!any) console.log("MISSED", shell, JSON.stringify(args), mark, JSON.stringify(read.inner));
			}
			if (marks.length === 0 && lines.length > 0 && !any && out.status === 0 && !args.some((a) => a.includes("n"))) console.log("extra", shell, JSON.stringify(args), lines);
			// A script file that the shell tried to open must be a path that it is seen to read.
			const tried = /(?:bash|dash): (?:0: cannot open )?(\S.*?): No such file/.exec(out.stderr ?? "")?.[1];
			if (tried && !read.operands.some((slot) => slot.word.kind === "known" && slot.word.text === tried && slot.roles.some((r) => r === "read" || r === "both"))) console.log("UNREAD", shell, JSON.stringify(args), tried);
		}
		console.log(shell, { ran, exact, anything });
	}
}, 300000);

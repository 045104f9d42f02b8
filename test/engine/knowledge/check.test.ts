import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { compare } from "../../../scripts/knowledge-check/compare.js";
import { isActing, looksDangerous } from "../../../scripts/knowledge-check/danger.js";
import { upstream } from "../../../scripts/knowledge-check/debian.js";
import { holdAgainst, withoutMisread } from "../../../scripts/knowledge-check/open.js";
import type { Reading, ReadOption } from "../../../scripts/knowledge-check/read-program.js";
import {
	readBashCompletion,
	readFishCompletion,
	readZshCompletion,
} from "../../../scripts/knowledge-check/readers/completion.js";
import { readHelp } from "../../../scripts/knowledge-check/readers/help.js";
import { readManual } from "../../../scripts/knowledge-check/readers/man.js";
import { readHead, readSynopsis, type SeenOption } from "../../../scripts/knowledge-check/readers/spellings.js";
import { type ProgramNotation, readProgram } from "../../../src/engine/knowledge/notation/notation.js";
import { entries } from "./examples.js";

const folder = new URL("../../../scripts/knowledge-check/", import.meta.url);

/** `--name`, `--name=VALUE`, `--name[=VALUE]` */
function shown(options: readonly SeenOption[]): readonly string[] {
	return options.map(({ name, value, optional }) =>
		value === undefined ? name : optional ? `${name}[=${value}]` : `${name}=${value}`,
	);
}

describe("how options are written down", () => {
	test.each([
		["-o, --output=FILE  where it goes", ["-o=FILE", "--output=FILE"]],
		["-o FILE, --output FILE", ["-o=FILE", "--output=FILE"]],
		["--color[=WHEN], --colour[=WHEN]", ["--color[=WHEN]", "--colour[=WHEN]"]],
		["-e|--exec <cmd>  starts it", ["-e=<cmd>", "--exec=<cmd>"]],
		["-v  --verbose  says more", ["-v", "--verbose"]],
		["-v --verbose  says more", ["-v", "--verbose"]],
		["--[no-]verify", ["--verify", "--no-verify"]],
		["-i[SUFFIX], --in-place[=SUFFIX]", ["-i[=SUFFIX]", "--in-place[=SUFFIX]"]],
		["-f, --filename=[]: which file", ["-f=", "--filename="]],
		["-x or --extract", ["-x", "--extract"]],
		["-perm -mode", ["-perm"]],
		["no option", []],
		["-- the end", []],
	])("%s", (text, options) => expect(shown(readHead(text))).toEqual(options));

	test("a synopsis has bundles, unless words with one dash are whole", () => {
		expect(shown(readSynopsis("tool [-4a] [ -q ] [-b ADDRESS] (-f FILE | --all) [-WIDTH]", false))).toEqual([
			...["-4", "-a", "-q", "-b=ADDRESS", "-f=FILE", "--all", "-WIDTH"],
		]);
		expect(shown(readSynopsis("tool [-name TEXT] [-all]", true))).toEqual(["-name=TEXT", "-all"]);
	});
});

describe("a help text", () => {
	const text = [
		"Usage: tool [-qz] [--dir=<path>]",
		"            [--later] COMMAND",
		"",
		"Options:",
		"  -q, --quiet            says less, as --silent did",
		"\t--since <time>\tfrom then on",
		"",
		"Available Commands:",
		"  add <path>     takes it in",
		"  remove, rm     takes it out",
		"                 and more of it",
		"  help           this",
		"",
		"Further text:",
		"  nothing        is a command here",
	].join("\n");

	test("shows options", () => {
		const names = readHelp(text, false).options.map(({ name }) => name);
		expect([...new Set(names)].sort()).toEqual(["--dir", "--later", "--quiet", "--since", "-q", "-z"]);
	});

	test("shows subcommands below their heading alone", () => {
		expect(readHelp(text, false).subcommands).toEqual(["add", "remove", "rm", "help"]);
	});

	test("may list subcommands in columns or with commas", () => {
		expect(readHelp("Standard commands\n  ask   begin   carry\n  delay\n", false).subcommands).toEqual([
			...["ask", "begin", "carry", "delay"],
		]);
		expect(readHelp("All commands:\n\n    ask, begin,\n    carry\n", false).subcommands).toEqual([
			"ask",
			"begin",
			"carry",
		]);
	});

	test("has colours that say nothing", () => {
		expect(shown(readHelp("  \u001b[1m-q\u001b[0m, \u001b[1m--quiet\u001b[0m  less", false).options)).toEqual([
			"-q",
			"--quiet",
		]);
	});
});

describe("a manual page", () => {
	const page = [
		"TOOL(1)          General          TOOL(1)",
		"",
		"SYNOPSIS",
		"     tool [-ab] [--into=DIR]",
		"",
		"OPTIONS",
		"     -\b-a\ba, -\b--\b-a\bal\bll\bl   everything",
		"",
		"     --kept=DAYS",
		"             Days. The option --ignored is told of here.",
		"",
		`             ${"word ".repeat(200)}`,
		"     --chance begins a line by chance",
		"",
		"SEE ALSO",
		"     --of-another program",
	].join("\n");

	test("shows the options that paragraphs begin with, and those of its synopsis", () => {
		expect(shown(readManual(page, false)).toSorted()).toEqual(["--all", "--into=DIR", "--kept=DAYS", "-a", "-a", "-b"]);
	});
});

describe("completions", () => {
	test("for bash: words of its own, and none of the commands that it runs", () => {
		const text = [
			"# --not-this",
			"opts='--one --two= --three'",
			'COMPREPLY=($(compgen -W "--four $(other --not-that)" -- "$cur"))',
		].join("\n");
		expect(shown(readBashCompletion(text))).toEqual(["--one", "--two=", "--three", "--four"]);
	});

	test("for fish", () => {
		const text = [
			"complete -c tool -s o -l output -r -d 'not --this'",
			"complete -c tool -n '__fish_seen --never' -o old",
			"complete -c another -l strange",
		].join("\n");
		expect(shown(readFishCompletion(text, "tool"))).toEqual(["-o=", "--output=", "-old"]);
	});

	test("for zsh", () => {
		const text = `_arguments \\\n\t'(-q --quiet)'{-q,--quiet}'[says less]' \\\n\t'--file=[reads it]:file:_files' \\\n\t'-x[one]'`;
		expect(shown(readZshCompletion(text))).toEqual(["-q", "--quiet", "--file=", "-x"]);
	});
});

describe("what looks dangerous", () => {
	test.each(["--output", "--exec-path", "--delete-after", "--show-secrets", "--pre-hook", "--config", "--restore"])(
		"%s",
		(name) => expect(looksDangerous({ name })).toBe(true),
	);

	test.each(["FILE", "<path>", "DIR", "COMMAND", "URL", "<script>", "output-file", "HOST"])("a value %s", (value) =>
		expect(looksDangerous({ name: "--what", value })).toBe(true),
	);

	test.each(["--verbose", "--quiet", "-v", "--width", "--no-color"])("not %s", (name) =>
		expect(looksDangerous({ name, value: "NUM" })).toBe(false),
	);

	test.each([
		"create",
		"change",
		"delete",
		"clear",
		"purge",
		"sync",
		"rotate",
		"reset",
		"restore",
		"grant",
		"run",
		"exec",
		"apply",
		"upload",
	])("a subcommand %s", (verb) => {
		expect(isActing(verb)).toBe(true);
		expect(isActing(`thing ${verb}`)).toBe(true);
	});

	test("no subcommand that only looks", () => {
		expect(["list", "show", "status", "things list"].filter(isActing)).toEqual([]);
	});
});

describe("a table beside what was read", () => {
	const table = readProgram({
		name: "tool",
		summary: "made up",
		style: "gnu",
		verified: true,
		harmless: ["-q, --quiet", "-s, --size=NUM", "-NUM"],
		subcommands: { add: { harmless: ["--deep"] }, "list all": { harmless: ["--long"] } },
	});

	test("has what it has in any of its readings", () => {
		expect(lacking({ "": ["-q", "--quiet", "-s", "-12", "-#", "-s9", "-qq", "-qs"] })).toEqual([]);
	});

	test("lacks the rest, each by its subcommand", () => {
		expect(lacking({ "": ["--loud", "-l"], add: ["--deep", "-q", "--wide"] })).toEqual(["--loud", "-l", "add --wide"]);
	});

	test("has the options of a subcommand there alone", () => {
		expect(lacking({ "": ["--deep"] })).toEqual(["--deep"]);
		expect(lacking({}, ["--deep", "--nowhere"])).toEqual(["--nowhere"]);
	});

	test("lacks subcommands, and says nothing of their options", () => {
		expect(lacking({ gone: ["--any"] }, [], ["add", "list", "gone", "add things", "add delete"])).toEqual([
			"add delete",
			"gone",
		]);
	});

	test("says which look dangerous", () => {
		const { lacking: all } = compare(table, reading({ "": ["--exec"] }, [], ["purge", "peek"]));
		expect(all.map(({ what, dangerous }) => [what, dangerous])).toEqual([
			["--exec", true],
			["peek", false],
			["purge", true],
		]);
	});

	function lacking(...what: Parameters<typeof reading>): readonly string[] {
		return compare(table, reading(...what)).lacking.map((one) => one.what);
	}
});

function reading(
	usages: Readonly<Record<string, readonly string[]>>,
	somewhere: readonly string[] = [],
	subcommands: readonly string[] = [],
): Reading {
	const option = (name: string): ReadOption => ({ name, from: "help" });
	return {
		usages: new Map(Object.entries(usages).map(([words, names]) => [words, names.map(option)])),
		somewhere: somewhere.map(option),
		subcommands: new Map(subcommands.map((name) => [name, "help"])),
		empty: false,
	};
}

describe("the list of what is open", () => {
	const lacking = ["--one", "sub --two", "sub --three", "sub"].map((what) => ({
		what,
		kind: "option" as const,
		from: "help",
		dangerous: false,
	}));
	const held = (...entries: Parameters<typeof holdAgainst>[1]) => {
		const { unexcused, stale } = holdAgainst(lacking, entries);
		return [unexcused.map(({ what }) => what), stale];
	};

	test("excuses what it names", () => {
		expect(held({ what: ["--one", "sub"], why: "why" })).toEqual([["sub --two", "sub --three"], []]);
	});

	test("names nothing that does not lack", () => {
		expect(held({ what: "--gone", why: "why" })[1]).toEqual(["`--gone` does not lack: take it off the list"]);
	});

	test("is not asked for what a text only seems to show", () => {
		const { lacking: left, stale } = withoutMisread(lacking, ["--one", "--never"]);
		expect(left.map(({ what }) => what)).toEqual(["sub --two", "sub --three", "sub"]);
		expect(stale).toEqual(["programs.yaml: `--never` is not misread: take it off `not`"]);
		expect(withoutMisread(lacking).lacking).toEqual(lacking);
	});

	test("has patterns that count what no name has", () => {
		expect(held({ what: "sub --*", count: 2, why: "why" })).toEqual([["--one", "sub"], []]);
		expect(held({ what: "sub --two", why: "why" }, { what: "sub --*", count: 1, why: "why" })).toEqual([
			["--one", "sub"],
			[],
		]);
	});

	test("has no pattern that stands for more or fewer than it counts", () => {
		expect(held({ what: "sub --*", count: 1, why: "why" })[0]).toHaveLength(4);
		expect(held({ what: "sub --*", count: 3, why: "why" })[1]).toEqual(["`sub --*` counts 3, and 2 lack: lower it"]);
		expect(held({ what: "sub --*", why: "why" })[1]).toEqual(["`sub --*` needs a count: 2 lack"]);
	});
});

test.each([
	["1:2.39.5-0+deb12u3", "2.39.5"],
	["20.10.24+dfsg1-1+deb12u1+b6", "20.10.24"],
	["1.20.5+really1.20.2-1.1", "1.20.2"],
	["9.1-1", "9.1"],
])("Debian's version %s is upstream's %s", (version, own) => expect(upstream(version)).toBe(own));

describe("the files", () => {
	const read = (file: string) => parse(readFileSync(new URL(file, folder), "utf8"));
	const { reasons, programs } = read("open.yaml") as {
		reasons: Record<string, string>;
		programs: Record<string, { what: string | string[]; why: string; count?: number }[]>;
	};
	const list = read("programs.yaml") as {
		debian: Record<string, (string | { name: string })[]>;
		npm: Record<string, (string | { name: string })[]>;
		none: Record<string, string>;
	};
	const names = [...Object.values(list.debian), ...Object.values(list.npm)]
		.flat()
		.map((one) => (typeof one === "string" ? one : one.name));
	const tableOf = new Map<string, ProgramNotation>();
	const tableFor = (name: string): ProgramNotation | undefined => {
		if (tableOf.size === 0)
			for (const { notation } of entries)
				for (const one of [notation.name, ...(notation.aliases ?? [])]) tableOf.set(one, notation);
		return tableOf.get(name);
	};

	test("what is open has a reason, and is of a program that is read and has a table", () => {
		for (const [name, all] of Object.entries(programs)) {
			expect([name, names.includes(name), tableFor(name) !== undefined]).toEqual([name, true, true]);
			for (const { what, why, count } of all) {
				const reason = reasons[why] ?? why;
				expect([what, reason.length > 10 && reason.endsWith(".")]).toEqual([what, true]);
				expect([what, [what].flat().some((one) => one.includes("*"))]).toEqual([what, count !== undefined]);
			}
		}
	});

	test("every reason is used", () => {
		const used = new Set(Object.values(programs).flatMap((all) => all.map(({ why }) => why)));
		expect(Object.keys(reasons).filter((name) => !used.has(name))).toEqual([]);
	});

	test("the programs are listed once, and those of npm with a version", () => {
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
		expect(names.length).toBeGreaterThanOrEqual(200);
		expect(Object.keys(list.npm).filter((pack) => !/^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/.test(pack))).toEqual([]);
		expect(Object.entries(list.none).filter(([name, reason]) => names.includes(name) || reason.length < 10)).toEqual(
			[],
		);
	});

	test("a complete table names a package that the list has, and nothing of it is open", () => {
		const packs = new Map(
			Object.entries({ ...list.debian, ...list.npm }).map(
				([pack, all]) => [pack.replace(/(?<=.)@.*$/, ""), all] as const,
			),
		);
		for (const { notation } of entries) {
			if (notation.complete === undefined) continue;
			const pack = notation.complete.slice(0, notation.complete.indexOf(" "));
			const own = [notation.name, ...(notation.aliases ?? [])];
			const listed = packs.get(pack)?.map((one) => (typeof one === "string" ? one : one.name)) ?? [];
			expect([notation.name, pack, listed.some((name) => own.includes(name))]).toEqual([notation.name, pack, true]);
			expect([notation.name, own.filter((name) => Object.hasOwn(programs, name))]).toEqual([notation.name, []]);
			expect(notation.verified).toBe(true);
		}
	});
});

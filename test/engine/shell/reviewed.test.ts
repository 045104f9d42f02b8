/**
 * Scripts that the reader once took for something else than a shell does, each the smallest of its kind. A real shell says first what it runs;
 * then the reader must list that, or refuse the script.
 */
import { describe, expect, test } from "@jest/globals";
import type { ReadCommand } from "../../../src/engine/effects/commands.js";
import { pathsOfGlob } from "../../../src/engine/effects/paths/glob-paths.js";
import type { World } from "../../../src/engine/request/paths.js";
import { find, missed, show } from "./covers.js";
import { haveShells, type Ran, runInBash } from "./run-in-bash.js";

/** Script, and a command that bash runs from it. */
type Case = readonly [script: string, runs: readonly string[]];

const alfa = ["alfa"];
const evil = ["alfa", "evil"];

const kinds: Readonly<Record<string, readonly Case[]>> = {
	"variables that the shell sets itself hold no number": [
		["REPLY=5; read <<< 'a[$(alfa)]'; echo $((REPLY))", alfa],
		["MAPFILE=5; mapfile <<< 'a[$(alfa)]'; echo $((MAPFILE))", alfa],
		["REPLY=5; select i in b; do break; done <<< 'a[$(alfa)]'; echo $((REPLY))", alfa],
		["OPTARG=5; getopts a: o -a 'a[$(alfa)]'; echo $((OPTARG))", alfa],
		["_=5; : 'a[$(alfa)]'; echo $((_))", alfa],
		["f='a[$(alfa)]'; f() { FUNCNAME=5; echo $((FUNCNAME)); }; f", alfa],
	],
	"variables that the shell sets itself hold no text": [
		["REPLY=a; read <<< b; alfa $REPLY", ["alfa", "b"]],
		["LINENO=7; alfa $LINENO", ["alfa", "1"]],
		["OPTIND=a; getopts b y -b; alfa $OPTIND", ["alfa", "2"]],
		["x=a; exec {x}>f; alfa $x", ["alfa", "10"]],
	],
	"braces come before everything, and see other quotes": [
		['echo "`trap "0;{alfa,1}" EXIT`"', alfa],
		["x=5; alfa $x{a,b} q", ["alfa", "q"]],
	],
	"a group whose redirection fails is not run": [
		["{ alfa() { :; }; } >&9; alfa q", ["alfa", "q"]],
		["if :; then alfa() { :; }; fi <&9; alfa q", ["alfa", "q"]],
		["x=a; { y=b; } >&9; alfa $y q", ["alfa", "q"]],
	],
	"an error ends the line and not the script": [
		[": $((1 % 0)); alfa() { :; }\nalfa q", ["alfa", "q"]],
		["readonly y; y=1; alfa() { :; }\nalfa q", ["alfa", "q"]],
		["shopt -s failglob; : zz*zz; alfa() { :; }\nalfa q", ["alfa", "q"]],
		["x=$((5 % 0)); :\nalfa $x r", ["alfa", "r"]],
		[": $((1 % 0)); x=b\nalfa $x r", ["alfa", "r"]],
	],
	"functions are taken back in many ways": [
		["alfa() { :; }; builtin unset -f alfa; alfa q", ["alfa", "q"]],
		["alfa() { :; }; command unset -f alfa; alfa q", ["alfa", "q"]],
		["alfa() { :; }; eval 'unset -f alfa'; alfa q", ["alfa", "q"]],
		["alfa() { :; }; trap 'unset -f alfa' DEBUG; alfa q", ["alfa", "q"]],
	],
	"commands read from the input that their shell reads code from": [
		["bash <<'E'\nread -n5 x\necho alfa evil\nE", evil],
		["bash <<'E'\nread x\n: <<'Q'\nalfa evil\nQ\nE", evil],
		["bash <<'E'\nbash -c 'read -n5 x'\necho alfa evil\nE", evil],
		["bash <<'E'\n: $(read -n5 x)\necho alfa evil\nE", evil],
		["{ read x; bash; } <<'E'\n: <<'Q'\nalfa evil\nQ\nE", evil],
	],
	"the input of a shell is replaced in many ways": [
		["echo 'alfa evil' >e; exec 3<e; bash <<'A' 0>&3\n:\nA", evil],
		["echo 'alfa evil' >e; { exec <e; bash; } <<'A'\n:\nA", evil],
		["echo 'alfa evil' >e; { f() { bash; }; } <<'A'\n:\nA\nf <e", evil],
	],
	"two backslashes before a line break are one, and the break stays": [
		['bash -c "# \\\\\nalfa evil"', evil],
		["bash <<E\n# \\\\\nalfa evil\nE", evil],
	],
	"words are not what they seem": [
		["f() { x=5; local x; alfa $x b; }; f", ["alfa", "b"]],
		["((0 && (x=5))); alfa $x b", ["alfa", "b"]],
		["x=5; alfa $x{a,b}", alfa],
		["shopt -s nullglob; alfa zz*zz b", ["alfa", "b"]],
		["((IFS=5)); alfa $((152))", ["alfa", "1", "2"]],
		[": $((IFS=5)); alfa $((152))", ["alfa", "1", "2"]],
		["eval 'IFS=5'; alfa $((152))", ["alfa", "1", "2"]],
		["x={1..3}; alfa $x", ["alfa", "{1..3}"]],
	],
	"options of a shell change how it reads a line": [
		["bash -O nullglob -c 'alfa zz* b'", ["alfa", "b"]],
		["bash -k -c 'alfa X=1'", alfa],
		["bash +B -c 'alfa {a,b}'", ["alfa", "{a,b}"]],
	],
};

/** The same, of what the reader still takes for something else. */
const yet: readonly Case[] = [
	["x=5; printf -vx '%s' 'a[$(alfa)]'; echo $((x))", alfa],
	["x=5; read -ax <<< 'a[$(alfa)]'; echo $((x))", alfa],
	["ab=5; read a\"\"b <<< 'a[$(alfa)]'; echo $((ab))", alfa],
	["ab=5; read {a,c}b <<< 'a[$(alfa)]'; echo $((ab))", alfa],
	["ab=5; read a\\b <<< 'a[$(alfa)]'; echo $((ab))", alfa],
	["ab=5; read $'\\x61b' <<< 'a[$(alfa)]'; echo $((ab))", alfa],
	["ab=5; mapfile a''b <<< 'a[$(alfa)]'; echo $((ab))", alfa],
	["ab=5; declare a\"\"b='a[$(alfa)]'; echo $((ab))", alfa],
	["ab=5; getopts x a''b -x; alfa $ab", ["alfa", "x"]],
	["ab=5; unset a''b; alfa $ab q", ["alfa", "q"]],
	["ab=5; f() { local 'a'b; alfa $ab q; }; f", ["alfa", "q"]],
	["x=a; printf -vx b; alfa $x", ["alfa", "b"]],
	['x=; : ${x:=b}; alfa "$x"', ["alfa", "b"]],
];

const scripts = Object.values(kinds).flatMap((cases) => cases.map(([script]) => script));

describe("of a script that was once read wrongly", () => {
	let ran: Promise<readonly Ran[]> | undefined;
	for (const [kind, cases] of Object.entries(kinds))
		test.each(cases)(`${kind}: %j`, async (script, runs) => {
			const found = find(script);
			const left = found.kind === "refused" ? [] : missed(found.commands, [runs]);
			expect({ left, found: found.kind === "understood" ? found.commands.map(show) : [] }).toMatchObject({ left: [] });
			if (!haveShells()) return;
			ran ??= runInBash(scripts);
			expect((await ran)[scripts.indexOf(script)]?.commands).toContainEqual(runs);
		});
	test.each(yet)("names of variables are written in many ways: %j", (script, runs) => {
		const found = find(script);
		expect(found.kind === "refused" ? [] : missed(found.commands, [runs])).toEqual([]);
	});
});

/** Scripts whose `alfa` starts in `sub`, or for the last ones in the folder of the request, though it may look otherwise. */
const elsewhere: readonly string[] = [
	"cd sub && exit --help; alfa",
	"cd sub && exit >&9; alfa",
	"cd sub && exit 0 <&9; alfa",
	"cd sub && { exit; } >&9; alfa",
	"bash -O lastpipe -c 'echo | cd sub; alfa'",
];
/** The same, and still taken for the folder of the request. */
const elsewhereYet: readonly string[] = [
	"trap 'cd sub' DEBUG; alfa",
	"f() { cd sub; }; for i in 1 2; do alfa; f; done",
	"f() { cd sub; }; for i in 1 2; do f; done; alfa",
	"if true; then f() { cd sub; }; fi; f; alfa",
	"f() { cd sub; }; eval f; alfa",
	"eval '{c,}d sub'; alfa",
	"eval '{c,}d'; alfa",
	"trap 'cd sub' ERR; false; alfa",
	"case x in x) cd sub;;& y) :;; x) alfa;; esac",
];
const athome: readonly string[] = [
	": $((1 % 0)); cd sub || exit\nalfa",
	"{ cd sub || exit; } >&9; alfa",
	"if cd sub; then :; else exit; fi <&9; alfa",
];

describe("the folder of a command is known only where", () => {
	test.each(elsewhere)("nothing else may have gone there: %j", (script) => {
		expect(folders(script).some((ways) => ways !== "home")).toBe(true);
	});
	test.each(elsewhereYet)("nothing else may have gone there: %j", (script) => {
		expect(folders(script).some((ways) => ways !== "home")).toBe(true);
	});
	test.each(athome)("nothing may have kept it back: %j", (script) => {
		expect(folders(script).some((ways) => ways !== "sub")).toBe(true);
	});
});

/** Where the `alfa` of a script starts: surely at home, surely elsewhere, or one of several. */
function folders(script: string): readonly ("home" | "sub" | "either")[] {
	const found = find(script);
	if (found.kind === "refused") return ["either"];
	return found.commands
		.filter(({ command }) => command.program.kind === "known" && command.program.text === "alfa")
		.map(placeOf);
}

function placeOf({ ways }: ReadCommand): "home" | "sub" | "either" {
	const home = ways.some((way) => way.length === 0);
	const away = ways.length === 0 || ways.some((way) => way.length > 0);
	return ways.length === 0 || (home && away) ? "either" : home ? "home" : "sub";
}

describe("the target of a redirection", () => {
	test.each(["alfa > l?k", "alfa < l*", "alfa > {lnk,}", "alfa < [l]nk", 'alfa < l"n"*'])(
		"is one of the files that it fits: %j",
		(script) => {
			const found = find(script);
			const targets =
				found.kind === "refused"
					? []
					: found.commands.flatMap(({ command }) => command.redirects.map(({ target }) => target.kind));
			expect(targets).not.toContain("known");
		},
	);
});

describe("variables for what follows", () => {
	test.each([
		["eval 'FOO_PATH=b'; alfa", /_PATH/],
		["trap 'LD_PRELOAD=b' DEBUG; alfa", /LD_PRELOAD/],
		["alfa() { :; }; export -f alfa; bravo", /BASH_FUNC_alfa/],
		["alfa() { :; }; declare -fx alfa; bravo", /BASH_FUNC_alfa/],
	])("are seen in %j", (script, names) => {
		const found = find(script);
		expect(found.kind === "refused" ? found.why : "understood").toMatch(names);
	});
	test.each(["bash -a -c 'X=1; alfa'", "bash -o allexport -c 'X=1; alfa'"])("are all exported by %j", (script) => {
		expect(find(script).kind).toBe("refused");
	});
});

describe("a glob fits what bash finds it to fit", () => {
	const world: World = { workspace: "/w", linkAt: () => "none", entriesOf: () => [".env", "other"] };
	test.each([".en[[:alpha:]]", ".en[!]a]", ".en[^]a]", ".en[]v]", ".en[[=v=]]", ".en[[.v.]]", ".en[a-z]", ".e*"])(
		"%j fits .env",
		(pattern) => {
			const paths = pathsOfGlob(pattern, "/w", world);
			expect(paths === undefined || paths.includes(".env")).toBe(true);
		},
	);
	test.each(["dotglob", "nocaseglob", "nullglob", "failglob"])(
		"and nobody knows which once `shopt` sets %s",
		(option) => {
			const found = find(`shopt -s ${option}; alfa *`);
			const words = found.kind === "refused" ? [] : found.commands.flatMap(({ command }) => command.args);
			expect(words.filter((word) => word.kind === "globbed")).toEqual([]);
		},
	);
});

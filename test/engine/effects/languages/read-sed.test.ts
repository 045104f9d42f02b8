import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readSed } from "../../../../src/engine/effects/languages/read-sed.js";
import { covers, installed, makePlace, nothing, type Place, removePlace, runReally } from "./run-really.js";

const plain = String.raw`
1,5p
10,20p
5q
1d
$d
$p
$=
=
1~2p
0~3d
2,4!d
100,+20p
5,~4p
/start/,/end/p
/start/,$p
/start/,$!d
/error/p
/error/Ip
/^#/d
/^$/d
/^\s*$/d
/^[[:space:]]*#/d;/^$/d
/foo/!d
/foo/,+3p
0,/foo/s/foo/bar/
\,/usr/local,p
\|^/home|d
s/a/b/
s/a/b/g
s/foo/bar/2
s/foo/bar/gI
s/^[ \t]*//
s/[ \t]*$//
s/^[[:space:]]*//;s/[[:space:]]*$//
s/\(.*\)foo/\1bar/
s/([0-9]+)-([0-9]+)/\2-\1/
s|/usr/local|/opt|g
s,/,_,g
s#http://#https://#
s#.*/##
s@^@// @
s/[^/]*$//
s/[^/]*\///g
s/.*\///
s/[/]/_/g
s/\//-/g
s/[][]//g
s/[]]/x/
s/\[[^]]*\]//g
s/\[[^\]]*\]//g
s/\x1b\[[0-9;]*m//g
s/"//g
s/.*"version": *"\([^"]*\)".*/\1/
s/^version = "\(.*\)"/\1/
s/;/,/g
s/$/;/
s/\r$//
s/&/\&amp;/g;s/</\&lt;/g;s/>/\&gt;/g
s/\n/ /g
s/.*/\U&/
s/\b\(.\)/\u\1/g
s/e/E/;s/w/W/;s/w e/x/
s/e w f/x/
s/foo/w out/
:a;N;$!ba;s/\n/ /g
:a;s/^\(\s*\)\t/\1    /;ta
:a; s/x/y/; ta
:a;$!{N;ba};s/\n/ /g
:a;/x/{s/x/y/;ta}
ta # comment
$!N;$!D
$!N;/^\(.*\)\n\1$/!P;D
1!G;h;$!d
n;d
G
x;p;x
N;N;s/\n/,/g
H;1h;$!d;x;s/\n/|/g
/x/{s/a/b/;p}
/x/{n;s/a/b/;}
/^\[core\]/,/^\[/{/name/p}
/begin/,/end/{//!d}
/foo/{=;p}
s/foo/bar/p;d
1s/^/#!\/bin\/sh /
1i header
$a\
1i\header
$a the end
/x/a\    indented
3c\replaced; and w out
/foo/i before; not a command
y/abc/xyz/
y,/,_,
y/ABCDEFGHIJKLMNOPQRSTUVWXYZ/abcdefghijklmnopqrstuvwxyz/
l
l 80
q
Q
/stop/q5
/stop/Q
p;p # twice
#n
s/a/b/ # comment; w out
F
z;d
s/x/y/w /dev/stdout
w /dev/stderr
/-----BEGIN/,/-----END/p
/^commit /,/^diff/{/^diff/!p}
s/^\(.\{72\}\).*/\1/
/./,$!d
/^\n*$/{$d;N;}
s/ü/ue/g
s/→.*//
`
	.trim()
	.split("\n");

const everyday: readonly (readonly string[])[] = [
	...plain.map((script) => [script]),
	[""],
	["1i\\\nfirst\\\nsecond\np"],
	["/x/a\\\ntext; w out\n"],
	["s/a/b\\\nc/;p"],
	["/a/{\n  s/x/y/\n  p\n}\n"],
	["# a comment\ns/a/b/\n# another\n"],
	["s/a/b/", "s/c/d/", "$!N"],
	["/x/a\\", "text"],
	["/x/{", "p", "}"],
	[":a", "N", "$!ba", "s/\\n/ /g"],
	["/x/{i before", "}"],
];

describe("a sed script of every day is plain use", () => {
	test.each(everyday.map((scripts) => [scripts.join(" -e "), scripts] as const))("%s", (_, scripts) => {
		expect(readSed(scripts)).toEqual(nothing);
	});
});

describe("files and commands of a sed script are found", () => {
	const found: readonly (readonly [script: string, use: object])[] = [
		["r other", { reads: ["other"] }],
		["/x/r a/b.txt\np", { reads: ["a/b.txt"] }],
		["R other", { reads: ["other"] }],
		["r /dev/stdin", {}],
		["r my file.txt", { reads: ["my file.txt"] }],
		["w out", { writes: ["out"] }],
		["/x/w /etc/passwd", { writes: ["/etc/passwd"] }],
		["W out", { writes: ["out"] }],
		["s/a/b/w out", { writes: ["out"] }],
		["s/a/b/gpw out", { writes: ["out"] }],
		["s/a/b/ w out", { writes: ["out"] }],
		["s,a,b,2w../out", { writes: ["../out"] }],
		["p;w out\n$!{r in\n}", { reads: ["in"], writes: ["out"] }],
		["e echo hi", { runs: ["echo hi"] }],
		["1e rm x; p", { runs: ["rm x; p"] }],
		["/x/{e date\n}", { runs: ["date"] }],
		["a\\\ntext\nw out", { writes: ["out"] }],
		["a text\nw out", { writes: ["out"] }],
		["a text\\\\\nw out", { writes: ["out"] }],
		["s/a/b\\\n/w out", { writes: ["out"] }],
		[":a\nw out", { writes: ["out"] }],
		["ba;p\nw out", { writes: ["out"] }],
		["# comment\nw out", { writes: ["out"] }],
		["s;a;b;;w out", { writes: ["out"] }],
		["y/a/b/;w out", { writes: ["out"] }],
		["\\,[,],w out", { writes: ["out"] }],
	];
	test.each(found)("%j", (script, use) => expect(readSed([script])).toEqual({ ...nothing, ...use }));
	test("in the next `-e` as well", () =>
		expect(readSed(["a\\", "text", "w out"])).toEqual({ ...nothing, writes: ["out"] }));
});

describe("a sed script that is not certain is unclear", () => {
	const unclear: readonly (readonly string[])[] = [
		["e"],
		["1e"],
		["s/a/b/e"],
		["s/a/b/ge"],
		["s/a/b/ e"],
		["e\\\necho hi"],
		["s/[/]/w out/"],
		["s/[[:alpha:]/]/w out/"],
		["s.[a[.-.].].\\\nw out.2"],
		["s/[\\]/]/x/"],
		["s/\\c/x/w out/"],
		["a\\  \nw out"],
		["a\\\\\nw out"],
		["a"],
		["a\nw out"],
		["a text\\", "w out"],
		["s/a/b\\", "/w out"],
		["# comment\\\nw out"],
		[":a;a\\\nw out"],
		[":a# w out"],
		["{ba}# w out"],
		["ba;a text\\\nw out"],
		[":a;s/x/y\\\nw out/"],
		["w out;p"],
		["w a}"],
		["w ~/x"],
		["w"],
		["r"],
		["s1a1w out1"],
		["s\\a\\b\\"],
		["s[a[b["],
		["s/a/b"],
		["s/a"],
		["y/a/b"],
		["y/[/]/abc/"],
		["{p"],
		["p}"],
		["{p}p"],
		["1!!p"],
		["k"],
		["p x"],
		["1,p"],
		["+1p"],
		["s/a/b/\rw out"],
		["p\fw out"],
		[`${"{".repeat(60)}p${"}".repeat(60)}`],
		["p;".repeat(40_000)],
	];
	test.each(unclear.map((scripts) => [scripts.join(" -e ").slice(0, 60), scripts] as const))("%j", (_, scripts) => {
		expect(readSed(scripts)).toMatchObject({ kind: "unclear" });
	});
});

describe("what a sed really does, its reader said", () => {
	let place: Place;
	beforeAll(() => {
		place = makePlace();
	});
	afterAll(() => removePlace(place));
	const seed = Number(process.env.LAWS_SEED ?? 20261121);
	const factor = Number(process.env.LAWS_RUNS ?? 1);
	const programs = [
		...installed(["sed", "gsed"]).map((path) => [path]),
		...installed(["busybox"]).map((path) => [path, "sed"]),
	];
	// Never a `/`: nothing is named outside of the folder.
	const piece = fc.constantFrom(
		..."p|d|s|y|a|i|c|e|w|r|R|W|q|n|x|=|b|t|:|{|}|;|;|;|,|,|,|!|$|1|2|g|I|M|#|[|]|^|&|\\|\\|\n|\n| |\\\n|\\c|\\n|[,]|[^,]|[[:alpha:],]|[],]|[\\]|[\\,]|w out|r secret|e touch marker|s,a,b,|s,o,touch marker,|,w out,|,w out\n|y,a,b,|y,[,],abc,|a\\\n|a\\|i text|:a|ba|:a;|ta}|1,2|\\,o,|$!N|{p}|{;|;}|# x|0~2|1,+1"
			.split("|")
			.map((text) => (text === "" ? "|" : text)),
	);
	const script = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(""));
	const scripts = fc.array(script, { minLength: 1, maxLength: 2 });

	test.each(programs.map((program) => [program.join(" "), program] as const))(
		"%s",
		(_, program) => {
			fc.assert(
				fc.property(scripts, fc.subarray(["-n", "-E", "--posix", "-s", "-z"]), (texts, options) => {
					const use = readSed(texts);
					fc.pre(use.kind === "read");
					const seen = runReally(place, [...program, ...options, ...texts.flatMap((text) => ["-e", text]), "in"]);
					expect({ texts, use, seen, covered: covers(use, seen) }).toMatchObject({ covered: true });
				}),
				{ numRuns: Math.ceil(100 * factor), seed, maxSkipsPerRun: 1000 },
			);
		},
		60_000 * Math.max(1, factor),
	);
});

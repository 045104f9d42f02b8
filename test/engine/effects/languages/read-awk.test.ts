import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readAwk } from "../../../../src/engine/effects/languages/read-awk.js";
import { covers, installed, makePlace, nothing, type Place, removePlace, runReally } from "./run-really.js";

const plain = String.raw`
{print $1}
{print $1, $3}
{print $NF}
{print $(NF-1)}
{ print NR": "$0 }
NR==1
NR>1
NR>=10 && NR<=20
NR==5{print;exit}
NR%2==0
NR % 2 == 0 {print $1 / 2}
END{print NR}
END { print s / NR }
{s+=$1} END {print s}
{ sum += $2; n++ } END { if (n > 0) print sum / n; else print "none" }
/error/
/error/{print FILENAME": "$0}
!/^#/
!seen[$0]++
!a[$1]++ {print $1}
/start/,/end/
/start/{f=1} f; /end/{f=0}
length > 80
length($0) > 80
length($0) > 80 {print FILENAME ":" FNR ": " length($0)}
$3 > 100
$3 > 100 {print $1, $3}
$3 > 100 && $2 == "x" {print ($1 > 5), $3}
$1 == "foo"
$1 ~ /^foo/
$1 !~ /foo|bar/ {print $2}
$2 >= 0.5 || $3 < 1e-3 {print}
BEGIN {FS=":"} {print $1}
BEGIN { FS = OFS = "\t" } { $2 = ""; print }
BEGIN{while(i++<10) print i}
BEGIN { for (i = 1; i <= 10; i++) printf "%d ", i; print "" }
{ for (i = NF; i > 0; i--) printf "%s ", $i; print "" }
{ for (i=1;i<=NF;i++) if ($i > max) max = $i } END { print max }
{ count[$1]++ } END { for (k in count) print k, count[k] }
{ c[$1] += $2 } END { for (k in c) printf "%s\t%.2f\n", k, c[k] | "sort" }
{gsub(/foo/, "bar"); print}
{gsub(/[/]/, "_"); print}
{gsub(/\//, "-")}1
{sub(/[^/]*$/, ""); print > "/dev/stderr"}
{sub(/^[ \t]+/, ""); sub(/[ \t]+$/, "")} 1
{n = split($0, a, "/"); print a[n]}
{print substr($0, 1, 10)}
{print toupper($1) tolower($2)}
{print $1 > "/dev/stdout"}
{ printf("%-20s %s\n", $1, $2) }
{ printf "%s\n", $1 > "/dev/stderr"; exit 1 }
BEGIN { print "a" ; print "b" }
BEGIN{print length("x > y | z")}
{print "a > b", "c | d"}
{ print ($1 > $2 ? $1 : $2) }
{ print (a || b) }
{ x = $1 > 3 ? "yes" : "no"; print x }
{ if ($1 > 3 || $2 < 4) { print "x" } else { print "y" } }
{ print $1 || $2 }
function max(a, b) { return a > b ? a : b } { print max($1, $2) }
function f(x) { return x / 2 } { print f($1) / f($2) }
FNR==NR{a[$1]=$2;next} ($1 in a){print $0, a[$1]}
NR==FNR { seen[$1]; next } !($1 in seen)
FILENAME == ARGV[1] { a[$1] = $2; next } { print a[$1] > "/dev/stdout" }
NF
NF > 3
1
{$1=$1};1
{print; getline; print}
/^---/{getline; print}
{ while (match($0, /[0-9]+/)) { print substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) } }
{ a[NR] = $0 } END { for (i = NR; i >= 1; i--) print a[i] }
BEGIN { RS = ""; FS = "\n" } { print $1 " > " $2 }
{ print $1 / $2, $3 / $4 }
{ print a++ / 2; print "/" }
$0 ~ /\/usr\/bin/ { print $2 > "/dev/stderr" }
$1 ~ "a/b" { print "x" | "cat 1>&2" }
# a comment > here | there
{ print "\"" $1 "\"" } # > x
BEGIN { close("x"); fflush(); fflush("y"); print srand() > "/dev/stderr" }
{ print length() > "/dev/stderr" }
/system\(/ { print "found" }
{ print "ü > ö" }
`
	.trim()
	.split("\n");

/** These run a literal command, which is found; everything else of the table is plain use. */
const running: Readonly<Record<string, string>> = { '| "sort"': "sort", '| "cat 1>&2"': "cat 1>&2" };

const everyday: readonly (readonly string[])[] = [
	...plain.map((program) => [program]),
	[
		"BEGIN {\n  x = 1\n}\n{\n  # comment | here\n  if ($1 > x) {\n    print $1,\n      $2\n  }\n}\nEND {\n  print x\n}\n",
	],
	["{ print $1 } \\\nEND { print NR > 3 ? 1 : 2 }".replace("print NR > 3", "print (NR > 3)")],
	["NR > 1 &&\n$2 > 3 { print }"],
	["{ a = 1 }", "END { print (a > 0) }"],
	[""],
];

describe("an awk program of every day is plain use", () => {
	test.each(everyday.map((programs) => [programs.join("\n"), programs] as const))("%s", (text, programs) => {
		const runs = Object.entries(running).flatMap(([part, line]) => (text.includes(part) ? [line] : []));
		expect(readAwk(programs)).toEqual({ ...nothing, runs });
	});
});

describe("files, commands and variables of an awk program are found", () => {
	const found: readonly (readonly [program: string, use: object])[] = [
		['{print > "out"}', { writes: ["out"] }],
		['{print $1, $2 > "out"}', { writes: ["out"] }],
		['{print $1 >> "a/b.txt"; close("a/b.txt")}', { writes: ["a/b.txt"] }],
		['{printf "%s\\n", $1 > "out"}', { writes: ["out"] }],
		['{printf("%s\\n", $1) > "out"}', { writes: ["out"] }],
		['{print ($1 > $2) > "out"}', { writes: ["out"] }],
		['{print(a)(b) >"out"\n}', { writes: ["out"] }],
		['{print a,\n b > "out"}', { writes: ["out"] }],
		['{print a ||\n b > "out"}', { writes: ["out"] }],
		['{print a[x > y] > "out" # here\n}', { writes: ["out"] }],
		['{print /a>b/ > "out"}', { writes: ["out"] }],
		['{print a / b > "out" }\n{print c / d}', { writes: ["out"] }],
		['{print > "/dev/null"}', { writes: ["/dev/null"] }],
		['{ if (x) print > "a"; else print > "b" }', { writes: ["a", "b"] }],
		['BEGIN { while ((getline line < "f") > 0) print line }', { reads: ["f"] }],
		['BEGIN { while (getline line < "f" > 0) n++ }', { reads: ["f"] }],
		['BEGIN { getline < "f"; getline a[1] < "g" }', { reads: ["f", "g"] }],
		['BEGIN { getline x < "-" }', {}],
		["BEGIN { while ((getline line) > 0 && i < 3) i++ }", {}],
		["{ getline; x = y < 3; if (y < 3) { getline x }\n x < 4 }", {}],
		['BEGIN{system("date")}', { runs: ["date"] }],
		['BEGIN{system ( "rm x" )}', { runs: ["rm x"] }],
		['BEGIN{ system("echo \\"a\\"") }', { runs: ['echo "a"'] }],
		['{print; system("")}', {}],
		['{print | "sort -u"}', { runs: ["sort -u"] }],
		['BEGIN{"date" | getline d; print d}', { runs: ["date"] }],
		['BEGIN{while (("ls" | getline f) > 0) print f}', { runs: ["ls"] }],
		['BEGIN{while ("ls" | getline f) print f}', { runs: ["ls"] }],
		['BEGIN{if (x) "ls" | getline f}', { runs: ["ls"] }],
		['{print |& "cat"}', { runs: ["cat"] }],
		['BEGIN{print ENVIRON["HOME"]}', { environment: true }],
		["BEGIN{for (k in ENVIRON) print k}", { environment: true, secrets: true }],
		['BEGIN{"/inet/tcp/0/host/80" |& getline}', { network: true }],
		['BEGIN{print "x" |& "/inet/tcp/0/host/80"}', { network: true }],
		['BEGIN{print "x" > "/inet4/udp/0/host/80"}', { network: true }],
		['BEGIN{getline < "/inet6/tcp/0/host/80"}', { network: true }],
		['/[/"]/ {print > "out"} # "', { writes: ["out"] }],
		['{ x = y /2; print "a/" > "out" }', { writes: ["out"] }],
	];
	test.each(found)("%s", (program, use) => expect(readAwk([program])).toEqual({ ...nothing, ...use }));
});

describe("an awk program that is not certain is unclear", () => {
	const unclear: readonly string[] = [
		"{print > $1}",
		'{print > ""}',
		'{print > $1 ".txt"}',
		'{print > "out" ".txt"}',
		'{print > ("out")}',
		"{print > out}",
		'{print > "a" > "b"}',
		'{print a > b ? "x" : "y"}',
		'{print a ?\n b : c > "out"}',
		'{print > "\\x6fut"}',
		"BEGIN{system(cmd)}",
		'BEGIN{system("a" x)}',
		'BEGIN{system("\\162m x")}',
		"BEGIN{system}",
		"{print | cmd}",
		"{$0 | getline}",
		'{"rm " $1 | getline}',
		'{"a" "b" | getline}',
		'{x "b" | getline}',
		'{x || "b" | getline}',
		'{!"b" | getline}',
		"{while ((getline line < file) > 0) print}",
		'{getline < "a" "b"}',
		'{getline < "a" + 1}',
		'{getline $1 < "a"}',
		'{getline x y < "a"}',
		'{getline x && y < "a"}',
		'{getline x + (y) < "a"}',
		'{getline x < "a" && y < "b"}',
		'{"date" | getline x && y < "a"}',
		'{"date" | getline x < "a"}',
		'@include "x"\n{print}',
		'@load "x"',
		'BEGIN{f = "system"; @f("date")}',
		'@namespace "x"',
		'BEGIN{awk::system("date")}',
		'BEGIN{ARGV[1] = "/etc/passwd"; ARGC = 2}',
		'BEGIN{sub(/a/, "b", ARGV[1])}',
		'BEGIN{split("a b", ARGV)}',
		"BEGIN{ARGV[1]++}",
		"BEGIN{getline ARGV[1]}",
		"BEGIN{for (ARGV[1] in x) break}",
		"BEGIN{delete ARGV}",
		'BEGIN{SYMTAB["x"] = 1}',
		'BEGIN{extension("./x.so", "f")}',
		'BEGIN{ENVIRON["PATH"] = "."; system("ls")}',
		'{print "a\nb" > "out"}',
		'{print "a\\\nb" > "out"}',
		'{print /a\n/ > "out"}',
		'/[]/"]/ {print > "out"} # "',
		'{ if (x) /"/; print > "out" } # "',
		'{ getline /"/; print > "out" } # "',
		'{ length /"/; print > "out" } # "',
		"{print > 'out'}",
		'{print (a > "out"}',
		'{print > "out"',
		'# comment\\\n{print > "out"}',
		`{print ${"(".repeat(60)}a > b${")".repeat(60)}}`,
		'{print > "out"}\r\n',
	];
	test.each(unclear)("%j", (program) => expect(readAwk([program])).toMatchObject({ kind: "unclear" }));
});

describe("what an awk really does, its reader said", () => {
	let place: Place;
	beforeAll(() => {
		place = makePlace();
	});
	afterAll(() => removePlace(place));
	const seed = Number(process.env.LAWS_SEED ?? 20261121);
	const factor = Number(process.env.LAWS_RUNS ?? 1);
	const programs = [
		...installed(["mawk", "gawk", "original-awk"]).map((path) => [path]),
		...installed(["busybox"]).map((path) => [path, "awk"]),
	];
	const piece = fc.constantFrom(
		...String.raw`{ } ( ) [ ] ; ; , / / / " \ # $ ! ~ > >> < | || && & + - ++ -- = == ? : % ^ x $1 NF 1 2.5 print print printf getline system if( while( else in length return next exit BEGIN END function in /= /[/]/ /[]/]/ /[[:alpha:]/]/ /a/ /"/ /[/"]/ "a" "/" "\"" "out" >"out" >>"out" |"touch§marker" |getline "touch§marker"|getline system("touch§marker") getline<"secret" (getline§x<"secret") ENVIRON["CANARY"] print§ENVIRON["CANARY"] ARGV[1]="secret" print§1 print§x>"out" {print>"out"} (1>2) x/1 x++/ x[1]/ #" /*/ /\// /x/,/y/ "/x" in length`
			.split(" ")
			.map((text) => text.replaceAll("§", " ")),
		"\n",
		"\n",
		"\\\n",
		" ",
		" ",
	);
	const body = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(""));
	/** A body by itself is seldom a program. */
	const program = fc.oneof(
		body,
		body.map((text) => `{${text}}`),
		body.map((text) => `{${text}} # "`),
		body.map((text) => `BEGIN{${text}} # /`),
		body.map((text) => `{x = ${text}}`),
		body.map((text) => `{print ${text}}`),
		fc.tuple(body, body).map(([first, second]) => `{${first}}\n{${second}}`),
	);

	test.each(programs.map((argv) => [argv.join(" "), argv] as const))(
		"%s",
		(_, argv) => {
			fc.assert(
				fc.property(program, (text) => {
					// A string that begins with `/` could name something outside of the folder.
					fc.pre(!/"\s*\\?\//.test(text));
					const use = readAwk([text]);
					fc.pre(use.kind === "read");
					const seen = runReally(place, [...argv, text, "in"]);
					expect({ text, use, seen, covered: covers(use, seen) }).toMatchObject({ covered: true });
				}),
				{ numRuns: Math.ceil(100 * factor), seed, maxSkipsPerRun: 1000 },
			);
		},
		60_000 * Math.max(1, factor),
	);
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readJq } from "../../../../src/engine/effects/languages/read-jq.js";
import { covers, installed, makePlace, nothing, type Place, removePlace, runReally } from "./run-really.js";

const plain = String.raw`
.
.a
.a.b.c
.[0]
.[]
.a[]
.a[1:3]
.[-1:]
.a?
.["a b"]
."a b".c
.a // "default"
keys
keys[]
length
type
.scripts | keys[]
.dependencies | to_entries[] | "\(.key)@\(.value)"
.[] | select(.x > 3)
.[] | select(.name == "foo") | .id
.[] | select(.name | test("^a.*b$"; "i"))
[.[] | {name, id: .id, n: (.items | length)}]
map(.a)
map(select(.a != null)) | length
map(.a + .b) | add
group_by(.k) | map({k: .[0].k, n: length})
sort_by(.a) | reverse | .[0:5]
unique_by(.a)
to_entries | map("\(.key)=\(.value)") | .[]
with_entries(.value += 1)
del(.a, .b)
.a = 1
.a |= . + 1
.version = "1.2.3" | .b["c"] = 2
paths | join(".")
[paths(scalars)] | length
.. | .a? // empty
.a as $x | .b as [$y, $z] | $x + $y
. as {a: $x, b: [$y]} | $x * $y / 2
reduce .[] as $x (0; . + $x)
foreach .[] as $x (0; . + $x; [$x, .])
if .a then "x" elif .b then "y" else "z" end
try error("x") catch .
def f(x): x * 2; map(f(.))
[limit(3; .[])]
first(.[] | select(.a))
input
[inputs | .a]
reduce inputs as $x ([]; . + [$x])
input_filename
input_line_number
$__loc__
@base64
@base64d
@sh "echo \(.a)"
@csv
@tsv "\([.a, .b])"
@json "x\(.)"
tostring | ascii_downcase | ltrimstr("a") | rtrimstr("b")
split(",") | map(tonumber)
gsub("\\s+"; " ")
capture("(?<y>\\d{4})")
now | todate
getpath(["env", "PATH"])
.env
.env.PATH
.a.env[0]
.a?.env
.["env"]
."env"
..|.env?
.[].env | .import
{env}
{env: 1}
{a: 1, env, import}
{env: .env, b: {env: [.a, .env]}}
{"env": 1, "$ENV": "env"}
"env" | . == "$ENV"
. as {env: $e} | $e
{a: (1, 2), env}
{a: if .b then 1, 2 else 3 end, env}
{a: [.x, {env}], env: "\(.env)"}
{a: reduce .[] as $env (0; .), env: 1}
$env | .environment
.services[].environment
.containers[] | {name, env: [.env[]? | .name]}
# env
.a # $ENV
.included | .importance
halt_error
debug | stderr
ltrimstr("env")
env_of(.a)
.env as $env | $env[0]
`
	.trim()
	.split("\n");

describe("a jq program of every day is plain use", () => {
	test.each([...plain, "", "# env\n.a\n| .b", '{\n  env: 1, # env\n  "b": 2\n}'])("%s", (program) => {
		expect(readJq(program)).toEqual(nothing);
	});
});

describe("a jq program that looks at the environment says so", () => {
	test.each([
		"env",
		"env.PATH",
		"$ENV",
		"$ENV.PATH",
		".a | env",
		"[env]",
		"(env)",
		"env|keys",
		"{a: env}",
		"{a: 1, b: env}",
		"{a: 1 | env}",
		"{$ENV}",
		"{a, $ENV}",
		"{(env.A): 1}",
		"{a: . as $x | 1, env}",
		"{a: if env then 1 else 2 end}",
		"{a: if 1, env then 1 else 2 end}",
		'{"\\(env)": 1}',
		'"\\(env.PATH)"',
		'"a\\("b\\($ENV)")"',
		'@sh "\\(env)"',
		".[env:2]",
		".[env]",
		"1.env",
		". env",
		"..env",
		".a|=env",
		"-env",
		"env?",
		". as $x | env",
		"def f: env; f",
		"reduce env as $x (0; 1)",
		"# a\nenv",
		'"#" , env',
		"path(env)",
		"{a: {env}, b: [env]}",
	])("%s", (program) => {
		// One variable that is called as no secret is.
		const isPlain = /env\.(?:PATH|A)\b/i.test(program);
		expect(readJq(program)).toEqual({ ...nothing, environment: true, ...(isPlain ? {} : { secrets: true }) });
	});
});

describe("a jq program that is not certain is unclear", () => {
	test.each([
		'import "a" as a; .',
		'include "a"; .',
		'"a" | modulemeta',
		"a::b",
		"$ ENV",
		"$\n#\nENV",
		'"env',
		'"\\(env',
		"(env",
		"{env]",
		"if env then 1",
		"# a\\\nenv",
		"env\r\n",
		"env & 1",
		`${"[".repeat(60)}env${"]".repeat(60)}`,
	])("%j", (program) => expect(readJq(program)).toMatchObject({ kind: "unclear" }));
});

describe("what jq really reads, its reader said", () => {
	let place: Place;
	beforeAll(() => {
		place = makePlace();
	});
	afterAll(() => removePlace(place));
	const seed = Number(process.env.LAWS_SEED ?? 20261121);
	const factor = Number(process.env.LAWS_RUNS ?? 1);
	const piece = fc.constantFrom(
		...String.raw`env env env $ENV $ENV .env .a . .. | , : ; ? { } [ ] ( ) "env" "a" "\( )" "\(env)" # 1 1. + - // == {env} {env: {a: {$ENV} {$ENV: {(env): [env [env: if§ §then§ §else§ §end §as§$x| def§f: ;f reduce§ . as$ENV| @sh @json"\( .[ .["env"] ."env" $x $__loc__ import not select( map( try§ §catch§ {if: .if`
			.split(" ")
			.map((text) => text.replaceAll("§", " ")),
		" ",
		"\n",
		"\\\n",
	);
	const body = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
	const program = fc.oneof(
		body,
		body.map((text) => `{${text}}`),
		body.map((text) => `{a:${text}}`),
		body.map((text) => `{a:${text},env}`),
		body.map((text) => `[${text}]`),
		body.map((text) => `"\\(${text})"`),
		fc.tuple(body, body).map(([first, second]) => `{a:${first},b:${second}}`),
		fc.tuple(body, body).map(([first, second]) => `if ${first} then ${second} else 1 end`),
	);
	test.each(installed(["jq", "gojq", "jaq"]))(
		"%s",
		(path) => {
			fc.assert(
				fc.property(program, (text) => {
					const use = readJq(text);
					fc.pre(use.kind === "read" && use.environment !== true);
					const seen = runReally(place, [path, "-n", text]);
					expect({ text, use, seen, covered: covers(use, seen) }).toMatchObject({ covered: true });
				}),
				{ numRuns: Math.ceil(100 * factor), seed, maxSkipsPerRun: 1000 },
			);
		},
		60_000 * Math.max(1, factor),
	);
});

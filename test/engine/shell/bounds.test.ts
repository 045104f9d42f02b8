/** Scripts that are made to be slow: of every shape the longest that is looked at. */
import { describe, expect, test } from "@jest/globals";
import { unwrap } from "../../../src/engine/effects/commands.js";
import { longestScript, readScript } from "../../../src/engine/request/read-script.js";

const facts = { programs: new Map(), trust: ["/usr/bin", "/bin"] };

/** What is repeated, and what stands before and behind. */
type Shape = readonly [name: string, unit: string, before?: string, after?: string];

const shapes: readonly Shape[] = [
	["subshells", "("],
	["subshells with blanks", "( "],
	["groups", "{ "],
	["substitutions", "$("],
	["substitutions of echo", "echo $("],
	["quoted substitutions", '"$('],
	["arithmetic", "$(("],
	["old arithmetic", "$["],
	["arithmetic commands", "(("],
	["arithmetic in arithmetic", "$((1+", "echo "],
	["expansions", "${"],
	["defaults", `\${x:-`, "echo "],
	["quoted defaults", `"\${x:-`, "echo "],
	["subscripts", "a[", "", "=1"],
	["subscripts in expansions", `\${a[`, "echo "],
	["backticks", "`"],
	["escaped backticks", "\\`", "echo `"],
	["backslashes", "\\"],
	["double quotes", '"'],
	["single quotes", "'"],
	["quotes of both kinds", "\"'"],
	["ansi quotes", "$'", "echo "],
	["words in ansi quotes", "$'\\x41' ", "echo "],
	["translated quotes", '$"', "echo "],
	["an open single quote", "a b ", "echo '"],
	["an open double quote", "a b ", 'echo "'],
	["braces", "{", "echo "],
	["brace lists in a row", "{a,b}", "echo "],
	["brace lists inside each other", "{a,", "echo "],
	["braces that close", "}", "echo "],
	["commas", ",", "echo {", "}"],
	["brace ranges", "{1..9}", "echo "],
	["great ranges", "{1..999999999}", "echo "],
	["here-documents on one line", "<<E ", "cat "],
	["here-documents one after the other", "cat <<E\nE\n"],
	["a here-document without end", "x\n", "cat <<E\n"],
	["here-documents in substitutions", "$(cat <<E\n", "echo "],
	["a here-document of substitutions", "$(x) ", "cat <<E\n", "\nE"],
	["here-strings", "<<<", "cat "],
	["less than", "<", "cat "],
	["greater than", ">", "cat "],
	["redirections", ">f ", "cat "],
	["process substitutions", "<(", "cat "],
	["semicolons", ";"],
	["commands", "a;"],
	["ampersands", "a&"],
	["pipes", "a|"],
	["ands", "a&&"],
	["lines", "a\n"],
	["empty lines", "\n", "a"],
	["comments", "#\n"],
	["one comment", "#", "a "],
	["continuations", "\\\n", "a"],
	["blanks", " ", "a"],
	["exclamation marks", "! "],
	["time", "time "],
	["if", "if "],
	["if and then", "if a; then "],
	["while", "while a; do "],
	["for", "for x in a; do "],
	["c-style for", "for ((;;)) { "],
	["case", "case x in x) "],
	["case clauses", "x) a;; ", "case x in ", "esac"],
	["patterns", "x|", "case x in ", "x) a;; esac"],
	["conditions", "[[ "],
	["brackets in conditions", "( ", "[[ "],
	["nots in conditions", "! ", "[[ ", "a ]]"],
	["ands in conditions", "a && ", "[[ ", "a ]]"],
	["extended patterns", "@(", "[[ a == "],
	["extended patterns in words", "@(a|", "echo "],
	["functions", "f() { "],
	["functions in a row", "f() { a; }\n"],
	["assignments", "a=1 "],
	["arrays", "a=("],
	["array elements", "a ", "a=(", ")"],
	["variables", "$x", "echo "],
	["dollars", "$", "echo "],
	["tildes", "~ ", "echo "],
	["globs", "*", "echo "],
	["bracket globs", "[", "echo "],
	["eval in eval", "eval "],
	["eval of quotes", "eval '"],
	["env in env", "env "],
	["wrappers", "nice xargs timeout 1 "],
	["bash -c", "bash -c '"],
	["find -exec", "-exec a {} + ", "find . "],
	["traps", "trap 'a b' EXIT\n"],
	["aliases", "alias a=b\n"],
	["coproc", "coproc "],
	["select", "select x in a; do "],
	["closing brackets", ")"],
	["a long word", "a"],
	["long words", "a ", "echo "],
	["characters beyond the first plane", "\u{1f600}", "echo "],
	["surrogates without their other half", "\ud83d", "echo "],
	["combining marks", "a\u0301", "echo "],
];

/** In milliseconds; machines that test are slow. */
const bound = 1000;

describe("the longest scripts", () => {
	const times: (readonly [number, string])[] = [];

	test.each(shapes)("of %s are answered in time", (name, unit, before = "", after = "") => {
		const room = longestScript - before.length - after.length;
		const long = (length: number) => before + unit.repeat(Math.floor(length / unit.length)) + after;
		// Closed again, where it is something that opens; a fraction of the length, which bounds on nesting may let through.
		const closed = (times: number) =>
			[before, unit.repeat(times), "x", (closing.get(unit) ?? "").repeat(times), after].join("");
		for (const script of [long(room), long(room / 16), closed(10), closed(60), closed(1000)]) {
			const { time, answer } = timeOf(script);
			times.push([time, `${name}, ${script.length} characters: ${answer}`]);
			// A machine that does much else may be slow once.
			expect(time < bound || time > 5 * bound ? time : timeOf(script).time).toBeLessThan(bound);
		}
	});

	test("are the slowest of all that are tried here", () => {
		const slowest = [...times].sort(([one], [other]) => other - one).slice(0, 5);
		process.stdout.write(`${slowest.map(([time, name]) => `${time.toFixed(0)} ms: ${name}`).join("\n")}\n`);
		expect(times.length).toBeGreaterThan(shapes.length);
	});

	test("are not looked at beyond the bound", () => {
		expect(readScript("a".repeat(longestScript + 1))).toMatchObject({ kind: "opaque" });
	});
});

function timeOf(script: string): { readonly time: number; readonly answer: string } {
	const before = process.cpuUsage();
	const reading = readScript(script);
	if (reading.kind === "understood") for (const command of reading.commands) unwrap(command, facts);
	const { user, system } = process.cpuUsage(before);
	return { time: (user + system) / 1000, answer: reading.kind === "opaque" ? reading.why : "understood" };
}

/** What closes what is repeated, once each. */
const closing: ReadonlyMap<string, string> = new Map([
	["(", ")"],
	["( ", " )"],
	["{ ", "; }"],
	["$(", ")"],
	["echo $(", ")"],
	['"$(', ')"'],
	["$((", "))"],
	["$((1+", "))"],
	["$[", "]"],
	["((", "))"],
	["${", "}"],
	[`\${x:-`, "}"],
	[`"\${x:-`, '}"'],
	["a[", "]"],
	[`\${a[`, "]}"],
	["{a,", "}"],
	["<(", ")"],
	["if a; then ", "; fi"],
	["while a; do ", "; done"],
	["for x in a; do ", "; done"],
	["for ((;;)) { ", "; }"],
	["select x in a; do ", "; done"],
	["case x in x) ", ";; esac"],
	["f() { ", "; }"],
	["@(", ")"],
	["@(a|", ")"],
	["a=(", ")"],
	["$(cat <<E\n", "\nE\n)"],
]);

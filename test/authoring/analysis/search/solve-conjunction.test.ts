/** What commands a question is answered with, and when it is certain that there is none: each line is a class of commands that is easily forgotten. */
import { describe, expect, test } from "@jest/globals";
import { agentModelOf } from "../../../../src/authoring/analysis/agent-model.js";
import { difference } from "../../../../src/authoring/analysis/changes/difference.js";
import { prove } from "../../../../src/authoring/analysis/prove.js";
import { regionsOf } from "../../../../src/authoring/analysis/regions.js";
import { witnessCommandLine, witnessManner } from "../../../../src/authoring/analysis/witness.js";
import { withoutEngineRules } from "../../../../src/engine/decide/compile-for-questions.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Claim } from "../../../../src/language/policy/policy.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { ground } from "../fuzz/ground.js";

function read(
	policy: string,
	after = "",
): { readonly tree: Tree; readonly stated: Tree; readonly claims: readonly Claim[] } {
	const text = `agent default {\n${policy.replaceAll("; ", "\n")}\n}\n${after}\n`;
	const { policy: rules, tree, diagnostics } = loadText("fill.rules", text, { cwd: "/nowhere" });
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return { tree, stated: withoutEngineRules(rules, tree), claims: rules.claims };
}

/** `proved`, `not-settled`, or the command that breaks it. What every policy denies is left out: it breaks most promises, and these are about the search. */
function answer(policy: string, claim: string): string {
	const { stated, claims } = read(policy, claim);
	const proof = prove(stated, "default", claims[0] as Claim, ground);
	if (proof.kind !== "broken") return proof.kind;
	const manner = witnessManner(proof.sample);
	return witnessCommandLine(proof.sample) + (manner === "" ? "" : ` (${manner})`);
}

/** What changes, `SAMPLE: before -> after`. */
function changes(before: string, after: string, taught: readonly [string, string] = ["", ""]): readonly string[] {
	const told = difference(read(before, taught[0]).tree, read(after, taught[1]).tree, ground);
	return [
		...told.changes.map((one) => `${witnessCommandLine(one.sample)}: ${one.before.effect} -> ${one.after.effect}`),
		...told.unsettled.map(({ program }) => `not settled: ${program}`),
	];
}

describe("a command is found", () => {
	test.each([
		["behind `--`, where a word looks like an option", "allow rm", "never allow rm /-x/", "rm -- -x"],
		["so, too, of a program that nobody knows", "allow foo granting everything", "never allow foo /-x/", "foo -- -x"],
		["with an empty word", "allow rm; deny rm *?", "never allow rm *", "rm ''"],
		[
			"with a value glued to a flag, where that is taken out of a denial",
			"allow docker run granting everything; deny docker run --privileged except docker run --privileged=true",
			"never allow docker run --privileged",
			"docker run --privileged=true",
		],
		[
			"so, too, where the flag is meant by its letter",
			"allow grep; deny grep -n except grep --line-number=true",
			"never allow grep -n",
			"grep --line-number=true",
		],
		[
			"with a path that is written in another way",
			"allow cat; deny cat /*; deny cat ../*",
			"never allow cat touching /etc",
			"cat ./../etc",
		],
		["in another folder", "allow exactly rm x", "never allow rm touching **/.git", "rm x (in /workspace/.git)"],
		[
			"by an alias",
			"allow npm granting everything; deny npm install x; deny exactly npm install",
			"never allow npm i",
			"npm i a",
		],
		[
			"with a subcommand that no table lists",
			"allow docker granting everything; deny docker container run",
			"never allow docker container r*",
			"docker container rename",
		],
		[
			"with an option that no table lists, where nothing is taken for its value",
			"allow aws granting everything; deny aws touching /workspace/put-parameter",
			"never allow aws ssm put-parameter --name",
			"aws ssm put-parameter --name (in /x)",
		],
		[
			"with a path as the value of the only option that may be given, of a program that nobody knows",
			"allow foo only --out granting everything; deny foo *",
			"never allow foo touching /etc",
			"foo --out=/etc",
		],
		[
			"with any option that informs",
			"allow gunzip granting everything; deny gunzip using write; deny gunzip --help",
			"never allow gunzip",
			"gunzip -V",
		],
		[
			"with an option that makes something else of the operands",
			"allow shuf granting everything; deny shuf touching /workspace/a",
			"never allow shuf a",
			"shuf -e a",
		],
		[
			"with an option that no table lists and that may do anything",
			"allow 7z * -q",
			"never allow 7z using privilege",
			"7z a -q",
		],
		[
			"as a line for a shell",
			"allow ksh granting everything; allow ls; deny ksh true",
			"never allow ksh -c",
			"ksh -c ls",
		],
		["that an option runs", "allow find, ls", "never allow find -exec", "find -exec find ';'"],
		["with a redirection", "allow ls granting write; syntax redirects", "never allow ls using write", "ls > x"],
		["forced", "nudge ls use files", "never allow ls", "ls (forced)"],
		[
			"that runs what can't be seen, where another only may",
			"default allow; unreadable ask",
			"never ask curl",
			"curl -K x",
		],
		["by the path of a program that is called like a call", "allow ./**", "never allow file.read", "./file.read"],
		["by a call, where calls are decided", "govern all; allow mcp.a.*", "never allow mcp.a.b", "mcp.a.b"],
		["by the path of its program", "allow ./scripts/*.sh", "never allow ./scripts/[a-d]*.sh", "scripts/a.sh"],
	])("%s: %s; %s", (_, policy, claim, command) => {
		expect(answer(policy, claim)).toBe(command);
	});
});

test("a region has a command whose only option is the path", () => {
	const { stated, claims } = read("constrain foo to sub; nudge foo use bar", "never deny exactly foo --out");
	const { regions, unsettled } = regionsOf(agentModelOf(stated, "default", ground), "deny", claims[0]?.test);
	expect(regions.map(({ sample }) => witnessCommandLine(sample))).toEqual(["foo --out=x"]);
	expect(unsettled).toEqual([]);
});

describe("inside of another a command is found", () => {
	test.each([
		["with the words that let it through", "allow xargs, grep x", "never allow xargs grep", "xargs grep x"],
		["with the option that does", "allow nice, ls -l", "never allow nice ls", "nice ls -l"],
		["behind what stands before it", "allow timeout, git log", "never allow timeout * git", "timeout x git log"],
		["though another word is its name", "allow env, ls", "never allow env * rm", "env ls rm"],
		["that is asked about", "ask env; allow rm -r granting everything", "never ask env rm", "env rm -r"],
		[
			"in one subcommand and not in another",
			"allow podman granting everything",
			"never allow podman * a b",
			"podman ps a b",
		],
		["that a promise forgot", "allow docker granting everything; deny rm", "always allow docker", "docker run x foo"],
		["in a line", "allow dash, ls", "never deny dash", "dash -c foo"],
		["that a runner's package is", "allow npx tsc", "never allow tsc", "npx tsc"],
		["in code", "allow awk granting everything", "always allow awk", `awk 'BEGIN{system("foo")}'`],
		["by an option", "default allow; deny rm; unreadable ask", "never deny find", "find -exec rm ';'"],
	])("%s: %s; %s", (_, policy, claim, command) => {
		expect(answer(policy, claim)).toBe(command);
	});

	test.each([
		["allow xargs, grep x", "never allow xargs rm"],
		["allow timeout, git log", "never allow timeout * git push"],
		["allow env, ls", "never allow env rm"],
		["allow ./**; deny rm", "never allow xargs rm"],
		["allow ./**; deny rm", "never allow nohup bash"],
		["allow xargs, ls", "always allow xargs ls"],
	])("none is: %s; %s", (policy, claim) => {
		expect(answer(policy, claim)).toBe("proved");
	});
});

describe("there is certainly none", () => {
	test.each([
		["where no table knows a way to use a power", 'nudge wc "-r" using write', "never allow wc touching /tmp"],
		["where what no table lists is granted nothing", "allow head", "always deny head * using persistence"],
		["where a path alone uses no power", "ask textutil * touching /", "always ask textutil * touching /tmp"],
		["where code may write in its plain use", "allow foo; syntax redirects", "always allow foo"],
		["where paths are outside of what is granted", "allow rm within .", "never allow rm touching /etc"],
	])("%s: %s; %s", (_, policy, claim) => {
		expect(answer(policy, claim)).toBe("proved");
	});

	test("of a name that nobody knows, and that is said", () => {
		const noteOf = (policy: string, claim: string) => {
			const { tree, claims } = read(policy, claim);
			return prove(tree, "default", claims[0] as Claim, ground);
		};
		expect(noteOf("allow git", "never allow gti")).toEqual({
			kind: "proved",
			note: "no rule names a program `gti`, and no table lists it",
		});
		expect(noteOf("allow git", "never allow git --froce")).toEqual({
			kind: "proved",
			note: "no rule names an option `--froce` of `git`, and no table lists it",
		});
		expect(noteOf("deny gti", "never allow gti")).toEqual({ kind: "proved" });
		expect(noteOf("allow git; deny git -f", "never allow git -f, rm -rf")).toEqual({ kind: "proved" });
	});
});

describe("between two policies", () => {
	test("that list options, one is found that only one of them lists", () => {
		expect(changes("allow foo only --a", "allow foo only --a, --b")).toEqual(["foo --b: deny -> allow"]);
	});

	test("that teach a program differently, what is a path for one of them only", () => {
		expect(
			changes("allow deploy within .", "allow deploy within .", [
				"program deploy can read {\n}",
				"program deploy can read {\noption -q VALUE\n}",
			]),
		).toEqual(expect.arrayContaining(["deploy -q /: deny -> allow"]));
	});

	test("nothing differs where a grant more grants nothing", () => {
		expect(changes("ask lua", "ask lua; allow lua granting everything")).toEqual([]);
		expect(
			changes("allow ls within .; deny ls *", "allow ls within .; deny ls *; deny ls -a touching **/.env"),
		).toEqual([]);
	});
});

/** Policies about which something was once said wrongly, or would be if one rule of the search were another: asked again, all questions. */
import { expect, test } from "@jest/globals";
import { claimFaults } from "./fuzz/faults/claim-faults.js";
import { differenceFaults } from "./fuzz/faults/difference-faults.js";
import { emptyTally, type Fault } from "./fuzz/faults/fault.js";
import { livenessFaults } from "./fuzz/faults/liveness-faults.js";
import { regionFaults } from "./fuzz/faults/region-faults.js";
import { type Loaded, loadedText } from "./fuzz/small-policies.js";

interface Once {
	readonly title: string;
	readonly names: readonly string[];
	readonly rules: string;
	readonly child?: string;
	readonly claims?: string;
	/** The rules, and those of the child, of another policy. */
	readonly after?: readonly [rules: string, child?: string];
	/** What all of them inherit besides: a group, which the child extends a second time. */
	readonly shared?: readonly [before: string, after: string];
}

const cases: readonly Once[] = [
	{
		title: "what only informs talks to nobody",
		names: ["tool"],
		rules: "allow tool --run at b.example:443 id r3",
	},
	{
		title: "a value that is glued is no option that a list leaves out",
		names: ["lang"],
		claims: "never deny exactly lang -i with -ia",
		rules: "",
	},
	{
		title: "what is taken out of a restriction is a folder to ask from",
		names: ["mover", "tool"],
		claims: "never allow exactly mover a without -t; never allow tool",
		rules: "default allow; deny mover, tool touching /, !sub id r4",
	},
	{
		title: "a changed default is told apart from what a rule raises behind it",
		names: ["foo"],
		rules: "ask foo * id r6",
		after: ["default allow; ask foo * id r6"],
	},
	{
		title: "a path may have to be named from another folder to lie inside",
		names: ["foo", "conf"],
		claims: "never allow exactly foo a* using code; never allow conf a a",
		rules: "default allow; constrain writes of foo to sub id r1; allow foo a* within /etc id r2",
		child: "constrain reads of conf to /etc/p, /etc id r3; deny conf a a* id r4",
	},
	{
		title: "a program of a folder that is not trusted may be what a default lets through",
		names: ["tool"],
		claims: "never allow exactly tool --run; never allow tool using code",
		rules: "default allow",
	},
	{
		title: "a rule that grants everything hides no change of what others raise",
		names: ["mover"],
		rules: "ask exactly mover /a|x/ id r1; allow * id r2",
		after: ["ask exactly mover /a|x/ id r1; allow * id r2; override nudge mover id r3"],
	},
	{
		title: "a change in doubt hides none behind it",
		names: ["seek", "vcs"],
		rules: "ask /usr/bin/* id r1",
		after: ["default allow; ask /usr/bin/* id r1"],
	},
	{
		title: "what is decided by a rule is no region of the default",
		names: ["foo"],
		rules: "default allow; deny foo id r1",
	},
	{
		title: "a new grant lets through what is run unseen",
		names: ["tool"],
		rules: "",
		child: "default allow",
		after: ["allow tool a* granting everything id r1", "default allow"],
	},
	{
		title: "one more operand escapes a pattern that is exact, where every option is denied",
		names: ["seek", "conf"],
		claims: "never allow seek *; never allow conf a",
		rules:
			"allow seek id r1; deny exactly seek * id r2; deny seek with -name, -delete, -fprint id r3; allow conf granting everything id r4; deny exactly conf a id r5; deny conf with -l, -c, --color id r6",
	},
	{
		title: "an alias is a way to type a subcommand",
		names: ["vcs"],
		claims: "never allow vcs push; never allow vcs pu; never allow vcs",
		rules: "allow vcs pu granting everything id r1; allow vcs p?sh id r2; deny exactly vcs p?sh id r3",
	},
	{
		title: "an option of the program brings its power to every subcommand",
		names: ["vcs"],
		claims: "never allow vcs push using persistence; never allow vcs status using persistence",
		rules: "allow vcs push granting persistence id r1; allow vcs status id r2",
	},
	{
		title: "an operand beyond the first brings a power",
		names: ["conf"],
		claims: "never allow conf using persistence; never allow exactly conf * using persistence",
		rules: "allow conf granting persistence id r1; deny conf using persistence except conf * a id r2",
	},
	{
		title: "every path of a command is looked at, and none where there need be none",
		names: ["tool", "mover"],
		claims: "never allow tool *; never allow mover * *; always deny mover * *",
		rules:
			"allow tool, mover id r1; deny tool touching . id r2; constrain reads of mover to sub id r3; constrain writes of mover to /etc id r4",
	},
	{
		title: "what follows from one list of options does not from another",
		names: ["tool", "foo"],
		claims: "never allow tool -r -o; never allow tool -r; never deny tool --help",
		rules:
			"allow tool only -r, --help id r1; allow tool only -r, -o granting write id r2; deny tool without -r, --help id r3",
	},
	{
		title: "a rule that is inherited by two ways is carved on one of them, and decides by the other",
		names: ["mover"],
		shared: ["deny mover id r1; nudge mover id r2; nudge mover id r3", "nudge mover id r2; nudge mover id r3"],
		rules: "override ask mover id r5",
		after: ["override ask mover id r5"],
	},
	{
		title: "a program that nobody knows is feared to do what its options and verbs say",
		names: ["foo"],
		claims: "always allow foo delete; never deny foo -o; always allow exactly foo",
		rules: "allow foo id r1; deny foo using delete, write id r2",
		after: ["allow foo id r1"],
	},
	{
		title: "what decides only perhaps covers no rule",
		names: ["foo"],
		shared: ["allow foo id r1; allow * id r2", "allow foo id r1; allow * id r2"],
		rules: "override allow foo with -o id r5",
		after: ["override allow foo with -o id r5"],
	},
	{
		title: "an option of a program that nobody knows may be what another word says, with no path in it",
		names: ["foo"],
		shared: ["allow foo id r5", "allow foo id r5"],
		rules: "override nudge exactly foo --out=/[ax]/ id r7",
		child: "allow foo id r8; constrain foo to sub, !sub id r10",
	},
	{
		title: "a program in the workspace is none of another folder, by any name",
		names: ["taught"],
		rules: "deny exactly ./* ** -q --target, taught id r2",
		child: 'ask exactly ./* "a" -q --target, taught within /etc id r6',
	},
	{
		title: "an option that may be another one is denied by default where two grants hang on it",
		names: ["foo"],
		claims: "never deny foo -o only -o",
		rules: "self writable; allow * id r3",
		child: "self writable; override allow foo except foo --out=a id r4",
		after: ["self writable; allow * id r3", "self writable"],
	},
	{
		title: "words that only look as if they fitted hide no longer ones",
		names: ["mover"],
		claims: "never deny mover sub/*",
		rules: "default allow; constrain reads of mover to sub, /, !/etc id r1",
	},
	{
		title: "a pattern for names holds back programs that no rule names",
		names: ["tool"],
		rules: "ask t* id r3",
		child: "nudge /fo.|tool/ id r6",
	},
	{
		title: "a call has no redirections",
		names: ["mcp.a.b"],
		rules: "syntax redirects",
		child: "govern mcp; constrain exactly mcp.a.b to . id r5",
	},
	{
		title: "a program that is called like a call which nobody decides is spoken of by its path",
		names: ["mcp.a.b"],
		claims: "never allow mcp.a.b; always deny exactly mcp.a.b",
		rules: "deny mcp.a.b id r1; allow * except mcp.a.b id r2",
		child: "govern mcp; constrain mcp.a.b to /etc/p id r3",
	},
	{
		title: "a folder that only one policy trusts has programs that only one grants",
		names: ["vcs"],
		rules: "trust /opt/tools; nudge exactly vcs id r4",
		after: ["nudge exactly vcs id r4"],
	},
	{
		title: "a region in doubt is asked for without force",
		names: ["mcp.a.b"],
		rules: "ask mcp.a.b --k except mcp.a.b --k=/[ax]/ --k id r2",
		child: "govern all; default allow; nudge mcp.a.b id r4",
	},
	{
		title: "a rule decides where another fears what may lie in a folder, and nothing does",
		names: ["file.move"],
		rules: "nudge file.move touching **/b id r2",
		shared: ["nudge file.move id r1", "nudge file.move id r1"],
		child: "govern all; override allow exactly file.move id r3",
	},
];

function read({
	rules,
	child = "",
	claims = "",
	group,
}: Pick<Once, "rules" | "child" | "claims"> & { readonly group?: string }): Loaded {
	const lines = (text: string): string[] => text.split("; ").filter((line) => line !== "");
	return loadedText(
		[
			...lines(claims),
			...(group === undefined ? [] : ["group shared {", ...lines(group), "}"]),
			group === undefined ? "agent default {" : "agent default extends shared {",
			...lines(rules),
			"}",
			group === undefined ? "agent child extends default {" : "agent child extends default, shared {",
			...lines(child),
			"}",
			"",
		].join("\n"),
	);
}

test.each(cases.map((one) => [one.title, one] as const))("%s", (_, once) => {
	const { names, after, shared } = once;
	const engine = read({ ...once, ...(shared === undefined ? {} : { group: shared[0] }) });
	const tally = emptyTally();
	const faults: readonly Fault[] = [
		...claimFaults(names, engine, tally),
		...livenessFaults(names, engine, tally),
		...regionFaults(names, engine, tally),
		...(after === undefined
			? []
			: differenceFaults(
					names,
					engine,
					read({
						rules: after[0],
						...(after[1] ? { child: after[1] } : {}),
						...(shared === undefined ? {} : { group: shared[1] }),
					}),
					tally,
				)),
	];
	expect(faults.filter(({ kind }) => kind === "wrong").map(({ text }) => text)).toEqual([]);
	expect(tally.open).toBe(0);
});

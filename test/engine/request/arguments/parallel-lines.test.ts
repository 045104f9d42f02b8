/** What `parallel` hands to a shell is read where its inputs stand in the command; else nobody knows it. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const { tree } = loadText("p.rules", "default allow\nsyntax pipes, sequences, variables\ndeny rm\n", {
	cwd: "/nowhere",
});
if (tree === undefined) throw new Error("there is no tree");
const world = { workspace: "/w", home: "/h", linkAt: () => "none" as const, entriesOf: () => [] };

function commandsOf(script: string): readonly string[] {
	const { commands } = decide(tree as NonNullable<typeof tree>, { script }, world);
	return commands.slice(1).map(({ argv }) => argv.map((word) => word ?? "?").join(" "));
}

describe("inputs behind `:::`", () => {
	test.each<readonly [string, readonly string[]]>([
		["parallel echo ::: a b", ["echo a", "echo b"]],
		["parallel echo {} x ::: a", ["echo a x"]],
		["parallel -j2 --bar echo {2}{1} ::: a ::: b c", ["echo ba", "echo ca"]],
		["parallel ::: 'echo a' true", ["echo a", "true"]],
		["parallel 'echo x; echo' ::: a", ["echo x", "echo a"]],
		["parallel echo ::: 'a b' '$(rm x)'", ["echo a b", "echo $(rm x)"]],
	])("%s", (script, commands) => expect(commandsOf(script)).toEqual(commands));
});

describe("the line can't be known", () => {
	test.each([
		"parallel echo",
		"ls | parallel rm",
		"parallel -a list echo ::: a",
		"parallel echo :::: list",
		"parallel echo ::: a :::+ b",
		"parallel echo {.} ::: a.c",
		"parallel 'echo {= $_ =}' ::: a",
		"parallel \"echo '{}'\" ::: a",
		"parallel echo {} ::: a ::: b",
		"parallel echo {3} ::: a",
		"parallel -I % echo % ::: a",
		"parallel --pipe echo ::: a",
		"parallel --strange echo ::: a",
		"parallel echo -- a ::: b",
		"parallel echo ::: $x",
	])("%s", (script) => expect(decide(tree as NonNullable<typeof tree>, { script }, world).effect).toBe("deny"));
});

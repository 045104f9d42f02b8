/** Words are read by the records of options as the option parser reads them, or are a fault. */
import { expect, test } from "@jest/globals";
import { Command } from "commander";
import fc from "fast-check";
import { withOptions } from "../../../src/cli/options.js";
import { type OptionRecord, saidOptions } from "../../../src/cli/quick/option-words.js";

const records: readonly OptionRecord[] = [
	{ flags: "--agent <AGENT>", summary: "" },
	{ flags: "--force", summary: "" },
	{ flags: "--rules <FILE>", summary: "", repeats: true },
];

/** What the option parser makes of the words; undefined where it complains. */
function parsed(words: readonly string[]): unknown {
	const command = withOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }), records);
	try {
		command.argument("[COMMAND...]").parse(words, { from: "user" });
		const { agent, force = false, rules = [] } = command.opts();
		return { agent, force, rules, behind: command.args };
	} catch {
		return undefined;
	}
}

function read(words: readonly string[]): unknown {
	const { faults, flags, value, values, behind = [] } = saidOptions(words, records);
	return faults.length > 0
		? undefined
		: { agent: value("--agent"), force: flags.has("--force"), rules: values("--rules"), behind };
}

test("what is no fault is what the option parser says", () => {
	const word = fc.constantFrom(
		"--agent",
		"--agent=a",
		"--force",
		"--force=x",
		"--rules",
		"--rules=r",
		"a",
		"-x",
		"--",
		"-",
		"--no",
		"--agent=a=b",
	);
	let taken = 0;
	fc.assert(
		fc.property(fc.array(word, { maxLength: 6 }), (words) => {
			const own = read(words);
			if (own === undefined) return;
			taken++;
			expect(own).toEqual(parsed(words));
		}),
		{ numRuns: 3000, seed: 20261128 },
	);
	expect(taken).toBeGreaterThan(300);
});

test.each([
	[["--agent"], ["`--agent` has no value"]],
	[["--agent", ""], ["`--agent` has no value"]],
	[["--agent="], ["`--agent` has no value"]],
	[["--agent", "a", "--agent", "b"], ["`--agent` is given twice"]],
	[["--rules", "a", "--rules", "b"], []],
	[["--force=yes"], ["unknown option `--force`"]],
	[
		["--agents=a", "word", "-f"],
		["unknown option `--agents`", "unknown option `word`", "unknown option `-f`"],
	],
	[["--force", "--", "--no"], []],
])("the faults of %j are %j", (words, faults) => {
	expect(saidOptions(words, records).faults).toEqual(faults);
});

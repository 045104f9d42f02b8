/** Policies of which a lint once said wrongly that a rule does nothing: without it some command is decided otherwise. */
import { expect, test } from "@jest/globals";
import { emptyTally } from "./fuzz/faults/fault.js";
import { uselessFaults } from "./fuzz/faults/useless-faults.js";
import { loadedText } from "./fuzz/small-policies.js";

const cases: readonly (readonly [title: string, name: string, ...lines: string[]])[] = [
	[
		"what is run and can't be seen has a stricter default",
		"tool",
		"agent default {",
		"default ask",
		"allow tool --run",
		"ask tool",
		"}",
	],
	[
		"a path that is taken out lies elsewhere from another folder",
		"taught",
		"program taught can read, network { option --target, -t PATH write }",
		"agent default {",
		"allow taught granting everything",
		"constrain taught to ., !a",
		"deny taught --target=a",
		"}",
	],
	[
		"a rule decides what fits it only perhaps",
		"foo",
		"set words = a, x",
		"agent default {",
		"allow foo",
		"nudge foo @words -o except foo * -o",
		"}",
	],
	[
		"a rule grants what is carved out of another only perhaps",
		"conf",
		"nudge conf",
		"agent default {",
		"allow conf",
		"override allow conf --color=a",
		"}",
	],
	[
		"a rule that is inherited by two ways does not make itself redundant",
		"mover",
		"group shared { ask mover }",
		"group one extends shared { override allow mover -f }",
		"group two extends shared { override allow mover --force }",
		"agent default extends one, two { }",
	],
	[
		"an override that grants nothing takes out of what is inherited",
		"lang",
		"agent default { allow lang granting everything }",
		"agent child extends default { override allow exactly lang a }",
	],
	[
		"an override that never surely holds takes out of what is inherited all the same",
		"foo",
		"group team { ask foo }",
		"agent default extends team { override nudge foo --out=a -o }",
	],
	[
		"a pattern that excludes itself fits what is in doubt",
		"lang",
		"agent default {",
		"default allow",
		"ask lang -i, seek without -i",
		"}",
	],
	[
		"a program that nobody knows is feared to write",
		"foo",
		"agent default {",
		"allow foo",
		"deny foo using write",
		"ask foo using delete",
		"}",
	],
	[
		"a denial leaves out what only informs",
		"tool",
		"agent default {",
		"deny tool without --help",
		"allow ./*, tool",
		"}",
	],
	[
		"a command lies inside of the bounds from another folder",
		"tool",
		"constrain * to /etc/p, sub",
		'agent default { nudge tool a, tool -r because "Told." }',
	],
	[
		"calls are decided by whoever inherits the rule, and not by its owner",
		"file.read",
		"agent default {",
		"nudge file.read until 2026-12-31 id r4",
		"}",
		"agent child extends default {",
		"govern all",
		"}",
	],
];

test.each(cases)("%s", (_, name, ...lines) => {
	const faults = uselessFaults([name], loadedText(`${lines.join("\n")}\n`), emptyTally());
	expect(faults.map(({ text }) => text)).toEqual([]);
});

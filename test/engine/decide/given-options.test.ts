/** Whether a command gives the options that a pattern asks for: with a program's table, and without one. */
import { expect, test } from "@jest/globals";
import { evaluateTest } from "../../../src/engine/decide/evaluate-test.js";
import { evaluationContextOf } from "../../../src/engine/decide/evaluation-context.js";
import type { Truth } from "../../../src/engine/decide/truth.js";
import { type ReadCommand, unwrap } from "../../../src/engine/effects/commands.js";
import type { World } from "../../../src/engine/request/paths.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/home/u", entriesOf: () => [], linkAt: () => "none" };

const taught = `program tool can network {
  option --dry-run, -n
  option --keep
  option --target, -t PATH write
  option --level, -l N
  option --verbose, -v
}
`;

/** The truth of what a denial speaks of, for the only command of the script. */
function truthOf(rule: string, script: string): Truth {
	const { tree, diagnostics } = loadText(
		"p.rules",
		`${taught}agent default {\n trust /bin\n default deny\n ${rule} id x\n}\n`,
	);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	const found = tree.agents.default?.rules.find(({ id }) => id === "x");
	const one = found?.restricts ?? found?.grants;
	if (one === undefined) throw new Error("the rule is gone");
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const programs = new Map(Object.entries(tree.programs));
	const [read] = unwrap(reading.commands[0] as ReadCommand["command"], { programs, trust: ["/bin"] });
	const around = { world, cwd: "/w", trust: ["/bin"], forced: false, tools: undefined };
	return evaluateTest(one, evaluationContextOf(read as ReadCommand, around));
}

type Row = readonly [rule: string, ...commands: (readonly [command: string, expected: Truth])[]];

const rows: readonly Row[] = [
	[
		"deny tool --dry-run",
		["tool", "no"],
		["tool x", "no"],
		["tool --dry-run", "yes"],
		["tool -n", "yes"],
		["tool -vn", "yes"],
		["tool --dry", "no"],
		["tool $X", "unknown"],
		["tool -- --dry-run", "no"],
		["tool --dry-run=false", "unknown"],
		["tool --dry-run=true", "yes"],
		["tool --dry-run=x", "yes"],
		["tool --dry-run=$X", "unknown"],
		["tool --dry-run false", "unknown"],
		["tool --dry-run x", "yes"],
		["tool x --dry-run", "yes"],
		["tool --dry-run --no-dry-run", "unknown"],
		["tool --no-dry-run", "no"],
		["tool --no-dry-run --dry-run", "unknown"],
		["tool -n --no-dry-run", "unknown"],
		["tool -n --no-keep", "yes"],
	],
	[
		"deny tool --keep",
		["tool --keep", "yes"],
		["tool --no-keep --keep", "unknown"],
		["tool --keep --no-dry-run", "yes"],
		["tool --dry-run --keep", "yes"],
	],
	[
		"deny tool --target=a",
		["tool", "no"],
		["tool --target=a", "yes"],
		["tool -ta", "yes"],
		["tool -t a", "yes"],
		["tool --target a", "yes"],
		["tool --target=b", "no"],
		["tool -t a -t b", "unknown"],
		["tool -t b -t a", "unknown"],
		["tool -t a -t a", "yes"],
		["tool -t $X", "unknown"],
		["tool -t a $X", "unknown"],
		["tool -t", "no"],
		["tool -t a*", "unknown"],
	],
	["deny tool --target=*", ["tool -t a -t b", "yes"], ["tool -t $X", "unknown"], ["tool", "no"]],
	[
		"deny tool -vn",
		["tool -v", "no"],
		["tool -n", "no"],
		["tool -vn", "yes"],
		["tool -n -v", "yes"],
		["tool --verbose --dry-run", "yes"],
		["tool -v $X", "unknown"],
	],
	["deny tool -vta", ["tool -v -t a", "yes"], ["tool -vta", "yes"], ["tool -vtb", "no"], ["tool -ta", "no"]],
	[
		"deny zzz --force",
		["zzz", "no"],
		["zzz x", "no"],
		["zzz --force", "yes"],
		["zzz -f", "unknown"],
		["zzz -xf", "unknown"],
		["zzz -force", "unknown"],
		["zzz --f", "unknown"],
		["zzz --fo", "unknown"],
		["zzz --forces", "no"],
		["zzz --", "no"],
		["zzz -x", "no"],
		["zzz --force=false", "unknown"],
		["zzz --force=no", "unknown"],
		["zzz --force=x", "yes"],
		["zzz --force --no-force", "unknown"],
		["zzz --no-force", "no"],
		["zzz --force false", "unknown"],
		["zzz $X", "unknown"],
		["zzz x --force", "yes"],
	],
	[
		"deny zzz -f",
		["zzz -f", "yes"],
		["zzz -xf", "unknown"],
		["zzz --force", "unknown"],
		["zzz --file", "unknown"],
		["zzz --xf", "no"],
		["zzz -F", "no"],
		["zzz x", "no"],
	],
	[
		"deny zzz -of",
		["zzz -of", "yes"],
		["zzz -o -f", "unknown"],
		["zzz -o f", "unknown"],
		["zzz -o", "no"],
		["zzz -f", "no"],
		["zzz -o x", "no"],
		["zzz -fo", "unknown"],
		["zzz --of", "unknown"],
		["zzz --output --file", "unknown"],
	],
	[
		"deny zzz --out=a",
		["zzz --out=a", "yes"],
		["zzz --out a", "unknown"],
		["zzz --out=b", "no"],
		["zzz -o a", "unknown"],
		["zzz --out", "unknown"],
		["zzz --out=a --out=b", "unknown"],
		["zzz --out=$X", "unknown"],
		["zzz x a", "no"],
	],
	["deny zzz -9", ["zzz -9", "yes"], ["zzz -09", "unknown"], ["zzz -8", "no"], ["zzz -19", "unknown"], ["zzz 9", "no"]],
	[
		"deny head -5",
		["head", "no"],
		["head -5", "yes"],
		["head -05", "unknown"],
		["head -6", "no"],
		["head -n 5", "no"],
		["head -5c", "unknown"],
		["head -q5", "unknown"],
		["head -55", "no"],
		["head x -5", "yes"],
	],
	["deny git log -5", ["git log -5", "yes"], ["git log -6", "no"], ["git log -n 5", "no"], ["git log", "no"]],
	[
		"deny kill -9",
		["kill -9 1", "yes"],
		["kill -09 1", "unknown"],
		["kill -15 1", "no"],
		["kill 9", "no"],
		["kill -s 9 1", "no"],
	],
	["deny dd of=x", ["dd of=x", "yes"], ["dd of=y", "no"], ["dd if=x", "no"], ["dd", "no"], ["dd $X", "unknown"]],
	[
		"deny zzz of=x",
		["zzz of=x", "yes"],
		["zzz of=y", "no"],
		["zzz if=x", "no"],
		["zzz x", "no"],
		["zzz of=*", "unknown"],
		["zzz o*", "unknown"],
		["zzz $X", "unknown"],
		["zzz of=$X", "unknown"],
		["zzz if=$X", "unknown"],
		["zzz o$X", "unknown"],
		["zzz", "no"],
	],
	[
		"deny rsync --dry-run",
		["rsync -n a b", "yes"],
		["rsync -an a b", "yes"],
		["rsync --dry-run --no-dry-run a b", "unknown"],
		["rsync -a a b", "no"],
		["rsync --dry a b", "no"],
	],
	[
		"deny npm install --ignore-scripts",
		["npm install --ignore-scripts", "yes"],
		["npm install --ignore-scripts=false", "unknown"],
		["npm install --ignore-scripts false", "unknown"],
		["npm install --no-ignore-scripts", "no"],
		["npm --ignore-scripts install", "yes"],
		["npm install", "no"],
	],
	["deny git --bare", ["git --bare init", "yes"], ["git init --bare", "yes"], ["git init", "no"]],
	["deny git init --bare", ["git --bare init", "yes"], ["git init --bare", "yes"]],
	[
		"allow tool only --dry-run, --level",
		["tool", "yes"],
		["tool -n", "yes"],
		["tool -v", "no"],
		["tool -l 1", "yes"],
		["tool -nv", "no"],
		["tool --nope", "no"],
		["tool $X", "unknown"],
		["tool --dry", "no"],
	],
	[
		"allow zzz only --force",
		["zzz", "yes"],
		["zzz --force", "yes"],
		["zzz -f", "unknown"],
		["zzz -x", "no"],
		["zzz --for", "unknown"],
		["zzz $X", "unknown"],
		["zzz --force --other", "unknown"],
	],
	["allow head only -5", ["head -5", "yes"], ["head -6", "no"], ["head -05", "unknown"], ["head", "yes"]],
	["allow git log only -5", ["git log -5", "yes"], ["git log -6", "no"]],
];

test.each(rows)("%s", (rule, ...commands) => {
	expect(commands.map(([command]) => [command, truthOf(rule, command)])).toEqual(commands);
});

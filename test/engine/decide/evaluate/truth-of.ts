/** What a rule's own test says of a command, asked of the engine's reader and of no tree. */
import { evaluateTest } from "../../../../src/engine/decide/evaluate/evaluate-test.js";
import { evaluationContextOf } from "../../../../src/engine/decide/evaluate/evaluation-context.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { type ReadCommand, unwrap } from "../../../../src/engine/effects/commands.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { readScript } from "../../../../src/engine/request/read-script.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const taught = `program tool can network {
  option --dry-run, -n
  option --keep
  option --no-check, -q
  option --target, -t PATH write
  option --level, -l N
  option --verbose, -v
}
`;

/** The truth of the rule's own test for the first command of the script. */
export function truthOf(rule: string, script: string, world: World): Truth {
	const { tree, diagnostics } = loadText(
		"p.rules",
		`${taught}agent default {\n trust /bin, /usr/bin, /lib, /shut\n default deny\n ${rule} id x\n}\n`,
	);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	const found = tree.agents.default?.rules.find(({ id }) => id === "x");
	const one = found?.restricts ?? found?.grants;
	if (one === undefined) throw new Error("the rule is gone");
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const trust = tree.agents.default?.agent.trust ?? [];
	const programs = new Map(Object.entries(tree.programs));
	const [read] = unwrap(reading.commands[0] as ReadCommand["command"], { programs, trust });
	const around = { world, cwd: "/w", trust, forced: false, tools: undefined };
	return evaluateTest(one, evaluationContextOf(read as ReadCommand, around));
}

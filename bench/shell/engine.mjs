/** The engine as its sources are now: `src` is bundled for the moment, and nothing of it is kept. */
import { loadTypescript } from "../../scripts/load-typescript.mjs";
import { policyText } from "./policy.mjs";

const modules = ["engine/decide/decide", "runtime/load/load", "engine/request/read-script"];

/** No link leads anywhere, and every folder is empty: what is measured is the engine, not a disk. */
const world = { workspace: "/repo", home: "/home/dev", linkAt: () => "none", entriesOf: () => [] };

/** The two things that are measured, as functions of a script; each answers `undefined`, or why the script can't be read. */
export async function loadEngine() {
	const { decide, loadText, readScript } = await loadTypescript(modules.map((name) => `src/${name}.ts`));
	const { tree, diagnostics } = loadText("typical.rules", policyText);
	if (tree === undefined) throw new Error(`the policy is broken: ${diagnostics.map((one) => one.message).join("; ")}`);
	return {
		read(script) {
			const reading = readScript(script, { home: world.home });
			return reading.kind === "opaque" ? reading.why : undefined;
		},
		decide(script) {
			const decision = decide(tree, { script }, world);
			if (decision.code === "fault") throw new Error(decision.message);
			return decision.effect;
		},
	};
}

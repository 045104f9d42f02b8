/** `rules explain`: decides as `check` does, shows how the answer came about, and which small change of the policy would change it. */
import { type Edits, smallestEdits } from "../../authoring/analysis/edits/smallest-edit.js";
import { editsRecord } from "../../authoring/render/edits-record.js";
import { renderDecision } from "../../authoring/render/render-decision.js";
import { renderEdits } from "../../authoring/render/render-edits.js";
import { renderExplanation } from "../../authoring/render/render-explanation.js";
import { networkRecord, renderNetwork } from "../../authoring/render/render-network.js";
import { explain as explainDecision } from "../../engine/decide/explain/explain.js";
import { boundsBehind } from "../../engine/decide/permit.js";
import { findBubblewrap } from "../../runtime/execute/sandbox/find-bubblewrap.js";
import { brokenRecord, decisionRecord } from "../../runtime/servers/decision-record.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { isShipped, policyFilesOf } from "../policy/policy-files.js";
import {
	defineCircumstances,
	defineRequest,
	knownAgent,
	type RequestOptions,
	requestOf,
} from "../policy/request-choice.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, RequestOptions {
	readonly json?: true;
	readonly all?: true;
}

export const explain: Verb = {
	define: (command) => {
		definePolicy(defineCircumstances(defineRequest(command)))
			.option("--all", "show every edit that was found, every rule about the program, and long texts whole")
			.option("--json", "print the explanation as JSON");
	},
	examples: [
		["rules explain -- git push -f", "which rule decided, and which came near"],
		["rules explain --agent writer --script 'sort -o out.txt in.txt'", "a shell string"],
	],
	run: async (command, context) => {
		const { terminal } = context;
		const options = command.opts<Options>();
		const { request, world } = requestOf(command, context, "explain");
		const loaded = loadPolicy(chosenPolicy(options));
		const { tree } = loaded;
		if (tree === undefined) {
			if (options.json === true)
				await terminal.print(
					`${JSON.stringify({ decision: brokenRecord(loaded, request), commands: [], edits: editsRecord(broken) })}\n`,
				);
			else await terminal.complain(errorFrames(loaded, terminal.colour.err));
			return exit.wrong;
		}
		const explanation = explainDecision(tree, request, world);
		const { decision } = explanation;
		const isWhole = options.json === true || options.all === true;
		const edits = smallestEdits({
			files: policyFilesOf(loaded),
			policy: loaded.policy,
			tree,
			request,
			world,
			isOwn: (file) => !isShipped(file),
			...(isWhole ? {} : { most: 1 }),
		});
		const bounds = boundsBehind(decision);
		const found = bounds === undefined ? undefined : await findBubblewrap();
		const whyNone = found?.kind === "missing" ? found.why : undefined;
		if (options.json === true) {
			const record = {
				...explanation,
				decision: decisionRecord(decision),
				...(bounds === undefined ? {} : { network: networkRecord(bounds, whyNone) }),
				edits: editsRecord(edits),
			};
			await terminal.print(`${JSON.stringify(record)}\n`);
		}
		knownAgent(tree, request);
		if (options.json !== true) {
			const { out } = terminal.colour;
			const ways = renderExplanation(explanation, out, options.all === true);
			const parts = [
				renderDecision(decision, request, out),
				...(bounds === undefined ? [] : [renderNetwork(bounds, decision.sandbox, whyNone)]),
				...(ways === "" ? [] : [ways]),
				renderEdits(edits, decision.agent, out),
			];
			await terminal.print(parts.join("\n"));
		}
		return decision.effect === "allow" ? exit.yes : exit.no;
	},
};

const broken: Edits = {
	to: "allow",
	edits: [],
	why: "the policy can't be used",
	help: "repair what its diagnostics name",
	locked: [],
};

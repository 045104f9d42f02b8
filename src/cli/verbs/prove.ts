/** `rules prove`: does a claim about all commands hold? Proved, or broken by a command. */
import type { Command } from "commander";
import { type Proof, prove as proveClaim } from "../../authoring/analysis/prove.js";
import { brokenRecords, proofRecord, renderProofs } from "../../authoring/render/render-proofs.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import type { Claim } from "../../language/policy/policy.js";
import { realWorld } from "../../runtime/load/world.js";
import { count } from "../options.js";
import { type Given, givenClaims } from "../policy/claim-choice.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { knownAgent, surroundings } from "../policy/request-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import { progress } from "../terminal/progress.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly agent?: string;
	readonly workspace?: string;
	readonly steps?: number;
	readonly json?: true;
}

export const prove: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("[CLAIM...]", "`never EFFECT PATTERN` or `always EFFECT PATTERN` (default: the policy's own claims)")
			.option("--agent <AGENT>", "whom the claims are about (default: every agent)")
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: this folder)")
			.option("--steps <N>", "how many steps a proof may take for each program", count)
			.option("--json", "print the proofs as JSON");
	},
	examples: [
		["rules prove 'never allow rm touching /etc'", "can no agent do this?"],
		["rules prove --agent writer 'always deny git push'", "one agent only"],
		["rules prove", "the claims of the policy itself"],
	],
	run: async (command: Command, { terminal }) => {
		const options = command.opts<Options>();
		const { workspace } = surroundings(options);
		const loaded = loadPolicy(chosenPolicy(options));
		const { tree } = loaded;
		if (tree === undefined) {
			if (options.json === true)
				await terminal.print(`${JSON.stringify(brokenRecords(loaded.diagnostics, loaded.sources))}\n`);
			else await terminal.complain(errorFrames(loaded, terminal.colour.err));
			return exit.wrong;
		}
		if (options.agent !== undefined) knownAgent(tree, { agent: options.agent, argv: [] });
		const own: Given<readonly Claim[]> = { value: loaded.policy.claims, sources: loaded.sources, diagnostics: [] };
		const given = command.args.length === 0 ? own : givenClaims(command.args, loaded);
		if (given.diagnostics.length > 0) {
			if (options.json === true)
				await terminal.print(`${JSON.stringify(brokenRecords(given.diagnostics, given.sources))}\n`);
			else await terminal.complain(renderText(given.diagnostics, given.sources, { colour: terminal.colour.err }));
			return exit.wrong;
		}
		const questions = given.value.flatMap((claim) => {
			const agents = claim.agents.filter((agent) => options.agent === undefined || agent === options.agent);
			return agents.length === 0 ? [] : [{ claim, agents }];
		});
		if (questions.length === 0) throw nothingToProve(options.agent, command.args.length > 0);
		const world = realWorld(workspace);
		const bar = progress(
			"proving",
			questions.reduce((sum, { agents }) => sum + agents.length, 0),
		);
		const answer = (claim: Claim, agent: string): Proof => {
			const proof = proveClaim(tree, agent, claim, { workspace, home: world.home }, options.steps);
			bar.add(1);
			return proof;
		};
		const proofs = questions.map(({ claim, agents }) => ({
			claim,
			answers: agents.map((agent) => ({ agent, proof: answer(claim, agent) })),
		}));
		bar.end();
		const proved = proofs.every(({ answers }) => answers.every(({ proof }) => proof.kind === "proved"));
		await terminal.print(
			options.json === true
				? `${JSON.stringify(proofRecord(proofs, given.sources, tree))}\n`
				: renderProofs(proofs, { sources: given.sources, tree, world, asked: options, colour: terminal.colour.out }),
		);
		return proved ? exit.yes : exit.no;
	},
};

function nothingToProve(agent: string | undefined, given: boolean): WrongQuestion {
	if (given) return new WrongQuestion("the policy has no agent to prove this of", "write `agent default { … }`");
	return new WrongQuestion(
		agent === undefined ? "the policy makes no claim" : `the policy claims nothing of agent \`${agent}\``,
		"give one: `rules prove 'never allow rm touching /etc'`",
	);
}

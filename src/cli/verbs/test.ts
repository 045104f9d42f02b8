/** `rules test`: do policies decide as their own expectations say? */
import { Option } from "commander";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { placeRecord } from "../../diagnostic/render-json.js";
import { renderFrame } from "../../diagnostic/render-text.js";
import type { Loaded } from "../../load/load.js";
import { realWorld } from "../../load/world.js";
import type { Claim } from "../../policy/policy.js";
import { textOf } from "../../source/source-file.js";
import { checkExpectations, type ExpectationResult } from "../../suite/expectations.js";
import { decisionRecord } from "../decision-record.js";
import { exit } from "../exit.js";
import { definePolicy, errorFrames, loadEach, type PolicyOptions } from "../policy-choice.js";
import { ruleName } from "../render-decision.js";
import { surroundings } from "../request-choice.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly format: "text" | "json";
	readonly workspace?: string;
}

interface Tested {
	readonly loaded: Loaded;
	readonly results: readonly ExpectationResult[];
}

export const test: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("[FILES...]", "policies, each by itself; a folder is one policy (default: the nearest policy)")
			.addOption(new Option("--format <FORMAT>", "how to report").choices(["text", "json"]).default("text"))
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: this folder)");
	},
	examples: [
		["rules test", "the nearest policy"],
		["rules test --format json rules/guard.rules", "for programs"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const policies = loadEach(command.args, options);
		const { workspace } = surroundings(options);
		const broken = policies.filter((loaded) => loaded.tree === undefined);
		for (const loaded of broken) await terminal.complain(errorFrames(loaded, terminal.colour.err));
		if (broken.length > 0) return exit.wrong;
		const world = realWorld(workspace);
		const tested = policies.flatMap((loaded): Tested[] =>
			loaded.tree === undefined ? [] : [{ loaded, results: checkExpectations(loaded.policy, loaded.tree, world) }],
		);
		await terminal.print(
			options.format === "json" ? report(tested) : tested.map((one) => text(one, terminal.colour.out)).join(""),
		);
		return tested.every(({ results }) => results.every((result) => result.passed)) ? exit.yes : exit.no;
	},
};

/** The frames of what failed, claims that nothing can prove yet, and a line that counts. */
function text({ loaded, results }: Tested, colour: boolean): string {
	const { claims } = loaded.policy;
	const failed = results.filter((result) => !result.passed);
	const frames = [...failed.map((result) => failure(result)), ...claims.map((claim) => notProvable(claim))];
	const counts = [
		`${results.length - failed.length} passed`,
		`${failed.length} failed`,
		...(claims.length > 0 ? [`${claims.length} ${claims.length === 1 ? "claim" : "claims"} not yet provable`] : []),
	];
	return [
		...frames.map((frame) => `${renderFrame(frame, loaded.sources, { colour })}\n`),
		`${loaded.roots.join(", ")}: ${counts.join(", ")}\n`,
	].join("");
}

/** A failed expectation as a fault of the policy at its own line. */
function failure({ expectation, decision }: ExpectationResult): Diagnostic {
	const { agent, command, effect, by } = expectation;
	const rules = decision.rules.map(ruleName).join(", ");
	const wrong =
		decision.effect === effect
			? `is \`${effect}\`, but not by \`${by}\``
			: `is \`${decision.effect}\`, not \`${effect}\``;
	return {
		code: "failed-expectation",
		severity: "error",
		message: `for agent \`${agent}\`, \`${command}\` ${wrong}`,
		span: expectation.span,
		help: `${rules === "" ? "no rule decided" : `decided by ${rules}`}: ${decision.message}`,
	};
}

function notProvable(claim: Claim): Diagnostic {
	return {
		code: "not-yet-provable",
		severity: "info",
		message: "this claim is not yet provable: it is read, and not checked",
		span: claim.span,
		help: "an `expect` line checks single commands",
	};
}

function report(tested: readonly Tested[]): string {
	const expectations = tested.flatMap(({ loaded, results }) =>
		results.map(({ expectation, passed, decision, why }) => ({
			...placeRecord(expectation.span, loaded.sources),
			agent: expectation.agent,
			effect: expectation.effect,
			forced: expectation.forced,
			...(expectation.by === undefined ? {} : { by: expectation.by }),
			command: expectation.command,
			passed,
			...(why === undefined ? {} : { why }),
			decision: decisionRecord(decision),
		})),
	);
	const claims = tested.flatMap(({ loaded }) =>
		loaded.policy.claims.map((claim) => {
			const source = loaded.sources.get(claim.span.file);
			return {
				...placeRecord(claim.span, loaded.sources),
				agents: claim.agents,
				claim: source === undefined ? "" : textOf(source, claim.span),
				status: "not-yet-provable",
			};
		}),
	);
	const passed = expectations.filter((one) => one.passed).length;
	return `${JSON.stringify({ passed, failed: expectations.length - passed, notYetProvable: claims.length, expectations, claims }, null, 2)}\n`;
}

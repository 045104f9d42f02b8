/** `rules run`: decides a command, and runs it if it is allowed. Its output and its exit code are the program's. */
import { Option } from "commander";
import { renderDecision } from "../../authoring/render/render-decision.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import { permit } from "../../engine/decide/permit.js";
import { withSandbox } from "../../engine/decide/with-sandbox.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { type Demand, demands } from "../../language/syntax/statements.js";
import { microsecondsSince } from "../../runtime/audit/audit.js";
import { bundleFields } from "../../runtime/audit/bundle-fields.js";
import { withGoverning } from "../../runtime/load/world.js";
import { brokenRecord, type DecisionRecord, decisionRecord } from "../../runtime/servers/decision-record.js";
import { chosenAudit } from "../audit/audit-choice.js";
import { withOptions } from "../options.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { defineRequest, knownAgent, type RequestOptions, requestOf } from "../policy/request-choice.js";
import { runOptions } from "../quick/shared-options.js";
import { type RunQuestion, refusalText, runPermitted } from "../run-permitted.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, RequestOptions, RunQuestion {
	readonly audit?: string;
	readonly sandbox?: Demand;
}

/** A decision as plain data, with what there is to be said of its record. */
function recordOf(decision: Decision, warnings: ReadonlySet<string>): DecisionRecord {
	return { ...decisionRecord(decision), ...(warnings.size === 0 ? {} : { warnings: [...warnings] }) };
}

export const run: Verb = {
	define: (command) => {
		withOptions(definePolicy(defineRequest(command)), runOptions)
			.option(
				"--audit <FILE>",
				"put the decision and the outcome on record: a log, `-` for standard output, or settings (`NAME.audit.yaml`)",
			)
			.addOption(
				new Option(
					"--sandbox <WHETHER>",
					"confine the run more strictly than the policy says; it is never loosened",
				).choices(demands),
			)
			.option("--json", "print decision and outcome as JSON when the run has ended");
	},
	examples: [
		["rules run -- npm test", "run it if it may"],
		["rules run --timeout 5s --audit log.jsonl -- node server.js", "at most five seconds, on record"],
	],
	run: async (command, context) => {
		const began = performance.now();
		const { terminal } = context;
		const options = command.opts<Options>();
		const json = options.json === true;
		const { request, world } = requestOf(command, context, "run");
		const deciding = await decidingPolicy(chosenPolicy(options));
		if ("broken" in deciding) {
			if (json) await terminal.print(`${JSON.stringify({ decision: brokenRecord(deciding.broken, request) })}\n`);
			else await terminal.complain(errorFrames(deciding.broken, terminal.colour.err));
			return exit.wrong;
		}
		const asked = request.agent ?? "default";
		const decisions = withSandbox(deciding.decisions, asked, options.sandbox ?? "off");
		const audit = await chosenAudit(options.audit);
		try {
			const own = withGoverning(world, audit.files());
			const made = decide(decisions, request, own);
			const latency = microsecondsSince(began);
			if (json && made.code === "unknown-agent")
				await terminal.print(`${JSON.stringify({ decision: decisionRecord(made) })}\n`);
			knownAgent(decisions, request);
			const about = () => ({ latency, ...bundleFields(decisions, request, own) });
			const recorded = audit.decided(request, made, world, "run", made.audit, about);
			const { decision } = recorded;
			const said = new Set(recorded.warnings);
			await told([...said]);
			const permission = permit(decision);
			if (permission === undefined) {
				if (json) await terminal.print(`${JSON.stringify({ decision: recordOf(decision, said) })}\n`);
				else
					await terminal.complain(refusalText(decision, () => renderDecision(decision, request, terminal.colour.err)));
				return exit.notPermitted;
			}
			const { code, outcome } = await runPermitted(permission, decision, options, terminal, audit.files());
			if (outcome === undefined) return code;
			const late = audit.ended(recorded.id, outcome).filter((warning) => !said.has(warning));
			for (const warning of late) said.add(warning);
			if (json) await terminal.print(`${JSON.stringify({ decision: recordOf(decision, said), outcome })}\n`);
			await told(late);
			return code;
		} finally {
			audit.close();
		}

		async function told(warnings: readonly string[]): Promise<void> {
			for (const warning of warnings) await terminal.complain(`warning: ${visible(warning)}\n`);
		}
	},
};

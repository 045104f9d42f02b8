import { type Contract, type Heard, type HookOutput, objectIn, preToolUse } from "../contract.js";
import { isFields } from "../dialect/read-tool-call.js";

/** Only these fields may stand in an answer to Codex; any other makes it void. */
const codexFields = [
	"continue",
	"stopReason",
	"suppressOutput",
	"systemMessage",
	"decision",
	"reason",
	"hookSpecificOutput",
];
const codexOutputFields = [
	"hookEventName",
	"permissionDecision",
	"permissionDecisionReason",
	"updatedInput",
	"additionalContext",
];

function hearsCodex(said: HookOutput): Heard {
	if (said.code === 2) return said.stderr === "" ? "runs" : "stops";
	const answer = said.code === 0 ? objectIn(said.stdout) : undefined;
	const output = answer?.hookSpecificOutput;
	if (answer === undefined || !isFields(output)) return "runs";
	const isKnown =
		Object.keys(answer).every((key) => codexFields.includes(key)) &&
		Object.keys(output).every((key) => codexOutputFields.includes(key));
	if (!isKnown || answer.suppressOutput === true || answer.continue === false) return "runs";
	const { hookEventName: event, permissionDecision: decision, permissionDecisionReason: reason } = output;
	return event === "PreToolUse" && decision === "deny" && typeof reason === "string" && reason !== ""
		? "stops"
		: "runs";
}

export const contract: Contract = {
	shells: ["Bash"],
	timeoutUnit: 1000,
	patience: 600_000,
	asks: (command, cwd) => ({
		...preToolUse("Bash")(command, cwd),
		transcript_path: null,
		turn_id: "rules-doctor",
		model: "none",
		permission_mode: "default",
	}),
	variables: () => ({}),
	hears: hearsCodex,
};

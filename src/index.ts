/**
 * Bylaw as a library: each stage alone, and `guard` for all of them in one call.
 *
 *     const guarded = guard("policy.rules");
 *     const decision = guarded.decide({ argv: ["git", "push"] });
 *     const permission = permit(decision);
 *     if (permission) await run(permission);
 */
export { type Change, type Difference, difference, firstDifference, type Verdict } from "./analysis/difference.js";
export { type Liveness, type LivenessSubject, liveness, livenessSubject } from "./analysis/liveness.js";
export { type Proof, prove } from "./analysis/prove.js";
export { type Region, type Regions, regionsOf } from "./analysis/regions.js";
export { requestOf, type Sample, sampleText } from "./analysis/sample.js";
export { type Ground, type Setting, settingOf } from "./analysis/setting.js";
export type { SettingChange } from "./analysis/setting-changes.js";
export type { AuditFile } from "./audit/log.js";
export { openTelemetry, type TelemetryOptions } from "./audit/open-telemetry.js";
export type { AuditEvent, AuditRecord } from "./audit/record.js";
export type { AuditSink, AuditTarget } from "./audit/sinks.js";
export { type LogPlace, type Verification, type VerifyOptions, verifyAuditLog } from "./audit/verify.js";
export { compile } from "./decide/compile.js";
export { type CompiledFault, compiledText, readCompiled } from "./decide/compiled-text.js";
export { decide } from "./decide/decide.js";
export type { CommandDecision, Decision, DecisionCode, RuleRef } from "./decide/decision.js";
export { type Explanation, explain } from "./decide/explain.js";
export { type Approval, type Permit, permit } from "./decide/permit.js";
export type { Decisions, Tree } from "./decide/tree.js";
export type { Checked, Diagnostic, Fix, Label, Severity } from "./diagnostic/diagnostic.js";
export { type ReadCommand, unwrap } from "./effects/commands.js";
export type { Outcome, Output, OutputMode, RunOptions } from "./execute/outcome.js";
export { type RunSettings, run } from "./execute/run.js";
export { type AiSdkModelOutput, type AiSdkTool, aiSdkTool, type Running } from "./harness/ai-sdk.js";
export {
	type AiSdkApprovalOptions,
	type AiSdkApprovalStatus,
	type AiSdkGate,
	type AiSdkGateReport,
	aiSdkApproval,
} from "./harness/ai-sdk-approval.js";
export {
	type AnthropicBash,
	type AnthropicBashInput,
	type AnthropicBashOptions,
	anthropicBash,
	NotRunError,
} from "./harness/anthropic-bash.js";
export { type ConfigPolicy, configPolicy } from "./harness/config-policy.js";
export {
	createExecuteCommand,
	type ExecuteCommand,
	type ExecuteCommandInput,
	type ExecuteCommandOptions,
	type ExecuteCommandReply,
} from "./harness/execute-command.js";
export {
	createExecuteShell,
	type ExecuteShell,
	type ExecuteShellInput,
	type ExecuteShellOptions,
	type ExecuteShellReply,
	SandboxTimeoutError,
	type ShellEvent,
} from "./harness/execute-shell.js";
export {
	type Answer,
	type Approve,
	type Guard,
	type GuardedRunSettings,
	type GuardOptions,
	guard,
	PolicyError,
	type PolicySource,
} from "./harness/guard.js";
export {
	type OpenAiShell,
	type OpenAiShellAction,
	type OpenAiShellOptions,
	type OpenAiShellOutput,
	openAiShell,
} from "./harness/openai-agents.js";
export { type RequestContext, requestContext, withRequestContext } from "./harness/request-context.js";
export {
	createRunCommand,
	type Job,
	type RunCommand,
	type RunCommandInput,
	type RunCommandOptions,
	type RunCommandReply,
} from "./harness/run-command.js";
export {
	createRunShell,
	type RunShell,
	type RunShellInput,
	type RunShellOptions,
	type RunShellReply,
} from "./harness/run-shell.js";
export { createSafeShell, type SafeShell, type SafeShellInput, type SafeShellReply } from "./harness/safe-shell.js";
export type { CallContext, Misfit, ObjectSchema, Status, Tool, ToolReply } from "./harness/tool.js";
export type { VirtualCall, VirtualCommand, VirtualCommands, VirtualReply } from "./harness/virtual-commands.js";
export { lint } from "./lint/lint.js";
export { type AgentConfig, type AgentConfigs, readAgentConfigs } from "./load/agent-configs.js";
export { type Loaded, type LoadOptions, load, loadText } from "./load/load.js";
export { realWorld } from "./load/world.js";
export { type FlatPolicy, flatPolicy } from "./policy/flat-policy.js";
export type { Claim, Policy, Rule } from "./policy/policy.js";
export type { Test } from "./policy/test.js";
export type { World } from "./request/paths.js";
export { readScript, type ScriptOptions } from "./request/read-script.js";
export type { Command, Reading, Redirect, Request, SyntaxFeature, Word } from "./request/request.js";
export type { CommandRecord, DecisionRecord } from "./server/decision-record.js";
export { type ConnectOptions, connect, type Decider } from "./server/socket/connect.js";
export { type AgentCoverage, coverage } from "./suite/coverage.js";
export { checkExpectations, type ExpectationResult } from "./suite/expectations.js";
export { type Case, readSuite, type Suite } from "./suite/read-suite.js";
export { type CaseResult, runSuite } from "./suite/run-suite.js";
export type { Demand, Effect, Power } from "./syntax/statements.js";

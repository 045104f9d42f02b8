/**
 * Bylaw as a library: each stage alone, and `guard` for all of them in one call. What authors use on policies (lints, proofs, suites) is `bylaw/authoring`.
 *
 *     const guarded = guard("policy.rules");
 *     const decision = guarded.decide({ argv: ["git", "push"] });
 *     const permission = permit(decision);
 *     if (permission) await run(permission);
 */

export { isOpenQuestion } from "./engine/decide/asked-people.js";
export { compile } from "./engine/decide/compile.js";
export { type CompiledFault, readCompiled } from "./engine/decide/compiled/compiled-text.js";
export { compiledText } from "./engine/decide/compiled/write-compiled.js";
export { decide } from "./engine/decide/decide.js";
export type { AskedPeople, CommandDecision, Decision, DecisionCode, RuleRef } from "./engine/decide/decision.js";
export { type Explanation, explain } from "./engine/decide/explain/explain.js";
export { type Approval, type Permit, permit } from "./engine/decide/permit.js";
export type { Decisions, Tree } from "./engine/decide/tree.js";
export { type ReadCommand, unwrap } from "./engine/effects/commands.js";
export { firstRequest } from "./engine/history/first-request.js";
export { type History, newHistory, type ToldApproval, type ToldOutcome } from "./engine/history/history.js";
export type { SessionStart } from "./engine/history/sessions.js";
export type { Told } from "./engine/history/told.js";
export type { World } from "./engine/request/paths.js";
export { readScript, type ScriptOptions } from "./engine/request/read-script.js";
export type {
	Call,
	Command,
	NamedCall,
	Reading,
	Redirect,
	Request,
	SyntaxFeature,
	Word,
} from "./engine/request/request.js";
export type { Checked, Diagnostic, Fix, Label, Severity } from "./language/diagnostic/diagnostic.js";
export { type FlatPolicy, flatPolicy } from "./language/policy/flat-policy.js";
export type { Claim, Policy, Rule } from "./language/policy/policy.js";
export type { Test } from "./language/policy/test.js";
export type { Demand, Effect, Power } from "./language/syntax/statements.js";
export type { AuditFile } from "./runtime/audit/log.js";
export { openTelemetry, type TelemetryOptions } from "./runtime/audit/open-telemetry.js";
export type { AuditEvent, AuditRecord } from "./runtime/audit/record.js";
export type { AuditSink, AuditTarget } from "./runtime/audit/sinks.js";
export { type LogPlace, type Verification, type VerifyOptions, verifyAuditLog } from "./runtime/audit/verify.js";
export type { Outcome, Output, OutputMode, RunOptions } from "./runtime/execute/outcome.js";
export { type RunSettings, run } from "./runtime/execute/run.js";
export { type AgentConfig, type AgentConfigs, readAgentConfigs } from "./runtime/load/agent-configs.js";
export { type Loaded, type LoadOptions, load, loadText } from "./runtime/load/load.js";
export { realWorld } from "./runtime/load/world.js";
export type { CommandRecord, DecisionRecord } from "./runtime/servers/decision-record.js";
export { type ConnectOptions, connect, type Decider } from "./runtime/servers/socket/connect.js";
export {
	type AcpAnswer,
	type AcpMethodAnswer,
	type AcpOptions,
	type AcpPermissionOption,
	type AcpPermissionRequest,
	type AcpToolCall,
	acpMethod,
	acpPermission,
} from "./runtime/tools/acp.js";
export { type AiSdkModelOutput, type AiSdkTool, aiSdkTool, type Running } from "./runtime/tools/frameworks/ai-sdk.js";
export {
	type AiSdkApprovalOptions,
	type AiSdkApprovalStatus,
	type AiSdkGate,
	type AiSdkGateReport,
	aiSdkApproval,
} from "./runtime/tools/frameworks/ai-sdk-approval.js";
export {
	type AnthropicBash,
	type AnthropicBashInput,
	type AnthropicBashOptions,
	anthropicBash,
	NotRunError,
} from "./runtime/tools/frameworks/anthropic-bash.js";
export {
	type GuardedTools,
	type GuardToolsOptions,
	guardTools,
	type ToolCommand,
	type ToolQuestion,
	type ToolRequest,
} from "./runtime/tools/frameworks/guard-tools.js";
export {
	type OpenAiShell,
	type OpenAiShellAction,
	type OpenAiShellOptions,
	type OpenAiShellOutput,
	openAiShell,
} from "./runtime/tools/frameworks/openai-agents.js";
export {
	type Answer,
	type Approve,
	type CallAnswer,
	type Guard,
	type GuardedRunSettings,
	type GuardOptions,
	guard,
	PolicyError,
	type PolicySource,
} from "./runtime/tools/guard.js";
export { type RequestContext, requestContext, withRequestContext } from "./runtime/tools/request-context.js";
export { type ConfigPolicy, configPolicy } from "./runtime/tools/shell-tools/config-policy.js";
export {
	createExecuteCommand,
	type ExecuteCommand,
	type ExecuteCommandInput,
	type ExecuteCommandOptions,
	type ExecuteCommandReply,
} from "./runtime/tools/shell-tools/execute-command.js";
export {
	createExecuteShell,
	type ExecuteShell,
	type ExecuteShellInput,
	type ExecuteShellOptions,
	type ExecuteShellReply,
	SandboxTimeoutError,
	type ShellEvent,
} from "./runtime/tools/shell-tools/execute-shell.js";
export {
	createRunCommand,
	type Job,
	type RunCommand,
	type RunCommandInput,
	type RunCommandOptions,
	type RunCommandReply,
} from "./runtime/tools/shell-tools/run-command.js";
export {
	createRunShell,
	type RunShell,
	type RunShellInput,
	type RunShellOptions,
} from "./runtime/tools/shell-tools/run-shell.js";
export type { RunShellReply } from "./runtime/tools/shell-tools/run-shell-reply.js";
export {
	createSafeShell,
	type SafeShell,
	type SafeShellInput,
	type SafeShellReply,
} from "./runtime/tools/shell-tools/safe-shell.js";
export type { CallContext, Misfit, ObjectSchema, Status, Tool, ToolReply } from "./runtime/tools/tool.js";
export type { VirtualCall, VirtualCommand, VirtualCommands, VirtualReply } from "./runtime/tools/virtual-commands.js";

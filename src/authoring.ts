/**
 * Bylaw for whoever writes rules, and for tools that they use: lints, proofs, differences, regions, suites and coverage. A program that only decides and runs
 * needs none of it.
 *
 *     const loaded = load("policy.rules");
 *     const findings = lint(loaded);
 */
export { type AgentModel, agentModelOf, type SymbolicWorld } from "./authoring/analysis/agent-model.js";
export {
	type Change,
	type Difference,
	difference,
	firstDifference,
	type Verdict,
} from "./authoring/analysis/changes/difference.js";
export type { SettingChange } from "./authoring/analysis/changes/setting-changes.js";
export { type Liveness, type LivenessSubject, liveness, livenessSubject } from "./authoring/analysis/liveness.js";
export { type Proof, prove } from "./authoring/analysis/prove.js";
export { type Region, type Regions, regionsOf } from "./authoring/analysis/regions.js";
export { requestOf, type Witness, witnessCommandLine } from "./authoring/analysis/witness.js";
export { lint } from "./authoring/lint/lint.js";
export { type AgentCoverage, coverage } from "./authoring/suite/coverage.js";
export { checkExpectations, type ExpectationResult } from "./authoring/suite/expectations.js";
export { type Case, readSuite, type Suite } from "./authoring/suite/read-suite.js";
export { type CaseResult, runSuite } from "./authoring/suite/run-suite.js";

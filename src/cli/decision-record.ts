/** Decisions for programs, as the server answers them, too. */
export { brokenRecord, type CommandRecord, type DecisionRecord, decisionRecord } from "../server/decision-record.js";

import { describe, expect, test } from "@jest/globals";
import * as library from "../../../src/index.js";
import { folder } from "../../cli/cli.js";

const {
	acpMethod,
	acpPermission,
	aiSdkApproval,
	anthropicBash,
	connect,
	createExecuteCommand,
	createExecuteShell,
	createRunCommand,
	createRunShell,
	createSafeShell,
	guard,
	guardTools,
	load,
	loadText,
	openAiShell,
	openTelemetry,
	permit,
	readScript,
	run,
	verifyAuditLog,
	withRequestContext,
} = library;

const loaded = loadText("policy.rules", "agent default {\n  default allow\n}\n");
const root = folder();
/** Options as JavaScript gives them. */
// biome-ignore lint/suspicious/noExplicitAny: what no type lets through
const js = (options: unknown): any => options;

describe("a misspelt option is refused, and the nearest one named", () => {
	test.each<[string, () => unknown, string]>([
		["guard", () => guard(loaded, js({ audits: "log.jsonl" })), "did you mean `audit`?"],
		["guard", () => guard(loaded, js({ workspce: "." })), "did you mean `workspace`?"],
		["load", () => load([], js({ cdw: "." })), "did you mean `cwd`?"],
		["loadText", () => loadText("a", "", js({ raed: 1 })), "did you mean `read`?"],
		["readScript", () => readScript("ls", js({ dialekt: "sh" })), "did you mean `dialect`?"],
		["verifyAuditLog", () => verifyAuditLog("log", js({ kye: 1 })), "did you mean `key`?"],
		["openTelemetry", () => openTelemetry(js({}), js({ comands: true })), "did you mean `commands`?"],
		["aiSdkApproval", () => aiSdkApproval({}, js({ shadows: true })), "did you mean `shadow`?"],
		["anthropicBash", () => anthropicBash(js({ rules: loaded, timeot: 1 })), "did you mean `timeout`?"],
		["openAiShell", () => openAiShell(js({ rules: loaded, aprove: 1 })), "did you mean `approve`?"],
		["guardTools", () => guardTools({}, loaded, js({ comands: {} })), "did you mean `commands`?"],
		["createSafeShell", () => createSafeShell(js({ rule: loaded })), "did you mean `rules`?"],
		[
			"createExecuteCommand",
			() => createExecuteCommand(js({ alowed_commands: [] })),
			"did you mean `allowed_commands`?",
		],
		["createExecuteShell", () => createExecuteShell(js({ root, virtuel: {} })), "did you mean `virtual`?"],
		["createExecuteShell", () => createExecuteShell(js({ root, workspace: "." })), "there is `"],
		["createRunCommand", () => createRunCommand(js({ root, job: "a", config: "x" })), "did you mean `configs`?"],
		["createRunShell", () => createRunShell(js({ workspace: ".", sanbox: {} })), "did you mean `sandbox`?"],
		[
			"withRequestContext",
			() => withRequestContext(js({ conversationID: "a" }), () => 1),
			"did you mean `conversationId`?",
		],
	])("%s", (who, act, help) => {
		expect(act).toThrow(TypeError);
		expect(act).toThrow(`\`${who}\` has no option \``);
		expect(act).toThrow(help);
	});

	test.each<[string, () => Promise<unknown>]>([
		["run", async () => run(js(permit(guard(loaded).decide({ argv: ["true"] }))), js({ timeot: 10 }))],
		["run", () => guard(loaded).run({ argv: ["true"] }, js({ timeot: 10 }))],
		["call", () => guard(loaded).call({ call: ["file.read", "a"] }, js({ aprove: 1 }))],
		["connect", () => connect("/nowhere", js({ timeot: 1 }))],
		["acpPermission", () => acpPermission(guard(loaded), js({ toolCall: {}, options: [] }), js({ cdw: "." }))],
		["acpMethod", () => acpMethod(guard(loaded), "fs/read_text_file", {}, js({ agnet: "a" }))],
	])("%s, by a promise that rejects", async (who, act) => {
		await expect(act()).rejects.toThrow(`\`${who}\` has no option \``);
		await expect(act()).rejects.toBeInstanceOf(TypeError);
	});

	test("what are no options at all is refused, too", () => {
		for (const options of [null, 3, "log.jsonl", []])
			expect(() => guard(loaded, js(options))).toThrow(new TypeError("the options of `guard` are an object"));
	});

	test("and those that are there may be undefined", () => {
		expect(guard(loaded, js({ agent: undefined })).decide({ argv: ["ls"] }).effect).toBe("allow");
	});
});

test("what is no policy is refused as such", () => {
	for (const policy of [undefined, 3, null, {}, [1]]) {
		expect(() => guard(js(policy))).toThrow(TypeError);
		expect(() => guard(js(policy))).toThrow("`guard` wants a policy: the name of a file");
	}
	expect(() => load(js(undefined))).toThrow("`load` wants the name of a file");
});

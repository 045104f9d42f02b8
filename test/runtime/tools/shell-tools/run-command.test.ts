/** Whose tool it is: agents with a configuration, and agents without. What the tool does besides is in test/seeds/s3.test.ts. */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { createRunCommand } from "../../../../src/runtime/tools/shell-tools/run-command.js";
import { folder } from "../../../cli/cli.js";

const job = "1";

describe("the defaults of all configurations hold for every agent", () => {
	const root = folder({
		"base.rules":
			"agent default {\n  allow ls, nc, cat\n}\nagent other extends default {\n  allow wc\n}\nagent mine {\n  allow nc\n}\n",
		"config/defaults.yaml": "tools: {shell: [run_command]}\nshell: {deny: [nc]}\n",
		"config/mine.yaml": "shell: {deny: [cat]}\n",
		"config/mine-config.yaml": "shell: {}\n",
		"silent/defaults.yaml": "shell: {deny: [nc]}\n",
		"none/defaults.yaml": "tools: {shell: []}\n",
		"plain/mine.yaml": "tools: {shell: [run_command]}\n",
	});
	const tool = (configs: string, agent?: string) =>
		createRunCommand({
			root: join(root, "jobs"),
			rules: join(root, "base.rules"),
			configs: join(root, configs),
			job,
			...(agent === undefined ? {} : { agent }),
		});
	test.each<readonly [string, string | undefined, string, string]>([
		["config", undefined, "nc x", "deny"],
		["config", undefined, "ls", "allow"],
		["config", "default", "nc x", "deny"],
		["config", "other", "nc x", "deny"],
		["config", "other", "wc x", "allow"],
		["config", "mine", "nc x", "deny"],
		["config", "mine", "cat x", "deny"],
		["config", "mine-config", "cat x", "allow"],
		["silent", undefined, "nc x", "deny"],
		["silent", undefined, "ls", "allow"],
		["none", undefined, "ls", "deny"],
		["none", "other", "wc x", "deny"],
		["plain", undefined, "nc x", "allow"],
	])("%s, %s, `%s`: %s", (configs, agent, command, effect) => {
		expect(tool(configs, agent).decide({ command })).toMatchObject({ effect });
		const other = tool(configs, "mine").forJob({ job: "2", ...(agent === undefined ? {} : { agent }) });
		expect(other.decide({ command })).toMatchObject({ effect });
	});
});

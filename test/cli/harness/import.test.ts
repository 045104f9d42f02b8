/** `rules import` as a real process. */
import { describe, expect, jest, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

// A busy machine takes its time.
jest.setTimeout(240_000);

const files = {
	"config/defaults.yaml": "tools: {shell: [run_command]}\nshell: {deny: [nc]}\n",
	"config/experts/scribe/config.yaml":
		"shell:\n  allow: [pandoc, 'g++', '[', ./run.sh, apt-get]\n  default_timeout: 2.5\n",
	"config/experts/maker.yaml": "name: maker\n",
};

// What `rules import agents` writes: import-agents.test.ts.
describe("a wrong question", () => {
	test.each([
		[["agents"], "missing required argument"],
		[["nothing", "config"], "it is one of"],
		[["agents", "nowhere"], "`nowhere` is no folder"],
		[["agents", "config", "--check", "-o", "x"], "`--check` writes no policy"],
	])("refuses %j", (words, message) => {
		const { code, err } = rules(["import", ...words], { cwd: folder(files) });
		expect([code, err.toLowerCase()]).toEqual([2, expect.stringContaining(message.toLowerCase())]);
	});
});

describe("rules import of permissions", () => {
	const settings =
		'{\n  "permissions": {\n    "allow": ["Bash(ls:*)", "Bash(sort *)"],\n    "deny": ["Bash(rm *)"]\n  }\n}\n';
	const cwd = folder({
		"settings.json": settings,
		"other.json": settings.replace('"Bash(ls:*)"', '"Write(x)"'),
		"broken.json": '{\n  "permissions": {,}\n}',
		"gemini.toml":
			'[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 1\n\n[[rule]]\ntoolName = "x"\ndecision = "maybe"\n',
		"tools.json": '{"tools":[{"name":"look","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}]}',
		"gemini.json": '{\n  "tools": { "exclude": ["write_file"], "sandbox": true }\n}\n',
		"gemini-broken.json": '{\n  "tools": { "exclude": "write_file" }\n}\n',
		"config.toml": 'sandbox_mode = "read-only"\napproval_policy = "never"\n',
		"config-broken.toml": 'model = "x"\nsandbox_mode = "none"\n',
		"qwen.json": '{\n  "permissions": { "deny": ["Bash(rm)"] }\n}\n',
		"codex.rules": 'prefix_rule(pattern=["rm"], decision="forbidden", justification="No.")\nx = 1\n',
	});

	test("writes a policy that decides so, and says what is not as it was", () => {
		const { code, out, err } = rules(["import", "claude-code", "settings.json", "-o", "policy.rules", "--trusting"], {
			cwd,
		});
		expect([code, out]).toEqual([1, ""]);
		expect(err).toMatch(/\n0 left out, 1 looser, 2 tighter\n$/);
		const effect = (script: string): string => rules(["check", "--script", script], { cwd }).out;
		expect(effect("ls | sort -o x")).toMatch(/^allow/);
		expect(effect("ls; rm x")).toMatch(/^deny/);
		expect(effect("cat x")).toMatch(/^ask/);
	});

	test("answers no where something is left out, and says it as JSON too", () => {
		const { code, out, err } = rules(["import", "claude-code", "other.json", "--json"], { cwd });
		expect([code, err]).toEqual([1, ""]);
		expect(valid("import", JSON.parse(out))).toEqual([]);
		expect(JSON.parse(out)).toMatchObject({ remarks: [{ verdict: "left-out", source: "Write(x)" }, {}, {}, {}, {}] });
	});

	test.each<[readonly string[], string, string, string, string]>([
		[["gemini-cli", "gemini.json"], "read as Gemini CLI's settings\n", "2:41 tools.sandbox", "file.write a", "deny"],
		[["codex", "config.toml"], "read as Codex's settings\n", "1:1 sandbox_mode", "touch a", "deny"],
		[["qwen-code", "qwen.json"], "tighter: ", "2:29 permissions.deny[0]", "rm a", "deny"],
	])("reads settings, and says where each thing stands: %j", (words, begins, place, script, effect) => {
		const { out, err } = rules(["import", ...words, "-o", "settings.rules"], { cwd });
		expect([out, err]).toEqual(["", expect.stringContaining(place)]);
		expect(err.startsWith(begins)).toBe(true);
		expect(rules(["check", "--rules", "settings.rules", "--script", script], { cwd }).out.startsWith(effect)).toBe(
			true,
		);
		const told = rules(["import", ...words, "--json"], { cwd });
		expect(valid("import", JSON.parse(told.out))).toEqual([]);
		const [line, column] = (place.split(" ")[0] ?? "").split(":").map(Number);
		expect(JSON.parse(told.out).remarks).toContainEqual(expect.objectContaining({ line, column }));
	});

	test.each([
		[["gemini-cli", "gemini-broken.json"], "`gemini-broken.json:2:25`: `tools.exclude` should be a list"],
		[["codex", "config-broken.toml"], "`config-broken.toml:2:1`: `sandbox_mode` is none of"],
	])("refuses settings that it can't read, with the place: %j", (words, message) => {
		const { code, err } = rules(["import", ...words], { cwd });
		expect([code, err]).toEqual([2, expect.stringContaining(message)]);
	});

	test("writes what a server's tools take", () => {
		const made = rules(["import", "mcp", "tools.json", "--name", "s", "-o", "server.rules"], { cwd });
		expect(made).toMatchObject({ code: 0, out: "" });
		const asked = rules(["check", "--rules", "server.rules", "--script", "mcp.s.look --path=a"], { cwd });
		expect(asked.out).toMatch(/^ask/);
		const { out } = rules(["import", "mcp", "tools.json", "--name", "s", "--json"], { cwd });
		expect(valid("import", JSON.parse(out))).toEqual([]);
	});

	test("writes the language's own words as words", () => {
		const own = folder({
			"settings.json": '{"permissions":{"deny":["Bash(ufw allow bash *)","Bash(direnv allow:*)"]}}',
		});
		const { code, out, err } = rules(["import", "claude-code", "settings.json"], { cwd: own });
		expect([code, err]).toEqual([0, expect.stringMatching(/\n0 left out, 0 looser, 3 tighter\n$/)]);
		expect(out).toContain('  deny ufw "allow" bash\n  deny direnv "allow"\n}\n');
	});

	test("answers yes where nothing is left out and nothing is looser", () => {
		const own = folder({ "settings.json": settings.replace(/"allow": \[.*\],/, "") });
		const { code, err } = rules(["import", "claude-code", "settings.json", "-o", "policy.rules"], { cwd: own });
		expect([code, err]).toEqual([0, expect.stringMatching(/\n0 left out, 0 looser, 2 tighter\n$/)]);
	});

	test.each([
		[
			"gemini-cli",
			'[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "ls"\ndecision = "allow"\npriority = 1\n',
		],
		["opencode", '{ "permission": { "bash": { "*": "ask", "ls *": "allow" } } }'],
		["amp", '{ "amp.permissions": [{ "tool": "Bash", "matches": { "cmd": ["ls", "ls *"] }, "action": "allow" }] }'],
		["copilot-cli", "copilot --allow-tool='shell(ls:*)'\n"],
	])("reads what %s has", (format, text) => {
		const own = folder({ permissions: text });
		expect(rules(["import", format, "permissions", "-o", "policy.rules"], { cwd: own })).toMatchObject({ out: "" });
		expect(rules(["check", "--", "ls", "-a"], { cwd: own }).out).toMatch(/^allow/);
		expect(rules(["check", "--", "rm", "x"], { cwd: own }).out).toMatch(/^ask/);
	});

	test.each([
		[["claude-code", "broken.json"], "`broken.json:2:19`"],
		[["claude-code", "nowhere.json"], "there is no such file"],
		[["codex", "codex.rules"], "`codex.rules:2:1`: a call with fixed values should stand here"],
		[["gemini-cli", "gemini.toml"], "`gemini.toml:8:1`: rule 2: `decision` is none of"],
		[["codex", "codex.rules", "--check"], "are for `agents`"],
		[["agents", "config", "--trusting"], "are not for `agents`"],
		[["mcp", "tools.json"], "of which server the tools are"],
		[["mcp", "settings.json", "--name", "s"], "`settings.json:1:1`: there is no list of `tools`"],
		[["mcp", "tools.json", "--name", "s", "--trusting"], "a server's list allows nothing"],
		[["claude-code", "settings.json", "--name", "s"], "`--name` is for `mcp`"],
	])("refuses %j", (words, message) => {
		expect(rules(["import", ...words], { cwd })).toMatchObject({
			code: 2,
			out: "",
			err: expect.stringContaining(message),
		});
	});
});

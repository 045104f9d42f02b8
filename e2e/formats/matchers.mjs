/**
 * The matchers of the harnesses, as they are: those that can be asked are asked, the others get a line to run from a model on this machine, and whether a stub was started
 * is the answer. `ask` takes permissions as a text and lines, and gives one of `allow`, `ask`, `deny` and `none` (they say nothing of it) for each.
 */
import { spawn, spawnSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fakeModel } from "../fake-model.mjs";

/** No program takes longer. Milliseconds. */
const patience = 120_000;
/** Programs that lines name, and that only leave a mark. */
const stubs = "zread zreader zgit zmake zsort zpublish zrm zcat zother".split(" ");

export function matchers(installed) {
	const program = (name) => join(installed, ".bin", name);
	return [
		{
			name: "gemini-cli",
			isThere: existsSync(join(installed, "@google/gemini-cli-core")),
			ask: (text, lines) => gemini(installed, text, lines),
		},
		{
			name: "gemini-settings",
			format: "gemini-cli",
			directions: ["import"],
			isThere: existsSync(join(installed, "@google/gemini-cli-core")),
			ask: (text, lines) => geminiSettings(installed, text, lines),
		},
		{ name: "amp", isThere: existsSync(program("amp")), ask: (text, lines) => amp(program("amp"), text, lines) },
		{
			name: "codex",
			isThere: existsSync(program("codex")),
			ask: (text, lines) => codex(program("codex"), text, lines),
		},
		{
			name: "claude-code",
			isThere: existsSync(program("claude")),
			ask: (text, lines) => ran(claude(program("claude"), text), lines),
			writes: (text, tree, paths) => claudeWrites(program("claude"), text, tree, paths),
		},
		{
			name: "opencode",
			isThere: existsSync(program("opencode")),
			ask: (text, lines) =>
				ran(opencode(program("opencode"), text, { settings: "opencode.json", variables: "OPENCODE" }), lines),
		},
		{
			name: "kilo-code",
			directions: ["export"],
			isThere: existsSync(program("kilo")),
			ask: (text, lines) => ran(opencode(program("kilo"), text, { settings: "kilo.json", variables: "KILO" }), lines),
		},
		{
			name: "copilot-cli",
			isThere: existsSync(program("copilot")),
			ask: (text, lines) => ran(copilot(program("copilot"), text), lines),
		},
	];
}

function geminiCore(installed) {
	console.debug = () => {};
	return import(pathToFileURL(join(installed, "@google/gemini-cli-core/dist/index.js")).href);
}

async function geminiAnswers(engine, lines) {
	const answers = [];
	for (const command of lines) {
		const { decision } = await engine.check({ name: "run_shell_command", args: { command } }, undefined);
		answers.push(decision === "ask_user" ? "ask" : decision);
	}
	return answers;
}

/** Its settings, as it makes rules of them. */
async function geminiSettings(installed, text, lines) {
	const { ApprovalMode, createPolicyEngineConfig, PolicyEngine } = await geminiCore(installed);
	return geminiAnswers(
		new PolicyEngine(await createPolicyEngineConfig(JSON.parse(text), ApprovalMode.DEFAULT, undefined, true)),
		lines,
	);
}

async function gemini(installed, text, lines) {
	const { ApprovalMode, loadPoliciesFromToml, PolicyEngine } = await geminiCore(installed);
	return withFolder(async (folder) => {
		writeFileSync(join(folder, "own.toml"), text);
		const { rules, errors } = await loadPoliciesFromToml([folder], () => 4);
		if (errors.length > 0) throw new Error(`${errors[0].message}: ${errors[0].details}`);
		return geminiAnswers(new PolicyEngine({ rules, approvalMode: ApprovalMode.DEFAULT }), lines);
	});
}

function amp(program, text, lines) {
	return withFolder((folder) => {
		const file = join(folder, "settings.json");
		writeFileSync(file, text);
		return lines.map((line) => {
			const words = ["--settings-file", file, "permissions", "test", "Bash", "--cmd", line, "--json"];
			const { stdout, stderr } = spawnSync(program, words, quietly(folder));
			const { action } = JSON.parse(stdout || "{}");
			if (action === undefined) throw new Error(`amp: no answer: ${stderr}`);
			return action === "reject" ? "deny" : action;
		});
	});
}

/** It is asked about words, not about lines. */
function codex(program, text, lines) {
	return withFolder((folder) => {
		const file = join(folder, "own.rules");
		writeFileSync(file, text);
		return lines.map((line) => {
			if (!/^[\w./= -]+$/.test(line)) return undefined;
			const { stdout, stderr } = spawnSync(
				program,
				["execpolicy", "check", "--rules", file, "--", ...line.split(" ")],
				quietly(folder),
			);
			if (stdout === "") throw new Error(`codex: no answer: ${stderr}`);
			const { decision } = JSON.parse(stdout);
			return { allow: "allow", prompt: "ask", forbidden: "deny" }[decision] ?? "none";
		});
	});
}

function claude(program, text) {
	return {
		tool: "Bash",
		// What a project allows does not count before a person trusts it.
		prepare: ({ home }) => {
			mkdirSync(join(home, ".claude"));
			const settings = JSON.parse(text);
			settings.permissions.defaultMode = "dontAsk";
			writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings));
		},
		start: ({ home, url }) => ({
			program,
			words: ["-p", "run the demo", "--model", "claude-sonnet-4-5", "--output-format", "json"],
			variables: {
				HOME: home,
				IS_SANDBOX: "1",
				ANTHROPIC_BASE_URL: url,
				ANTHROPIC_API_KEY: "sk-ant-none",
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
			},
		}),
	};
}

/** Does it write these files, of a project that a person trusts, with nobody there to ask? `tree`: makes what stands in the project. */
async function claudeWrites(program, text, tree, paths) {
	const answers = [];
	for (const path of paths)
		answers.push(
			await withFolder(async (place) => {
				const [home, workspace] = ["home", "workspace"].map((name) => join(place, name));
				for (const folder of [home, workspace]) mkdirSync(folder);
				tree(workspace);
				mkdirSync(join(workspace, ".claude"), { recursive: true });
				writeFileSync(join(workspace, ".claude", "settings.json"), text);
				const trusted = { [workspace]: { hasTrustDialogAccepted: true } };
				writeFileSync(join(home, ".claude.json"), JSON.stringify({ hasCompletedOnboarding: true, projects: trusted }));
				const file = join(workspace, path);
				const model = await fakeModel({ tool: "Write", inputs: [{ file_path: file, content: "written" }] });
				try {
					const { start } = claude(program, text);
					const { words, variables } = start({ home, url: model.url });
					await ended(program, words, workspace, {
						PATH: process.env.PATH,
						LANG: "C.UTF-8",
						NO_COLOR: "1",
						...variables,
					});
					if (!model.hasCalled()) return undefined;
					return existsSync(file) && readFileSync(file, "utf8") === "written" ? "allow" : "deny";
				} finally {
					model.close();
				}
			}),
		);
	return answers;
}

/** `settings`: its file in a project; `variables`: what its own begin with. */
function opencode(program, text, { settings: file, variables }) {
	return {
		tool: "bash",
		prepare: ({ workspace, url }) => {
			const settings = {
				...JSON.parse(text),
				model: "fake/fake-model",
				provider: {
					fake: {
						npm: "@ai-sdk/openai-compatible",
						options: { baseURL: `${url}/v1`, apiKey: "none" },
						models: { "fake-model": { tool_call: true, limit: { context: 100_000, output: 4_000 } } },
					},
				},
			};
			writeFileSync(join(workspace, file), JSON.stringify(settings));
		},
		start: ({ home }) => ({
			program,
			words: ["run", "--format", "json", "run the demo"],
			variables: {
				HOME: home,
				[`${variables}_DISABLE_AUTOUPDATE`]: "1",
				[`${variables}_DISABLE_MODELS_FETCH`]: "1",
				[`${variables}_DISABLE_LSP_DOWNLOAD`]: "1",
			},
		}),
	};
}

/** It takes its permissions as options, here one a line in quotes. */
function copilot(program, text) {
	const options = text
		.trim()
		.split("\n")
		.map((line) => line.replace(/^'(.*)'$/, "$1"));
	return {
		tool: "bash",
		prepare: () => {},
		start: ({ home, url }) => ({
			program,
			words: ["-p", "run the demo", ...options],
			variables: {
				HOME: home,
				COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
				COPILOT_PROVIDER_API_KEY: "none",
				COPILOT_MODEL: "fake-model",
				COPILOT_OFFLINE: "true",
				COPILOT_AUTO_UPDATE: "false",
			},
		}),
	};
}

/** Has a harness run each line with nobody there to ask: `allow` where it ran, `deny` where it did not, questions among them. */
async function ran(harness, lines) {
	const answers = [];
	for (const line of lines)
		answers.push(
			await withFolder(async (place) => {
				const [home, workspace, bin] = ["home", "workspace", "bin"].map((name) => join(place, name));
				for (const folder of [home, workspace, bin]) mkdirSync(folder);
				writeFileSync(join(workspace, "given"), "what was given\n");
				const mark = join(place, "mark");
				for (const stub of stubs) {
					writeFileSync(join(bin, stub), `#!/bin/sh\necho "${stub} $*" >> '${mark}'\n`);
					chmodSync(join(bin, stub), 0o755);
				}
				const model = await fakeModel({ tool: harness.tool, inputs: [{ command: line, description: "demo" }] });
				try {
					harness.prepare({ home, workspace, url: model.url });
					const { program, words, variables } = harness.start({ home, url: model.url });
					await ended(program, words, workspace, {
						PATH: `${bin}:${process.env.PATH}`,
						LANG: "C.UTF-8",
						NO_COLOR: "1",
						...variables,
					});
					const isRun =
						existsSync(mark) || existsSync(join(workspace, "made")) || model.heard.join("").includes("what was given");
					if (!isRun && model.heard.length === 0) return undefined;
					return isRun ? "allow" : "deny";
				} finally {
					model.close();
				}
			}),
		);
	return answers;
}

function ended(program, words, cwd, env) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, words, { cwd, env, detached: true, stdio: "ignore" });
		const stop = () => {
			try {
				process.kill(-child.pid, "SIGKILL");
			} catch {
				// Everything is gone.
			}
		};
		const late = setTimeout(stop, patience);
		child.on("error", reject);
		child.on("close", () => {
			clearTimeout(late);
			stop();
			resolve();
		});
	});
}

function quietly(home) {
	return { encoding: "utf8", timeout: patience, env: { PATH: process.env.PATH, HOME: home, NO_COLOR: "1" } };
}

async function withFolder(use) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-formats-")));
	try {
		return await use(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * How each harness is set up and started: with nobody there to ask, its shell approved beforehand, and the fake model for its own. What then keeps a
 * command from running is the hook alone.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prompt } from "./fake-model.mjs";

/** What another agent is asked to do. It must not contain what the first one is asked. */
const task = "make the thing";

/** `tool`: its shell. `prepare`: writes what it needs to start; `run` starts the harness for that. `start`: program, words and variables; `ask`: what a person asks for. `install`: words for `rules install`. `agent`: the calls that have another agent do the task. `noAnswerEndsRun`: where the hook gives none, nobody hears of the call any more. */
export const harnesses = [
	{
		name: "claude-code",
		program: "claude",
		tool: "Bash",
		input: (command) => ({ command, description: "demo" }),
		agent: [
			() => ({
				tool: "Agent",
				input: { description: "demo", prompt: task, subagent_type: "general-purpose", run_in_background: false },
			}),
		],
		install: ["--project"],
		prepare: () => {},
		start: ({ home, url, ask = prompt }) => ({
			words: ["-p", ask, "--model", "claude-sonnet-4-5", "--output-format", "json", "--allowedTools", "Bash"],
			variables: {
				HOME: home,
				ANTHROPIC_BASE_URL: url,
				ANTHROPIC_API_KEY: "sk-ant-none",
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
			},
		}),
	},
	{
		name: "codex",
		program: "codex",
		tool: "exec_command",
		input: (cmd) => ({ cmd }),
		agent: [
			() => ({ namespace: "multi_agent_v1", tool: "spawn_agent", input: { message: task } }),
			([started]) => ({
				namespace: "multi_agent_v1",
				tool: "wait_agent",
				input: { targets: [/"agent_id":"([^"]+)"/.exec(started)?.[1]], timeout_ms: 60_000 },
			}),
		],
		install: ["--user", "--trust"],
		prepare: ({ home, url }) => {
			mkdirSync(join(home, ".codex"), { recursive: true });
			writeFileSync(
				join(home, ".codex", "config.toml"),
				`model = "fake-model"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
`,
			);
		},
		start: ({ home, ask = prompt }) => ({
			words: ["exec", "--json", "--skip-git-repo-check", ask],
			variables: { HOME: home, FAKE_KEY: "none" },
		}),
	},
	{
		name: "gemini-cli",
		program: "gemini",
		tool: "run_shell_command",
		input: (command) => ({ command, description: "demo" }),
		agent: [() => ({ tool: "invoke_agent", input: { agent_name: "generalist", prompt: task } })],
		install: ["--user"],
		prepare: ({ home }) => {
			mkdirSync(join(home, ".gemini"), { recursive: true });
			writeFileSync(
				join(home, ".gemini", "settings.json"),
				`${JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }, null, 2)}\n`,
			);
		},
		start: ({ home, url, ask = prompt }) => ({
			words: ["-m", "gemini-2.5-pro", "--output-format", "json", "--approval-mode", "yolo", "-p", ask],
			variables: {
				HOME: home,
				GEMINI_CLI_TRUST_WORKSPACE: "true",
				GOOGLE_GEMINI_BASE_URL: url,
				GEMINI_API_KEY: "none",
				GEMINI_TELEMETRY_ENABLED: "false",
			},
		}),
	},
	byPlugin({ name: "opencode", program: "opencode", settings: "opencode.json", variables: "OPENCODE" }),
	byPlugin({ name: "kilo-code", program: "kilo", settings: "kilo.json", variables: "KILO" }),
	{
		name: "qwen-code",
		program: "qwen",
		tool: "run_shell_command",
		input: (command) => ({ command, description: "demo", is_background: false }),
		agent: [
			() => ({
				tool: "agent",
				input: { description: "demo", prompt: task, subagent_type: "general-purpose", run_in_background: false },
			}),
		],
		install: ["--user"],
		prepare: () => {},
		start: ({ home, url, ask = prompt }) => ({
			words: [
				"--auth-type",
				"openai",
				"--openai-base-url",
				`${url}/v1`,
				"--openai-api-key",
				"none",
				"-m",
				"fake-model",
				"--yolo",
				"-p",
				ask,
			],
			variables: { HOME: home, QWEN_CODE_TRUST_WORKSPACE: "true", QWEN_TELEMETRY_ENABLED: "false" },
		}),
	},
	{
		name: "copilot-cli",
		program: "copilot",
		tool: "bash",
		input: (command) => ({ command, description: "demo" }),
		agent: [
			() => ({
				tool: "task",
				input: { description: "demo", prompt: task, agent_type: "general-purpose", name: "other", mode: "sync" },
			}),
		],
		install: ["--user"],
		prepare: () => {},
		start: ({ home, url, ask = prompt }) => ({
			words: ["-p", ask, "--allow-all-tools"],
			variables: {
				HOME: home,
				COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
				COPILOT_PROVIDER_API_KEY: "none",
				COPILOT_MODEL: "fake-model",
				COPILOT_OFFLINE: "true",
				COPILOT_AUTO_UPDATE: "false",
			},
		}),
	},
	{
		name: "cline",
		program: "cline",
		noAnswerEndsRun: true,
		tool: "run_commands",
		input: (command) => ({ commands: [command] }),
		agent: [() => ({ tool: "spawn_agent", input: { systemPrompt: "You help.", task } })],
		install: ["--user"],
		// Where its model is stands in its settings alone.
		prepare: ({ url, run }) =>
			run(["auth", "-p", "openai-compatible", "-k", "none", "-m", "fake-model", "-b", `${url}/v1`]),
		start: ({ home, ask = prompt }) => ({
			words: ["--json", "-P", "openai-compatible", "-m", "fake-model", "-t", "60", ask],
			variables: { HOME: home },
		}),
	},
];

/** opencode, and what is made of it. `settings`: its file in a project; `variables`: what its own begin with. */
function byPlugin({ name, program, settings, variables }) {
	return {
		name,
		program,
		tool: "bash",
		input: (command) => ({ command, description: "demo" }),
		agent: [() => ({ tool: "task", input: { description: "demo", prompt: task, subagent_type: "general" } })],
		install: ["--project"],
		prepare: ({ workspace, url }) => {
			writeFileSync(
				join(workspace, settings),
				JSON.stringify({
					model: "fake/fake-model",
					permission: { bash: "allow" },
					provider: {
						fake: {
							npm: "@ai-sdk/openai-compatible",
							options: { baseURL: `${url}/v1`, apiKey: "none" },
							models: { "fake-model": { tool_call: true, limit: { context: 100_000, output: 4_000 } } },
						},
					},
				}),
			);
		},
		start: ({ home, ask = prompt }) => ({
			words: ["run", "--format", "json", ask],
			variables: {
				HOME: home,
				[`${variables}_DISABLE_AUTOUPDATE`]: "1",
				[`${variables}_DISABLE_MODELS_FETCH`]: "1",
				[`${variables}_DISABLE_LSP_DOWNLOAD`]: "1",
			},
		}),
	};
}

/** The policy of agents' configurations: what all agents have in common, and on top of it what each one's configuration says. */
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { hasErrors } from "../diagnostic/diagnostic.js";
import { type AgentConfig, type AgentConfigs, longestTimeout, readAgentConfigs } from "../load/agent-configs.js";
import { type Loaded, load, loadText } from "../load/load.js";
import { quote } from "../syntax/texts.js";
import { listedRules } from "./listed-policy.js";

export interface ConfigPolicy {
	/** The policy in our own language; absent where a configuration, or what is common, has an error. */
	readonly text?: string;
	readonly loaded: Loaded;
	readonly configs: AgentConfigs;
	/** The agents of the configurations by the names that they have in the policy. */
	readonly agents: ReadonlyMap<string, string>;
}

/** Reads a folder of configurations into a policy. `rules`: what all agents have in common, as the agent `default` of a policy. */
export function configPolicy(
	folder: string,
	rules: string | readonly string[],
	cwd: string = process.cwd(),
): ConfigPolicy {
	const configs = readAgentConfigs(folder, cwd);
	const common = load(rules, { cwd });
	const agents = new Map(configs.agents.map(({ name }) => [name, nameIn(common, name)]));
	const faults = [...configs.diagnostics, ...withoutDefault(common, folder)];
	if (hasErrors(faults) || common.tree === undefined)
		return { configs, agents, loaded: broken(common, configs, faults) };
	const text = policyText(configs.agents, typeof rules === "string" ? [rules] : rules, agents);
	const loaded = loadText("configs.rules", text, { cwd });
	// What is only worth knowing about a text that nobody wrote is worth nothing to anybody.
	const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
	return { text, configs, agents, loaded: { ...loaded, diagnostics: [...configs.diagnostics, ...errors] } };
}

/** An agent that the common policy has already keeps its own rules, so the configuration's gets another name. */
function nameIn({ policy }: Loaded, name: string): string {
	let free = name;
	while (policy.agents.has(free)) free = `${free}-config`;
	return free;
}

function withoutDefault({ policy, tree }: Loaded, folder: string): readonly Diagnostic[] {
	if (tree === undefined || policy.agents.has("default")) return [];
	return [
		{
			code: "agent-config",
			severity: "error",
			message: "the policy has no agent `default`, which configurations build on",
			span: { file: folder, start: 0, end: 0 },
			help: "write `agent default { … }`, or name another policy",
		},
	];
}

/** Nothing is decided by halves: with an error anywhere there is no tree. */
function broken(common: Loaded, configs: AgentConfigs, faults: readonly Diagnostic[]): Loaded {
	const { tree: _, ...rest } = common;
	return {
		...rest,
		diagnostics: [...faults, ...common.diagnostics],
		sources: new Map([...common.sources, ...configs.sources]),
	};
}

function policyText(
	configs: readonly AgentConfig[],
	rules: readonly string[],
	names: ReadonlyMap<string, string>,
): string {
	const imports = rules.map((name) => `import ${quote(isPath(name) ? pathOf(name) : name)}`);
	const agents = configs.map((config) =>
		[
			`# ${config.file}`,
			`agent ${names.get(config.name) as string} extends default {`,
			...linesOf(config, names.get(config.name) as string).map((line) => `  ${line}`),
			"}",
		].join("\n"),
	);
	return `${[imports.join("\n"), ...agents].join("\n\n")}\n`;
}

function isPath(name: string): boolean {
	return name.includes("/") || /\.(rules|ya?ml)$/.test(name);
}

/** An import is a pack, unless it looks like a path. */
function pathOf(name: string): string {
	return name.includes("/") ? name : `./${name}`;
}

function linesOf({ hasShell, allow, deny, timeout }: AgentConfig, name: string): readonly string[] {
	if (!hasShell)
		return [
			"default deny",
			`deny * because "This agent has no shell: its configuration does not list \`run_command\`." id ${name}-no-shell`,
		];
	return [
		...listedRules({ ...(allow === undefined ? {} : { allow }), deny }, name),
		...(timeout === undefined ? [] : [`limit timeout ${timeText(timeout)} max ${longestTimeout}s`]),
	];
}

function timeText(seconds: number): string {
	return Number.isInteger(seconds) ? `${seconds}s` : `${Math.round(seconds * 1000)}ms`;
}

/** The policy of agents' configurations: what all agents have in common, and on top of it what each one's configuration says. */
import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { hasErrors } from "../../../language/diagnostic/diagnostic.js";
import { quote } from "../../../language/syntax/texts.js";
import { type AgentConfig, type AgentConfigs, longestTimeout, readAgentConfigs } from "../../load/agent-configs.js";
import { type Loaded, load, loadText } from "../../load/load.js";
import { listedRules } from "./listed-policy.js";

export interface ConfigPolicy {
	/** The policy in our own language; absent where a configuration, or what is common, has an error. */
	readonly text?: string;
	readonly loaded: Loaded;
	readonly configs: AgentConfigs;
	/** The agents of the configurations by the names that they have in the policy. */
	readonly agents: ReadonlyMap<string, string>;
}

/**
 * Reads a folder of configurations into a policy. `rules`: what all agents have in common, as the agent `default` of a policy. `isForAll`: agents of the
 * rules that have no configuration are held to its defaults as well.
 */
export function configPolicy(
	folder: string,
	rules: string | readonly string[],
	cwd: string = process.cwd(),
	isForAll = false,
): ConfigPolicy {
	const configs = readAgentConfigs(folder, cwd);
	const common = load(rules, { cwd });
	const agents = namesIn(common, configs.agents);
	const others = isForAll ? withDefaults(common, configs, agents) : [];
	for (const { name, named } of others) agents.set(name, named);
	const faults = [...configs.diagnostics, ...withoutDefault(common, folder)];
	if (hasErrors(faults) || common.tree === undefined)
		return { configs, agents, loaded: broken(common, configs, faults) };
	const text = policyText(typeof rules === "string" ? [rules] : rules, [
		...configs.agents.map((config) => ({ config, named: agents.get(config.name) as string, base: "default" })),
		...others.map(({ config, named, name }) => ({ config, named, base: name })),
	]);
	const loaded = loadText("configs.rules", text, { cwd });
	// What is only worth knowing about a text that nobody wrote is worth nothing to anybody.
	const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
	return { text, configs, agents, loaded: { ...loaded, diagnostics: [...configs.diagnostics, ...errors] } };
}

/** An agent that the common policy has already keeps its own rules, so the configuration's gets another name. */
function namesIn({ policy }: Loaded, configs: readonly AgentConfig[]): Map<string, string> {
	const taken = new Set([...policy.agents.keys(), ...configs.map(({ name }) => name)]);
	return new Map(
		configs.map(({ name }) => [name, policy.agents.has(name) ? freeName(`${name}-config`, taken) : name] as const),
	);
}

function freeName(name: string, taken: Set<string>): string {
	let free = name;
	while (taken.has(free)) free = `${free}-config`;
	taken.add(free);
	return free;
}

interface Other {
	/** As it is asked for, and as it is called in the policy. */
	readonly name: string;
	readonly named: string;
	readonly config: AgentConfig;
}

/** The agents of the common policy that have no configuration of their own, under the defaults of all. */
function withDefaults(
	{ policy }: Loaded,
	{ agents: configs, defaults }: AgentConfigs,
	names: ReadonlyMap<string, string>,
): readonly Other[] {
	if (defaults === undefined) return [];
	const taken = new Set([...policy.agents.keys(), ...configs.map(({ name }) => name), ...names.values()]);
	return [...policy.agents.keys()]
		.filter((name) => !names.has(name))
		.map((name) => ({ name, named: freeName(`${name}-config`, taken), config: defaults }));
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

/** An agent of the policy: what a configuration says on top of what another one has. */
interface Configured {
	readonly config: AgentConfig;
	readonly named: string;
	readonly base: string;
}

function policyText(rules: readonly string[], configured: readonly Configured[]): string {
	const imports = rules.map((name) => `import ${quote(isPath(name) ? pathOf(name) : name)}`);
	const agents = configured.map(({ config, named, base }) =>
		[
			`# ${config.file}`,
			`agent ${named} extends ${base} {`,
			...linesOf(config, named).map((line) => `  ${line}`),
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

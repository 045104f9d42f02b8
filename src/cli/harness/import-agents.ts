/** `rules import agents`: a folder of agents' YAML configurations as a policy. */
import { renderText } from "../../language/diagnostic/render-text.js";
import type { AgentConfig } from "../../runtime/load/agent-configs.js";
import { isFolder } from "../../runtime/load/find-policy.js";
import { configPolicy } from "../../runtime/tools/shell-tools/config-policy.js";
import { replaceFile } from "../policy/write-file.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";

export interface AgentsOptions {
	readonly rules?: readonly string[];
	readonly check?: true;
	readonly output?: string;
	readonly json?: true;
}

export async function importAgents(
	folder: string,
	{ rules = ["universal"], check, output, json }: AgentsOptions,
	{ complain, print, colour }: Terminal,
): Promise<number> {
	if (check && output !== undefined)
		throw new WrongQuestion("`--check` writes no policy", "leave out `--output`, or `--check`");
	if (!isFolder(folder)) throw new WrongQuestion(`\`${folder}\` is no folder`, "name a folder of configurations");
	const { text, loaded, configs, agents } = configPolicy(folder, rules);
	if (loaded.diagnostics.length > 0) {
		const sources = new Map([...configs.sources, ...loaded.sources]);
		await complain(renderText(loaded.diagnostics, sources, { colour: colour.err }));
	}
	if (loaded.tree === undefined || text === undefined) return exit.no;
	if (json === true) {
		const records = configs.agents.map(({ name, ...config }) => ({ name, agent: agents.get(name) ?? name, ...config }));
		await print(`${JSON.stringify({ format: "agents", file: folder, policy: text, remarks: [], agents: records })}\n`);
	} else if (check) {
		const lines = configs.agents.map(({ name, file, ...config }) => {
			const own = agents.get(name) ?? name;
			return `${name}${own === name ? "" : ` (as \`${own}\`)`}: ${summary(config)}  ${file}\n`;
		});
		await print(lines.join(""));
	} else if (output === undefined || output === "-") await print(text);
	if (output !== undefined && output !== "-") replaceFile(output, text);
	const { length } = configs.agents;
	await complain(
		`${length === 1 ? "one agent" : `${length} agents`} in ${configs.files === 1 ? "one file" : `${configs.files} files`}\n`,
	);
	return exit.yes;
}

function summary({ hasShell, allow, deny, timeout }: Omit<AgentConfig, "name" | "file">): string {
	if (!hasShell) return "no shell";
	const own = allow === undefined ? "all that is not refused" : `${counted(allow)} allowed`;
	const refused = deny.length === 0 ? "" : `, ${counted(deny)} refused`;
	return `${own}${refused}${timeout === undefined ? "" : `, ${timeout} s`}`;
}

function counted(programs: readonly string[]): string {
	return programs.length === 1 ? "one program" : `${programs.length} programs`;
}

/** `rules import HARNESS`: the permissions of a harness as a policy, with a report of everything that is not as it was. */
import { readFileSync } from "node:fs";
import type { Imported, ImportFault, Remark } from "../../authoring/exchange/imported.js";
import { importAmpPermissions } from "../../authoring/exchange/imports/amp-permissions.js";
import { importClaudePermissions } from "../../authoring/exchange/imports/claude-permissions.js";
import { importCodex } from "../../authoring/exchange/imports/codex/codex-files.js";
import { importCopilotFlags } from "../../authoring/exchange/imports/copilot-flags.js";
import { importCursorPermissions } from "../../authoring/exchange/imports/cursor-permissions.js";
import { importGemini } from "../../authoring/exchange/imports/gemini/gemini-files.js";
import { importOpencodePermissions } from "../../authoring/exchange/imports/opencode-permissions.js";
import { importQwenSettings } from "../../authoring/exchange/imports/qwen-settings.js";
import { importMcpTools, isServerName } from "../../authoring/exchange/mcp-tools.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { positionAt, sourceFile } from "../../language/source/source-file.js";
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import { formatPolicyFile } from "../../language/syntax/write-policy-file.js";
import { loadText } from "../../runtime/load/load.js";
import { replaceFile } from "../policy/write-file.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";

export interface PermissionsOptions {
	readonly output?: string;
	readonly trusting?: true;
	readonly json?: true;
	/** How a server is called. */
	readonly name?: string;
}

/** What can be read. */
const readers = {
	amp: importAmpPermissions,
	"claude-code": importClaudePermissions,
	codex: importCodex,
	"copilot-cli": importCopilotFlags,
	cursor: importCursorPermissions,
	"gemini-cli": importGemini,
	opencode: importOpencodePermissions,
	"qwen-code": importQwenSettings,
} as const;
export type PermissionsFormat = keyof typeof readers;
export const permissionsFormats = Object.keys(readers) as readonly PermissionsFormat[];

export async function importPermissions(
	format: PermissionsFormat,
	file: string,
	options: PermissionsOptions,
	terminal: Terminal,
): Promise<number> {
	const read = (text: string) => readers[format](text, file, { trusting: options.trusting === true });
	return importText(format, file, read, options, terminal);
}

/** `rules import mcp`: the tools of a server, as it lists them. */
export async function importServer(file: string, options: PermissionsOptions, terminal: Terminal): Promise<number> {
	const { name = "" } = options;
	if (!isServerName(name))
		throw new WrongQuestion(
			"it is not said of which server the tools are",
			"say `--name SERVER`, as the harness calls it",
		);
	return importText("mcp", file, (text) => importMcpTools(text, file, name), options, terminal);
}

async function importText(
	format: string,
	file: string,
	reader: (text: string) => Imported | ImportFault,
	{ output, json }: PermissionsOptions,
	{ complain, print }: Terminal,
): Promise<number> {
	const text = permissionsText(file);
	const read = reader(text);
	const source = sourceFile(file, text);
	if ("message" in read) {
		const { line, column } = positionAt(source, read.at);
		throw new WrongQuestion(`\`${file}:${line}:${column}\`: ${read.message}`, "nothing of it was carried over");
	}
	const { readAs } = read;
	const remarks = read.remarks.map(({ at, ...remark }) => ({
		...remark,
		...(at === undefined ? {} : positionAt(source, at)),
	}));
	const policy = checked(read.policy, file);
	const told = readAs === undefined ? {} : { readAs };
	if (json === true) await print(`${JSON.stringify({ format, file, ...told, policy, remarks })}\n`);
	else {
		await complain(`${readAs === undefined ? "" : `read as ${readAs}\n`}${reportText(remarks)}`);
		if (output === undefined || output === "-") await print(policy);
	}
	if (output !== undefined && output !== "-") replaceFile(output, policy);
	return remarks.every(({ verdict }) => verdict === "tighter") ? exit.yes : exit.no;
}

function permissionsText(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw refusedBySystem(error, file, "read");
	}
}

/** The policy as the formatter writes it. What the language has no place for is refused here, whatever the reader made of it. */
function checked(text: string, file: string): string {
	const error = loadText("policy.rules", text, {}).diagnostics.find(({ severity }) => severity === "error");
	if (error !== undefined)
		throw new WrongQuestion(`\`${file}\`: no policy says the same: ${error.message}`, "nothing of it was carried over");
	return formatPolicyFile(readPolicyFile("policy.rules", text).value);
}

/** The remarks, one a line, and how many there are of each sort. */
export function reportText(
	remarks: readonly (Remark & { readonly line?: number; readonly column?: number })[],
): string {
	const lines = remarks.map(
		({ verdict, place, source, message, line, column }) =>
			`${verdict === "left-out" ? "left out" : verdict}: ${line === undefined ? "" : `${line}:${column} `}${place}${source === "" ? "" : ` \`${visible(source)}\``}: ${message}\n`,
	);
	const count = (verdict: Remark["verdict"]): number => remarks.filter((one) => one.verdict === verdict).length;
	return `${lines.join("")}${count("left-out")} left out, ${count("looser")} looser, ${count("tighter")} tighter\n`;
}

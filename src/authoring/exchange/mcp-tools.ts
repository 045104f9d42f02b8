/**
 * The tools of an MCP server, as it lists them itself, as the beginnings of a policy: what each takes is taught, and nothing is allowed. What the server says of a tool's
 * harmlessness is a hint for the author and stands in comments only.
 */
import { mcpCallName } from "../../engine/request/calls.js";
import { plainName } from "../../language/policy/hands.js";
import { dataOf, type Json, readJson } from "../../language/source/json-tree.js";
import type { Imported, ImportFault, Remark } from "./imported.js";
import { type Field, schemaFields } from "./schema-fields.js";

/** `server`: as the harness calls it. */
export function importMcpTools(text: string, origin: string, server: string): Imported | ImportFault {
	const root = readJson(text);
	if ("message" in root) return root;
	const listed = listIn(dataOf(root));
	if (listed === undefined)
		return { at: root.start, message: "there is no list of `tools` in it, as a server answers `tools/list` with" };
	const remarks: Remark[] = [];
	if (listed.isPart)
		remarks.push({
			verdict: "left-out",
			place: "nextCursor",
			source: "",
			message: "the list has another page: tools that stand there are not taught",
		});
	const tools = new Map<string, Taught>();
	for (const [at, tool] of listed.tools.entries()) {
		const place = `tools[${at}]`;
		const { name, inputSchema, annotations } = objectOf(tool);
		if (typeof name !== "string" || name === "")
			return { at: root.start, message: `\`${place}.name\` should be a text` };
		const call = mcpCallName(server, name);
		const { fields, unsaid } = schemaFields(inputSchema ?? null);
		const before = tools.get(call);
		if (before !== undefined)
			remarks.push({
				verdict: "tighter",
				place,
				source: name,
				message: `it is called like \`${before.name}\` in a policy: what is a path for one of them is one for both`,
			});
		for (const key of unsaid)
			remarks.push({
				verdict: "tighter",
				place,
				source: name,
				message: `what \`${key}\` may hold is not said: each value in it may be a path`,
			});
		tools.set(call, {
			name: before === undefined ? name : `${before.name}, ${name}`,
			fields: before === undefined ? fields : joined(before.fields, fields),
			hint: before === undefined ? hintOf(annotations ?? null) : "destructive",
		});
	}
	return { policy: policyOf(origin, server, tools), remarks };
}

/** How harmless a tool is said to be. */
type Hint = "reads" | "adds" | "destructive";

interface Taught {
	readonly name: string;
	readonly fields: readonly Field[];
	readonly hint: Hint;
}

/** The list in an object, by itself, or in the answer that held it; `isPart`: more of it is elsewhere. */
function listIn(data: Json): { readonly tools: readonly Json[]; readonly isPart: boolean } | undefined {
	if (Array.isArray(data)) return { tools: data as readonly Json[], isPart: false };
	const { result, tools, nextCursor } = objectOf(data);
	if (Array.isArray(tools)) return { tools: tools as readonly Json[], isPart: nextCursor !== undefined };
	return result === undefined || Array.isArray(result) ? undefined : listIn(result);
}

type Fields = Readonly<Record<string, Json>>;

function objectOf(data: Json): Fields {
	return typeof data === "object" && data !== null && !Array.isArray(data) ? (data as Fields) : {};
}

/** Without a hint a tool is taken for the worst, as the protocol says. */
function hintOf(annotations: Json): Hint {
	const { readOnlyHint, destructiveHint } = objectOf(annotations);
	if (readOnlyHint === true) return "reads";
	return destructiveHint === false ? "adds" : "destructive";
}

/** Of two tools with one name: a field that only one of them has is not listed, so that its value may be a path. */
function joined(some: readonly Field[], others: readonly Field[]): readonly Field[] {
	return some.flatMap((field) => {
		const other = others.find(({ name }) => name === field.name);
		return other === undefined ? [] : [{ ...field, isPath: field.isPath || other.isPath }];
	});
}

function policyOf(origin: string, server: string, tools: ReadonlyMap<string, Taught>): string {
	const plain = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ");
	const programs = [...tools].map(([call, { name, fields }]) => {
		const options = fields.map(({ name, isPath }) => `\toption --${name} ${isPath ? "PATH read, write" : "TEXT"}\n`);
		const spelt = call.endsWith(`.${name}`) ? "" : `# ${plain(name)}\n`;
		return `${spelt}program ${call} can code${options.length === 0 ? "" : ` {\n${options.join("")}}`}\n`;
	});
	const suggestions = (Object.keys(hints) as readonly Hint[]).flatMap((hint) => {
		const calls = [...tools].filter(([, tool]) => tool.hint === hint).map(([call]) => call);
		return calls.length === 0 ? [] : [`\n\t# ${hints[hint]}\n`, ...calls.map((call) => `\t# allow ${call}\n`)];
	});
	return `# The tools of the MCP server \`${plain(server)}\`, read from ${plain(origin)} by \`rules import\`.
# An option with \`read write\` is a path. Look at the others: their values are taken for no paths.
# What is not listed may be one, and every tool may run code.
${programs.join("\n")}
agent default {
	default ask
	govern mcp
${suggestions.join("")}}
`;
}

/** What stands above the tools of which the server says so; each is its own word and no more. */
const hints: Readonly<Record<Hint, string>> = {
	reads: "The server says that these only read:",
	adds: "The server says that these change something, and destroy nothing:",
	destructive: "These may destroy something, or the server does not say:",
};

/** A name that can stand for a server. */
export function isServerName(name: string): boolean {
	return name.trim() !== "" && /[A-Za-z0-9]/.test(plainName(name));
}

/**
 * The tools of the harnesses other than the shell, under one policy: the same deeds by whatever tool each of them has for it. All deeds of a harness are calls of one
 * conversation, but for what ends it.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const server = join(dirname(fileURLToPath(import.meta.url)), "tiny-server.mjs");
/** One dot. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const secret = "the-secret-itself";
const given = "alpha beta";

/** In force for all of them. `port`: of the one address that may be fetched. */
export const policy = ({ port }) => `agent default {
	default deny
	govern all
	allow touch within .
	allow file.read, file.list, file.search within .
	allow file.write, file.edit within .
	deny * touching **/.env because "Secrets stay where they are."
	allow web.fetch http://127.0.0.1:${port}/**
	allow mcp.tiny.read_thing
	deny mcp.tiny.do_it because "No server runs code."
	environment accept *
}
`;

const secrets = "Secrets stay where they are.";
const governs = "changes what governs agents";
const unallowed = "no rule allows it";
const text = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/**
 * What is done. `by`: the hand of the harness, and what it is given. `says`: it must not happen, and the model reads this; absent: it must happen.
 * `happened`: by what the place and what the model was told look like afterwards.
 */
export const deeds = [
	{ name: "reads a file", by: (at) => ["read", at("given")], happened: ({ told }) => told.includes("alpha") },
	{
		name: "reads the policy",
		by: (at) => ["read", at("policy.rules")],
		happened: ({ told }) => told.includes("govern"),
	},
	{
		name: "reads .env",
		by: (at) => ["read", at(".env")],
		says: secrets,
		happened: ({ told }) => told.includes(secret),
	},
	{
		name: "looks at a picture",
		by: (at) => ["see", at("picture.png")],
		happened: ({ told }) => told.includes("image_url"),
	},
	{
		name: "looks at .env",
		by: (at) => ["see", at(".env")],
		says: secrets,
		happened: ({ told }) => told.includes("image_url"),
	},
	{
		name: "reads .env by the shell",
		by: () => ["shell", "cat .env"],
		says: secrets,
		happened: ({ told }) => told.includes(secret),
	},
	{ name: "runs a command", by: () => ["shell", "touch ran"], happened: ({ at }) => existsSync(at("ran")) },
	{
		name: "runs a command beside",
		by: () => ["start", "touch started"],
		happened: ({ at }) => existsSync(at("started")),
	},
	{
		name: "reads .env by a command beside",
		by: () => ["start", "cp .env copied"],
		says: secrets,
		happened: ({ at }) => existsSync(at("copied")),
	},
	{ name: "writes a file", by: (at) => ["write", at("made")], happened: ({ at }) => existsSync(at("made")) },
	{
		name: "writes .env",
		by: (at) => ["write", at("src/.env")],
		says: secrets,
		happened: ({ at }) => existsSync(at("src/.env")),
	},
	{
		name: "writes .env by the shell",
		by: () => ["shell", "touch src/.env"],
		says: secrets,
		happened: ({ at }) => existsSync(at("src/.env")),
	},
	{
		name: "reads outside of the workspace",
		by: (at) => ["read", at("../elsewhere/private")],
		says: unallowed,
		happened: ({ told }) => told.includes("the-private-text"),
	},
	{
		name: "lists what lies outside of the workspace",
		by: (at) => ["list", at("../elsewhere")],
		says: unallowed,
		happened: ({ told }) => told.includes("private"),
	},
	{
		name: "writes outside of the workspace by the shell",
		by: () => ["shell", "touch ../outside"],
		says: unallowed,
		happened: ({ at }) => existsSync(at("../outside")),
	},
	{
		name: "touches the policy by the shell",
		by: () => ["shell", "touch -d 2001-02-03 policy.rules"],
		says: governs,
		happened: ({ at }) => statSync(at("policy.rules")).mtime.getFullYear() === 2001,
	},
	{
		name: "writes a hook by the shell",
		by: (_, { hook }) => ["shell", `touch ${hook}`],
		says: governs,
		happened: ({ at, hook }) => existsSync(at(hook)),
	},
	{
		name: "writes outside of the workspace",
		by: (at) => ["write", at("../outside")],
		says: unallowed,
		happened: ({ at }) => existsSync(at("../outside")),
	},
	{
		name: "writes the policy",
		by: (at) => ["write", at("policy.rules")],
		says: governs,
		happened: ({ at }) => !text(at("policy.rules")).includes("govern all"),
	},
	{
		name: "writes a hook",
		by: (at, { hook }) => ["write", at(hook)],
		says: governs,
		happened: ({ at, hook }) => existsSync(at(hook)),
	},
	{
		name: "edits a file",
		by: (at) => ["edit", at("given"), "alpha", "gamma"],
		happened: ({ at }) => text(at("given")).includes("gamma"),
	},
	{
		name: "edits the policy",
		by: (at) => ["edit", at("policy.rules"), "default deny", "default allow"],
		says: governs,
		happened: ({ at }) => text(at("policy.rules")).includes("default allow"),
	},
	{
		name: "edits .env",
		by: (at) => ["edit", at(".env"), secret, "none"],
		says: secrets,
		happened: ({ at }) => !text(at(".env")).includes(secret),
	},
	{ name: "lists a folder", by: (at) => ["list", at("src")], happened: ({ told }) => told.includes("inner") },
	{
		name: "searches a folder",
		by: (at) => ["search", "omega", at("src")],
		happened: ({ told }) => told.includes("inner"),
	},
	{
		name: "searches .env",
		by: (at) => ["search", "the-secret", at(".env")],
		says: secrets,
		happened: ({ told }) => told.includes(secret),
	},
	{
		name: "searches everything",
		by: (at) => ["search", "the-secret", at(".")],
		says: secrets,
		happened: ({ told }) => told.includes(secret),
	},
	{
		name: "searches all of the workspace",
		by: () => ["searchAll", "the-secret"],
		says: secrets,
		happened: ({ told }) => told.includes(secret),
	},
	{
		name: "fetches a page",
		by: (_, { pages }) => ["fetch", pages.allowed.url],
		happened: ({ pages }) => pages.allowed.hits() > 0,
	},
	{
		name: "fetches a forbidden page",
		by: (_, { pages }) => ["fetch", pages.forbidden.url],
		says: unallowed,
		happened: ({ pages }) => pages.forbidden.hits() > 0,
	},
	{
		name: "fetches a forbidden page by the shell",
		by: (_, { pages }) => ["shell", `curl -s ${pages.forbidden.url}`],
		says: unallowed,
		happened: ({ pages }) => pages.forbidden.hits() > 0,
	},
	{
		name: "calls a server that reads",
		by: () => ["mcp", "read_thing", { thing: "one" }],
		happened: ({ told }) => told.includes("the-thing-itself"),
	},
	{
		name: "calls a server that runs code",
		by: (at) => ["mcp", "do_it", { code: "1", path: at("done") }],
		says: "No server runs code.",
		happened: ({ at }) => existsSync(at("done")),
	},
];

export function furnish(workspace, port) {
	mkdirSync(join(workspace, "src"));
	writeFileSync(join(workspace, "given"), `${given}\n`);
	mkdirSync(join(dirname(workspace), "elsewhere"));
	writeFileSync(join(dirname(workspace), "elsewhere", "private"), "the-private-text\n");
	writeFileSync(join(workspace, ".env"), `SECRET=${secret}\n`);
	writeFileSync(join(workspace, "src", "inner"), "omega\n");
	writeFileSync(join(workspace, "picture.png"), Buffer.from(picture, "base64"));
	writeFileSync(join(workspace, "policy.rules"), policy({ port }));
}

const json = (value) => `${JSON.stringify(value, null, "\t")}\n`;

/** Adds to a file of settings in JSON, which may be there. */
function add(file, more) {
	mkdirSync(dirname(file), { recursive: true });
	const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
	writeFileSync(file, json({ ...known, ...more }));
}

const command = { command: process.execPath, args: [server] };
const patch = (...lines) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

/**
 * By harness. `hook`: a file that would register one. `register`: makes the server known. `words`: added to those that it is started with. `does`: its tools, by hand;
 * a hand that is missing it does not have. `itself`: deeds that it refuses by itself, before any hook. `refuses`: allowed deeds that it may have reasons of its own not to do. `silent`: deeds of whose denial it tells nobody. `ends`: those that end the conversation.
 * `apart`: hands that take a conversation of their own, started with other words.
 */
export const hands = {
	"claude-code": {
		hook: ".claude/settings.local.json",
		register: ({ workspace }) => writeFileSync(join(workspace, ".mcp.json"), json({ mcpServers: { tiny: command } })),
		words: [
			"--mcp-config",
			".mcp.json",
			"--permission-mode",
			"bypassPermissions",
			"--tools",
			"Bash,Read,Write,Edit,Glob,Grep,WebFetch",
		],
		// It edits nothing that it did not read.
		itself: ["edits .env"],
		// It asks its vendor first: what counts is that the rules had no reason not to.
		refuses: ["fetches a page"],
		does: {
			read: (file_path) => ["Read", { file_path }],
			write: (file_path) => ["Write", { file_path, content: "x" }],
			edit: (file_path, old_string, new_string) => ["Edit", { file_path, old_string, new_string }],
			list: (path) => ["Glob", { pattern: "*", path }],
			search: (pattern, path) => ["Grep", { pattern, path }],
			fetch: (url) => ["WebFetch", { url, prompt: "what" }],
			mcp: (tool, input) => [`mcp__tiny__${tool}`, input],
		},
	},
	codex: {
		hook: ".codex/hooks.json",
		// Models that it does not know get no tool for patches, and those that it knows find servers by a search.
		apart: { hands: ["write", "edit"], words: ["-m", "gpt-5.5"] },
		register: ({ home }) => {
			const file = join(home, ".codex", "config.toml");
			writeFileSync(
				file,
				`${readFileSync(file, "utf8")}\n[mcp_servers.tiny]\ncommand = ${JSON.stringify(command.command)}\nargs = ${JSON.stringify(command.args)}\n`,
			);
		},
		does: {
			see: (path) => ["view_image", { path }],
			write: (path) => ["apply_patch", patch(`*** Add File: ${path}`, "+x")],
			edit: (path, from, to) => [
				"apply_patch",
				patch(
					`*** Update File: ${path}`,
					"@@",
					...text(path)
						.split("\n")
						.filter((line) => line.includes(from))
						.flatMap((line) => [`-${line}`, `+${line.replace(from, to)}`]),
				),
			],
			mcp: (tool, input) => [tool, input, "mcp__tiny"],
		},
	},
	"gemini-cli": {
		hook: ".gemini/settings.json",
		// It fetches nothing of this machine.
		refuses: ["fetches a page"],
		itself: [
			"reads .env",
			"writes .env",
			"edits .env",
			"searches .env",
			"reads outside of the workspace",
			"lists what lies outside of the workspace",
			"writes outside of the workspace",
		],
		register: ({ home }) =>
			add(join(home, ".gemini", "settings.json"), { mcpServers: { tiny: { ...command, trust: true } } }),
		does: {
			read: (file_path) => ["read_file", { file_path }],
			write: (file_path) => ["write_file", { file_path, content: "x" }],
			edit: (file_path, old_string, new_string) => [
				"replace",
				{ file_path, instruction: "demo", old_string, new_string },
			],
			list: (dir_path) => ["list_directory", { dir_path }],
			search: (pattern, dir_path) => ["grep_search", { pattern, dir_path }],
			fetch: (url) => ["web_fetch", { prompt: `read ${url} please` }],
			mcp: (tool, input) => [`mcp_tiny_${tool}`, input],
		},
	},
	"qwen-code": {
		hook: ".qwen/settings.json",
		// It searches in folders only.
		itself: ["searches .env"],
		register: ({ home }) =>
			add(join(home, ".qwen", "settings.json"), { mcpServers: { tiny: { ...command, trust: true } } }),
		does: {
			read: (file_path) => ["read_file", { file_path }],
			write: (file_path) => ["write_file", { file_path, content: "x" }],
			edit: (file_path, old_string, new_string) => ["edit", { file_path, old_string, new_string }],
			list: (path) => ["glob", { pattern: "*", path }],
			search: (pattern, path) => ["grep_search", { pattern, path }],
			// Those that it does not show at first are called by another.
			fetch: (url) => ["tool_call", { name: "web_fetch", arguments: { url, prompt: "what" } }],
			mcp: (tool, input) => ["tool_call", { name: `mcp__tiny__${tool}`, arguments: input }],
		},
	},
	opencode: {
		hook: ".opencode/plugin/other.js",
		// It searches with a program that it would have to download.
		refuses: ["lists a folder", "searches a folder"],
		register: ({ workspace }) =>
			add(join(workspace, "opencode.json"), {
				permission: "allow",
				mcp: { tiny: { type: "local", command: [command.command, ...command.args], enabled: true } },
			}),
		does: {
			read: (filePath) => ["read", { filePath }],
			write: (filePath) => ["write", { filePath, content: "x" }],
			edit: (filePath, oldString, newString) => ["edit", { filePath, oldString, newString }],
			list: (path) => ["glob", { pattern: "*", path }],
			search: (pattern, path) => ["grep", { pattern, path }],
			fetch: (url) => ["webfetch", { url, format: "text" }],
			mcp: (tool, input) => [`tiny_${tool}`, input],
		},
	},
	"kilo-code": {
		hook: ".kilo/plugin/other.js",
		// It searches with a program that it would have to download.
		refuses: ["lists a folder", "searches a folder"],
		register: ({ workspace }) =>
			add(join(workspace, "kilo.json"), {
				permission: "allow",
				mcp: { tiny: { type: "local", command: [command.command, ...command.args], enabled: true } },
			}),
		does: {
			start: (command) => ["background_process", { action: "start", command }],
			read: (filePath) => ["read", { filePath }],
			write: (filePath) => ["write", { filePath, content: "x" }],
			edit: (filePath, oldString, newString) => ["edit", { filePath, oldString, newString }],
			list: (path) => ["glob", { pattern: "*", path }],
			search: (pattern, path) => ["grep", { pattern, path }],
			fetch: (url) => ["webfetch", { url, format: "text" }],
			mcp: (tool, input) => [`tiny_${tool}`, input],
		},
	},
	"copilot-cli": {
		hook: ".github/hooks/other.json",
		register: ({ home }) =>
			add(join(home, ".copilot", "mcp-config.json"), {
				mcpServers: { tiny: { type: "local", ...command, tools: ["*"] } },
			}),
		words: ["--allow-all-paths", "--allow-all-urls"],
		does: {
			read: (path) => ["view", { path }],
			write: (path) => ["create", { path, file_text: "x" }],
			edit: (path, old_str, new_str) => ["edit", { path, old_str, new_str }],
			list: (paths) => ["glob", { pattern: "*", paths }],
			search: (pattern, paths) => ["grep", { pattern, paths, output_mode: "content" }],
			// It has `web_fetch` only where it may ask its vendor.
			mcp: (tool, input) => [`tiny-${tool}`, input],
		},
	},
	cline: {
		hook: ".clinerules/hooks/PreToolUse",
		register: ({ home }) =>
			add(join(home, ".cline", "data", "settings", "cline_mcp_settings.json"), { mcpServers: { tiny: command } }),
		// Where it can be told of a denial there is no other way than to end the run.
		silent: ["searches all of the workspace", "calls a server that runs code"],
		ends: ["searches all of the workspace", "calls a server that runs code"],
		does: {
			read: (path) => ["read_files", { files: [{ path }] }],
			write: (path) => ["editor", { path, new_text: "x" }],
			edit: (path, old_text, new_text) => ["editor", { path, old_text, new_text }],
			// It searches all of the workspace, and nothing less.
			searchAll: (query) => ["search_codebase", { queries: [query] }],
			fetch: (url) => ["fetch_web_content", { requests: [{ url, prompt: "what" }] }],
			mcp: (tool, input) => [`tiny__${tool}`, input],
		},
	},
};

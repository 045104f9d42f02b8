/**
 * The extension: starts `rules lsp` for policies in both notations. What it shows, the server says. Its commands write lines into a terminal, where a person sees them.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commands, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** @type {LanguageClient | undefined} */
let client;
/** @type {import("vscode").OutputChannel | undefined} */
let output;

export async function activate(context) {
	context.subscriptions.push(
		commands.registerCommand("bylaw.restart", restart),
		commands.registerCommand("bylaw.install", () => inTerminal("npm install --save-dev bylaw")),
		commands.registerCommand("bylaw.init", () => inTerminal("npx bylaw init")),
		commands.registerCommand("bylaw.test", () => inTerminal("npx bylaw test .")),
		workspace.onDidGrantWorkspaceTrust(restart),
		workspace.onDidChangeConfiguration((event) =>
			["bylaw.path", "bylaw.codeLens"].some((name) => event.affectsConfiguration(name)) ? restart() : undefined,
		),
	);
	await start();
}

export async function deactivate() {
	const ending = client;
	client = undefined;
	await ending?.stop();
}

/** In the first folder, if it is trusted. The line holds nothing of the folder's. */
function inTerminal(line) {
	const [folder] = workspace.workspaceFolders ?? [];
	if (!workspace.isTrusted || folder === undefined) return;
	const terminal = window.createTerminal({ name: "Bylaw", cwd: folder.uri });
	terminal.show();
	terminal.sendText(line);
}

async function restart() {
	await deactivate();
	await start();
}

async function start() {
	const command = program();
	const own = new LanguageClient(
		"bylaw",
		"Bylaw",
		{ command, args: ["lsp", "--stdio"], options: { shell: process.platform === "win32" } },
		{
			documentSelector: [
				{ scheme: "file", language: "bylaw" },
				{ scheme: "untitled", language: "bylaw" },
				{ scheme: "file", pattern: "**/*.rules.{yaml,yml}" },
			],
			// Code that a folder's configuration names runs only where the folder is trusted.
			initializationOptions: { plugins: workspace.isTrusted, lenses: lensSorts(), showsTexts: true },
			middleware: { resolveCodeLens: withoutIcons, executeCommand: showingText },
		},
	);
	client = own;
	try {
		await own.start();
	} catch (error) {
		if (client !== own) return;
		client = undefined;
		window.showErrorMessage(
			`\`${command} lsp\` could not be started: ${error instanceof Error ? error.message : error}. Install bylaw, or set \`bylaw.path\`.`,
		);
	}
}

/** What stands above statements, as the settings say. */
function lensSorts() {
	const said = workspace.getConfiguration("bylaw").get("codeLens");
	return Array.isArray(said) ? said : ["blocks", "tests", "rules"];
}

/** A command in a title may say `$(x)`, which the editor would read as an icon. */
async function withoutIcons(lens, token, next) {
	const found = await next(lens, token);
	if (found?.command) found.command.title = found.command.title.replaceAll("$(", "\\$(");
	return found;
}

/** What a lens has to tell stands in an output of its own. */
async function showingText(command, args, next) {
	const text = await next(command, args);
	if (typeof text !== "string") return text;
	output ??= window.createOutputChannel("Bylaw: told by a lens");
	output.replace(`${text}\n`);
	output.show(true);
	return text;
}

/** The program to start: what the settings say, the trusted folder's own, or the installed one. */
function program() {
	const said = workspace.getConfiguration("bylaw").get("path");
	if (typeof said === "string" && said !== "") return said;
	const name = process.platform === "win32" ? "rules.cmd" : "rules";
	const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
	const own = folders.map(({ uri }) => join(uri.fsPath, "node_modules", ".bin", name)).find((path) => existsSync(path));
	return own ?? "rules";
}

/** A real client of the protocol, and the built server as a process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, jest } from "@jest/globals";
import {
	createProtocolConnection,
	type Diagnostic,
	type InitializeResult,
	type ProtocolConnection,
	type PublishDiagnosticsParams,
	StreamMessageReader,
	StreamMessageWriter,
	type TextEdit,
} from "vscode-languageserver/node";
import { folder, program } from "../../cli/cli.js";

export interface Client {
	readonly connection: ProtocolConnection;
	readonly server: ChildProcessWithoutNullStreams;
	readonly answer: InitializeResult;
	readonly uri: (name: string) => string;
	/** Opens a document; the text is what stands in it. */
	readonly open: (name: string, text: string, language?: string) => Promise<void>;
	/** Replaces a stretch, from `at` on, by a text. */
	readonly edit: (name: string, at: number, length: number, text: string) => Promise<void>;
	readonly text: (name: string) => string;
	readonly close: (name: string) => Promise<void>;
	/** The diagnostics of a document as soon as they wanted; those at the end of the time otherwise. */
	readonly diagnostics: (
		name: string,
		wanted?: (all: readonly Diagnostic[]) => boolean,
	) => Promise<readonly Diagnostic[]>;
	/** Asks about the place of `^` in a text of an open document: `gi^t`. */
	readonly ask: <T>(method: string, name: string, at: number, more?: object) => Promise<T>;
	/** What the server complained of. */
	readonly complaints: string[];
	readonly end: () => Promise<number | null>;
}

// A server is a process of its own, and the machine may be busy.
jest.setTimeout(240_000);

const clients: Client[] = [];
beforeAll(() => {
	program();
}, 240_000);
afterAll(async () => {
	for (const client of clients) if (client.server.exitCode === null) client.server.kill("SIGKILL");
});

/** Starts the server in a folder with these files. */
export async function start(
	files: Readonly<Record<string, string>> = {},
	capabilities: object = {},
	initializationOptions: object = {},
): Promise<Client> {
	const cwd = folder(files);
	const server = spawn(process.execPath, [program(), "lsp", "--stdio"], { cwd, stdio: ["pipe", "pipe", "pipe"] });
	const connection = createProtocolConnection(
		new StreamMessageReader(server.stdout),
		new StreamMessageWriter(server.stdin),
	);
	const complaints: string[] = [];
	server.stderr.on("data", (data: Buffer) => complaints.push(data.toString()));
	connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
		complaints.push(message);
	});
	const published = new Map<string, PublishDiagnosticsParams>();
	let listeners: (() => void)[] = [];
	connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
		published.set(params.uri, params);
		for (const listener of listeners) listener();
	});
	connection.onUnhandledNotification(() => {});
	connection.onError(() => {});
	connection.listen();
	const root = pathToFileURL(cwd).href;
	const answer: InitializeResult = await connection.sendRequest("initialize", {
		processId: process.pid,
		rootUri: root,
		workspaceFolders: [{ uri: root, name: "work" }],
		capabilities,
		initializationOptions,
	});
	await connection.sendNotification("initialized", {});
	const texts = new Map<string, string>();
	const versions = new Map<string, number>();
	const uri = (name: string): string => (name.includes(":") ? name : pathToFileURL(join(cwd, name)).href);
	const client: Client = {
		connection,
		server,
		answer,
		uri,
		complaints,
		open: async (name, text, language = "rules") => {
			texts.set(name, text);
			versions.set(name, 1);
			await connection.sendNotification("textDocument/didOpen", {
				textDocument: { uri: uri(name), languageId: language, version: 1, text },
			});
		},
		edit: async (name, at, length, text) => {
			const before = texts.get(name) as string;
			const version = (versions.get(name) as number) + 1;
			versions.set(name, version);
			texts.set(name, before.slice(0, at) + text + before.slice(at + length));
			await connection.sendNotification("textDocument/didChange", {
				textDocument: { uri: uri(name), version },
				contentChanges: [{ range: { start: place(before, at), end: place(before, at + length) }, text }],
			});
		},
		text: (name) => texts.get(name) as string,
		close: async (name) => {
			published.delete(uri(name));
			await connection.sendNotification("textDocument/didClose", { textDocument: { uri: uri(name) } });
		},
		diagnostics: (name, wanted = () => true) =>
			new Promise((done) => {
				const look = (last = false): void => {
					const now = published.get(uri(name));
					const current = now !== undefined && (now.version ?? 0) === versions.get(name);
					if (!last && !(current && wanted(now.diagnostics))) return;
					clearTimeout(timer);
					listeners = listeners.filter((one) => one !== listener);
					done(now?.diagnostics ?? []);
				};
				const listener = (): void => look();
				const timer = setTimeout(() => look(true), 100_000);
				listeners.push(listener);
				look();
			}),
		ask: (method, name, at, more = {}) =>
			connection.sendRequest(`textDocument/${method}`, {
				textDocument: { uri: uri(name) },
				position: place(texts.get(name) as string, at),
				...more,
			}),
		end: async () => {
			const ended = new Promise<number | null>((done) => server.once("exit", (code) => done(code)));
			await connection.sendRequest("shutdown");
			await connection.sendNotification("exit");
			return ended;
		},
	};
	clients.push(client);
	return client;
}

/** The line and column of an offset, as the protocol counts. */
export function place(text: string, offset: number): { line: number; character: number } {
	const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
	return { line: lines.length - 1, character: (lines.at(-1) as string).length };
}

/** A text with a `^` in it: the text without it, and where it stood. */
export function marked(text: string): { readonly text: string; readonly at: number } {
	const at = text.indexOf("^");
	return { text: text.slice(0, at) + text.slice(at + 1), at };
}

/** A text with these edits made. */
export function edited(text: string, edits: readonly TextEdit[]): string {
	const offset = ({ line, character }: { line: number; character: number }): number => {
		const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((found) => found.index + found[0].length)];
		return (starts[line] ?? text.length) + character;
	};
	return edits
		.toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
		.reduce(
			(now, edit) => now.slice(0, offset(edit.range.start)) + edit.newText + now.slice(offset(edit.range.end)),
			text,
		);
}

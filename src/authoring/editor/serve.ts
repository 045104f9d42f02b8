/**
 * The language server: policies in both notations, over the Language Server Protocol.
 * It reads, finds and proposes; it writes no file and decides no request. No input ends it.
 */
import type { Worker } from "node:worker_threads";
import {
	type CancellationToken,
	type Connection,
	createConnection,
	type Diagnostic,
	type Hover,
	LSPErrorCodes,
	ProposedFeatures,
	ResponseError,
	StreamMessageReader,
	StreamMessageWriter,
	TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { codeActions, findingsAt, promisingOf } from "./code-actions.js";
import { codeLenses, isLensData, type LensSort, lensSorts } from "./code-lenses.js";
import { completions, resolved } from "./completion.js";
import { knownDiagnostics, shownFinding } from "./diagnostics.js";
import { formatting } from "./edits.js";
import type { Lens } from "./findings.js";
import { foldingRanges } from "./folding.js";
import { told } from "./hover.js";
import { inlayHints } from "./inlay-hints.js";
import { definition, highlights, references } from "./navigation.js";
import { type Files, type Open, policyFiles } from "./reading/files.js";
import { offsetAt, rangeOf, stretchOf } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";
import { NotRenamed, prepareRename, rename } from "./rename.js";
import { semanticTokens, tokenModifiers, tokenTypes } from "./semantic-tokens.js";
import { outline, workspaceSymbols } from "./symbols.js";
import { backgroundThread } from "./thread.js";

export interface ServeOptions {
	readonly input: NodeJS.ReadableStream;
	readonly output: NodeJS.WritableStream;
	/** Makes a thread that runs `answerInBackground`. */
	readonly startBackground: () => Worker;
	readonly version: string;
}

/** After a change: milliseconds until syntax is checked, and until the background is asked. */
const soon = 25;
const later = 250;
/** Whoever opens the list of quick fixes waits so long for those that must be tried. Milliseconds. */
const forPromises = 500;
/** Whoever points at a rule waits so long for what it covers. Milliseconds. */
const patience = 1500;

/** Tells all that is known of what a lens says in one line. */
const tellMore = "bylaw.tellMore";

/** What arrived before the input ended is still answered, if it can be in this time. Milliseconds. */
const lastAnswers = 200;

/** Serves until the client ends it, which ends the process; done when the client goes away without a word. */
export async function serve({ input, output, startBackground, version }: ServeOptions): Promise<void> {
	const gone = new Promise<void>((done) => input.once("end", done).once("close", done));
	const connection = createConnection(
		ProposedFeatures.all,
		new StreamMessageReader(input),
		new StreamMessageWriter(output),
	);
	const complain = (message: string): void => connection.console.error(message);
	const files = policyFiles();
	const known = knownDiagnostics(files);
	const thread = backgroundThread(startBackground, complain);
	const timers = new Map<string, NodeJS.Timeout>();
	let folders: readonly string[] = [];
	const can = {
		watch: false,
		folders: false,
		refreshHints: false,
		refreshLenses: false,
		showDocument: false,
		plugins: false,
		showsTexts: false,
	};
	let sorts: ReadonlySet<LensSort> = new Set(lensSorts);

	const publish = (open: Open): void => {
		const diagnostics: Diagnostic[] = known.findings(open).map((finding) => shownFinding(finding, open, files));
		void connection.sendDiagnostics({ uri: open.uri, version: open.version, diagnostics });
	};
	const check = async (path: string): Promise<void> => {
		const answer = await thread.ask({ kind: "check", path, workspace: files.workspaceOf(path), plugins: can.plugins });
		const open = files.openAt(path);
		if (answer === undefined || open === undefined) return;
		known.take(path, answer);
		publish(open);
		if (can.refreshHints) connection.languages.inlayHint.refresh().catch(() => {});
		// What an imported file or a suite says may have changed, and not the text.
		if (can.refreshLenses) connection.sendRequest("workspace/codeLens/refresh").catch(() => {});
	};
	/** Does something after a while, unless it is put off again before. */
	const after = (key: string, wait: number, work: () => unknown): void => {
		clearTimeout(timers.get(key));
		const timer = setTimeout(() => {
			timers.delete(key);
			guarded(connection, undefined, work);
		}, wait);
		timers.set(key, timer);
	};
	/** The open files whose policies a file belongs to. */
	const concerned = (path: string): readonly Open[] =>
		files.opened().filter((open) => open.path === path || files.closure(open.path).has(path));
	const changed = (open: Open, wait = later): void => {
		thread.tell(open.path, open.source.text);
		// Not put off by further changes: whoever types on and on sees faults all the same.
		const syntax = `syntax ${open.path}`;
		if (!timers.has(syntax))
			after(syntax, soon, () => {
				const now = files.openAt(open.path);
				if (now) publish(now);
			});
		after(`check ${open.path}`, wait, () => {
			for (const one of concerned(open.path)) void check(one.path);
		});
	};

	connection.onInitialize(({ workspaceFolders, rootUri, capabilities, initializationOptions }) => {
		folders = workspaceFolders?.map((folder) => folder.uri) ?? (rootUri ? [rootUri] : []);
		files.setFolders(folders);
		can.folders = capabilities.workspace?.workspaceFolders === true;
		can.watch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
		// An opened folder may come from anyone: its code runs only where the editor says that the folder is trusted.
		const options = (initializationOptions ?? {}) as Readonly<Record<"plugins" | "lenses" | "showsTexts", unknown>>;
		can.plugins = options.plugins === true;
		can.showsTexts = options.showsTexts === true;
		const { lenses } = options;
		if (Array.isArray(lenses)) sorts = new Set(lensSorts.filter((sort) => lenses.includes(sort)));
		can.showDocument = capabilities.window?.showDocument?.support === true;
		can.refreshLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
		can.refreshHints = capabilities.workspace?.inlayHint?.refreshSupport === true;
		return {
			serverInfo: { name: "rules", version },
			capabilities: {
				textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
				hoverProvider: true,
				completionProvider: { triggerCharacters: [" ", "@", "-", ",", ":", '"'], resolveProvider: true },
				definitionProvider: true,
				referencesProvider: true,
				documentHighlightProvider: true,
				renameProvider: { prepareProvider: true },
				documentFormattingProvider: true,
				codeActionProvider: { codeActionKinds: ["quickfix", "source.fixAll"] },
				documentSymbolProvider: true,
				workspaceSymbolProvider: true,
				foldingRangeProvider: true,
				semanticTokensProvider: {
					legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
					full: true,
					range: true,
				},
				inlayHintProvider: true,
				codeLensProvider: { resolveProvider: true },
				executeCommandProvider: { commands: [tellMore] },
				workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
			},
		};
	});
	connection.onInitialized(() => {
		if (can.watch)
			connection.client
				.register(
					{ method: "workspace/didChangeWatchedFiles" } as never,
					{
						watchers: [
							{ globPattern: "**/{*.rules,*.rules.yaml,*.rules.yml,*.suite.yaml,*.suite.yml,bylaw.config.yaml}" },
						],
					} as never,
				)
				.catch(() => {});
		if (!can.folders) return;
		connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
			const gone = new Set(removed.map(({ uri }) => uri));
			folders = [...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
			files.setFolders(folders);
		});
	});
	connection.onShutdown(() => {
		for (const timer of timers.values()) clearTimeout(timer);
		thread.end();
	});

	connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version: number, text } }) => {
		changed(files.open(uri, languageId, number, text), soon);
	});
	connection.onDidChangeTextDocument(({ textDocument: { uri, version: number }, contentChanges }) => {
		const open = files.change(uri, number ?? 0, contentChanges);
		if (open) changed(open);
	});
	connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
		const open = files.opened().find((one) => one.uri === uri);
		if (open === undefined) return;
		const others = concerned(open.path).filter((one) => one !== open);
		files.close(uri);
		known.forget(open.path);
		thread.tell(open.path, undefined);
		for (const key of [`syntax ${open.path}`, `check ${open.path}`]) clearTimeout(timers.get(key));
		void connection.sendDiagnostics({ uri, diagnostics: [] });
		for (const one of others) void check(one.path);
	});
	connection.onDidChangeWatchedFiles(() => {
		files.lookAgain();
		after("disk", later, () => {
			for (const one of files.opened()) void check(one.path);
		});
	});

	/** Answers from a document as it is now; one that nobody opened has no answer. */
	const on = <T>(uri: string, otherwise: T, answer: (read: ReadFile & { readonly open: Open }) => T): T =>
		guarded(connection, otherwise, () => {
			const read = files.document(uri);
			return read === undefined ? otherwise : answer(read);
		});

	connection.onHover(async ({ textDocument, position }): Promise<Hover | null> => {
		const found = on(textDocument.uri, undefined, (read) => {
			const it = told(read, offsetAt(read.source, position), files, (offset) => known.answer(read.open, offset));
			return it && { ...it, range: rangeOf(read.source, it), path: read.path };
		});
		if (found === undefined) return null;
		const covered =
			found.rule === undefined
				? undefined
				: await inTime(thread.ask({ kind: "cover", path: found.path, start: found.rule }));
		const lines = covered?.lines ?? [];
		const value = [found.text, ...(lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join("\n")])].join(
			"\n\n",
		);
		return { contents: { kind: "markdown", value }, range: found.range };
	});
	connection.onCompletion(({ textDocument, position }) =>
		on(textDocument.uri, [], (read) => [...completions(read, offsetAt(read.source, position), files)]),
	);
	connection.onCompletionResolve((item) => guarded(connection, item, () => resolved(item, files)));
	connection.onDefinition(({ textDocument, position }) =>
		on(textDocument.uri, [], (read) => [...definition(read, offsetAt(read.source, position), files)]),
	);
	connection.onReferences(({ textDocument, position, context }) =>
		on(textDocument.uri, [], (read) => [
			...references(read, offsetAt(read.source, position), context.includeDeclaration, files),
		]),
	);
	connection.onDocumentHighlight(({ textDocument, position }) =>
		on(textDocument.uri, [], (read) => [...highlights(read, offsetAt(read.source, position), files)]),
	);
	connection.onPrepareRename(({ textDocument, position }) =>
		refusing(() =>
			withDocument(files, textDocument.uri, (read) => prepareRename(read, offsetAt(read.source, position), files)),
		),
	);
	connection.onRenameRequest(({ textDocument, position, newName }) =>
		refusing(() =>
			withDocument(files, textDocument.uri, (read) => rename(read, offsetAt(read.source, position), newName, files)),
		),
	);
	connection.onDocumentFormatting(({ textDocument }) => on(textDocument.uri, [], (read) => [...formatting(read)]));
	connection.onCodeAction(async ({ textDocument, range, context }, waited) => {
		const wants = (kind: string): boolean =>
			context.only === undefined || context.only.some((one) => kind === one || kind.startsWith(`${one}.`));
		const found = on(textDocument.uri, undefined, ({ open, source, path }) => {
			const here = findingsAt(stretchOf(source, range), known.findings(open));
			return { open, path, here, promising: wants("quickfix") ? promisingOf(here) : [] };
		});
		if (found === undefined) return [];
		const { open, path, here, promising } = found;
		const mended =
			promising.length === 0
				? undefined
				: await inTime(
						thread.ask(
							{
								kind: "mend",
								path,
								plugins: can.plugins,
								patience: forPromises,
								findings: promising.map(({ code, start, end, help }) => ({
									code,
									start,
									end,
									...(help === undefined ? {} : { help }),
								})),
							},
							waited,
						),
					);
		// Places are those of the text that was asked about.
		if (files.openAt(path) !== open) return [];
		const promised = (mended?.text === open.source.text ? mended.fixes : []).flatMap(({ of, fix }) => {
			const finding = promising[of];
			return finding === undefined ? [] : [{ finding, fix }];
		});
		return guarded(connection, [], () => {
			const shown = (finding: Parameters<typeof shownFinding>[0]) => shownFinding(finding, open, files);
			return [...codeActions(open, here, promised, known.findings(open), shown, wants, files)];
		});
	});
	connection.onDocumentSymbol(({ textDocument }) => on(textDocument.uri, [], (read) => [...outline(read)]));
	connection.onWorkspaceSymbol(({ query }) => guarded(connection, [], () => [...workspaceSymbols(query, files)]));
	connection.onFoldingRanges(({ textDocument }) => on(textDocument.uri, [], (read) => [...foldingRanges(read)]));
	connection.languages.semanticTokens.on(({ textDocument }) =>
		on(textDocument.uri, { data: [] }, (read) => ({ data: [...semanticTokens(read)] })),
	);
	connection.languages.semanticTokens.onRange(({ textDocument, range }) =>
		on(textDocument.uri, { data: [] }, (read) => ({ data: [...semanticTokens(read, stretchOf(read.source, range))] })),
	);
	connection.languages.inlayHint.on(({ textDocument, range }) =>
		on(textDocument.uri, [], (read) => [
			...inlayHints(read.open, stretchOf(read.source, range), known.decided(read.open)),
		]),
	);
	connection.onCodeLens(({ textDocument }) =>
		on(textDocument.uri, [], (read) => (sorts.size === 0 ? [] : [...codeLenses(read, read.open, sorts)])),
	);
	/** What a lens says, if the document still is as it was when the editor was told of the lens. */
	const lensOf = async (data: unknown, waited: CancellationToken): Promise<Lens | undefined> => {
		if (!isLensData(data)) return undefined;
		const { uri, version: number, about, start } = data;
		const isCurrent = (open: Open | undefined): open is Open => open?.uri === uri && open.version === number;
		const open = files.opened().find((one) => one.uri === uri);
		if (!isCurrent(open)) return undefined;
		const workspace = files.workspaceOf(open.path);
		const lens = await thread.ask({ kind: "lens", path: open.path, workspace, about, start }, waited);
		return isCurrent(files.openAt(open.path)) ? lens : undefined;
	};
	connection.onCodeLensResolve(async (lens, waited) => {
		const said = await lensOf(lens.data, waited);
		if (waited.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, "nobody waits");
		if (said === undefined) return new ResponseError(LSPErrorCodes.ContentModified, "the text has changed");
		return { ...lens, command: { title: said.title, command: tellMore, arguments: [lens.data] } };
	});
	connection.onExecuteCommand(async ({ command, arguments: [data] = [] }, waited) => {
		if (command !== tellMore) return new ResponseError(LSPErrorCodes.RequestFailed, "there is no such command");
		const said = await lensOf(data, waited);
		if (waited.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, "nobody waits");
		const text = said?.text ?? "The text has changed since: ask again.";
		const { at } = said ?? {};
		if (at !== undefined && can.showDocument)
			connection
				.sendRequest("window/showDocument", {
					uri: files.uriOf(at.path),
					takeFocus: true,
					selection: { start: at.from, end: at.to },
				})
				.catch(() => {});
		if (!can.showsTexts) connection.window.showInformationMessage(shortened(text));
		return text;
	});
	connection.listen();
	await gone;
	await new Promise((done) => setTimeout(done, lastAnswers));
	thread.end();
}

/** A message is no page. */
function shortened(text: string): string {
	const lines = text.split("\n");
	const most = 24;
	return lines.length <= most ? text : [...lines.slice(0, most), `and ${lines.length - most} more lines`].join("\n");
}

/** A fault of ours is told to the client's log; the server goes on. */
function guarded<T>(connection: Connection, otherwise: T, work: () => T): T {
	try {
		return work();
	} catch (error) {
		connection.console.error(
			`this is a fault of bylaw: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
		);
		return otherwise;
	}
}

function withDocument<T>(files: Files, uri: string, answer: (read: ReadFile) => T): T {
	const read = files.document(uri);
	if (read === undefined) throw new NotRenamed("this file is not open");
	return answer(read);
}

/** What can't be renamed is an answer, with its reason. */
function refusing<T>(work: () => T): T | ResponseError<void> {
	try {
		return work();
	} catch (error) {
		if (error instanceof NotRenamed) return new ResponseError(LSPErrorCodes.RequestFailed, error.message);
		throw error;
	}
}

function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
	return new Promise((done) => {
		const timer = setTimeout(() => done(undefined), patience);
		answer.then(
			(value) => {
				clearTimeout(timer);
				done(value);
			},
			() => done(undefined),
		);
	});
}

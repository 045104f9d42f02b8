/**
 * Loads policies from files: the only reader of policy files. It follows imports, and decides nothing.
 */

import { basename, dirname, isAbsolute, relative, resolve as resolvePath } from "node:path";
import { compile } from "../../engine/decide/compile.js";
import { isCompiled } from "../../engine/decide/compiled/compiled-text.js";
import type { Tree } from "../../engine/decide/tree.js";
import { type Diagnostic, hasErrors } from "../../language/diagnostic/diagnostic.js";
import { checkOptions, type OptionNames } from "../../language/diagnostic/known-options.js";
import { didYouMean, respelling } from "../../language/diagnostic/suggest.js";
import type { Policy, Rule } from "../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import { soundPart } from "../../language/policy/sound-part.js";
import { positionAt, type SourceFile, sourceFile } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import { apart, edited, type TextEdit } from "../../language/source/text-edits.js";
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import type { PolicyFile } from "../../language/syntax/statements.js";
import { governingPlaces } from "../harnesses/places/governing-places.js";
import { type Disk, realDisk } from "./disk.js";
import { isPolicyName, packNames } from "./find-policy.js";
import { namedFiles } from "./named-files.js";
import { policyPaths } from "./policy-paths.js";
import type { FileText } from "./read-file.js";

/** A policy as loaded. With an error among the diagnostics there is no tree: a broken policy decides nothing. */
export interface Loaded {
	readonly policy: Policy;
	readonly tree?: Tree;
	readonly diagnostics: readonly Diagnostic[];
	/** The texts by the names that spans use. */
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** The files as read, in the order in which they were found. */
	readonly files: readonly PolicyFile[];
	/** Those that were asked for, not only imported. */
	readonly roots: readonly string[];
	/** For each file the files that its imports lead to, in their order. */
	readonly imports: ReadonlyMap<string, readonly string[]>;
	/** With an error among the diagnostics: what stands in the policy besides, for lints and editors. */
	readonly besidesErrors?: () => BesidesErrors | undefined;
}

/**
 * What a broken policy says apart from its errors: what they say how to mend is mended, and what can't be is left out. Lints look at it, so that one error hides
 * nothing else; it decides nothing.
 */
export interface BesidesErrors
	extends Required<Pick<Loaded, "policy" | "tree" | "diagnostics" | "sources" | "files" | "roots" | "imports">> {
	/** Statements that are left out, by their places: they stand in the files, and not in the policy. */
	readonly left: ReadonlySet<string>;
	/** Everything could be mended: nothing is left out. */
	readonly isWhole: boolean;
	/** What was put into the texts, in their order. */
	readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
}

export interface LoadOptions {
	/** The folder that relative names and shown paths are relative to; the process's own when absent. */
	readonly cwd?: string;
	/** Gives the texts of files in place of the disk: what an editor holds and has not saved. */
	readonly read?: (path: string) => FileText;
	/** The disk to ask; the real one when absent. */
	readonly disk?: Disk;
}

const loadOptions: OptionNames<LoadOptions> = { cwd: true, read: true, disk: true };

/** More files than this are no policy. */
const mostFiles = 1000;

/** Loads policies by the names of files, folders and shipped packs, as one policy. */
export function load(names: string | readonly string[], options: LoadOptions = {}): Loaded {
	checkOptions("load", options, loadOptions);
	const all = typeof names === "string" ? [names] : names;
	if (!Array.isArray(all))
		throw new TypeError("`load` wants the name of a file, a folder or a shipped pack, or a list of names");
	return loadBy((loading) => all.flatMap((name) => loading.root(name)), options);
}

/** Loads a policy from a text, as if it were a file of that name in the working folder. */
export function loadText(name: string, text: string, options: LoadOptions = {}): Loaded {
	checkOptions("loadText", options, loadOptions);
	const path = resolvePath(options.cwd ?? process.cwd(), name);
	return loadBy((loading) => [loading.text(path, name, text)], options);
}

/** `enter` reads the files that were asked for, and gives their names. */
function loadBy(enter: (loading: Loading) => readonly string[], options: LoadOptions): Loaded {
	const { cwd = process.cwd(), disk = realDisk, read } = options;
	const from = read === undefined ? disk : { ...disk, text: read };
	const loading = new Loading(cwd, from, new Map());
	const loaded = loading.finish(enter(loading));
	if (loaded.tree !== undefined) return loaded;
	let besides: { readonly value: BesidesErrors | undefined } | undefined;
	const besidesErrors = (): BesidesErrors | undefined => {
		besides ??= {
			value: besidesErrorsOf(loaded, (texts) => {
				const again = new Loading(cwd, from, texts);
				return again.parts(enter(again));
			}),
		};
		return besides.value;
	};
	return { ...loaded, besidesErrors };
}

/** Files as they were read, before they are one policy. */
interface Parts {
	readonly input: PolicyFiles;
	readonly diagnostics: readonly Diagnostic[];
	readonly sources: ReadonlyMap<string, SourceFile>;
}

function besidesErrorsOf(
	loaded: Loaded,
	again: (texts: ReadonlyMap<string, string>) => Parts,
): BesidesErrors | undefined {
	const edits = new Map<string, readonly TextEdit[]>();
	const texts = new Map<string, string>();
	for (const { fix, severity } of loaded.diagnostics)
		for (const edit of severity === "error" ? (fix?.edits ?? []) : [])
			edits.set(edit.span.file, [...(edits.get(edit.span.file) ?? []), edit]);
	for (const [name, all] of edits) {
		const own = apart(all);
		edits.set(name, own);
		texts.set(name, edited(loaded.sources.get(name)?.text ?? "", own));
	}
	const { input, diagnostics, sources } = again(texts);
	const found = [...diagnostics, ...resolve(input).diagnostics];
	const sound = soundPart(input, found);
	if (sound === undefined) return undefined;
	return {
		policy: sound.policy,
		tree: compile(sound.policy, linesOf(sources)),
		diagnostics: distinct([...diagnostics, ...sound.diagnostics]).filter(({ severity }) => severity !== "error"),
		sources,
		files: sound.files,
		roots: input.roots,
		imports: new Map([...input.files].map(([name, { imports }]) => [name, imports])),
		left: sound.left,
		isWhole: sound.isWhole,
		edits,
	};
}

/** What is foreign as a whole is not told in its parts. */
function outsideOfForeign(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
	const foreign = diagnostics.filter(({ code, severity }) => code === "foreign-notation" && severity === "error");
	if (foreign.length === 0) return diagnostics;
	const isIn = ({ span }: Diagnostic, { span: outer }: Diagnostic): boolean =>
		span.file === outer.file && span.start >= outer.start && span.end <= outer.end;
	return diagnostics.filter((one) => foreign.includes(one) || !foreign.some((outer) => isIn(one, outer)));
}

/** A word of a list that is none of its words, and the next one, which can't stand behind it, are one slip: `granting write, git commit`. */
function withoutConsequences(
	diagnostics: readonly Diagnostic[],
	sources: ReadonlyMap<string, SourceFile>,
): readonly Diagnostic[] {
	const strange = diagnostics.filter(({ code }) => code === "unknown-power");
	return strange.length === 0
		? diagnostics
		: diagnostics.filter(
				({ code, span }) =>
					code !== "syntax-error" ||
					!strange.some(
						({ span: { file, end } }) =>
							file === span.file &&
							end < span.start &&
							/^[ \t]+$/.test(sources.get(file)?.text.slice(end, span.start) ?? ""),
					),
			);
}

function linesOf(sources: ReadonlyMap<string, SourceFile>): Readonly<Record<string, readonly number[]>> {
	return Object.fromEntries([...sources.values()].map(({ name, lineStarts }) => [name, lineStarts] as const));
}

interface Entry {
	file: PolicyFile;
	imports: string[];
}

class Loading {
	private readonly diagnostics: Diagnostic[] = [];
	private readonly sources = new Map<string, SourceFile>();
	private readonly entries = new Map<string, Entry>();
	private readonly shown = new Map<string, string>();
	private readonly path: string[] = [];

	constructor(
		private readonly cwd: string,
		private readonly disk: Disk,
		/** Texts by the names that spans use, in place of what the files hold. */
		private readonly texts: ReadonlyMap<string, string>,
	) {}

	/** The files that a name given by the user means. */
	root(name: string): readonly string[] {
		const named = namedFiles(name, this.cwd, this.disk);
		if (named.kind === "folder") {
			if (named.files.length === 0)
				this.fault("no-policy", name, "this folder holds no policy", "policies end in `.rules` or `.rules.yaml`");
			return named.files.flatMap((file) => this.file(file, this.show(file), undefined) ?? []);
		}
		const { kind, path } = named;
		if (kind === "pack") return [this.file(path, `pack:${basename(path)}`, undefined)].flatMap((one) => one ?? []);
		const looksLikePack = !name.includes("/") && !name.includes(".");
		if (looksLikePack && "message" in this.disk.text(path)) {
			this.fault(
				"file-not-found",
				name,
				"there is no file, folder or shipped pack of this name",
				didYouMean(name, packNames()) ?? "check the path",
			);
			return [];
		}
		return [this.file(path, this.show(path), undefined)].flatMap((one) => one ?? []);
	}

	/** A text in place of a file. */
	text(path: string, shown: string, text: string): string {
		this.shown.set(path, shown);
		return this.read(path, shown, text);
	}

	/** The files as they are to be resolved. */
	parts(roots: readonly string[]): Parts {
		const placeName = (span: Span): string => {
			const source = this.sources.get(span.file);
			return source ? `${span.file}:${positionAt(source, span.start).line}` : span.file;
		};
		const input = { files: this.entries, roots: [...new Set(roots)], placeName, governing: governingPlaces() };
		return { input, diagnostics: this.diagnostics, sources: this.sources };
	}

	finish(names: readonly string[]): Loaded {
		const { input } = this.parts(names);
		const { roots } = input;
		const resolved = resolve(input);
		// Both notations' readers and the kinds check which clause belongs where: a fault is told once.
		const found = distinct([...this.diagnostics, ...resolved.diagnostics]);
		const diagnostics = withoutConsequences(outsideOfForeign(found), this.sources);
		const tree = hasErrors(diagnostics) ? undefined : compile(resolved.value, linesOf(this.sources));
		return {
			policy: resolved.value,
			...(tree === undefined
				? {}
				: { tree: { ...tree, policyPaths: policyPaths([...this.entries.keys()], this.cwd) } }),
			diagnostics: tree === undefined ? diagnostics : [...diagnostics, ...crowded(tree)],
			sources: this.sources,
			files: [...this.entries.values()].map((entry) => entry.file),
			roots,
			imports: new Map([...this.entries].map(([name, { imports }]) => [name, imports])),
		};
	}

	/** Reads a file once; the name that spans know it by, or nothing when it can't be read. */
	private file(path: string, shown: string, from: Span | undefined): string | undefined {
		const real = this.disk.realPath(path);
		const known = this.shown.get(real);
		if (known !== undefined) {
			if (this.path.includes(known) && from) {
				const circle = [...this.path.slice(this.path.indexOf(known)), known]
					.map((one) => `\`${one}\``)
					.join(" imports ");
				this.diagnostics.push({
					code: "import-cycle",
					severity: "error",
					message: `${circle}, which goes in a circle`,
					span: from,
					help: "take one of the imports out",
				});
				return undefined;
			}
			return known;
		}
		if (this.entries.size >= mostFiles) {
			this.fault(
				"too-many-files",
				shown,
				`a policy of more than ${mostFiles} files is not read`,
				"import fewer files",
				from,
			);
			return undefined;
		}
		const read = this.disk.text(path);
		if ("message" in read) {
			const message = from ? `\`${shown}\` can't be imported: ${read.message}` : read.message;
			this.fault(
				read.message.startsWith("there is no") ? "file-not-found" : "unreadable-file",
				shown,
				message,
				read.help,
				from,
			);
			return undefined;
		}
		if (isCompiled(Buffer.from(read.text.slice(0, 64)))) {
			this.fault(
				"compiled-policy",
				shown,
				"this is a compiled policy: what it says can't be read from it, only decided by it",
				"name the file that it was compiled from",
				from,
			);
			return undefined;
		}
		this.shown.set(real, shown);
		return this.read(path, shown, read.text);
	}

	private read(path: string, shown: string, written: string): string {
		const text = this.texts.get(shown) ?? written;
		this.sources.set(shown, sourceFile(shown, text));
		const checked = readPolicyFile(shown, text);
		this.diagnostics.push(...checked.diagnostics);
		const entry: Entry = { file: checked.value, imports: [] };
		this.entries.set(shown, entry);
		this.path.push(shown);
		for (const statement of checked.value.statements) {
			if (statement.kind !== "import") continue;
			const imported = this.imported(statement.path.text, path, statement.path.span);
			if (imported !== undefined) entry.imports.push(imported);
		}
		this.path.pop();
		return shown;
	}

	/** A pack by its bare name, or a file by its path from the importing one. */
	private imported(name: string, importer: string, span: Span): string | undefined {
		const isPath = name.includes("/") || isPolicyName(name);
		if (isPath) {
			const path = isAbsolute(name) ? name : resolvePath(dirname(importer), name);
			return this.file(path, this.show(path), span);
		}
		const pack = this.disk.packFile(name);
		if (pack !== undefined) return this.file(pack, `pack:${basename(pack)}`, span);
		const help = didYouMean(name, packNames()) ?? "a bare name is a shipped pack";
		this.fault(
			"unknown-pack",
			name,
			`no pack is called \`${name}\``,
			`${help}; a file is named by its path: "./${basename(name)}.rules"`,
			span,
			respelling({ text: name, span }, packNames()),
		);
		return undefined;
	}

	private fault(
		code: string,
		shown: string,
		message: string,
		help: string,
		span: Span = { file: shown, start: 0, end: 0 },
		more: Pick<Diagnostic, "fix"> = {},
	): void {
		this.diagnostics.push({ code, severity: "error", message, span, help, ...more });
	}

	/** A path as people know it: from the working folder when it lies in it. */
	private show(path: string): string {
		const short = relative(this.cwd, path);
		return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
	}
}

/** What to say of agents whose trees have all the nodes that they may have. */
export function crowded({ agents }: Tree): readonly Diagnostic[] {
	return Object.values(agents).flatMap(({ agent, rules, crowding }): readonly Diagnostic[] => {
		// What every policy says is no author's to mend.
		const stated = (crowding ?? []).map((place) => rules[place] as Rule).filter(({ engine }) => !engine);
		const [worst, ...others] = stated;
		if (worst === undefined) return [];
		return [
			{
				code: "tree-too-large",
				severity: "warning",
				message: `the decision tree of agent \`${agent.name}\` is as large as it may be, so some rules are tried one after the other, which is slow: this one stands behind every word of others`,
				span: worst.span,
				labels: others.map(({ span }) => ({ span, message: "and so does this" })),
				help: "say which operands these rules are about, or split the agent",
			},
		];
	});
}

function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
	const key = ({ code, message, span }: Diagnostic): string =>
		[code, span.file, span.start, span.end, message].join("\0");
	return [...new Map(diagnostics.map((one) => [key(one), one])).values()];
}

/**
 * Loads policies from files: the only reader of policy files. It follows imports, and decides nothing.
 */
import { basename, dirname, isAbsolute, relative, resolve as resolvePath } from "node:path";
import { compile } from "../decide/compile.js";
import { isCompiled } from "../decide/compiled-text.js";
import type { Tree } from "../decide/tree.js";
import { type Diagnostic, hasErrors } from "../diagnostic/diagnostic.js";
import { didYouMean } from "../diagnostic/suggest.js";
import { governingPlaces } from "../harnesses/governing-places.js";
import type { Policy, Rule } from "../policy/policy.js";
import { resolve } from "../policy/resolve.js";
import { positionAt, type SourceFile, sourceFile } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import { readPolicyFile } from "../syntax/read-policy-file.js";
import type { PolicyFile } from "../syntax/statements.js";
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
}

export interface LoadOptions {
	/** The folder that relative names and shown paths are relative to; the process's own when absent. */
	readonly cwd?: string;
	/** Gives the texts of files in place of the disk: what an editor holds and has not saved. */
	readonly read?: (path: string) => FileText;
	/** The disk to ask; the real one when absent. */
	readonly disk?: Disk;
}

/** More files than this are no policy. */
const mostFiles = 1000;

/** Loads policies by the names of files, folders and shipped packs, as one policy. */
export function load(names: string | readonly string[], options: LoadOptions = {}): Loaded {
	const loading = loadingFor(options);
	const roots = (typeof names === "string" ? [names] : names).flatMap((name) => loading.root(name));
	return loading.finish(roots);
}

/** Loads a policy from a text, as if it were a file of that name in the working folder. */
export function loadText(name: string, text: string, options: LoadOptions = {}): Loaded {
	const loading = loadingFor(options);
	return loading.finish([loading.text(resolvePath(options.cwd ?? process.cwd(), name), name, text)]);
}

function loadingFor({ cwd = process.cwd(), disk = realDisk, read }: LoadOptions): Loading {
	return new Loading(cwd, read === undefined ? disk : { ...disk, text: read });
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

	finish(roots: readonly string[]): Loaded {
		const place = (span: Span): string => {
			const source = this.sources.get(span.file);
			return source ? `${span.file}:${positionAt(source, span.start).line}` : span.file;
		};
		const resolved = resolve({
			files: this.entries,
			roots: [...new Set(roots)],
			placeName: place,
			governing: governingPlaces,
		});
		// Both notations' readers and the kinds check which clause belongs where: a fault is told once.
		const diagnostics = distinct([...this.diagnostics, ...resolved.diagnostics]);
		const lines = Object.fromEntries(
			[...this.sources.values()].map((source) => [source.name, source.lineStarts] as const),
		);
		const tree = hasErrors(diagnostics) ? undefined : compile(resolved.value, lines);
		return {
			policy: resolved.value,
			...(tree === undefined
				? {}
				: { tree: { ...tree, policyPaths: policyPaths([...this.entries.keys()], this.cwd) } }),
			diagnostics: tree === undefined ? diagnostics : [...diagnostics, ...crowded(tree)],
			sources: this.sources,
			files: [...this.entries.values()].map((entry) => entry.file),
			roots: [...new Set(roots)],
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

	private read(path: string, shown: string, text: string): string {
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
		);
		return undefined;
	}

	private fault(code: string, shown: string, message: string, help: string, span?: Span): void {
		this.diagnostics.push({ code, severity: "error", message, span: span ?? { file: shown, start: 0, end: 0 }, help });
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

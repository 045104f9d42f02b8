/** Which policies and suites a test is about: files, packs, folders that hold both, or the nearest policy. */
import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { deepestSuite, isLookedInto, policyPathIn, suitesIn } from "../../authoring/load/suite-files.js";
import { isSuiteName, readSuite, type Suite } from "../../authoring/suite/read-suite.js";
import type { ToTest } from "../../authoring/suite/run-tests.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { type SourceFile, sourceFile } from "../../language/source/source-file.js";
import { isFolder, policiesIn } from "../../runtime/load/find-policy.js";
import type { Loaded } from "../../runtime/load/load.js";
import { readPolicyText } from "../../runtime/load/read-file.js";
import { loadEach, loadPolicy } from "../policy/load-policy.js";
import { type PolicyOptions, unreadableFile } from "../policy/policy-choice.js";
import { importedPath, isShipped, pathOf } from "../policy/policy-files.js";
import { refusedBySystem } from "../terminal/exit.js";

/** What is to be tested, and what it was read from. */
export interface Chosen extends ToTest {
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** Of the suites. */
	readonly faults: readonly Diagnostic[];
	/** Absolute paths of the files and folders that it was read from, or would be if they were there. */
	readonly places: readonly string[];
}

/** Finds and reads policies and suites by the names that the user gave. */
export function choose(names: readonly string[], options: PolicyOptions): Chosen {
	const named = names.map(sorted);
	const policyNames = named.flatMap(({ policy }) => policy ?? []);
	const loads = new Loads();
	const own = policyNames.length === 0 ? undefined : loads.keep("", () => loadEach(policyNames, options));
	/** For suites that name no policy and have none beside them. */
	const general = (): readonly Loaded[] => [...new Set(own ?? loads.keep("", () => loadEach([], options)))];
	if (options.rules !== undefined || names.length === 0) general();
	const sources = new Map<string, SourceFile>();
	const faults: Diagnostic[] = [];
	const suites = new Map<string, { readonly suite: Suite; readonly under: Loaded }>();
	for (const { policy, files } of named) {
		const beside = policy === undefined ? undefined : own?.[policyNames.indexOf(policy)];
		for (const file of files) {
			const suite = readFile(file, sources, faults);
			if (suite === undefined) continue;
			const under = suite.policy.length > 0 ? loads.of(suite, file, faults) : beside ? [beside] : general();
			// A suite may be named, and lie in a folder that is named as well.
			for (const one of under) suites.set([file, ...one.roots].join("\0"), { suite, under: one });
		}
	}
	const policies = loads.all();
	for (const one of policies) for (const [name, source] of one.sources) sources.set(name, source);
	const places = [
		...[...names, ...(options.rules ?? [])].flatMap(placesOfName),
		...named.flatMap(({ files }) => files),
		...policies.flatMap(placesOfPolicy),
		...loads.missing,
	];
	return { policies, suites: [...suites.values()], sources, faults, places: [...new Set(places)] };
}

/** A name that the user gave: a folder with all folders in it, or a file. */
function placesOfName(name: string): readonly string[] {
	const path = resolve(name);
	return isFolder(path) ? foldersIn(path) : [path];
}

function foldersIn(folder: string, depth = 0): readonly string[] {
	const inner = readdirSync(folder, { withFileTypes: true }).filter(
		(entry) => entry.isDirectory() && isLookedInto(entry.name) && depth < deepestSuite,
	);
	return [folder, ...inner.flatMap(({ name }) => foldersIn(join(folder, name), depth + 1))];
}

/** The files of a policy, and those that it would import. */
function placesOfPolicy({ files, roots }: Loaded): readonly string[] {
	return [...files.map(({ file }) => file), ...roots]
		.filter((name) => !isShipped(name))
		.map(pathOf)
		.concat(
			files
				.filter(({ file }) => !isShipped(file))
				.flatMap(({ file, statements }) =>
					statements.flatMap((one) => (one.kind === "import" ? (importedPath(one.path.text, pathOf(file)) ?? []) : [])),
				),
		);
}

/** Loads each policy once, whatever the names that it goes by. */
class Loads {
	private readonly byNames = new Map<string, readonly Loaded[]>();
	private readonly byRoots = new Map<string, Loaded>();
	/** Where policies of suites should be, and can't be read. */
	readonly missing: string[] = [];

	keep(names: string, load: () => readonly Loaded[]): readonly Loaded[] {
		let kept = this.byNames.get(names);
		if (kept === undefined) {
			kept = load().map((one) => {
				const roots = one.roots.join("\0") || `nothing ${this.byRoots.size}`;
				const same = this.byRoots.get(roots) ?? one;
				this.byRoots.set(roots, same);
				return same;
			});
			this.byNames.set(names, kept);
		}
		return kept;
	}

	/** The policy that a suite names. One that can't be read is the suite's fault. */
	of({ policy }: Suite, file: string, faults: Diagnostic[]): readonly Loaded[] {
		const names = policy.map(({ text }) => fromSuite(file, text));
		const key = `of a suite: ${names.join("\0")}`;
		const loaded = this.byNames.get(key)?.[0] ?? loadPolicy(names);
		if (!unreadableFile(loaded)) return this.keep(key, () => [loaded]);
		this.missing.push(...names.map((name) => resolve(name)));
		for (const { code, message, help, span } of loaded.diagnostics) {
			if (loaded.sources.has(span.file)) continue;
			const named = policy[Math.max(0, names.indexOf(span.file))] as Suite["policy"][number];
			faults.push({
				code,
				severity: "error",
				message: `\`${named.text}\` can't be tested: ${message}`,
				span: named.span,
				...(help === undefined ? {} : { help }),
			});
		}
		return [];
	}

	all(): readonly Loaded[] {
		return [...this.byRoots.values()];
	}
}

/** A name that the user gave: a policy, a suite, or a folder, which may hold both. */
function sorted(name: string): { readonly policy?: string; readonly files: readonly string[] } {
	const path = resolve(name);
	if (name === "" || !isFolder(path)) return isSuiteName(name) ? { files: [path] } : { policy: name, files: [] };
	try {
		const files = suitesIn(path);
		return files.length > 0 && policiesIn(path).length === 0 ? { files } : { policy: name, files };
	} catch (error) {
		throw refusedBySystem(error, name, "read");
	}
}

/** The suite of a file. What is wrong with it, and its text, are added to the lists. */
function readFile(path: string, sources: Map<string, SourceFile>, faults: Diagnostic[]): Suite | undefined {
	const name = fromHere(path);
	const read = readPolicyText(path);
	if ("message" in read) {
		const code = read.message.startsWith("there is no") ? "file-not-found" : "unreadable-file";
		const span = { file: name, start: 0, end: 0 };
		faults.push({ code, severity: "error", message: read.message, span, help: read.help });
		return undefined;
	}
	sources.set(name, sourceFile(name, read.text));
	const { value, diagnostics } = readSuite(name, read.text);
	faults.push(...diagnostics);
	return diagnostics.length > 0 ? undefined : value;
}

/** A policy as a suite names it: a path from the suite's folder, or a pack. */
function fromSuite(suite: string, name: string): string {
	const path = policyPathIn(suite, name);
	return path === undefined ? name : fromHere(path);
}

/** A path as people would write it here: relative, when it lies in this folder. */
function fromHere(path: string): string {
	const short = relative(process.cwd(), path);
	return short === "" || short.startsWith("..") ? path : short;
}

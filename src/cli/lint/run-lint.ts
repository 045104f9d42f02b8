/** Policies as `rules lint` looks at them: each with its configuration, and with other texts in place of its files while fixes are tried. */
import { realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Texts, Tried } from "../../authoring/lint/fixes.js";
import { lint, lintFailed } from "../../authoring/lint/lint.js";
import type { Lint } from "../../authoring/lint/lint-record.js";
import { PluginError } from "../../authoring/lint/settings/plugins.js";
import {
	configName,
	type LoadedLintSettings,
	loadLintSettings,
	nearestConfig,
} from "../../authoring/load/lint-settings.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import type { SourceFile } from "../../language/source/source-file.js";
import { type Loaded, load } from "../../runtime/load/load.js";
import { readPolicyText } from "../../runtime/load/read-file.js";
import { isShipped } from "../policy/policy-files.js";
import { WrongQuestion } from "../terminal/exit.js";
import { isTold, levelsFor } from "./finding-selection.js";
import { cachedFindings } from "./findings-cache.js";
import type { LintedPolicy, LintRunOptions } from "./linted-policy.js";

/** Each policy with its configuration. Configurations are read once, and so are their plugins. */
export function configured(
	policies: readonly { readonly names: readonly string[]; readonly loaded: Loaded }[],
	options: LintRunOptions,
): readonly LintedPolicy[] {
	checkConfig(options);
	const known = new Map<string | undefined, LoadedLintSettings>();
	return policies.map(({ names, loaded }) => {
		const path = options.config === undefined ? nearestConfig(folderOf(loaded)) : resolve(options.config);
		const config = known.get(path) ?? aside(() => guarded(() => loadLintSettings(path, { plugins: options.plugins })));
		known.set(path, config);
		return { names, loaded, config };
	});
}

/** The lints that are known where these files are, or in this folder: those of plugins among them. */
export function lintsNear(names: readonly string[], options: LintRunOptions): readonly Lint[] {
	checkConfig(options);
	const path = options.config === undefined ? nearestConfig(folderOf({ roots: names })) : resolve(options.config);
	return aside(() => guarded(() => loadLintSettings(path, { plugins: options.plugins }))).settings.lints;
}

function checkConfig({ config }: LintRunOptions): void {
	if (config !== undefined && statSync(resolve(config), { throwIfNoEntry: false })?.isDirectory())
		throw new WrongQuestion(
			`\`${config}\` is a folder, not a configuration`,
			`name the file: \`${join(config, configName)}\``,
		);
}

/** The lints that a run knows, by name. */
export function lintsOf(policies: readonly LintedPolicy[]): readonly Lint[] {
	const all = policies.flatMap(({ config }) => config.settings.lints);
	return [...new Map(all.map((one) => [one.name, one])).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export interface Findings {
	readonly diagnostics: readonly Diagnostic[];
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** A configuration can't be used, a lint could not run, or a file is no policy: that nothing is found says nothing. */
	readonly incomplete: boolean;
	/** What stands in the way of reading: no lint found it, and no choice hides it. */
	readonly ofReading: ReadonlySet<Diagnostic>;
}

/** What is wrong with the policies and with their configurations; each fault once. */
export function findAll(policies: readonly LintedPolicy[], options: LintRunOptions): Findings {
	const bad = policies.filter(({ config }) => hasErrors(config.diagnostics));
	const diagnostics = [
		...policies.flatMap(({ config }) => config.diagnostics),
		...policies.filter((one) => !bad.includes(one)).flatMap((one) => findingsOf(one, options, options.cache)),
	];
	const failed = diagnostics.filter(({ code }) => code === lintFailed);
	return {
		ofReading: new Set([
			...failed,
			...policies.flatMap(({ loaded, config }) => [...config.diagnostics, ...loaded.diagnostics.filter(isError)]),
		]),
		diagnostics: withoutRepeats(diagnostics),
		sources: new Map(
			policies.flatMap(({ loaded, config }) => [
				// What may be any file, a list of passwords as well, is not shown.
				...[...loaded.sources].filter(([name]) => !isNoPolicy(name, loaded)),
				...config.sources,
			]),
		),
		incomplete:
			failed.length > 0 ||
			bad.length > 0 ||
			policies.some(({ loaded }) => loaded.roots.some((name) => isNoPolicy(name, loaded))),
	};
}

function isError({ severity }: Diagnostic): boolean {
	return severity === "error";
}

/** A file that nobody could read as a policy. */
function isNoPolicy(name: string, { diagnostics }: Loaded): boolean {
	return diagnostics.some(({ code, span }) => code === "unknown-notation" && span.file === name);
}

/** The policies with these texts in place of what their files hold; texts go by the names that spans use. */
export function tried(policies: readonly LintedPolicy[], texts: Texts, options: LintRunOptions): readonly Tried[] {
	const byPath = new Map([...texts].map(([name, text]) => [realPath(resolve(name)), text] as const));
	return policies.map((policy) => {
		const loaded =
			texts.size === 0
				? policy.loaded
				: load(policy.names, {
						read: (path) => {
							const text = byPath.get(realPath(path));
							return text === undefined ? readPolicyText(path) : { text };
						},
					});
		const after = { ...policy, loaded };
		let found: readonly Diagnostic[] | undefined;
		return {
			...treeOf(loaded),
			// A shipped pack is nobody's to change.
			diagnostics: () => {
				found ??= findingsOf(after, options).filter(({ span }) => !isShipped(span.file));
				return found;
			},
			texts: new Map([...loaded.sources].map(([name, { text }]) => [name, text])),
			importable: { ...mended(loaded), roots: loaded.roots.filter((name) => !isShipped(name)) },
		};
	});
}

/** What the policy decides, or would decide with its errors mended. */
function treeOf(loaded: Loaded): Pick<Tried, "tree" | "isBroken"> {
	const { tree } = mended(loaded);
	return { ...(tree === undefined ? {} : { tree }), isBroken: loaded.tree === undefined };
}

/** The policy with its errors mended, where that could be done with all of them. */
function mended(loaded: Loaded): Loaded {
	const besides = loaded.tree === undefined ? loaded.besidesErrors?.() : undefined;
	return besides?.isWhole === true ? besides : loaded;
}

const found = new WeakMap<Loaded, readonly Diagnostic[]>();

/** Of a policy as it was loaded: it is asked for again when its fixes are told. */
function findingsOf(policy: LintedPolicy, run: LintRunOptions, cache?: true): readonly Diagnostic[] {
	const { loaded } = policy;
	const find = (): readonly Diagnostic[] => lintedAnew(policy, run);
	const diagnostics = found.get(loaded) ?? (cache ? cachedFindings(policy, run, find) : find());
	found.set(loaded, diagnostics);
	return diagnostics;
}

function lintedAnew(
	{ loaded, config }: LintedPolicy,
	{ today, selection, attack }: LintRunOptions,
): readonly Diagnostic[] {
	const { settings } = config;
	const levels = levelsFor(settings.levelsFor, settings.lints, selection);
	const diagnostics = aside(() => lint(loaded, { ...settings, levelsFor: levels, today, attack: attack === true }));
	const ofReading = new Set(loaded.diagnostics.filter(isError));
	return diagnostics.filter((one) =>
		isTold(one, ofReading.has(one) || one.code === lintFailed, settings.lints, selection),
	);
}

/** What plugins print goes to standard error: standard output is the report's, which programs read. */
function aside<T>(work: () => T): T {
	const { stdout, stderr } = process;
	const own = Object.getOwnPropertyDescriptor(stdout, "write");
	stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
	try {
		return work();
	} finally {
		if (own === undefined) Reflect.deleteProperty(stdout, "write");
		else Object.defineProperty(stdout, "write", own);
	}
}

/** What a plugin does wrong is no fault of ours. */
function guarded<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof PluginError)
			throw new WrongQuestion(error.message, "see the plugin, or lint without plugins: `--no-plugins`");
		throw error;
	}
}

/** The folder of the first file that was asked for. */
function folderOf({ roots }: Pick<Loaded, "roots">): string {
	const first = roots.find((name) => !isShipped(name));
	return first === undefined ? process.cwd() : dirname(resolve(first));
}

/** Two policies that import the same file find its faults twice. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
	const seen = new Set<string>();
	return diagnostics.filter((diagnostic) => {
		const key = JSON.stringify([diagnostic.code, diagnostic.span, diagnostic.message]);
		return !seen.has(key) && seen.add(key);
	});
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

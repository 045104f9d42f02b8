/**
 * The configuration of `rules lint`: `bylaw.config.yaml` in the folder of a policy or the nearest above, and the plugins that it names.
 * A plugin's code runs in this process with everything that it may do. Only what a configuration names by its path, and what lies in its folder or below,
 * is loaded, and nothing at all where the caller does not want plugins.
 */
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Diagnostic, hasErrors } from "../../language/diagnostic/diagnostic.js";
import { type SourceFile, sourceFile } from "../../language/source/source-file.js";
import type { Text } from "../../language/syntax/statements.js";
import { readPolicyText } from "../../runtime/load/read-file.js";
import type { LintSettings } from "../lint/lint.js";
import type { Lint } from "../lint/lint-record.js";
import { lints as ownLints } from "../lint/lints.js";
import { readLintConfig } from "../lint/settings/config.js";
import { PluginError, pluginLints } from "../lint/settings/plugins.js";
import { configuredLevels, levelsByDefault } from "../lint/settings/settings.js";

/** The name of configurations. */
export const configName = "bylaw.config.yaml";

export interface LoadedLintSettings {
	readonly settings: Required<Pick<LintSettings, "lints" | "levelsFor">> & Pick<LintSettings, "steps">;
	/** What is wrong with the configuration; with an error it is not used. */
	readonly diagnostics: readonly Diagnostic[];
	/** The configuration's text by its name. */
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** The path of the configuration, where there is one. */
	readonly path?: string;
}

export interface LintSettingsOptions {
	/** The folder that shown names are relative to; the process's own when absent. */
	readonly cwd?: string;
	/** Runs the code of plugins. A `PluginError` that one of them throws passes through. */
	readonly plugins: boolean;
}

/** The configuration of a folder, or of the nearest folder above that has one. */
export function nearestConfig(folder: string): string | undefined {
	for (let at = resolve(folder); ; at = dirname(at)) {
		if (existsSync(join(at, configName))) return join(at, configName);
		if (dirname(at) === at) return undefined;
	}
}

/** Reads a configuration; without one, every lint is as it comes. `path`: absolute. */
export function loadLintSettings(path: string | undefined, options: LintSettingsOptions): LoadedLintSettings {
	const usual: LoadedLintSettings = {
		settings: { lints: ownLints, levelsFor: () => levelsByDefault },
		diagnostics: [],
		sources: new Map(),
	};
	if (path === undefined) return usual;
	const cwd = options.cwd ?? process.cwd();
	const short = relative(cwd, path);
	const name = short.startsWith("..") || isAbsolute(short) ? path : short;
	const read = readPolicyText(path);
	if ("message" in read) {
		const span = { file: name, start: 0, end: 0 };
		const fault: Diagnostic = {
			code: "unreadable-file",
			severity: "error",
			message: read.message,
			span,
			help: read.help,
		};
		return { ...usual, diagnostics: [fault], path };
	}
	const sources = new Map([[name, sourceFile(name, read.text)]]);
	const config = readLintConfig(name, read.text);
	const misplaced = config.value.plugins.flatMap((plugin) => pluginFault(plugin, dirname(path)));
	const early = [...config.diagnostics, ...misplaced];
	if (hasErrors(early)) return { ...usual, diagnostics: early, sources, path };
	const lints = options.plugins ? withPlugins(config.value.plugins, dirname(path)) : ownLints;
	// Without its plugins a configuration may speak of lints that nobody knows here.
	const unread = !options.plugins && config.value.plugins.length > 0;
	const settled = config.value.settle(lints);
	const diagnostics = settled.diagnostics.filter(({ code }) => !unread || code !== "unknown-lint");
	if (hasErrors(diagnostics)) return { ...usual, diagnostics, sources, path };
	const { value } = settled;
	return {
		settings: {
			lints,
			levelsFor: (file) =>
				configuredLevels(value, dirname(path), file.startsWith("pack:") ? undefined : resolve(cwd, file)),
			...(value.steps === undefined ? {} : { steps: value.steps }),
		},
		diagnostics,
		sources,
		path,
	};
}

/** A plugin is named by a path, is there, and lies in the configuration's folder, links included. */
function pluginFault({ text, span }: Text, folder: string): readonly Diagnostic[] {
	const fault = (message: string, help: string): readonly Diagnostic[] => [
		{ code: "bad-plugin", severity: "error", message, span, help },
	];
	if (!/^\.\/./.test(text) || !/\.[cm]?js$/.test(text))
		return fault(
			`\`${text}\` is no path of a plugin`,
			"name a JavaScript module by its path from here: `./lints/own.mjs`",
		);
	let real: string;
	try {
		real = realpathSync(join(folder, text));
	} catch {
		return fault(`the plugin \`${text}\` is not there`, "check the path");
	}
	if (!real.startsWith(realpathSync(folder) + sep))
		return fault(
			`the plugin \`${text}\` lies outside of this folder`,
			"a plugin lies beside the configuration or below",
		);
	return [];
}

function withPlugins(plugins: readonly Text[], folder: string): readonly Lint[] {
	let lints = ownLints;
	for (const { text } of plugins) lints = [...lints, ...pluginLints(text, moduleAt(join(folder, text), text), lints)];
	return lints;
}

/** `require` takes modules of both kinds, as long as they await nothing at their top level. */
function moduleAt(path: string, name: string): unknown {
	try {
		return createRequire(import.meta.url)(path);
	} catch (error) {
		throw new PluginError(
			`the plugin \`${name}\` can't be loaded: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
}

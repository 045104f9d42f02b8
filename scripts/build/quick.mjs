/**
 * The bundles that answer what is asked for often: for hooks, for `check` and for runs, each with no more than that takes, and what several of them need once.
 * Of the facts about programs they read those of the programs that are asked about (facts.mjs).
 * Packages that most questions need nothing of are files of their own, read when they are called: what is read must be checked and kept as well.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { root } from "../root.mjs";

/** Packages that export functions and classes alone, and what most questions do without. */
const latePackages = ["minimatch", "yaml"];
/** Sources of functions alone that most questions do without, by who imports them: readers of languages in which code stands among the words of a command, and what keeps a log. */
const lateSources = [
	{ importer: "code-in-words.ts", path: /^\.\/languages\/read-[a-z]+\.js$/ },
	{ importer: "cli/quick/quick-hook.ts", path: /^\.\/watched-hook\.js$/ },
	{ importer: "cli/quick/watched-hook.ts", path: /\/audit\/settings\.js$/ },
];
const sources = join(root, "src");
const lateFile = (name) => `late-${name}.cjs`;

/** The files of packages that are read when they are called, and what went into them. `settings`: of all bundles. */
export async function bundleLate(settings) {
	const late = await Promise.all(
		latePackages.map((name) =>
			build({
				...settings,
				format: "cjs",
				charset: "ascii",
				stdin: { contents: `export * from ${JSON.stringify(name)};`, resolveDir: settings.absWorkingDir },
				outfile: `dist/cli/${lateFile(name)}`,
			}),
		),
	);
	return {
		files: late.flatMap(({ outputFiles }) => outputFiles.map((file) => [`cli/${basename(file.path)}`, file.text])),
		inputs: late.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
	};
}

/** A plugin of esbuild: the packages are read when they are called. */
export const packagesLate = {
	name: "packages when they are called",
	setup: ({ onResolve, onLoad }) => {
		onResolve({ filter: new RegExp(`^(?:${latePackages.join("|")})$`) }, ({ path, importer }) =>
			// A package may bring another version for itself.
			importer.startsWith(sources) ? { path, namespace: "late", sideEffects: false } : undefined,
		);
		onResolve({ filter: /^\.\/late-/, namespace: "late" }, ({ path }) => ({ path, external: true }));
		onLoad({ filter: /^/, namespace: "late" }, async ({ path }) => ({
			contents: await calling(path),
			loader: "js",
		}));
	},
};

/** The plugins of esbuild that make bundles quick. */
export function quickPlugins() {
	return [
		{
			// It looks at standard output when it is loaded, and nothing is coloured here.
			name: "no colours",
			setup: ({ onLoad }) => onLoad({ filter: /picocolors\.js$/ }, () => ({ contents: withoutColours, loader: "js" })),
		},
		packagesLate,
		{
			name: "records of harnesses when they are asked",
			setup: ({ onResolve, onLoad }) => {
				onResolve({ filter: /^\.\/[a-z-]+\/[a-z-]+\.js$/ }, ({ path, importer, resolveDir, namespace }) =>
					namespace !== "late-record" &&
					importer.endsWith("harnesses/harnesses.ts") &&
					/^\.\/([a-z-]+)\/\1\.js$/.test(path)
						? { path: join(resolveDir, path.replace(/\.js$/, ".ts")), namespace: "late-record", sideEffects: false }
						: undefined,
				);
				onLoad({ filter: /^/, namespace: "late-record" }, ({ path }) => ({
					contents: asksRecord(path),
					loader: "js",
					resolveDir: dirname(path),
				}));
			},
		},
		{
			// They stand in the bundle, and what they hold is made at the first call: most commands bring no code.
			name: "sources when their functions are called",
			setup: ({ onResolve, onLoad }) => {
				for (const late of lateSources)
					onResolve({ filter: late.path }, ({ path, importer, resolveDir, namespace }) =>
						namespace !== "late-source" && importer.endsWith(late.importer)
							? { path: join(resolveDir, path.replace(/\.js$/, ".ts")), namespace: "late-source", sideEffects: false }
							: undefined,
					);
				onLoad({ filter: /^/, namespace: "late-source" }, ({ path }) => ({
					contents: calls(path, functionsOf(path)),
					loader: "js",
					resolveDir: dirname(path),
				}));
			},
		},
	];
}

/** The module in place of a package: the same functions and classes, which read the package's file at the first call. What is neither is not there, so that the build fails where it is used. */
async function calling(name) {
	const exported = Object.entries(await import(name)).filter(([, value]) => typeof value === "function");
	return calls(
		`./${lateFile(name)}`,
		exported.map(([name]) => name),
	);
}

/** The functions and classes of a file, which is required at the first call. */
function calls(file, names) {
	return [
		requiring(file),
		...names.map(
			(name) => `export function ${name}(...args) {
				const it = own().${name};
				return new.target === undefined ? it(...args) : new it(...args);
			}`,
		),
	].join("\n");
}

const requiring = (file) => `const own = () => require(${JSON.stringify(file)});`;

/** A file that exports one record of a harness, which is required when its dialect is asked for. */
function asksRecord(file) {
	const [[, name] = [], ...others] = readFileSync(file, "utf8").matchAll(/^export (?:const (\w+): HookRecord = )?/gm);
	if (name === undefined || others.length > 0) throw new Error(`\`${file}\` exports more than a record`);
	return `${requiring(file)}
		export const ${name} = { get dialect() { return own().${name}.dialect; } };`;
}

/** The functions that a source exports. One that exports any other value stops the build: esbuild would take it for a type. */
function functionsOf(path) {
	return [...readFileSync(path, "utf8").matchAll(/^export (?!type |interface )(.*)/gm)].map(([, rest]) => {
		const [, name] = /^(?:function |const (?=\w+ = \())(\w+)/.exec(rest) ?? [];
		if (name === undefined) throw new Error(`\`${path}\` exports more than functions: \`${rest}\``);
		return name;
	});
}

const withoutColours = `
	const plain = (text) => String(text);
	exports.createColors = () => new Proxy({}, { get: () => plain });
`;

/**
 * The bundles that answer what is asked for often: a file for hooks that holds no more than deciding takes, one for runs, and the facts about
 * programs in a file beside them, of which one line is parsed for each program that is asked about. All other bundles hold the facts as code.
 * Packages that most questions need nothing of are files of their own, read when they are called: what is read must be checked and kept as well.
 */
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { facts } from "./facts.mjs";

/** The file of the facts, beside the bundle. */
const factsFile = "programs.txt";

/** Packages that export functions and classes alone, and what most questions do without. */
const latePackages = ["minimatch", "unbash"];
/** Readers of languages in which code stands among the words of a command. */
const lateReaders = /^\.\/languages\/read-[a-z]+\.js$/;
const lateFile = (name) => `late-${name}.cjs`;

/** `quick.cjs`, `quick-run.cjs` and what lies beside them. `shared`: settings of all bundles. */
export async function bundleQuick(shared) {
	const { programs, aliases } = await facts(shared);
	const { text, begin } = factsText(programs, aliases);
	const small = {
		...shared,
		format: "cjs",
		outdir: "dist/cli",
		outExtension: { ".js": ".cjs" },
		minify: true,
		charset: "ascii", // a character is a byte: V8 keeps half as much
	};
	const late = await Promise.all(
		latePackages.map((name) =>
			build({
				...small,
				stdin: { contents: `export * from ${JSON.stringify(name)};`, resolveDir: shared.absWorkingDir },
				outdir: undefined,
				outfile: `dist/cli/${lateFile(name)}`,
				banner: {},
			}),
		),
	);
	const quick = (entryPoints, latePackages) =>
		build({
			...small,
			entryPoints,
			// Made when somebody asks for it, which few questions do.
			define: { ...shared.define, "import.meta.url": "bylawOwn.url", "import.meta.dirname": "__dirname" },
			banner: { js: 'const bylawOwn={get url(){return require("node:url").pathToFileURL(__filename).href}};' },
			plugins: [
				{
					// It looks at standard output when it is loaded, and nothing is coloured here.
					name: "no colours",
					setup: ({ onLoad }) =>
						onLoad({ filter: /picocolors\.js$/ }, () => ({ contents: withoutColours, loader: "js" })),
				},
				{
					name: "packages when they are called",
					setup: ({ onResolve, onLoad }) => {
						onResolve({ filter: new RegExp(`^(?:${latePackages.join("|")})$`) }, ({ path }) => ({
							path,
							namespace: "late",
							sideEffects: false,
						}));
						onResolve({ filter: /^\.\/late-/, namespace: "late" }, ({ path }) => ({ path, external: true }));
						onLoad({ filter: /^/, namespace: "late" }, async ({ path }) => ({
							contents: await calling(path),
							loader: "js",
						}));
					},
				},
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
					name: "readers of languages when they are called",
					setup: ({ onResolve, onLoad }) => {
						onResolve({ filter: lateReaders }, ({ path, importer, resolveDir, namespace }) =>
							namespace !== "late-reader" && importer.endsWith("code-in-words.ts")
								? { path: join(resolveDir, path.replace(/\.js$/, ".ts")), namespace: "late-reader", sideEffects: false }
								: undefined,
						);
						onLoad({ filter: /^/, namespace: "late-reader" }, ({ path }) => ({
							contents: calls(path, functionsOf(path)),
							loader: "js",
							resolveDir: dirname(path),
						}));
					},
				},
				{
					name: "facts in a file",
					setup: ({ onLoad }) =>
						onLoad({ filter: /programs\.generated\.ts$/ }, () => ({
							contents: readingFacts(begin),
							loader: "js",
						})),
				},
			],
		});
	const bundles = await Promise.all([
		quick({ quick: "src/cli/quick/quick-check.ts", "quick-run": "src/cli/quick/quick-run.ts" }, latePackages),
		// Nearly all that a hook is asked are shell strings.
		quick(
			{ "quick-hook": "src/cli/quick/quick-hook.ts" },
			latePackages.filter((name) => name !== "unbash"),
		),
	]);
	const files = [...bundles, ...late].flatMap(({ outputFiles }) => outputFiles);
	return {
		files: [...files.map((file) => [`cli/${basename(file.path)}`, file.text]), [`cli/${factsFile}`, text]],
		inputs: [...bundles, ...late].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
	};
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

/**
 * The facts, a line for each program and for each of its subcommands; in a program's line subcommands are the places of theirs, `[start, length]` in bytes, with their
 * other names, by which they are found. Before them stand a line for each other name, `7za>7z`, and one for the place of each program, `7z 120 340`: it costs
 * less to look for a line than to parse them all. `begin`: how long they are.
 */
function factsText(programs, aliases) {
	const lines = [];
	let end = 0;
	const placeOf = (value, name) => {
		const text = `${JSON.stringify(folded(value))}\n`;
		deepStrictEqual(unfolded(JSON.parse(text)), value, `what is known of ${name} is no plain data`);
		lines.push(text);
		end += Buffer.byteLength(text);
		return [end - Buffer.byteLength(text), Buffer.byteLength(text)];
	};
	const places = programs.map(([name, program]) => {
		const subcommands = Object.fromEntries(
			Object.entries(program.subcommands).map(([word, usage]) => [
				word,
				[...placeOf(usage, `${name} ${word}`), usage.aliases],
			]),
		);
		return `${name} ${placeOf({ ...program, subcommands }, name).join(" ")}`;
	});
	const names = [...Object.keys(aliases), ...programs.map(([name]) => name)];
	const odd = names.find((name) => !/^[!-=?-~]+$/.test(name));
	if (odd !== undefined) throw new Error(`the name \`${odd}\` can't stand in the list of programs`);
	const index = ["", ...Object.entries(aliases).map((pair) => pair.join(">")), ...places, ""].join("\n");
	return { text: `${index}${lines.join("")}`, begin: index.length };
}

const kinds = { flag: undefined, value: "required", optional: "optional" };

/** Options that bring nothing are most of the facts: those that stand together become one text, such as `value -C|-c --config`. */
function folded(value) {
	if (Array.isArray(value)) {
		const list = [];
		let open = "";
		for (const one of value) {
			const kind = plainKind(one);
			if (kind === undefined) list.push(folded(one));
			else if (kind === open) list.push(`${list.pop()}|${one.names.join(" ")}`);
			else list.push(`${sign}${kind} ${one.names.join(" ")}`);
			open = kind;
		}
		return list;
	}
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, folded(one)]));
}

/** Begins no text of the facts. */
const sign = "\u0001";

function plainKind(one) {
	if (typeof one !== "object" || one === null || !Array.isArray(one.names)) return undefined;
	const kind = Object.keys(kinds).find((name) => kinds[name] === one.value);
	const { names, value, powers, ...others } = one;
	const isPlain = powers?.length === 0 && Object.keys(others).length === 0 && !/[ |]/.test(names.join(""));
	return kind !== undefined && isPlain && "value" in one === (kind !== "flag") ? kind : undefined;
}

/** The facts as they were. This function is put into the bundle as it stands. */
function unfolded(value) {
	if (Array.isArray(value)) {
		const list = [];
		for (const one of value) {
			if (typeof one !== "string" || one.charCodeAt(0) !== 1) list.push(unfolded(one));
			else {
				const end = one.indexOf(" ");
				const kind = one.slice(1, end);
				for (const names of one.slice(end + 1).split("|"))
					list.push(
						kind === "flag"
							? { names: names.split(" "), powers: [] }
							: { names: names.split(" "), value: kind === "value" ? "required" : "optional", powers: [] },
					);
			}
		}
		return list;
	}
	if (typeof value === "object" && value !== null)
		for (const key of Object.keys(value)) value[key] = unfolded(value[key]);
	return value;
}

/** The module in place of the generated one: the same names, read from the file. */
function readingFacts(begin) {
	return `
		import { closeSync, openSync, readSync } from "node:fs";
		import { join } from "node:path";
		const read = (at, length) => {
			const file = openSync(join(__dirname, ${JSON.stringify(factsFile)}));
			try {
				const bytes = Buffer.allocUnsafe(length);
				if (readSync(file, bytes, 0, length, at) !== length) throw new Error("the facts about programs are cut off");
				return bytes;
			} finally {
				closeSync(file);
			}
		};
		${unfolded.toString()}
		const factsAt = ([at, length]) => unfolded(JSON.parse(read(${begin} + at, length).toString("utf8")));
		let index;
		const found = (name, sign) => {
			// What may hold a line's end would be found across lines.
			if (typeof name !== "string" || !/^[!-=?-~]+$/.test(name)) return undefined;
			index ??= read(0, ${begin}).toString("latin1");
			const at = index.indexOf("\\n" + name + sign);
			if (at < 0) return undefined;
			const start = at + name.length + 2;
			return index.slice(start, index.indexOf("\\n", start));
		};
		const asked = (place) => {
			let whole;
			const all = () => (whole ??= factsAt(place));
			return new Proxy({}, {
				get: (_, key) => (key === "aliases" ? place[2] : all()[key]),
				has: (_, key) => key in all(),
				ownKeys: () => Reflect.ownKeys(all()),
				getOwnPropertyDescriptor: (_, key) => Object.getOwnPropertyDescriptor(all(), key),
			});
		};
		const programAt = (place) => () => {
			const program = factsAt(place.split(" ").map(Number));
			for (const [name, place] of Object.entries(program.subcommands)) program.subcommands[name] = asked(place);
			return program;
		};
		// Nobody who is bundled with this asks for all names.
		const named = (valueOf) =>
			new Proxy({}, {
				get: (_, name) => valueOf(name),
				getOwnPropertyDescriptor: (_, name) => {
					const value = valueOf(name);
					return value === undefined ? undefined : { value, enumerable: true, configurable: true };
				},
				ownKeys: () => { throw new Error("the names of all programs are not here"); },
			});
		export const aliases = named((name) => found(name, ">"));
		export const programs = named((name) => {
			const place = found(name, " ");
			return place === undefined ? undefined : programAt(place);
		});
	`;
}

/**
 * The bundles that answer what is asked for often: a file for hooks that holds no more than deciding takes, one for runs, and the facts about
 * programs in a file beside them, of which one line is parsed for each program that is asked about. All other bundles hold the facts as code.
 */
import { deepStrictEqual } from "node:assert";
import { basename } from "node:path";
import { build } from "esbuild";
import { facts } from "./facts.mjs";

/** The file of the facts, beside the bundle. */
const factsFile = "programs.txt";

/** `quick.cjs`, `quick-run.cjs` and what lies beside them. `shared`: settings of all bundles. */
export async function bundleQuick(shared) {
	const { programs, aliases } = await facts(shared);
	const { text, places } = factsText(programs);
	const bundle = await build({
		...shared,
		entryPoints: {
			quick: "src/cli/quick-check.ts",
			"quick-run": "src/cli/quick-run.ts",
			"quick-hook": "src/cli/quick-hook.ts",
		},
		format: "cjs",
		outdir: "dist/cli",
		outExtension: { ".js": ".cjs" },
		minify: true,
		charset: "ascii", // a character is a byte: V8 keeps half as much
		// Made when somebody asks for it, which few questions do.
		define: { ...shared.define, "import.meta.url": "bylawOwn.url" },
		banner: { js: 'const bylawOwn={get url(){return require("node:url").pathToFileURL(__filename).href}};' },
		plugins: [
			{
				// It looks at standard output when it is loaded, and nothing is coloured here.
				name: "no colours",
				setup: ({ onLoad }) =>
					onLoad({ filter: /picocolors\.js$/ }, () => ({ contents: withoutColours, loader: "js" })),
			},
			{
				name: "facts in a file",
				setup: ({ onLoad }) =>
					onLoad({ filter: /programs\.generated\.ts$/ }, () => ({
						contents: readingFacts(aliases, places),
						loader: "js",
					})),
			},
		],
	});
	return {
		files: [...bundle.outputFiles.map((file) => [`cli/${basename(file.path)}`, file.text]), [`cli/${factsFile}`, text]],
		inputs: Object.keys(bundle.metafile.inputs),
	};
}

const withoutColours = `
	const plain = (text) => String(text);
	exports.createColors = () => new Proxy({}, { get: () => plain });
`;

/**
 * The facts, a line for each program and for each of its subcommands, and where each program's line stands: `[start, length]`, in bytes.
 * In a program's line subcommands are such places, with their other names, by which they are found.
 */
function factsText(programs) {
	const lines = [];
	let end = 0;
	const placeOf = (value, name) => {
		const text = `${JSON.stringify(folded(value))}\n`;
		deepStrictEqual(unfolded(JSON.parse(text)), value, `what is known of ${name} is no plain data`);
		lines.push(text);
		end += Buffer.byteLength(text);
		return [end - Buffer.byteLength(text), Buffer.byteLength(text)];
	};
	const places = Object.fromEntries(
		programs.map(([name, program]) => {
			const subcommands = Object.fromEntries(
				Object.entries(program.subcommands).map(([word, usage]) => [
					word,
					[...placeOf(usage, `${name} ${word}`), usage.aliases],
				]),
			);
			return [name, placeOf({ ...program, subcommands }, name)];
		}),
	);
	return { text: lines.join(""), places };
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
function readingFacts(aliases, places) {
	return `
		import { closeSync, openSync, readSync } from "node:fs";
		import { join } from "node:path";
		const read = ([at, length]) => {
			const file = openSync(join(__dirname, ${JSON.stringify(factsFile)}));
			try {
				const bytes = Buffer.allocUnsafe(length);
				if (readSync(file, bytes, 0, length, at) !== length) throw new Error("the facts about programs are cut off");
				return unfolded(JSON.parse(bytes.toString("utf8")));
			} finally {
				closeSync(file);
			}
		};
		${unfolded.toString()}
		const asked = (place) => {
			let whole;
			const all = () => (whole ??= read(place));
			return new Proxy({}, {
				get: (_, key) => (key === "aliases" ? place[2] : all()[key]),
				has: (_, key) => key in all(),
				ownKeys: () => Reflect.ownKeys(all()),
				getOwnPropertyDescriptor: (_, key) => Object.getOwnPropertyDescriptor(all(), key),
			});
		};
		export const aliases = JSON.parse(${JSON.stringify(JSON.stringify(aliases))});
		const programPlaces = JSON.parse(${JSON.stringify(JSON.stringify(places))});
		export const programs = new Proxy(programPlaces, {
			get: (_, name) => {
				if (!Object.hasOwn(programPlaces, name)) return undefined;
				return () => {
					const program = read(programPlaces[name]);
					for (const [name, place] of Object.entries(program.subcommands)) program.subcommands[name] = asked(place);
					return program;
				};
			},
		});
	`;
}

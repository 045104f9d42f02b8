/**
 * The facts about programs as a file of their own, of which a process reads what it needs: as code it would be read whole.
 *
 * Its index comes first: a line for each other name, `7za>7z`, and one for the place of each program, `7z 120 340`. At each place stands what the generated source has of the
 * program, in lines: the program, and the options of those of its subcommands that have many, which are parsed when somebody asks for them.
 */
import { build, transform } from "esbuild";

/** The file, in `dist/cli`. */
export const factsFile = "programs.txt";

/**
 * The file's text, and the texts of two modules that read it: each exports a function that takes `written` of the sources and returns what the generated source exports.
 * `shared`: settings of all bundles.
 */
export async function facts(shared) {
	const { programs, aliases } = await asWritten(shared);
	const names = [...Object.keys(aliases), ...Object.keys(programs)];
	const odd = names.find((name) => !/^[!-=?-~]+$/.test(name));
	if (odd !== undefined) throw new Error(`the name \`${odd}\` can't stand in the list of programs`);
	const blocks = [];
	let end = 0;
	const places = Object.entries(programs).map(([name, lines]) => {
		if (lines.some((line) => line.includes("\n"))) throw new Error(`what is known of ${name} takes several lines`);
		const block = `${lines.join("\n")}\n`;
		blocks.push(block);
		const start = end;
		end += Buffer.byteLength(block);
		return `${name} ${start} ${end - start}`;
	});
	const index = ["", ...Object.entries(aliases).map((pair) => pair.join(">")), ...places, ""].join("\n");
	return {
		text: `${index}${blocks.join("")}`,
		atOnce: await minified(head + allAtOnce(index.length)),
		fewOfThem: await minified(head + fewOfThem(index.length)),
	};
}

/** The names with the texts that the generated source holds. */
async function asWritten(shared) {
	const bundle = await build({
		...shared,
		entryPoints: ["src/engine/knowledge/programs.generated.ts"],
		format: "esm",
		outfile: "facts.js",
		banner: {},
		metafile: false,
		plugins: [
			{
				name: "as it is written",
				setup: ({ onLoad }) =>
					onLoad({ filter: /notation\/written-program\.ts$/ }, () => ({
						contents: "export const written = (text, late = []) => [text, ...late];",
						loader: "js",
					})),
			},
		],
	});
	const url = `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].text).toString("base64")}`;
	const { programs, aliases } = await import(url);
	return { programs: Object.fromEntries(Object.entries(programs).map(([name, lines]) => [name, lines()])), aliases };
}

async function minified(text) {
	const { code } = await transform(text, { format: "cjs", platform: "node", charset: "ascii", minify: true });
	return code.trim();
}

const head = `
	const { join } = require("node:path");
	const file = () => join(__dirname, ${JSON.stringify(factsFile)});
	const made = (bytes, written) => {
		const [program, ...late] = bytes.toString("utf8").trimEnd().split("\\n");
		return written(program, late);
	};
`;

/** For processes that live long, and ask for all names: what is read is of this installation, whatever is installed in its place later. */
function allAtOnce(begin) {
	return `
		const bytes = require("node:fs").readFileSync(file());
		const aliases = Object.create(null);
		const places = [];
		for (const line of bytes.toString("latin1", 1, ${begin - 1}).split("\\n")) {
			const [name, start, length] = line.split(" ");
			if (start === undefined) {
				const [other, own] = line.split(">");
				aliases[other] = own;
			} else {
				const at = ${begin} + Number(start);
				places.push([name, at, at + Number(length)]);
			}
		}
		module.exports = (written) => {
			const programs = Object.create(null);
			for (const [name, start, end] of places) programs[name] = () => made(bytes.subarray(start, end), written);
			return { aliases, programs };
		};
	`;
}

/** For processes that ask about a program or two: a name is looked for in the index, which costs less than to read all of its lines. */
function fewOfThem(begin) {
	return `
		const { closeSync, openSync, readSync } = require("node:fs");
		const read = (at, length) => {
			const descriptor = openSync(file());
			try {
				const bytes = Buffer.allocUnsafe(length);
				if (readSync(descriptor, bytes, 0, length, at) !== length) throw new Error("the facts about programs are cut off");
				return bytes;
			} finally {
				closeSync(descriptor);
			}
		};
		let known;
		const index = () => (known ??= read(0, ${begin}).toString("latin1"));
		const found = (name, sign) => {
			// What may hold a line's end would be found across lines.
			if (typeof name !== "string" || !/^[!-=?-~]+$/.test(name)) return undefined;
			const text = index();
			const at = text.indexOf("\\n" + name + sign);
			if (at < 0) return undefined;
			const start = at + name.length + 2;
			return text.slice(start, text.indexOf("\\n", start));
		};
		const named = (sign, valueOf) =>
			new Proxy({}, {
				get: (_, name) => valueOf(found(name, sign)),
				getOwnPropertyDescriptor: (_, name) => {
					const value = valueOf(found(name, sign));
					return value === undefined ? undefined : { value, enumerable: true, configurable: true };
				},
				// Whatever answers quickly does without.
				ownKeys: () => index().split("\\n").flatMap((line) => line.includes(sign) ? [line.slice(0, line.indexOf(sign))] : []),
			});
		module.exports = (written) => ({
			aliases: named(">", (name) => name),
			programs: named(" ", (place) => {
				if (place === undefined) return undefined;
				const [start, length] = place.split(" ").map(Number);
				return () => made(read(${begin} + start, length), written);
			}),
		});
	`;
}

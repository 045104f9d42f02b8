/**
 * The groups of sources that several bundles need. Each is bundled once, with what others take of it: whoever else needs one of its sources finds a face in its place, which takes the names from the group.
 * So the engine is in the package once: for hooks, for the library and the command line, and for the pages that decide.
 *
 * A bundle is built before the groups that it takes names of, for what nobody takes is left out of a group.
 */
import { join, relative } from "node:path";
import { build, transform } from "esbuild";
import { root } from "../root.mjs";
import { assertLasting } from "./lasting.mjs";
import { quickPlugins } from "./quick.mjs";

/** The quick bundles. What one of them needs alone is a group, in its own file. */
const quick = {
	hook: { source: "src/cli/quick/quick-hook.ts", file: "quick-hook.cjs" },
	run: { source: "src/cli/quick/quick-run.ts", file: "quick-run.cjs" },
	check: { source: "src/cli/quick/quick-check.ts", file: "quick.cjs" },
};
const box = "src/authoring/report/page/box.ts";
/** From below, each takes names of those before it: what pages have as well, where nothing knows Node; what several of the quick bundles need besides; and the rest of each. */
const groups = ["engine", "shared", ...Object.keys(quick)];

/** What every verb begins with. It is small, and to load a group for it takes longer. */
const begins = /^src\/(?:cli|language\/diagnostic|language\/source)\//;
/** What is not the same in the quick bundles. Sources that import it, directly or not, aren't either. */
const differs = /^node_modules\/picocolors\/|^late-record:/;
const facts = /programs\.generated\.ts$/;

/** What a piece takes of a source that is of a group. */
const takes = /import\s*\{([^{}]*)\}\s*from\s*"bylaw-group:([^"]+)";?/g;

/** Between these lines of `shared.cjs` stands the engine (src/runtime/load/package-files.ts). */
const begin = "//# engine";
const end = "//# end of the engine";

export class Groups {
	#settings;
	#groupOf = new Map();
	/** Sources of groups that other bundles have for themselves as well. */
	#own;
	#late = new Set();
	#names = new Map();
	/** Which names of a group are taken at once, by pages and by other groups, and which by everything else. */
	#taken;
	#built;

	/** `settings`: of all bundles. */
	static async of(settings) {
		const made = new Groups();
		made.#settings = { ...settings, charset: "ascii", format: "esm", outdir: "dist/cli" }; // a character is a byte: V8 keeps half as much
		await made.#divide();
		await made.#number();
		return made;
	}

	/** To be called before bundles are built: nothing is taken yet. */
	start() {
		this.#taken = new Map(groups.map((group) => [group, { atOnce: new Set(), later: new Set() }]));
	}

	/** Finds out which source is of which group. */
	async #divide() {
		const reachedBy = new Map();
		const graph = {};
		for (const [name, source] of [...Object.entries(quick).map(([name, { source }]) => [name, source]), ["box", box]]) {
			const { metafile } = await build({
				...this.#settings,
				entryPoints: [source],
				plugins: [...quickPlugins(), withoutFacts],
			});
			Object.assign(graph, metafile.inputs);
			for (const { inputs } of Object.values(metafile.outputs))
				for (const [input, { bytesInOutput }] of Object.entries(inputs))
					if (bytesInOutput > 0 || facts.test(input)) reachedBy.set(input, [...(reachedBy.get(input) ?? []), name]);
		}
		for (const [input, by] of reachedBy) {
			const some = by.filter((name) => name !== "box");
			if (some.length > 0)
				this.#groupOf.set(input, by.length > some.length ? "engine" : some.length > 1 ? "shared" : some[0]);
		}
		this.#own = closed(
			Object.keys(graph).filter((input) => differs.test(input)),
			(found) => Object.keys(graph).filter((input) => graph[input].imports.some(({ path }) => found.has(path))),
		);
		for (const input of this.#groupOf.keys()) if (begins.test(input)) this.#own.add(input);
		this.#late = closed(
			Object.keys(graph).flatMap((input) =>
				graph[input].imports
					.filter(({ kind, external }) => kind === "require-call" && external !== true)
					.map(({ path }) => path),
			),
			(found) =>
				[...found].flatMap((input) =>
					(graph[input]?.imports ?? [])
						.map(({ path }) => path)
						.filter((path) => this.#groupOf.has(path) && this.#groupOf.get(path) === this.#groupOf.get(input)),
				),
		);
	}

	/** Gives each name that a source of a group exports a short one of its own. */
	async #number() {
		const sources = [...this.#groupOf.keys()].filter((input) => !input.includes(":") && !facts.test(input)).sort();
		const { metafile } = await build({
			...this.#settings,
			bundle: false,
			define: {},
			external: undefined,
			alias: {},
			entryPoints: sources,
			outbase: root,
			outdir: "alone",
		});
		let count = 0;
		const named = (source, exports) => {
			const sign = this.#late.has(source) ? "l" : "e";
			this.#names.set(source, new Map(exports.map((name) => [name, `${sign}${(count++).toString(36)}`])));
		};
		for (const { entryPoint, exports } of Object.values(metafile.outputs)) named(entryPoint, exports);
		for (const source of this.#groupOf.keys()) if (facts.test(source)) named(source, ["aliases", "programs"]);
	}

	/** A plugin of esbuild: faces in place of the groups' sources. `of`: which groups; what is no quick bundle has some sources for itself. */
	faces(of = groups, isQuick = false) {
		const hasFace = (source) =>
			of.includes(this.#groupOf.get(source)) && this.#names.has(source) && (isQuick || !this.#own.has(source));
		return {
			name: "faces of groups",
			setup: ({ onLoad, onResolve }) => {
				onResolve({ filter: /^bylaw-group:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
				// No file stands for it: esbuild would take all names of one that a late source imports.
				onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, kind, resolveDir, namespace }) => {
					if (kind !== "import-statement" || namespace === "late-source" || namespace === "late-record")
						return undefined;
					const file = relative(root, join(resolveDir, path)).replaceAll("\\", "/");
					const source = [file.replace(/\.js$/, ".ts"), file].find(hasFace);
					return source && { path: `bylaw-group:${source}`, external: true, sideEffects: false };
				});
				onLoad({ filter: /\.[jt]s$/ }, ({ path, namespace }) => {
					const source = relative(root, path).replaceAll("\\", "/");
					if (namespace !== "file" || !hasFace(source)) return undefined;
					const names = [...this.#names.get(source).keys()].join(", ");
					return { contents: `export { ${names} } from "bylaw-group:${source}";`, loader: "js" };
				});
			},
		};
	}

	/** The text of a piece with what it takes of groups as values of its own. `where`: the code that has a group; `atOnce`: is it a page or a group itself? */
	take(text, where, atOnce = false) {
		const wanted = new Map();
		const rest = text.replaceAll(takes, (_, list, source) => {
			const group = this.#groupOf.get(source);
			const names = list.split(",").map((pair) => {
				const [name, own = name] = pair.trim().split(/\s+as\s+/);
				return [this.#names.get(source).get(name), own];
			});
			wanted.set(group, [...(wanted.get(group) ?? []), ...names]);
			return "";
		});
		const heads = [...wanted].flatMap(([group, names]) =>
			["e", "l"].flatMap((sign) => {
				const some = names.filter(([name]) => name.startsWith(sign));
				if (some.length === 0) return [];
				const taken = this.#taken.get(group);
				for (const [name] of some) (atOnce && sign === "e" ? taken.atOnce : taken.later).add(name);
				const from = `${where(group)}${sign === "l" ? ".late()" : atOnce ? "" : ".more()"}`;
				return [`const{${some.map(([name, own]) => `${name}:${own}`).join(",")}}=${from};`];
			}),
		);
		if (rest.includes('"bylaw-group:'))
			throw new Error(
				`a piece takes something of a group in another way than by an import of names: ${rest.match(/.{0,80}"bylaw-group:[^"]*"/s)[0]}`,
			);
		return heads.join("") + rest;
	}

	/**
	 * Builds the groups, after everything else took names of them. False where a name led to sources that are of no group, or of one above: they are put right, and all is to be built again.
	 */
	async build() {
		this.#built = [];
		const strange = [];
		for (const group of groups.toReversed()) {
			const below = groups.slice(0, groups.indexOf(group));
			const { outputFiles, metafile } = await build({
				...this.#settings,
				...(group === "engine" ? { target: [this.#settings.target, "es2022"] } : {}),
				stdin: { contents: this.#entryOf(group), resolveDir: root, sourcefile: entryName },
				outdir: undefined,
				outfile: `dist/cli/${group}.cjs`,
				plugins: [...quickPlugins(), givenFacts, this.faces(below, true)],
			});
			const text = this.take(outputFiles[0].text, group === "shared" ? () => "engine" : besideShared, true);
			this.#built.unshift({ group, text, inputs: Object.keys(metafile.inputs) });
			for (const [input, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs)[0].inputs))
				if (bytesInOutput > 0 && input !== entryName && !input.includes(":"))
					if (![...below, group].includes(this.#groupOf.get(input)))
						strange.push({ input, group, graph: metafile.inputs });
		}
		const before = new Set(this.#own);
		for (const one of strange) this.#put(one, before);
		return strange.length === 0;
	}

	/** A source that a group needs is of it where it is of another group; else who leads to it is taken from no group, but by quick bundles. */
	#put({ input, group, graph }, before) {
		if (this.#groupOf.has(input)) {
			this.#groupOf.set(input, group);
			return;
		}
		const leading = Object.keys(graph).filter(
			(other) =>
				this.#groupOf.get(other) === group &&
				!before.has(other) &&
				graph[other].imports.some(({ path }) => path === input),
		);
		if (leading.length === 0) throw new Error(`the group ${group} needs \`${input}\`, which is of no group`);
		for (const other of leading) this.#own.add(other);
	}

	/** The files of the groups that were built, and what went into them. `inCommonJs`: makes that of an ES module's text. */
	async files(inCommonJs, few, factsAtOnce) {
		const texts = {};
		for (const { group, text } of this.#built) {
			assertLasting(group, text);
			texts[group] = await inCommonJs(this.#asObject(group, text));
		}
		return {
			files: [
				["cli/shared.cjs", sharedFile(texts, few)],
				["cli/more.cjs", await moreFile(factsAtOnce)],
				...Object.entries(quick).map(([name, { file }]) => [`cli/${file}`, texts[name]]),
			],
			inputs: this.#built.flatMap(({ inputs }) => inputs),
		};
	}

	/** A module that exports what others take of a group, and what its own bundle is asked for. */
	#entryOf(group) {
		const { atOnce, later } = this.#taken.get(group);
		const late = [];
		const lines = [];
		for (const [source, names] of this.#names) {
			if (this.#groupOf.get(source) !== group) continue;
			const path = JSON.stringify(join(root, source));
			for (const [name, short] of names) {
				if (!atOnce.has(short) && !later.has(short)) continue;
				if (short.startsWith("l")) late.push(`get ${short}() { return require(${path}).${name}; },`);
				else lines.push(`export { ${name} as ${short} } from ${path};`);
			}
		}
		return [
			...lines,
			`export const late = () => ({ ${late.join("\n")} });`,
			...(group in quick ? [`export * from ${JSON.stringify(join(root, quick[group].source))};`] : []),
		].join("\n");
	}

	/** What a group's module exports as one object, and what is taken later as a function that makes another: hooks do without. */
	#asObject(group, text) {
		const { atOnce, later } = this.#taken.get(group);
		const found = [...text.matchAll(/export\s*\{([^{}]*)\};?\s*$/g)];
		if (found.length !== 1) throw new Error(`the group ${group} exports in another way than was thought`);
		const pairs = found[0][1].split(",").map((pair) => {
			const [own, name = own] = pair.trim().split(/\s+as\s+/);
			return { name, text: `${name}:${own}` };
		});
		const listed = (some) => some.map(({ text }) => text).join(",");
		const first = pairs.filter(({ name }) => atOnce.has(name) || !later.has(name));
		const more = pairs.filter(({ name }) => later.has(name));
		const rest = text.slice(0, found[0].index);
		return `"use strict";${rest}module.exports={${listed([...first, { text: `more:()=>({${listed(more)}})` }])}};`;
	}
}

const entryName = "entry.js";
/** How the files of quick bundles have the groups below. */
const besideShared = (group) => `require("./shared.cjs").quick().${group}`;

/** The engine and what is shared in one file, for another file to read is another part of a hook's start; what pages have as well is marked in it. Whoever asks first says where the facts about programs are. */
function sharedFile({ engine, shared }, few) {
	if (/<\/script|<!--/i.test(engine) || engine.includes("//#"))
		throw new Error("the engine's text can't stand in a page");
	return `"use strict";let made;const few=(()=>{const module={};${few};return module.exports})();
const make=(facts)=>{const engine=((module,require)=>{
${begin}
${engine}
${end}
return module.exports})({},(name)=>name==="./facts"?facts:require(name));
const shared=((module)=>{${shared};return module.exports})({});return{engine,shared}};
exports.quick=()=>made??=make(few);exports.given=(facts)=>made??=make(facts);
`;
}

/** What is no quick bundle has groups by this file: with all facts, and each group's further names made once. */
async function moreFile(factsAtOnce) {
	const { code } = await transform(
		`"use strict";
		const facts = (() => { const module = {}; ${factsAtOnce}; return module.exports; })();
		const { engine, shared } = require("./shared.cjs").given(facts);
		const lazily = (group) => {
			let more;
			return { more: () => (more ??= group().more()), late: () => group().late() };
		};
		module.exports = { engine: lazily(() => engine), shared: lazily(() => shared), ${Object.entries(quick)
			.map(([name, { file }]) => `${name}: lazily(() => require("./${file}"))`)
			.join(", ")} };`,
		{ format: "cjs", platform: "node", minify: true },
	);
	return code;
}

/** To find out what is needed of them, no facts are. */
const withoutFacts = {
	name: "without facts",
	setup: ({ onLoad }) =>
		onLoad({ filter: facts }, () => ({ contents: "export const aliases = {}, programs = {};", loader: "js" })),
};

/** The facts are given by whoever loads the group. */
const givenFacts = {
	name: "given facts",
	setup: ({ onLoad, onResolve }) => {
		onResolve({ filter: /^\.\/facts$/ }, ({ path }) => ({ path, external: true }));
		onLoad({ filter: facts }, () => ({
			contents: `import { written } from "./notation/written-program.js"; export const { aliases, programs } = require("./facts")(written);`,
			loader: "js",
		}));
	},
};

/** A set with everything that belongs to what is in it. */
function closed(first, belonging) {
	const found = new Set(first);
	for (let size = -1; size < found.size; ) {
		size = found.size;
		for (const one of belonging(found)) found.add(one);
	}
	return found;
}

/** Files of bylaw's own package: its version, its pages. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version, as package.json says it. */
export function version(): string {
	return (JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as { version: string }).version;
}

/** Where people read about the package, if package.json says so: the address of its repository. */
export function homepage(): string | undefined {
	const { homepage: said } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as {
		readonly homepage?: string;
	};
	return said?.replace(/(?:#.*|\/+)$/, "");
}

/** The page on a lint, where the package holds one. */
export function lintPage(code: string): string | undefined {
	const file = join(packageFolder(), "docs", "lints", `${code}.md`);
	return /^[a-z][a-z0-9-]*$/.test(code) && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** The names of the lints that have a page. */
export function lintPages(): readonly string[] {
	const folder = join(packageFolder(), "docs", "lints");
	return existsSync(folder)
		? readdirSync(folder)
				.filter((name) => name.endsWith(".md"))
				.map((name) => name.slice(0, -".md".length))
		: [];
}

/** The script that goes into every page of a report, as the build made it. */
export function pageScript(): string {
	return inDist("page/report.js");
}

/** The script of the box in a page: the engine as hooks have it, and what the box adds. It begins with no facts about programs. */
export function boxScript(): string {
	const [, engine] = inDist("cli/shared.cjs").split(/^\/\/# .*\n/m);
	if (engine === undefined) throw new Error("the engine is missing: this installation of bylaw is broken");
	const texts = {
		"./facts": "module.exports = () => ({ aliases: Object.create(null), programs: Object.create(null) });",
		"./late-minimatch.cjs": inDist("cli/late-minimatch.cjs"),
		"./engine": engine,
		"./box": inDist("page/box.js"),
	};
	const pieces = Object.entries(texts).map(
		([name, text]) => `${JSON.stringify(name)}: (module, exports, require) => {${text}\n}`,
	);
	return `(() => {
const pieces = {${pieces.join(",\n")}};
const made = {};
const require = (name) => {
	if (made[name] === undefined) pieces[name]((made[name] = { exports: {} }), made[name].exports, require);
	return made[name].exports;
};
require("./box");
})();`;
}

function inDist(name: string): string {
	return readFileSync(join(packageFolder(), "dist", name), "utf8");
}

/** Sources and bundles lie at different depths: the package begins where package.json is. */
function packageFolder(): string {
	let at = import.meta.dirname;
	while (!existsSync(join(at, "package.json"))) {
		if (dirname(at) === at) throw new Error("package.json is missing: this installation of bylaw is broken");
		at = dirname(at);
	}
	return at;
}

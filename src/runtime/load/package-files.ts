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

/** A script that goes into pages, as the build made it. */
export function pageAsset(name: "report.js" | "box.js"): string {
	return readFileSync(join(packageFolder(), "dist", "page", name), "utf8");
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

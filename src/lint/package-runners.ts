/** How programs fetch a package that the command line names and run its code: whose code that is, only the registry knows. */

/** By the program's name: the words before the package, and a package as it is written there. No table says that: `cargo build` fetches as well, but what the project names. */
const runners: Readonly<Record<string, readonly (readonly [words: string, example: string])[]>> = {
	npx: [["", "package"]],
	bunx: [["", "package"]],
	uvx: [["", "package"]],
	npm: [
		["install", "package"],
		["exec", "package"],
		["init", "package"],
	],
	pnpm: [
		["dlx", "package"],
		["add", "package"],
		["create", "package"],
	],
	yarn: [
		["dlx", "package"],
		["add", "package"],
		["create", "package"],
	],
	bun: [
		["x", "package"],
		["add", "package"],
		["install", "package"],
		["create", "package"],
	],
	pip: [["install", "package"]],
	pipx: [
		["run", "package"],
		["install", "package"],
	],
	uv: [
		["tool run", "package"],
		["tool install", "package"],
		["pip install", "package"],
		["add", "package"],
	],
	conda: [["install", "package"]],
	poetry: [["add", "package"]],
	go: [["install", "example.com/package@latest"]],
	cargo: [["install", "package"]],
	gem: [
		["install", "package"],
		["exec", "package"],
	],
	deno: [
		["run", "https://example.com/x.ts"],
		["install", "https://example.com/x.ts"],
	],
	composer: [["require", "vendor/package"]],
	brew: [["install", "package"]],
};

export interface PackageRun {
	/** The words of the subcommand; none where the program does nothing else. */
	readonly subcommand: readonly string[];
	readonly example: string;
}

/** None for a program that fetches what its project names, or nothing. */
export function packageRuns(program: string): readonly PackageRun[] {
	const found = Object.hasOwn(runners, program) ? runners[program] : undefined;
	return (found ?? []).map(([words, example]) => ({ subcommand: words === "" ? [] : words.split(" "), example }));
}

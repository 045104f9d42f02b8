/**
 * What the site is made of: pages of the repository as they stand there, in the order of the sidebar. Nothing is copied: whatever a page links to and is no page
 * itself (a policy, a source, a schema, a folder) has a page made for it when the site is built.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(fileURLToPath(new URL(".", import.meta.url)));

/**
 * The sidebar: titles, each with pages and folders by their paths. A folder stands for all pages in it. What is `long` is shown beside its own pages;
 * beside others it is one link, so that no page carries hundreds of them.
 */
export const sections = [
	{
		title: "Begin",
		pages: [
			"README.md",
			"docs/start",
			"docs/tutorial.md",
			"docs/why-denied.md",
			"docs/glossary.md",
			"docs/roll-out.md",
		],
	},
	{ title: "Starting points", pages: ["docs/starting-points"] },
	{ title: "Cookbook", pages: ["docs/cookbook"] },
	{
		title: "Guides",
		pages: [
			"docs/ci.md",
			"docs/continuous-integration.md",
			"docs/fleet.md",
			"docs/incidents.md",
			"docs/migration.md",
			"docs/running.md",
			"docs/sandbox.md",
			"docs/audit.md",
			"docs/archive.md",
			"docs/engines.md",
		],
	},
	{
		title: "What it is worth",
		pages: [
			"docs/threats.md",
			"docs/not-read.md",
			"test/cases/known-gaps.md",
			"docs/comparison.md",
			"docs/conformance.md",
			"docs/peers.md",
			"docs/mutation.md",
		],
	},
	{
		title: "The language",
		pages: [
			"docs/language.md",
			"docs/history.md",
			"docs/claims.md",
			"docs/suites.md",
			"docs/diagnostics.md",
			"docs/kinds",
		],
	},
	{ title: "Packs", pages: ["docs/packs"], long: true },
	{ title: "Verbs of the command line", pages: ["docs/verbs"], long: true },
	{ title: "Harnesses", pages: ["docs/harnesses"], long: true },
	{ title: "Tools", pages: ["docs/tools"], long: true },
	{ title: "Lints", pages: ["docs/lints"], long: true },
	{
		title: "The house",
		pages: [
			"docs/architecture.md",
			"docs/review.md",
			"docs/compatibility.md",
			"docs/publishing.md",
			"docs/dependencies.md",
			"SECURITY.md",
			"CONTRIBUTING.md",
			"CHANGELOG.md",
			"conformance/README.md",
			"bench/README.md",
			"bench/RESULTS.md",
			"e2e/README.md",
			"editors/vscode/README.md",
			"test/corpora/README.md",
		],
	},
	{ title: "Decisions", pages: ["docs/decisions"], long: true },
];

/** Every page in the order of the sidebar, with its title. */
export function sidebar() {
	return sections.map(({ title, pages, long = false }) => ({
		title,
		long,
		pages: pages.flatMap((path) => (path.endsWith(".md") ? [path] : pagesIn(path))).map((path) => page(path)),
	}));
}

/** The pages of the site, by their paths in the repository. */
export function pageFiles() {
	return sidebar().flatMap(({ pages }) => pages.map(({ path }) => path));
}

/** Texts of the repository that are no pages of the site: cases of tests, for instance. */
export function otherPages() {
	const pages = new Set(pageFiles());
	const folders = readdirSync(root, { withFileTypes: true }).filter(
		(entry) => entry.isDirectory() && !/^(?:\.|node_modules$|site$)/.test(entry.name),
	);
	const files = folders.flatMap(({ name }) =>
		readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map(
			(file) => `${name}/${file.split(sep).join("/")}`,
		),
	);
	return files.filter((file) => file.endsWith(".md") && !file.includes("/node_modules/") && !pages.has(file));
}

/** Pages of a folder, not of those in it; the one that speaks of the folder is first. */
export function pagesIn(folder) {
	const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
	return names
		.sort((a, b) => Number(b === "README.md") - Number(a === "README.md") || (a < b ? -1 : 1))
		.map((name) => `${folder}/${name}`);
}

function page(path) {
	return { path, title: titleOf(readFileSync(join(root, path), "utf8")) ?? path };
}

/** The first heading, as plain text. */
export function titleOf(text) {
	return /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "");
}

/**
 * What a link of a page leads to in the repository: a page, a folder, a file that is shown on a page of its own, or one that opens by itself.
 * Nothing for an address elsewhere, for a place on the same page, and for what is not there.
 */
export function linkTarget(from, href) {
	if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("#") || href.startsWith("/")) return undefined;
	const path = posix.normalize(posix.join(posix.dirname(from), decodeURI(href.split("#")[0]))).replace(/\/$/, "");
	const full = join(root, path);
	if (path.startsWith("..") || !existsSync(full)) return undefined;
	if (statSync(full).isDirectory()) return { kind: "folder", path };
	if (path.endsWith(".md")) return { kind: "page", path };
	return { kind: path.endsWith(".html") ? "whole" : "file", path };
}

/** Folders and files that pages link to, each once. */
export function linkedFiles() {
	const found = new Map();
	for (const from of pageFiles())
		for (const href of linksOf(readFileSync(join(root, from), "utf8"))) {
			const target = linkTarget(from, href);
			if (target !== undefined) found.set(target.path, target);
		}
	return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The addresses of a text's links, outside of its blocks of code. Pictures are none. */
export function linksOf(text) {
	const prose = text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1$/gm, "").replaceAll(/`[^`\n]+`/g, "");
	return [...prose.matchAll(/(!?)\[(?:[^\][]|\[[^\]]*\])*\]\(([^)\s]+)\)/g)].flatMap(([, picture, href]) =>
		picture === "" ? [href] : [],
	);
}

/** Where a folder and a file are shown on the site. */
export const folderPage = (path) => `/folder/${path}`;
export const filePage = (path) => `/file/${path}.html`;

/** The anchor of a heading, as it is made where the repository is shown: links of pages hold in both places. */
export function anchorOf(heading) {
	return heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}

/** A policy to try, of each page that has one to begin with: its first block of rules that expects a denial or a question, and that command. */
export function examples() {
	return ["README.md", ...pagesIn("docs/starting-points")].flatMap((path) => {
		const text = readFileSync(join(root, path), "utf8");
		for (const [, policy] of text.matchAll(/^```rules\n([\s\S]*?)^```$/gm)) {
			const command = /^\s*expect (?:deny|ask)[^:\n]*: (.+)$/m.exec(policy)?.[1];
			if (command !== undefined) return [{ title: titleOf(text), policy, command }];
		}
		return [];
	});
}

/** The version that the site is about, and whether it is released. */
export function version() {
	const { version: number } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const released = !readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`## ${number}, not yet released`);
	return { number, released };
}

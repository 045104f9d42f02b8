/** The site: pages of the repository as they stand there, searched, in light and in dark, with a security policy that lets nothing in from elsewhere. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { defineConfig } from "vitepress";
import {
	anchorOf,
	examples,
	filePage,
	folderPage,
	linkedFiles,
	linkTarget,
	otherPages,
	root,
	sidebar,
	version,
} from "../pages.mjs";

const { number, released } = version();
const site = join(root, "site");
/** Blocks of lines that have no colours: answers beside commands. */
const lines = {
	name: "lines",
	scopeName: "text.lines",
	aliases: ["cases", "settings", "stream"],
	patterns: [],
	repository: {},
};

export default defineConfig({
	title: "Bylaw",
	description:
		"Rules for agents' shells: a decision before anything runs, and an executor that runs only what was permitted.",
	lang: "en",
	base: process.env.BYLAW_SITE_BASE ?? "/",
	srcDir: "..",
	// Whatever is no page of the sidebar is none of the site.
	srcExclude: otherPages(),
	outDir: "dist",
	cacheDir: ".vitepress/cache",
	metaChunk: true,
	rewrites: (path) => path.replace(/^site\/(?:made\/)?/, ""),
	// What VitePress can't know: files that are opened as they are. The test looks at every link of what was built.
	ignoreDeadLinks: [/\/grammar\/diagram\.html$/],
	head: [
		["meta", { name: "referrer", content: "no-referrer" }],
		["link", { rel: "icon", href: "data:," }],
	],
	markdown: {
		html: false,
		linkify: false,
		attrs: { disable: true },
		anchor: { slugify: anchorOf },
		headers: { slugify: anchorOf },
		theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
		languages: [
			{ ...JSON.parse(readFileSync(join(root, "grammar/rules.tmLanguage.json"), "utf8")), name: "rules" },
			lines,
		],
		config: (md) => {
			ledIntoTheSite(md);
			withoutComments(md);
			// A name between colons is no picture here.
			md.disable("emoji");
		},
	},
	themeConfig: {
		nav: [
			{ text: "Try it", link: "/" },
			{ text: "Tutorial", link: "/docs/tutorial" },
			{ text: "Language", link: "/docs/language" },
			{ text: "Command line", link: folderPage("docs/verbs") },
			{
				text: released ? number : `${number}, not yet released`,
				items: [
					{ text: "What has changed", link: "/CHANGELOG" },
					{ text: "What runs beside it", link: "/docs/dependencies" },
				],
			},
		],
		sidebar: sidebars(),
		outline: [2, 3],
		search: { provider: "local" },
		examples: examples(),
	},
	vite: {
		publicDir: join(site, ".made"),
		// Pages are many, and each is a piece of its own.
		build: { chunkSizeWarningLimit: 4096 },
	},
	transformHtml: (html) => html.replace("<head>", `<head>\n    ${securityPolicy(html)}`),
	buildEnd({ outDir }) {
		for (const { kind, path } of linkedFiles()) {
			if (kind !== "whole") continue;
			mkdirSync(dirname(join(outDir, path)), { recursive: true });
			copyFileSync(join(root, path), join(outDir, path));
		}
	},
});

/** The sidebar beside all pages, and those beside the pages of a long section. */
function sidebars() {
	const all = sidebar();
	const links = (pages) => pages.map(({ path, title }) => ({ text: title, link: `/${path.replace(/\.md$/, "")}` }));
	const beside = (open) =>
		all.map((section) => {
			const { title, long, pages } = section;
			if (long && section !== open) return { text: title, link: folderPage(posix.dirname(pages[0].path)) };
			return { text: title, items: links(pages), ...(open === undefined ? {} : { collapsed: section !== open }) };
		});
	const long = all.filter((section) => section.long);
	return {
		...Object.fromEntries(long.map((section) => [`/${posix.dirname(section.pages[0].path)}/`, beside(section)])),
		"/": beside(undefined),
	};
}

/** Links to folders and files of the repository lead to the pages that are made of them. */
function ledIntoTheSite(md) {
	const open = md.renderer.rules.link_open;
	md.renderer.rules.link_open = (tokens, index, options, env, self) => {
		const token = tokens[index];
		const href = token.attrGet("href");
		const target = env.relativePath && href ? linkTarget(env.relativePath, href) : undefined;
		if (target?.kind === "folder") token.attrSet("href", folderPage(target.path));
		if (target?.kind === "file") token.attrSet("href", filePage(target.path));
		if (target?.kind === "whole") {
			token.attrSet("href", `/${target.path}`);
			token.attrSet("target", "_self");
		}
		return open(tokens, index, options, env, self);
	};
}

/** Comments of a page are for its authors. Markup of pages is taken for text, and they would be shown. */
function withoutComments(md) {
	const comment = (state, start, end, silent) => {
		const line = (at) => state.src.slice(state.bMarks[at] + state.tShift[at], state.eMarks[at]);
		if (!line(start).startsWith("<!--")) return false;
		let last = start;
		while (last < end && !line(last).includes("-->")) last++;
		if (last === end) return false;
		if (!silent) state.line = last + 1;
		return true;
	};
	md.block.ruler.before("paragraph", "comment", comment, { alt: ["paragraph"] });
}

/** Only scripts of the site run: its files, and those in the page by their digests. */
function securityPolicy(html) {
	const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
		([, text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
	);
	const content = [
		"default-src 'none'",
		["script-src 'self'", ...new Set(inline)].join(" "),
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data:",
		"connect-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
	].join("; ");
	return `<meta http-equiv="Content-Security-Policy" content="${content}">`;
}

/**
 * The page of railroad diagrams: one file, nothing fetched, no script.
 */
import { ebnfOf } from "./ebnf.js";
import { namesIn, type Production, tokensIn } from "./productions.js";
import { escaped, railroad } from "./railroad.js";
import { between, keywordRules, type WordClass } from "./words.js";

export function diagramPage(productions: readonly Production[], words: readonly WordClass[], mark: string): string {
	const users = (uses: (one: Production) => readonly string[], name: string): string => {
		const found = productions
			.filter((one) => uses(one).includes(name))
			.map((one) => `<a href="#${one.name}">${one.name}</a>`);
		return found.length === 0 ? "" : `<p class="users">in ${found.join(", ")}</p>\n`;
	};
	const sections = productions.map(
		(one) => `<section id="${one.name}">
<h2><a href="#${one.name}">${one.name}</a></h2>
${one.comment ? `<p>${prose(one.comment)}</p>\n` : ""}<div class="diagram">${railroad(one.name, one.piece)}</div>
<pre>${escaped(ebnfOf(one.name, one.piece))}</pre>
${users((other) => namesIn(other.piece), one.name)}</section>`,
	);
	const wordSections = words.map(
		(word) => `<section id="word-${word.name}">
<h2><a href="#word-${word.name}">${word.name}</a></h2>
${word.choices ? `<div class="diagram">${railroad(word.name, { kind: "choice", pieces: word.choices.map((text) => ({ kind: "literal", text })) })}</div>` : `<p>${prose(word.text ?? "")}</p>\n<pre>${escaped(word.example ?? "")}</pre>`}
${users((other) => tokensIn(other.piece), word.name)}</section>`,
	);
	return `<!doctype html>
<!-- ${mark} -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The grammar of .rules files</title>
<style>
${style}</style>
</head>
<body>
<nav>
<strong>Grammar</strong>
${productions.map((one) => `<a href="#${one.name}">${one.name}</a>`).join("\n")}
<strong>Words</strong>
${words.map((word) => `<a href="#word-${word.name}">${word.name}</a>`).join("\n")}
<a href="#keywords">keywords</a>
</nav>
<main>
<h1>The grammar of <code>.rules</code> files</h1>
<p>Follow the track from left to right. A box with round ends holds a word: a yellow one is written as it stands, a green one is of a class described below. A box with corners is a production of its own. The same grammar as text is in <code>rules.ebnf</code>.</p>
${sections.join("\n")}
<h1>Words</h1>
${wordSections.join("\n")}
<section id="keywords">
<h2><a href="#keywords">keywords</a></h2>
<dl>
${keywordRules.map(({ text, words: keywords }) => `<dt>${prose(text)}</dt>\n<dd>${keywords.map((word) => `<code>${word}</code>`).join(" ")}</dd>`).join("\n")}
</dl>
${between.map((text) => `<p>${prose(text)}</p>`).join("\n")}
</section>
</main>
</body>
</html>
`;
}

/** Text with what stands between backticks as code. */
function prose(text: string): string {
	return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

const style = `:root { color-scheme: light dark; --ink: #1d2127; --page: #fff; --soft: #5d6673; --track: #7c8694; --edge: #d9dee5;
  --literal: #fff4d6; --literal-edge: #c9971c; --token: #e3f3e6; --token-edge: #4c9a5b; --name: #e6eefb; --name-edge: #4a78c2; --link: #2457a5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7ec; --page: #15181d; --soft: #97a1af; --track: #78828f; --edge: #303742;
  --literal: #3a2f14; --literal-edge: #b78c2c; --token: #1b3321; --token-edge: #57a167; --name: #1c2a42; --name-edge: #5f8ad0; --link: #8fb4f0; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 14rem minmax(0, 1fr); color: var(--ink); background: var(--page); font: 16px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.2rem 1rem; border-right: 1px solid var(--edge); font-size: .85rem; }
nav a, nav strong { display: block; }
nav strong:not(:first-child) { margin-top: .8rem; }
main { padding: 1.5rem 2rem 4rem; max-width: 76rem; }
section { scroll-margin-top: 1rem; padding-top: 1.2rem; border-top: 1px solid var(--edge); margin-top: 1.6rem; }
section:target h2 { text-decoration: underline; }
h1 { font-size: 1.5rem; margin: 1rem 0; }
h1 code { font-size: 1em; }
h2 { font: 600 1.05rem ui-monospace, "DejaVu Sans Mono", monospace; margin: 0 0 .4rem; }
h2 a { color: inherit; }
p { margin: .3rem 0; max-width: 46rem; }
dt { margin-top: .6rem; }
dd { margin: .2rem 0 0 1rem; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
code, pre { font: .85rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { margin: .4rem 0; color: var(--soft); white-space: pre-wrap; }
.users { color: var(--soft); font-size: .85rem; }
.diagram { overflow-x: auto; margin: .4rem 0; }
svg { display: block; }
svg path { fill: none; stroke: var(--track); stroke-width: 1.6; }
svg .end { stroke-width: 2; }
svg rect { stroke-width: 1.3; }
svg text { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; text-anchor: middle; fill: var(--ink); }
svg a:hover text, svg a:focus text { text-decoration: underline; }
.literal rect { fill: var(--literal); stroke: var(--literal-edge); }
.token rect { fill: var(--token); stroke: var(--token-edge); }
.name rect { fill: var(--name); stroke: var(--name-edge); }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border: 0; columns: 2; } main { padding: 0 1rem 3rem; } }
@media print { nav { display: none; } body { display: block; } section { break-inside: avoid; } }
`;

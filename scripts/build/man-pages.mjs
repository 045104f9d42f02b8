/**
 * The manual pages: `rules.1`, and one for each verb, `rules-check.1`. Options, arguments and examples are what the verbs define, as `--help` shows them;
 * what a verb is for and its exit codes are those of its page in `docs/verbs`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Help } from "commander";
import { loadTypescript } from "../load-typescript.mjs";
import { root } from "../root.mjs";

/** Pairs of a name in `dist` and its text. */
export async function manPages() {
	const { verbs, footer } = await loadTypescript(["src/cli/verbs.ts", "src/cli/footer.ts"]);
	const { version, description } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const head = (title) => `.TH ${title.toUpperCase().replaceAll("-", "\\-")} 1 "" "Bylaw ${version}" "Bylaw"\n`;
	const pages = await Promise.all(
		verbs.map(async (entry) => [`rules-${entry.name}.1`, head(`rules-${entry.name}`) + (await verbPage(entry))]),
	);
	const [usage, examples] = footer.trim().split("\n\nExamples:\n");
	const whole = [
		head("rules"),
		section("NAME", `rules, bylaw \\- ${escaped(description.replace(/\.$/, ""))}\n`),
		section("SYNOPSIS", `.B rules\n.I VERB\n[options]\n`),
		section("DESCRIPTION", paragraphs(usage.split("\n"))),
		section("VERBS", verbs.map(({ name, summary }) => tagged(`.BR rules\\-${escaped(name)} (1)`, summary)).join("")),
		section("EXAMPLES", literal(examples.split("\n").map((line) => line.trim()))),
		section("SEE ALSO", seeAlso(verbs.map(({ name }) => `rules-${name}`))),
	].join("");
	return [["rules.1", whole], ["bylaw.1", ".so man1/rules.1\n"], ...pages]
		.map(([name, text]) => [`man/${name}`, text])
		.sort();
}

async function verbPage({ name, summary, load }) {
	const verb = await load();
	const command = new Command(name);
	command.helpOption("-h, --help", "show this help");
	verb.define(command);
	const help = new Help();
	const page = readFileSync(join(root, "docs/verbs", `${name}.md`), "utf8");
	const args = help.visibleArguments(command);
	return [
		section("NAME", `rules\\-${escaped(name)} \\- ${escaped(summary)}\n`),
		section("SYNOPSIS", `.B rules ${escaped(name)}\n${escaped(command.usage())}\n`),
		section("DESCRIPTION", paragraphs(beginning(page))),
		args.length === 0
			? ""
			: section(
					"ARGUMENTS",
					args.map((one) => tagged(`.I ${escaped(one.name())}`, help.argumentDescription(one))).join(""),
				),
		section(
			"OPTIONS",
			help
				.visibleOptions(command)
				.map((one) => tagged(`.B ${escaped(one.flags)}`, help.optionDescription(one)))
				.join(""),
		),
		section("EXIT STATUS", paragraphs(exitCodes(page, name))),
		section("EXAMPLES", literal(verb.examples.flatMap(([line, does]) => [`# ${does.replaceAll("`", "")}`, line]))),
		section("SEE ALSO", seeAlso(["rules"])),
	].join("");
}

/** The lines of a page between its title and whatever comes that is no plain text. */
function beginning(page) {
	const lines = page.split("\n").slice(1);
	const end = lines.findIndex((line) => /^(?:```|~~~|\||#|\d+\. |- )/.test(line));
	return lines.slice(0, end < 0 ? undefined : end);
}

function exitCodes(page, name) {
	const [, text] =
		page
			.split(/^#+ (?=Exit codes$)/m)[1]
			?.split(/^#/m)[0]
			?.match(/^Exit codes\n(.*)/s) ?? [];
	if (text === undefined) throw new Error(`docs/verbs/${name}.md does not say the exit codes`);
	return text.split("\n").filter((line) => !/^\|[ |:-]+\|$/.test(line));
}

function section(title, text) {
	return `.SH ${title.includes(" ") ? `"${title}"` : title}\n${text}`;
}

function tagged(tag, text) {
	return `.TP\n${tag}\n${inline(text)}\n`;
}

/** What stands between empty lines, and each item of a list. */
function paragraphs(lines) {
	const texts = lines
		.map((line) => (/^[-|] ?/.test(line) ? `\n${line.replace(/^[-|] ?/, "").replaceAll("|", "  ")}` : line))
		.join("\n")
		.split(/\n\n+/)
		.map((text) => text.trim())
		.filter((text) => text !== "");
	return texts.map((text) => `.PP\n${text.split("\n").map(inline).join("\n")}\n`).join("");
}

function literal(lines) {
	return `.nf\n${lines.map(escaped).join("\n")}\n.fi\n`;
}

function seeAlso(names) {
	return names
		.map((name, at) => `.BR ${escaped(name)} (1)${at < names.length - 1 ? "," : ""}\n`)
		.join("")
		.replaceAll("(1),", '"(1),"');
}

/** Text of a page: code is bold, what is stressed is slanted, of a link the words are left. */
function inline(text) {
	const marked = text
		.replaceAll(/\[((?:`[^`]*`|[^\]`])*)\]\([^)]*\)/g, "$1")
		.split(/(`[^`]*`)/)
		.map((part) =>
			part.startsWith("`") && part.length > 1
				? `\\fB${plain(part.slice(1, -1))}\\fR`
				: plain(part)
						.replaceAll(/\*\*([^*]+)\*\*/g, "\\fB$1\\fR")
						.replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, "\\fI$1\\fR"),
		)
		.join("");
	return lineStart(marked);
}

function escaped(text) {
	return lineStart(plain(text));
}

const plain = (text) => text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
/** A line that begins with a dot or an apostrophe is a command of roff. */
const lineStart = (text) => (/^[.']/.test(text) ? `\\&${text}` : text);

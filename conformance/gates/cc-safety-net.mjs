/**
 * cc-safety-net: its own rules, to which a rulebook adds. A rule names a program and words that it must not be given, anywhere; that it reads no secrets is
 * among its own rules.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export async function open({ deny = [] }, { cwd, folder }) {
	process.env.CC_SAFETY_NET_HOME = join(folder, ".cc-safety-net");
	if (deny.length > 0) writeRules(process.env.CC_SAFETY_NET_HOME, deny);
	const { checkCommand } = await import("cc-safety-net/api");
	return { decide: (command) => checkCommand({ command, cwd }).kind };
}

/** What words of a command say is of the second version of rulebooks, words that may stand anywhere are of the first; a book has one version. */
function writeRules(home, deny) {
	const books = [
		{ version: 1, some: deny.filter(([command]) => command !== "git") },
		{ version: 2, some: deny.filter(([command]) => command === "git") },
	].filter(({ some }) => some.length > 0);
	for (const { version, some } of books) {
		const folder = join(home, "rules", nameOf(version));
		mkdirSync(folder, { recursive: true });
		const rules = some.map(([command, ...words], at) => ({
			name: `rule-${at}`,
			command,
			...(version === 2 ? { match: { command_path: words } } : { block_args: argumentsOf(words) }),
			reason: "It is denied.",
		}));
		const book = {
			rulebook_version: version,
			name: nameOf(version),
			version: "1.0.0",
			allowed_commands: [...new Set(rules.map(({ command }) => command))],
			rules,
		};
		writeFileSync(join(folder, "rulebook.json"), JSON.stringify(book));
	}
	const rules = books.map(({ version }) => nameOf(version));
	writeFileSync(join(home, "rules", "rule.json"), JSON.stringify({ version: 1, rules }));
}

function nameOf(version) {
	return `denied-${version}`;
}

/** It takes short options apart by itself; long ones it wants word for word. */
function argumentsOf(words) {
	return words.flatMap((word) => (word === "-rf" ? ["-r", "-R", "--recursive"] : [word]));
}

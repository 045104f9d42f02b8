/** `missing-comma`: programs stand behind a program, so that they are words of its command: `deny curl wget`. */

import { families } from "../../../engine/knowledge/families.js";
import { goalsOf } from "../../../engine/knowledge/goals.js";
import { isProgramKnown } from "../../../engine/knowledge/known-programs.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { isOtherProgram } from "../../../engine/knowledge/vocabulary/common-names.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const missingComma: TextLint = {
	name: "missing-comma",
	family: "anomalies",
	severity: "warning",
	summary: "programs stand behind a program without a comma, so that they are words of its command",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern, stated }): readonly Finding[] => {
			if (!isListOfPrograms(pattern, subject)) return [];
			const names = pattern.words.map(({ text }) => text);
			const [first, ...rest] = names;
			const list = names.join(", ");
			const isText = stated.file.notation === "yaml";
			return [
				{
					message: `this is one command, \`${first}\` with the ${rest.length === 1 ? "word" : "words"} ${rest.map((name) => `\`${name}\``).join(", ")}, and no list of programs`,
					span: pattern.span,
					help: isText
						? `write them as a list: \`[${list}]\``
						: `write \`${list}\`; a word that is meant as it stands is written in double quotes`,
					...(isText
						? {}
						: {
								fix: {
									title: `write \`${list}\``,
									edits: [{ span: pattern.span, text: list }],
									safe: false,
								},
							}),
				},
			];
		}),
};

/** Bare names of programs behind one that takes no such words. Two of them do the same thing: any other pair may be a program and a file that is called so. */
function isListOfPrograms(pattern: Pattern, subject: LintContext): boolean {
	const { words, exactly } = pattern;
	const program = programOf(pattern, subject);
	if (exactly || words.length < 2 || program === undefined) return false;
	if (!words.every(({ kind, text }) => kind === "plain" && /^[a-z][\w-]*$/i.test(text))) return false;
	const [first = "", ...rest] = words.map(({ text }) => text);
	if (areAlike(words.map(({ text }) => text)) && !isSubcommand(program, rest[0] ?? "")) return true;
	if (program.runs !== undefined || takesNames.has(first) || goalsOf(first, []) !== undefined) return false;
	// What is no subcommand may be a plugin: only a row of programs is surely a list.
	if (Object.keys(program.subcommands).length > 0 && (rest.length < 2 || isSubcommand(program, rest[0] ?? "")))
		return false;
	const isProgram = (name: string): boolean => !everyday.has(name) && (isProgramKnown(name) || isOtherProgram(name));
	if (!rest.every(isProgram)) return false;
	return (
		rest.length > 1 || families.some(({ ways }) => [first, ...rest].every((name) => ways.some(([one]) => one === name)))
	);
}

function isSubcommand({ subcommands }: Program, word: string): boolean {
	return Object.entries(subcommands).some(
		([name, { aliases }]) => name === word || name.startsWith(`${word} `) || aliases.includes(word),
	);
}

/** Do all of these do the same thing, so that none is given to another? `sudo su` and `yarn npm` are commands. */
function areAlike(names: readonly string[]): boolean {
	const peers = alike.find((one) => names.every((name) => one.has(name)));
	return peers !== undefined && (names.length > 2 || !["sudo", "su", "doas", "yarn"].includes(names[0] ?? ""));
}

const alike: readonly ReadonlySet<string>[] = [
	"apt apt-get aptitude yum dnf zypper pacman apk brew snap flatpak port",
	"npm pnpm yarn bun",
	"pip pip3 pipx uv poetry pipenv conda mamba",
	"docker podman nerdctl buildah skopeo",
	"ssh scp sftp rsync mosh telnet rlogin",
	"sudo su doas pkexec runuser",
	"kubectl oc helm kustomize",
	"terraform tofu terragrunt pulumi",
	"gh glab hub",
	"psql mysql mariadb sqlite3 mongosh redis-cli",
].map((row) => new Set(row.split(" ")));

/** Programs that are told the names of others. */
const takesNames: ReadonlySet<string> = new Set(
	"which whereis type command hash man info apropos whatis tldr pgrep pkill killall pidof alias unalias echo printf".split(
		" ",
	),
);

/** Programs whose names are words for files and folders, too. */
const everyday: ReadonlySet<string> = new Set(
	"test file link install time sort split join cut find top watch at who users groups host id look local make build dd data log date cal clear env expand last locale login mail nice paste pr read script service size stat sum tar time true tree view wall write yes".split(
		" ",
	),
);

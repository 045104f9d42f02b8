/** `misplaced-operand`: a word of a pattern stands where the program takes another: `deny git push main`, whose first operand is the remote. */

import type { Pattern } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { literalOf, placedWords, programOf } from "../reading/words/word-places.js";
import { type WrittenPattern, writtenPatterns } from "../reading/written-patterns.js";

export const misplacedOperand: TextLint = {
	name: "misplaced-operand",
	family: "text",
	severity: "warning",
	summary: "a word of a pattern stands where its program takes another: the remote, the host or the verb comes first",
	looksAt: "text",
	check: (subject) => writtenPatterns(subject).flatMap((written) => misplacedIn(written, subject)),
};

interface Order {
	/** The words in front of the place. */
	readonly behind: readonly string[];
	/** What stands there, as a person calls it. */
	readonly takes: string;
	/** Words that are something else. */
	readonly other: RegExp;
	readonly what: string;
	/** How the words are meant, with the misplaced one for `{}`. */
	readonly meant: string;
	/** What must stand behind, if the word may be at home. */
	readonly next?: RegExp;
}

function misplacedIn({ pattern }: WrittenPattern, subject: LintContext): readonly Finding[] {
	const words = placedWords(pattern).flatMap(({ word, as }) =>
		as === "option" ? [] : [{ word, text: literalOf(word) ?? word.text }],
	);
	const texts = words.map(({ text }) => text);
	for (const { behind, takes, other, what, meant, next: behindIt } of orders) {
		const found = words[behind.length];
		if (found === undefined || !behind.every((one, at) => one === texts[at]) || !other.test(found.text)) continue;
		const next = texts[behind.length + 1] ?? "";
		if (behindIt !== undefined && (!behindIt.test(next) || isSubcommand(found.text, pattern, subject))) continue;
		const said = behind.join(" ");
		return [
			{
				message: `behind \`${said}\` stands ${takes}, and \`${found.text}\` is ${what}`,
				span: found.word.span,
				help: `write \`${said} ${meant.replaceAll("{}", found.text).replaceAll("{next}", next)}\``,
			},
		];
	}
	return [];
}

/** `brew services list`: a word of the program itself. */
function isSubcommand(word: string, pattern: Pattern, subject: LintContext): boolean {
	const known = Object.keys(programOf(pattern, subject)?.subcommands ?? {});
	return known.some((one) => one.split(" ")[0] === word) || groups.has(word);
}

const branch =
	/^(?:main|master|trunk|develop|development|gh-pages|HEAD|(?:feature|feat|fix|bugfix|hotfix|release|releases|bot|agent|ci|chore|users?)\/.+|\{branch\}|v\d[\w.*-]*)$/;
const remote = /^(?:origin|upstream|fork)$/;
const command =
	/^(?:sudo|su|sh|bash|zsh|rm|cp|mv|ls|cat|tail|head|ps|df|du|free|uptime|whoami|reboot|shutdown|systemctl|journalctl|printenv|apt|apt-get|kill|chmod|chown)$/;
const verb = /^(?:start|stop|restart|reload|status|enable|disable)$/;
const packageVerb = /^(?:install|remove|uninstall|purge|upgrade|update|search|show|info|list|autoremove|reinstall)$/;

const groups: ReadonlySet<string> = new Set(
	"services cache config bundle module group history repo repos repository repository-packages tap cask formula self env pin mark overlay".split(
		" ",
	),
);

const orders: readonly Order[] = [
	...["push", "pull", "fetch"].map(
		(act): Order => ({
			behind: ["git", act],
			takes: "the remote",
			other: branch,
			what: "the name of a branch or a tag",
			meant: "* {}",
		}),
	),
	...["merge", "rebase", "checkout", "switch", "cherry-pick"].map(
		(act): Order => ({
			behind: ["git", act],
			takes: "a branch or a commit",
			other: remote,
			what: "the name of a remote",
			meant: "{}/main",
		}),
	),
	{
		behind: ["git", "remote", "add"],
		takes: "the remote's name",
		other: /:\/\/|^git@/,
		what: "an address",
		meant: "origin {}",
	},
	{
		behind: ["git", "remote", "set-url"],
		takes: "the remote's name",
		other: /:\/\/|^git@/,
		what: "an address",
		meant: "origin {}",
	},
	{
		behind: ["git", "clone"],
		takes: "the address of a repository",
		other: remote,
		what: "the name of a remote",
		meant: "*",
	},
	...["ssh", "mosh"].map(
		(program): Order => ({
			behind: [program],
			takes: "the host",
			other: command,
			what: "a command",
			meant: "* {}",
		}),
	),
	...[
		["docker", "exec"],
		["podman", "exec"],
		["nerdctl", "exec"],
		["docker", "container", "exec"],
		["podman", "container", "exec"],
	].map(
		(behind): Order => ({
			behind,
			takes: "the container",
			other: command,
			what: "a command",
			meant: "* {}",
		}),
	),
	...[
		["docker", "compose", "exec"],
		["docker-compose", "exec"],
		["podman", "compose", "exec"],
		["docker", "compose", "run"],
		["docker-compose", "run"],
	].map(
		(behind): Order => ({
			behind,
			takes: "the service",
			other: command,
			what: "a command",
			meant: "* {}",
		}),
	),
	...[
		["kubectl", "exec"],
		["oc", "exec"],
		["oc", "rsh"],
	].map(
		(behind): Order => ({
			behind,
			takes: "the pod",
			other: command,
			what: "a command",
			meant: "* {}",
		}),
	),
	...["service", "rc-service"].map(
		(program): Order => ({
			behind: [program],
			takes: "the service",
			other: verb,
			what: "what is done to it",
			meant: "* {}",
		}),
	),
	...["systemctl", "initctl"].map(
		(program): Order => ({
			behind: [program],
			takes: "what is done",
			other:
				/^(?!(?:start|stop|restart|reload|status|enable|disable|is-|list-|show|cat|edit|mask|unmask|kill|daemon-|set-|get-|try-|reset-)).*$/,
			what: "the name of a service",
			meant: "{next} {}",
			next: verb,
		}),
	),
	...[
		"apt",
		"apt-get",
		"dnf",
		"yum",
		"zypper",
		"apk",
		"brew",
		"pip",
		"pip3",
		"port",
		"pkg",
		"snap",
		"flatpak",
		"choco",
		"winget",
		"scoop",
	].map(
		(program): Order => ({
			behind: [program],
			takes: "what is done",
			other: /^[a-z][\w.+-]*$/,
			what: "the name of a package",
			meant: "{next} {}",
			next: packageVerb,
		}),
	),
	{
		behind: ["chmod"],
		takes: "the mode",
		other: /[./]|^[A-Za-z]{5,}$/,
		what: "a file",
		meant: "{next} {}",
		next: /^(?:[0-7]{3,4}|[ugoa]*[-+=][rwxst]+)$/,
	},
	{
		behind: ["kill"],
		takes: "the number of a process",
		other: /^(?:KILL|TERM|HUP|INT|STOP|CONT|USR[12]|QUIT|SIG[A-Z]+)$/,
		what: "a signal",
		meant: "-{}",
	},
	{
		behind: ["pkill"],
		takes: "the name of a process",
		other: /^(?:KILL|TERM|HUP|INT|STOP|CONT|USR[12]|QUIT|SIG[A-Z]+)$/,
		what: "a signal",
		meant: "-{}",
	},
];

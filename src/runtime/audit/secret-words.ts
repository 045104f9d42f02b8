/** The secrets among the words of a command: values of options that by their name hold one, and of those that do so in some programs only. */
import { basename } from "node:path";
import { namesSecretHowever } from "../../engine/knowledge/secrets/secret-names.js";
import { type SecretPlace, secretsInText } from "./secret-texts.js";

/** The words of a command; `null` where one can't be known. */
export type Words = readonly (string | null)[];

/** Where secrets stand in the words: for each word the places in it. `options`: further options whose values are secrets. */
export function secretsInWords(words: Words, options: readonly string[] = []): readonly (readonly SecretPlace[])[] {
	const program = basename(words[0] ?? "").toLowerCase();
	const own = programs.filter(
		({ names, needs }) => names.test(program) && (needs === undefined || words.some((one) => needs.test(one ?? ""))),
	);
	const operands = words.flatMap((word, at) => (at > 0 && word !== null && !word.startsWith("-") ? [at] : []));
	let isSetting = false;
	return words.map((word, at) => {
		if (word === null || word === "") return [];
		const before = at > 0 ? (words[at - 1] ?? "") : "";
		isSetting ||= /^(?:set|config\w*|add|put|config:set)$/.test(before);
		const isValue = at > 0 && !isOption(word);
		if (isValue && options.includes(before)) return placed(everything, word, 0);
		const glued = options.find((option) => word.startsWith(`${option}=`));
		if (glued !== undefined) return placed(everything, word, glued.length + 1);
		for (const { option, glue, part = everything, operand } of at > 0 ? own : []) {
			if (operand !== undefined && operands.at(operand) === at) return placed(part, word, 0);
			if (option === undefined) continue;
			if (isValue && glue !== "always" && option.test(before)) return placed(part, word, 0);
			const start = glue === undefined ? 0 : gluedAt(option, word);
			if (start > 0 && start < word.length) return placed(part, word, start);
		}
		if (isValue && isAnnounced(before, word, isSetting)) return placed(everything, word, 0);
		const start = assignedAt(word);
		return start > 0 ? placed(everything, word, start) : secretsInText(word);
	});
}

/** Options by their looks: what else begins with `-` may be a value (`--password -x7`). */
function isOption(word: string): boolean {
	return /^(?:--?|-[A-Za-z]|--[A-Za-z]+(?:-[A-Za-z]+)*(?:=.*)?)$/s.test(word);
}

/** `--password x`; `config set auth_token x`, `isSetting`. */
function isAnnounced(before: string, word: string, isSetting: boolean): boolean {
	if (/^--?[A-Za-z][\w.-]+$/.test(before)) return namesSecretHowever(before) && !isPathLike(before, word);
	return (
		isSetting &&
		before.length < longestName &&
		/^[\w./:@-]*[_.:-][\w-]+$/.test(before) &&
		namesSecretHowever(before.split(/[.:/]/).at(-1) ?? "")
	);
}

/** Where the value begins in `password=x`, `--env=MY_SECRET=x`; 0 where there is none. */
function assignedAt(word: string): number {
	for (let start = 0; ; ) {
		const found = /^-{0,2}(?<name>[\w.-]{1,99})=/.exec(word.slice(start, start + 102));
		if (found?.groups?.name === undefined) return 0;
		start += found[0].length;
		if (namesSecretHowever(found.groups.name)) return start;
	}
}

/** `--private-key ~/.ssh/id`: the place of a key is none. */
function isPathLike(option: string, word: string): boolean {
	return /key$/i.test(option) && /^(?:[~.]{0,2}\/|[\w.-]+\.(?:pem|key|pub|json)$)/.test(word);
}

/** What of a value is secret. */
type Part = (value: string) => SecretPlace | undefined;

const everything: Part = (value) => ({ start: 0, end: value.length });
const behind =
	(mark: string): Part =>
	(value) => {
		const at = value.indexOf(mark);
		return at < 0 || at + mark.length === value.length ? undefined : { start: at + mark.length, end: value.length };
	};

interface SecretOption {
	/** Programs by their names, in small letters. */
	readonly names: RegExp;
	/** What may stand before the value, as a word of its own. */
	readonly option?: RegExp;
	/** The value may be glued to the option, or always is. */
	readonly glue?: "maybe" | "always";
	readonly part?: Part;
	/** Some word of the command looks so. */
	readonly needs?: RegExp;
	/** The operand by its number, subcommands counted; from the end where it is negative. */
	readonly operand?: number;
}

const programs: readonly SecretOption[] = [
	{ names: /^curl$/, option: /^(?:-[a-zA-Z]*[uU]|--user|--proxy-user)$/, glue: "maybe", part: behind(":") },
	{ names: /^curl$/, option: /^(?:-E|--cert|--proxy-cert)$/, part: behind(":") },
	{ names: /^curl$/, option: /^(?:-b|--cookie)$/, part: behind("=") },
	{ names: /^https?$/, option: /^(?:-a|--auth)$/, glue: "maybe", part: behind(":") },
	{ names: /^(?:mysql|mariadb)[\w-]*$/, option: /^-[vBCfNst]*p$/, glue: "always" },
	{ names: /^mongo\w*$/, option: /^-p$/ },
	{ names: /^redis-cli$/, option: /^-a$/ },
	{ names: /^sshpass$/, option: /^-p$/, glue: "maybe" },
	{ names: /^(?:sqlcmd|bcp|tsql|osql)$/, option: /^-P$/, glue: "maybe" },
	{
		names: /^(?:docker|podman|nerdctl|buildah|skopeo|helm|oc|az|oras|crane|twine|cf|ibmcloud)$/,
		option: /^-p$/,
		needs: /^(?:login|upload|auth)$/,
	},
	{ names: /^(?:skopeo|podman|buildah)$/, option: /^--(?:src-|dest-)?creds$/, glue: "maybe", part: behind(":") },
	{ names: /^ldap\w+$/, option: /^-[xZvnLc]*w$/, glue: "maybe" },
	{ names: /^(?:smbclient|rpcclient|smbget|net)$/, option: /^(?:-U|--user)$/, glue: "maybe", part: behind("%") },
	{ names: /^openssl$/, option: /^-(?:passin|passout|pass)$/, part: behind("pass:") },
	{ names: /^openssl$/, option: /^-[kK]$/ },
	{ names: /^(?:zip|unzip|zipcloak)$/, option: /^-P$/, glue: "maybe" },
	{ names: /^(?:7z\w*|rar|unrar)$/, option: /^-h?p$/, glue: "always" },
	{ names: /^htpasswd$/, operand: -1, needs: /^-[a-zA-Z]*b/ },
	{ names: /^(?:vault|cargo|gh|fly|flyctl)$/, operand: -1, needs: /^login$/ },
	{ names: /^gh$/, option: /^(?:-b|--body)$/, glue: "maybe", needs: /^secret$/ },
	{
		names: /^(?:heroku|fly|flyctl|firebase|supabase|vercel)$/,
		option: /^[A-Za-z_]\w*=$/,
		glue: "always",
		needs: /^secrets$/,
	},
	{ names: /^(?:kubectl|oc)$/, option: /^--from-literal$/, glue: "maybe", part: behind("=") },
	{ names: /^(?:useradd|usermod)$/, option: /^-p$/ },
	{ names: /^wpa_passphrase$/, operand: 1 },
	{ names: /^nmcli$/, option: /^(?:password|.*\.(?:psk|password|wep-key\d))$/ },
	{ names: /^lftp$/, option: /^-u$/, part: behind(",") },
	{ names: /^snmp\w+$/, option: /^-[cAX]$/, glue: "maybe" },
	{ names: /^\w*freerdp\d?$/, option: /^\/p:$/, glue: "always" },
	{ names: /^(?:rdesktop|vncviewer)$/, option: /^-p$/ },
	{ names: /^doctl$/, option: /^-t$/ },
	{ names: /^pulumi$/, operand: -1, needs: /^--secret$/ },
	{ names: /^security$/, option: /^-w$/, needs: /password$/ },
	{ names: /^(?:svn|hg|cvs)$/, option: /^-p$/, needs: /^login$/ },
	{ names: /^sqlplus\w*$/, operand: 0, part: behind("/") },
];

function placed(part: Part, word: string, start: number): readonly SecretPlace[] {
	const found = part(word.slice(start));
	return found === undefined ? [] : [{ start: start + found.start, end: start + found.end }];
}

/** Characters of what stands before a value. */
const longestName = 200;

/** Where the value begins that is glued to an option; 0 where there is none. */
function gluedAt(option: RegExp, word: string): number {
	for (let length = 1; length < Math.min(word.length, longestName); length++) {
		if (!option.test(word.slice(0, length))) continue;
		return word.startsWith("--") && word[length] === "=" ? length + 1 : word.startsWith("--") ? 0 : length;
	}
	return 0;
}

/** What a grant gives that the text of its own rule rules out: a deed, an option, a power, a path, or what it leaves open. */
import type { Act } from "../../../engine/knowledge/acts/act.js";
import { acts } from "../../../engine/knowledge/acts/acts.js";
import { takesAnyRequest } from "../../../engine/knowledge/any-request.js";
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { isRehearsal } from "../../../engine/knowledge/options/option-meanings.js";
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import { optionNamed, optionTables } from "../../../language/policy/patterns/option-tables.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { Pattern, Power, RuleStatement } from "../../../language/syntax/statements.js";
import { alternativesOf } from "../reading/alternatives.js";
import { beginsLooking, idleWords, narrowWords, runsNothing } from "./narrow-words.js";

/** What is granted besides, as a message has it: `this grants …`. */
export function ruledOut(text: string, pattern: Pattern, statement: RuleStatement): string | undefined {
	for (const words of alternativesOf(pattern)) {
		const found =
			anyRequest(text, words) ??
			otherMethod(text, words) ??
			ruledOutByStaying(text, words) ??
			otherDeed(text, words) ??
			actingOption(text, words) ??
			wholeDump(text, words) ??
			noRehearsal(text, words, statement) ??
			othersToo(text, words);
		if (found !== undefined) return found;
	}
	return otherPaths(text, pattern) ?? oneLevel(text, pattern) ?? otherOptions(text, pattern);
}

/** Does a text say that the rule is there to look? What is to be looked at first is another command. */
function saysLooking(text: string): boolean {
	return saysUnchanged(text) || (beginsLooking(text) && !/\b(?:first|before|beforehand|earlier)\b/i.test(text));
}

/** Does a text say that nothing is changed? */
function saysUnchanged(text: string): boolean {
	return idleWords(text) !== undefined || unchanged.test(text);
}

const unchanged =
	/\b(?:never|not|nothing(?: \w+){0,3}?|none(?: \w+){0,3}?) (?:is |are |be |gets? )?(?:ever )?(?:chang|writ|modif|alter|edit|touch|delet|remov|stor)\w*\b|\b(?:only|just|merely|solely) (?:reads?|looks?|selects?|shows?|views?|lists?|inspects?|looked|read|shown|for (?:reading|looking))\b|\b(?:reads?|looks?|reading|looking|lists?) (?:only|alone|and nothing else|no more)\b|\bread[- ]only\b|\b(?:SELECTs?|GETs?)\b(?: (?:statements?|queries|requests?))? (?:only|alone)\b|\b(?:only|just|nothing but) (?:SELECTs?|GETs?)\b|\bqueries that (?:only )?(?:read|look)\b/i;

/** `gh auth token note "Tells which account is signed in."`: what the knowledge of deeds says of the command. */
function otherDeed(text: string, words: readonly string[]): string | undefined {
	if (words.some((one) => isRehearsal(nameOf(one)) || /^--?(?:list|show|status|help|version|diff)$/.test(one)))
		return undefined;
	const looks = saysLooking(text);
	for (const { does } of deedsOf(words)) {
		const isSecret =
			/^shows (?:secrets|keys|the (?:token|login|keychain)|settings that are secret|what (?:is encrypted|the vault))/.test(
				does,
			);
		const isTold = isSecret
			? secretsKept.test(text) ||
				(/^(?:tells?|says?|shows?|lists?|names?|looks?|prints?)\b/i.test(text) && !speaksOfSecrets.test(text))
			: /^runs (?:code|typed|commands|PHP|a script|other programs)/.test(does)
				? runsNothing(text) ||
					saysUnchanged(text) ||
					/\bread[- ]only\b|^(?:only |just )?(?:prints?|shows?|lists?|reports?|looks?)\b/i.test(text)
				: looks &&
					!/^(?:shows|copies|carries|listens|follows|works|turns|talks|logs|fetches|scans|saves|acts|starts|runs|opens a|obeys|sends|reaches|shares|leaves)\b/.test(
						does,
					);
		if (isTold) return `\`${words.join(" ")}\` ${does}`;
	}
	return undefined;
}

const speaksOfSecrets =
	/\b(?:tokens?|secrets?|passwords?|credentials?|keys?|logins?|values?|vault|certificates?|settings|variables|environment|decrypt\w*)\b/i;
const secretsKept =
	/\b(?:values?|secrets?|tokens?|passwords?|credentials?|keys?)\b[^.;]*\b(?:never|not|nobody|no one|hidden|masked)\b|\b(?:no|never|without) (?:\w+ )?(?:values?|secrets?|tokens?|passwords?|credentials?|keys?)\b|\b(?:never|nobody|no one|no agents?|not|n't) (?:\w+ ){0,2}(?:see|sees|read|reads|know|knows|learn|learns|hold|holds|get|gets)\b[^.;]{0,30}\b(?:secrets|tokens|passwords|credentials|keys|values)\b/i;

/** Deeds of which one way is the command, or begins with it where nothing but a name follows. */
function deedsOf(words: readonly string[]): readonly Act[] {
	const [program] = words;
	return acts.filter(
		({ goal, ways }) =>
			goal === undefined && ways.some(({ by, lines: [line = ""] }) => by === program && isWay(words, line.split(" "))),
	);
}

function isWay(words: readonly string[], way: readonly string[]): boolean {
	const options = words.filter((one) => one.startsWith("-")).map(nameOf);
	const operands = words.filter((one) => !one.startsWith("-"));
	const needed = way.filter((one) => !one.startsWith("-") && !isMadeUp(one));
	// What an option of a long command is given tells nothing: `aws ec2 terminate-instances --instance-ids x`.
	const flags = way.filter((one, at) =>
		one.includes("=")
			? one.startsWith("-") && !one.endsWith("=x")
			: one.startsWith("--")
				? needed.length < 3 || !isMadeUp(way[at + 1] ?? "")
				: one.startsWith("-"),
	);
	// What stands for the whole of a program says nothing.
	const isAll = way.length > 1 && way.slice(1).every((one) => /^(?:[xy]|\d+|now)$/.test(one));
	if (needed.length + flags.length < 2 && !isAll) return false;
	return needed.every((one, at) => operands[at] === one) && flags.every((one) => options.includes(nameOf(one)));
}

function isMadeUp(word: string): boolean {
	return /^(?:[xyztho]|\.|\d+|x[./=].*|\{x:.*|[\w]+:\/\/.*|.*\/dev\/.*)$/.test(word);
}

function nameOf(option: string): string {
	return option.replace(/=.*/s, "");
}

/** `journalctl --vacuum-size note "Reads the logs."`: the option that the pattern asks for acts. */
function actingOption(text: string, words: readonly string[]): string | undefined {
	if (!saysLooking(text)) return undefined;
	const [program = "", ...rest] = words;
	const facts = programNamed(program);
	const tables =
		facts &&
		optionTables(
			facts,
			rest.filter((one) => !one.startsWith("-")),
		);
	const found = rest
		.filter((one) => one.startsWith("-"))
		.map(nameOf)
		.find((option) => {
			const known = tables && optionNamed(option, tables);
			return known === undefined
				? /^--?[a-z-]{4,}$/.test(option) &&
						!isRehearsal(option) &&
						!/^--?(?:no|not|skip|without|on|if|ignore|show|list|include|exclude)-/.test(option) &&
						option.split("-").some((part) => acting.has(part))
				: known.powers.some((power) => changing.has(power));
		});
	return found === undefined ? undefined : `this asks for \`${found}\`, which does more than look`;
}

const changing: ReadonlySet<Power> = new Set<Power>(["delete", "privilege", "persistence"]);
const acting: ReadonlySet<string> = new Set([
	...verbs.destroying.filter(
		(one) => !/^(?:clean|clear|leave|down|compact|detach|archive|unset|disable|forget|drop|empty|rotate)$/.test(one),
	),
	..."vacuum kill format fix write apply push upload publish deploy install unlock shutdown reboot poweroff restart overwrite burn flash".split(
		" ",
	),
]);

/** `bq query note "Tables are never changed."`: any statement may be asked for. */
function anyRequest(text: string, words: readonly string[]): string | undefined {
	// A login that may only read bounds what it asks for.
	if (!saysUnchanged(text) || /\b(?:logins?|accounts?|roles?|users?|replicas?)\b/i.test(text)) return undefined;
	const any = takesAnyRequest(words);
	return any === undefined ? undefined : `\`${words.join(" ")}\` takes any ${any}, and so changes things as well`;
}

/** `curl granting everything note "GET only."` */
function otherMethod(text: string, words: readonly string[]): string | undefined {
	const said =
		/\b(?:only|just|nothing but) (?:by |with |sends? )?(?:GET|HEAD)s?\b|\b(?:GET|HEAD)s?\b(?: requests?)? (?:only|alone)\b|\b(?:reading|reads?|looks?|fetche[sd]|queries) (?:only )?(?:by|with|through|over) GET\b/.exec(
			text,
		);
	const isClient =
		clients.has(words[0] ?? "") && !words.some((one) => /^-(?:X|-request|G$|-get$|I$|-head$|-method)/.test(one));
	return said !== null && isClient
		? `\`${words.join(" ")} -X POST\` is granted as well, and so is every other method`
		: undefined;
}

const clients: ReadonlySet<string> = new Set(["curl", "http", "https", "xh", "curlie", "httpie"]);

/** `rsync --delete note "What lies there stays."`: an option of the pattern takes away what the text keeps. */
function ruledOutByStaying(text: string, words: readonly string[]): string | undefined {
	const said =
		/\b(?:stays?|remains?|(?:is|are) (?:kept|left|preserved))\b(?! (?:up|open|closed|running|in))|\bnothing (?:there |over there |else )?(?:is|gets|will be) (?:ever )?(?:deleted|removed|lost|overwritten)\b|\b(?:never|not|n't|without) (?:be )?(?:delet\w+|remov\w+|overwrit\w+|los(?:es|ing|t))\b|\b(?:deletes?|removes?|overwrites?|loses?) nothing\b|\bkeeps? (?:what|everything|the old|old|all)\b/i.exec(
			text,
		);
	if (said === null) return undefined;
	const option = words.slice(1).find(
		(one) =>
			one.startsWith("--") &&
			nameOf(one)
				.split("-")
				.some((part) => taking.has(part)) &&
			!/^--(?:no|skip|dont|without|keep)-/.test(one),
	);
	return option === undefined
		? undefined
		: `this asks for \`${nameOf(option)}\`, which takes away or replaces what is there`;
}

const taking: ReadonlySet<string> = new Set(
	"delete prune purge force overwrite remove clean wipe destroy mirror clobber erase drop truncate".split(" "),
);

/** `mysqldump note "The structure only."` */
function wholeDump(text: string, words: readonly string[]): string | undefined {
	const [, options = []] = dumps.find(([program]) => program === words[0]) ?? [];
	const [usual] = options;
	if (usual === undefined || words.some((one) => options.includes(nameOf(one)))) return undefined;
	return /\b(?:structure|schema|definitions?)\b[^.;,]*\b(?:only|alone)\b|\b(?:only|just|nothing but) (?:the )?(?:structure|schema|definitions?)\b|\bno (?:\w+(?:'s|s')? )?(?:data|rows|records|contents?)\b|\bwithout (?:\w+ )?(?:data|rows|records)\b/i.test(
		text,
	)
		? `without \`${usual}\` it writes every row`
		: undefined;
}

const dumps: readonly (readonly [string, readonly string[]])[] = [
	["mysqldump", ["--no-data", "-d"]],
	["mariadb-dump", ["--no-data", "-d"]],
	["pg_dump", ["--schema-only", "-s", "--section"]],
	["pg_dumpall", ["--schema-only", "-s", "--globals-only", "-g", "--roles-only"]],
	["mydumper", ["--no-data", "-d"]],
];

/** `rsync note "Only shows what would be copied."` */
function noRehearsal(text: string, words: readonly string[], { patterns, clauses }: RuleStatement): string | undefined {
	const said =
		/\b(?:only|just|merely) (?:rehears\w+|simulat\w+|previews?|previewed|shows? what (?:it )?(?:would|will))\b|\b(?:rehears\w+|dry[- ]?runs?|simulations?|previews?) (?:only|alone)\b|^(?:rehears\w+|simulates?|previews?|a (?:rehearsal|dry[- ]run|simulation))\b|\b(?:shows?|tells?|lists?|see) what (?:it )?would\b/i.exec(
			text,
		)?.[0];
	if (said === undefined || clauses.some(({ form }) => form === "options")) return undefined;
	const all = patterns.flatMap((one) => one.words.map((word) => word.text));
	const operands = words.filter((one) => !one.startsWith("-")).slice(0, mostWords);
	if (all.some((one) => /^-/.test(one)) || operands.some((one) => looking.has(one))) return undefined;
	return operands.slice(1).some((one) => forReal.has(one)) || syncing.has(operands[0] ?? "")
		? `no option of \`${words.join(" ")}\` asks for a rehearsal: it is done for real`
		: undefined;
}

const mostWords = 4;
const looking: ReadonlySet<string> = new Set([
	...verbs.looking,
	..."plan template render dry-run lint outdated".split(" "),
]);
const forReal: ReadonlySet<string> = new Set(
	"apply deploy push upload publish install upgrade sync up destroy delete rm clean prune merge release migrate".split(
		" ",
	),
);
const syncing: ReadonlySet<string> = new Set("rsync rclone unison ansible-playbook stow duplicity".split(" "));

/** `git lfs unlock --force note "One's own locks."` */
function othersToo(text: string, words: readonly string[]): string | undefined {
	const own =
		/\b(?:one's|its|their|his|her|your|our|the agent's|agents') own\b|\bown (?:locks?|jobs?|branch\w*|files?|processes)\b/i.exec(
			text,
		)?.[0];
	const option = words.find((one) => /^--?(?:force|all|all-users|any|everyone|others)$/.test(one));
	const takes = words.some((one) =>
		/^(?:unlock|break-lock|release|kill|cancel|stop|delete|remove|rm|scancel|killall|pkill)$/.test(one),
	);
	return own !== undefined && option !== undefined && takes
		? `\`${option}\` is there for what belongs to others`
		: undefined;
}

/** `granting secrets note "Values are never shown."` */
export function unsaidPower(text: string, { clauses }: RuleStatement): string | undefined {
	const granted = clauses.flatMap((one) => (one.keyword === "granting" ? one.powers.map((power) => power.text) : []));
	const narrow =
		narrowWords(text) !== undefined &&
		/\b(?:reads?|looks?|looked|shows?|queries|lists?|inspects?|status)\b/i.test(text);
	const found = granted.find((power) => {
		if (power === "secrets") return secretsKept.test(text);
		if (power === "write" || power === "delete")
			return (
				saysUnchanged(text) ||
				(narrow &&
					!/\b(?:writ|sav|creat|edit|chang|updat|files?\b|fetch|download|install|buil[dt]|output|generat|format|cop(?:y|ies)|stor|cache|delet|remov|clean)/i.test(
						text,
					))
			);
		if (power === "exec" || power === "code")
			return (
				runsNothing(text) ||
				(narrow &&
					!/\b(?:programs?|shell|commands?|hooks?|scripts?|plugins?|starts?|tests?|builds?|code|tools?|filters?)\b/i.test(
						text,
					))
			);
		return (
			power === "network" &&
			/\bnothing (?:leaves|goes out|is sent)\b|\boffline\b|\b(?:no|without) (?:the )?network\b/i.test(text)
		);
	});
	return found === undefined ? undefined : `\`granting ${found}\` gives just that`;
}

/** `dd of=/dev/sd* note "Writes to /dev/sdz."` */
function otherPaths(text: string, { words }: Pattern): string | undefined {
	const named = text.match(/(?<![\w./~])(?:~|\.{0,2})\/[\w./-]*\w|(?<![\w./~])\w[\w-]*\/[\w./-]*\w/g) ?? [];
	const isCertain = narrowWords(text) !== undefined || /\b(?:which|that) is\b|\bnamely\b|\bcalled\b/i.test(text);
	for (const { kind, text: word } of words) {
		if (kind !== "plain" || !/[*?]/.test(word)) continue;
		const glob = word.replace(/^[\w-]+=/, "");
		const matches = matcherOf({ kind: "glob", text: glob });
		const path = named.find((one) => matches(one));
		if (path !== undefined && (isCertain || path.startsWith("/dev/"))) return `\`${glob}\` is more than \`${path}\``;
	}
	return undefined;
}

/** `./services/* note "Whatever lies below, at any depth."` */
function oneLevel(text: string, { words }: Pattern): string | undefined {
	const deep =
		/\b(?:at any (?:depth|level)|however deep|in (?:all|any|every) (?:sub)?(?:folders?|director(?:y|ies))|recursively|in subfolders|all levels|the whole tree)\b/i.exec(
			text,
		)?.[0];
	const flat = words.find((one) => /\/\*(?:\.\w+)?$/.test(one.text) && !one.text.includes("**"));
	return deep === undefined || flat === undefined
		? undefined
		: `\`${flat.text}\` is what lies in that folder itself: \`${flat.text.replace(/\*(?:\.\w+)?$/, "**")}\` goes deeper`;
}

/** `gh issue edit --add-label note "Adds labels and nothing else."` */
function otherOptions(text: string, { words, exactly }: Pattern): string | undefined {
	const option = words.find((one) => one.text.startsWith("-") && !isRehearsal(nameOf(one.text)));
	if (exactly || option === undefined || words.length < 3) return undefined;
	return /\b(?:and|but) nothing (?:else|more|besides)\b|\bnothing but\b|\bnothing else\b|\bno other (?:options?|fields?|thing)\b|\bthat alone\b/i.test(
		text,
	)
		? `other options may stand beside \`${nameOf(option.text)}\`: nothing says \`only\``
		: undefined;
}

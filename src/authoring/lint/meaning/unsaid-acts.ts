/** An act that the words of a pattern name and the text of its rule leaves out: `st-flash erase note "Reads the flash."` */
import { otherSubcommands } from "../../../engine/knowledge/vocabulary/other-vocabulary.js";
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { beginsLooking, fetchingWords, idleWords, stayingWords } from "./narrow-words.js";

/** The command, as far as it names the act; undefined where the text speaks of more, or the command of less. */
export function unsaidAct(text: string, { words, exactly }: Pattern): string | undefined {
	const [program = "", ...rest] = words.map((one) => one.text);
	if (words.some(({ kind }) => kind !== "plain" && kind !== "quoted") || rest.some((one) => rehearsal.test(one)))
		return undefined;
	const operands = rest.filter((one) => !one.startsWith("-")).slice(0, mostWords);
	const named = operands.filter((one) => /^[a-z][\w:.-]*$/.test(one));
	const parts = named.flatMap(partsOf);
	const shown = [program, ...named].join(" ");
	const looks = beginsLooking(text) || idleWords(text) !== undefined;
	// `ldapmodify note "Look-ups only."`: the program is called by its deed.
	if (looks && rest.length === 0 && gluedDeed.test(program)) return program;
	const last = partsOf(named.at(-1) ?? "");
	// What it is done to may be called like an act: `variables list`, `get deploy`.
	const isLook = parts.some((one) => looking.has(one));
	if (looks && !isLook && (parts.some((one) => changes.has(one)) || last.some((one) => bothWays.has(one))))
		return shown;
	if (stayingWords(text) !== undefined && parts.some((one) => sends.has(one))) return shown;
	if (fetchingWords(text) !== undefined) {
		if (parts.some((one) => sends.has(one))) return shown;
		// Whither it goes the operands say: `aws s3 cp s3://bucket/x .`
		if (operands.length === named.length && last.some((one) => bothWays.has(one))) return shown;
	}
	if (!looks || isLook || exactly || named.length === 0 || named.length < rest.length) return undefined;
	const below = [...(otherSubcommands(program, named) ?? [])].find((one) =>
		partsOf(one).some((part) => changes.has(part)),
	);
	return below === undefined ? undefined : `${shown} ${below}`;
}

const gluedDeed =
	/^(?:ldap|slap|group|user|db|zfs|nsu|lv|vg|pv|key|cert|mail|queue|topic|smb|ip|snmp|kadmin\.|[a-z]+-)(?:modify|mod|delete|del|add|create|remove|rename|passwd|update|set|drop|purge|write)$|^(?:drop|create|remove)(?:db|user|lang)$|^(?:rm|mk|kill)[a-z]{3,}$/;

/** As many words name a subcommand at most. */
const mostWords = 3;

function partsOf(word: string): readonly string[] {
	return word.toLowerCase().split(/[^a-z]+/);
}

const rehearsal =
	/^--?(?:dry-?run|check|list|show|status|simulate|what-?if|no-op|noop|preview|version|help|diff)\b|^-n$/;

const looking: ReadonlySet<string> = new Set(verbs.looking);

/** Others get what lies here. */
const sends: ReadonlySet<string> = new Set(
	"push upload publish deploy release submit deliver send share beta promote put".split(" "),
);
/** Both of what they name is read or written, by its order. */
const bothWays: ReadonlySet<string> = new Set("cp copy sync rsync mv transfer".split(" "));

/** Words that are things as well are none of them: `git tag`, `logs archive`. */
const things: ReadonlySet<string> = new Set(
	"tag archive call clone mount lock down run clean clear configure login register compact branch import start send edit exec execute invoke".split(
		" ",
	),
);
const changes: ReadonlySet<string> = new Set([
	...[...verbs.changing, ...verbs.destroying].filter((verb) => !things.has(verb)),
	..."write pub fix repair gc undeploy".split(" "),
	...sends,
]);

/** Which of the words that a table lacks look as if they did harm: by the vocabulary of verbs, and by what a value names. */
import {
	isDestroying,
	isDestroyingOption,
	isShowingOption,
	verbSets,
} from "../../src/engine/knowledge/vocabulary/verbs.js";
import type { SeenOption } from "./readers/spellings.js";

const acting = ["changing-verbs", "destroying-verbs", "exposing-verbs"].map(
	(set) => new RegExp(`^(?:${verbSets()[set]})$`),
);

/** A subcommand that changes, destroys or opens something. */
export function isActing(subcommand: string): boolean {
	return subcommand.split(" ").some((word) => isDestroying(word) || acting.some((set) => set.test(word)));
}

/** Values that are paths, programs or addresses. */
const values =
	/^(?:.*[_-])?(?:files?|filenames?|paths?|pathname|dirs?|directory|directories|folders?|cmd|commands?|programs?|prog|script|shell|exec|executable|binary|editor|pager|url|uri|host|hostname|address|addr|proxy|server|socket|module|plugin|library|lib|hook|config|conf|archive|database|db|log|logfile|output|out|target|root)(?:\[s\])?\.*$/i;
/** Names of options whose value, or whose very being, reaches further than the output. */
const names =
	/(?:^|-)(?:out|output|outfile|file|files|dir|directory|path|exec|execute|run|command|cmd|shell|program|script|eval|expression|editor|pager|hook|hooks|plugin|plugins|load|include|import|require|config|conf|settings|rc|init|proxy|host|url|server|socket|connect|remote|upload|download|send|save|write|log|logfile|dump|trace|record|report|cache|root|chroot|prefix|home|user|sudo|setuid|privileged|trust|trusted|insecure|unsafe|allow|force|keyring|key|cert|token|password|passphrase|credential|credentials|secret|env|mail|notify|register|move|copy|overwrite|clobber|install|update|upgrade|build|compile|apply|fix|edit|set|change|clear|sync|rotate|reset|restore|grant|unlink|rm)(?:-|$)/;

/** An option that writes, runs, connects or takes away, as far as its spelling tells. */
export function looksDangerous({ name, value }: SeenOption): boolean {
	if (isDestroyingOption(name) || isShowingOption(name)) return true;
	const words = name.replace(/^-+(?:no-)?/, "").toLowerCase();
	if (words.length > 1 && names.test(words)) return true;
	return value !== undefined && values.test(value.replace(/^[<{[(]+|[>}\])]+$/g, ""));
}

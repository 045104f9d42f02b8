/** What earlier versions wrote around the hook, letter by letter: so that it is known as ours, and can be taken out. */
import { type Guarding, guardedBy, refusing } from "./guarded-command.js";
import { frame, programIn, type ResidentStart, residentSeconds, wholeReply } from "./resident-script.js";
import { quoted } from "./shell-word.js";

const timed = `if command -v timeout >/dev/null; then set -- timeout -s KILL 0 "$@"; fi`;

/** They took an exit code by itself for an answer. */
export const olderScripts: readonly string[] = ["0", "0|1"].map(
	(codes) =>
		`${timed}; "$@"; code=$?; case $code in ${codes}) exit $code;; *) echo "rules: not allowed" >&2; exit 2;; esac`,
);

/** They asked a resident, and kept the question by `cat`. */
export function olderResidentScripts(script: string, guarding: Guarding, start: ResidentStart): readonly string[] {
	const cat = programIn(script, "cat", /set \+C; (\S+) >"\$/);
	return cat === undefined ? [] : [keptByCat(guarding, start, cat), keptByCatInVariables(guarding, start, cat)];
}

function keptByCat(guarding: Guarding, { harness, folder, curl, rm }: ResidentStart, cat: string): string {
	const asking = `d=$1; shift; n=$#; for w; do set -- "$@" -H "rules-word: <$w>"; shift; done; read -r i <"/proc/$$/stat" && exec ${quoted(curl)} -q -s -f -m ${residentSeconds} --noproxy "*" --unix-socket "$d/socket" -H "rules-asker: $i" -H "rules-words: $n" -H "accept: text/x-rules-reply" -H expect: -H "content-type: application/json" --data-binary "@$d/$$" "$@" http://rules/hook/${harness}`;
	const before = `set -- ${quoted(folder)} "$@"; set -C; if [ -O "$1" ] && [ -S "$1/socket" ] && [ -O "$1/socket" ] && true >"$1/$$"; then set +C; ${quoted(cat)} >"$1/$$"; exec <"$1/$$"; set -- "$(${asking})" "$@"; case $1 in ${wholeReply});; *) ${quoted(rm)} -f "$2/$$"; shift;; esac; fi 2>/dev/null; set +C`;
	return guardedBy(before, guarding);
}

/** This one changed what the hook's own process sees of the harness's variables `d`, `f`, `n`, `is`, `i` and `r`. */
function keptByCatInVariables(
	{ answers, refusal }: Guarding,
	{ harness, folder, curl, rm }: ResidentStart,
	cat: string,
): string {
	const asking = `for w; do set -- "$@" -H "rules-word: <$w>"; shift; done; exec ${quoted(curl)} -q -s -f -m ${residentSeconds} --noproxy "*" --unix-socket "$d/socket" -H "rules-asker: $i" -H "rules-words: $n" -H "accept: text/x-rules-reply" -H expect: -H "content-type: application/json" --data-binary "@$f" "$@" http://rules/hook/${harness}`;
	const parts = `code=\${r%%${frame}*}; r=\${r#*${frame}}; said=\${r%%${frame}*}; r=\${r#*${frame}}; told=\${r%%${frame}*}`;
	const before = `d=${quoted(folder)}; f=$d/$$; n=$#; is=; set -C; if [ -O "$d" ] && [ -S "$d/socket" ] && [ -O "$d/socket" ] && read -r i <"/proc/$$/stat" && true >"$f"; then set +C; ${quoted(cat)} >"$f"; exec <"$f"; r=$(${asking}); case $r in [0-9]*${frame}*${frame}*${frame}end) is=1; ${parts};; *) ${quoted(rm)} -f "$f";; esac; fi 2>/dev/null; set +C; ${timed}`;
	const tell = `[ -z "$told" ] || printf "%s" "$told" >&2`;
	return answers === "json"
		? `${before}; if [ -n "$is" ]; then ${tell}; answer=$said; [ "$code" = 0 ]; else answer=$("$@"); fi && case $answer in "{"*"}") printf "%s\\n" "$answer";; *) false;; esac || ${refusing(refusal)}`
		: `${before}; if [ -n "$is" ]; then ${tell}; else said=$("$@"); code=$?; fi; case $code$said in ${answers.join("|")}) exit $code;; *) echo "rules: not allowed" >&2; exit 2;; esac`;
}

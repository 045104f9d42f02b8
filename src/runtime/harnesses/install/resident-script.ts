/**
 * The words of shell that ask a resident first. What the harness says is kept in a file, since whoever reads a pipe has emptied it: where no whole answer
 * comes, the hook's own process reads it from there. `docs/decisions/0032-a-resident-for-hooks.md` says what each word is for.
 */
import { quoted } from "./shell-word.js";

/** What a hook needs to ask a resident. */
export interface ResidentStart {
	/** As `--harness` says it. */
	readonly harness: string;
	/** Where it is. All paths are absolute. */
	readonly folder: string;
	readonly curl: string;
	readonly rm: string;
}

/** Stands between the parts of a reply. */
export const frame = "=rules=";

/** After so many seconds there is no answer of the resident's. */
export const residentSeconds = 3;

/**
 * Whole replies begin with a digit. Behind these words `$1` is one, or else the folder, and standard input holds the question: the hook's words follow then. They
 * assign nothing outside of a subshell, for a variable that the harness has exported stays exported, and the hook's own process would see what it was made.
 *
 * The file is opened once, by the shell, which gives it back when it is done. One `curl` writes the question into it and sends it from there. Where the file is empty,
 * `curl` has read nothing, or the disk is full: what is left of a question is none.
 */
export function residentScript({ harness, folder, curl, rm }: ResidentStart): string {
	const asking = [
		`d=$1; shift; n=$#; for w; do set -- "$@" -H "rules-word: <$w>"; shift; done`,
		[
			// Where this shell has another number than `/proc` tells, what stands there is another process.
			`read -r i <"/proc/$$/stat" && read -r p c s u o </proc/self/stat && [ "$u" = $$ ] && exec ${quoted(curl)}`,
			`-q -s --fail-early -T - file:///proc/self/fd/3 --next -f -m ${residentSeconds} --noproxy "*" --unix-socket "$d/socket"`,
			`-H "rules-asker: $i" -H "rules-words: $n" -H "accept: text/x-rules-reply" -H expect:`,
			`-H "content-type: application/json" -X POST -T /proc/self/fd/3 "$@" http://rules/hook/${harness}`,
		].join(" "),
	].join("; ");
	const otherwise = `[ ! -s /proc/self/fd/3 ] || exec <&3; ${quoted(rm)} -f "$2/$$"; shift`;
	const answered = `{ set -- "$(${asking})" "$@"; case $1 in ${wholeReply});; *) ${otherwise};; esac; } 3<"$1/$$"`;
	return [
		`set -- ${quoted(folder)} "$@"; set -C`,
		// A file that can't be opened ends no shell here, and `curl` would wait for a standard input that is closed.
		`if [ -O "$1" ] && [ -S "$1/socket" ] && [ -O "$1/socket" ] && true 9<&0 && true >"$1/$$"; then set +C; ${answered}; fi 2>/dev/null; set +C`,
	].join("; ");
}

/** As a pattern of the shell's. */
export const wholeReply = `[0-9]*${frame}*${frame}*${frame}end`;

/** Behind `residentScript`: takes a reply into `code`, `said` and `told` (the exit code, standard output and standard error) and goes on, or does what is to be done without one. */
export function byReply(answered: string, otherwise: string): string {
	const parts = `code=\${1%%${frame}*}; r=\${1#*${frame}}; said=\${r%%${frame}*}; r=\${r#*${frame}}; told=\${r%%${frame}*}`;
	return `case $1 in [0-9]*) ${parts}; ${answered};; *) shift; ${otherwise};; esac`;
}

/** Where the system has its own programs: what somebody else put on the `PATH` is not started. */
export const systemFolders: readonly string[] = ["/usr/bin", "/bin"];

/** What a script starts that asks a resident; undefined where it does not, or starts something else than the system's own programs. */
export function residentOf(script: string, harness: string, folder: string): ResidentStart | undefined {
	const curl = programIn(script, "curl", / exec (\S+) -q -s -/);
	const rm = programIn(script, "rm", /[;)] (\S+) -f "\$/);
	return curl === undefined || rm === undefined ? undefined : { harness, folder, curl, rm };
}

/** The path of the system's own program of this name, where the script has it at this place. */
export function programIn(script: string, name: string, around: RegExp): string | undefined {
	const path = around.exec(script)?.[1];
	return systemFolders.some((place) => path === `${place}/${name}`) ? path : undefined;
}

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
	readonly cat: string;
	readonly rm: string;
}

/** Stands between the parts of a reply. */
export const frame = "=rules=";

/** After so many seconds there is no answer of the resident's. */
export const residentSeconds = 3;

/**
 * Sets `is` to `1` where the resident answered, and then `code`, `said` and `told` to the exit code, standard output and standard error of the hook. Else
 * standard input is as it was.
 */
export function residentScript({ harness, folder, curl, cat, rm }: ResidentStart): string {
	const asking = [
		`for w; do set -- "$@" -H "rules-word: <$w>"; shift; done`,
		[
			`exec ${quoted(curl)} -q -s -f -m ${residentSeconds} --noproxy "*" --unix-socket "$d/socket"`,
			`-H "rules-asker: $i" -H "rules-words: $n" -H "accept: text/x-rules-reply" -H expect:`,
			`-H "content-type: application/json" --data-binary "@$f" "$@" http://rules/hook/${harness}`,
		].join(" "),
	].join("; ");
	return [
		`d=${quoted(folder)}; f=$d/$$; n=$#; is=; set -C`,
		`if [ -O "$d" ] && [ -S "$d/socket" ] && [ -O "$d/socket" ] && read -r i <"/proc/$$/stat" && true >"$f"; then set +C; ${quoted(cat)} >"$f"; exec <"$f"; r=$(${asking}); case $r in [0-9]*${frame}*${frame}*${frame}end) is=1; code=\${r%%${frame}*}; r=\${r#*${frame}}; said=\${r%%${frame}*}; r=\${r#*${frame}}; told=\${r%%${frame}*};; *) ${quoted(rm)} -f "$f";; esac; fi 2>/dev/null; set +C`,
	].join("; ");
}

/** Where the system has its own programs: what somebody else put on the `PATH` is not started. */
export const systemFolders: readonly string[] = ["/usr/bin", "/bin"];

/** What a script starts that asks a resident; undefined where it does not, or starts something else than the system's own programs. */
export function residentOf(script: string, harness: string, folder: string): ResidentStart | undefined {
	const program = (name: string, around: RegExp): string | undefined => {
		const path = around.exec(script)?.[1];
		return systemFolders.some((place) => path === `${place}/${name}`) ? path : undefined;
	};
	const curl = program("curl", /; exec (\S+) -q -s -f /);
	const cat = program("cat", /set \+C; (\S+) >"\$f"; exec <"\$f"; /);
	const rm = program("rm", / \*\) (\S+) -f "\$f";; esac; fi /);
	return curl === undefined || cat === undefined || rm === undefined ? undefined : { harness, folder, curl, cat, rm };
}

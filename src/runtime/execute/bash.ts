/** How bash is started so that it reads a script as it was read for the decision. */

/**
 * Variables through which bash would read a script in another way, or run something before it. They have no place around a script that was decided:
 * from bash(1), INVOCATION and SHELL VARIABLES.
 */
const readsOtherwise =
	/^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|POSIXLY_CORRECT|POSIX_PEDANTIC|BASH_COMPAT|BASH_FUNC_.*|BASH_LOADABLES_PATH|BASH_XTRACEFD|CDPATH|GLOBIGNORE|IFS|PS4|PROMPT_COMMAND|EXECIGNORE|FIGNORE|TEXTDOMAIN.*)$/;

/** The arguments and the environment for bash. */
export function bashOn(
	script: string,
	env: Readonly<Record<string, string>>,
	home: string | undefined,
): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } {
	const kept = Object.entries(env).filter(([name]) => !readsOtherwise.test(name));
	return {
		// To bash `-c` is a flag: a script that begins with a dash would be taken for options.
		args: ["--noprofile", "--norc", "-c", "--", script],
		// `~` leads where it was decided to lead, whatever the caller's own home is.
		env: { ...Object.fromEntries(kept), ...(home === undefined ? {} : { HOME: home }) },
	};
}

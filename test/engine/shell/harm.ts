/**
 * Why a made-up script is not run in a real shell. The programs that it finds do nothing; what is left is a file that a redirection writes,
 * and a folder that it goes to: so no script names a path outside its folder, in any spelling, nor a variable of the shell that holds one.
 */
export function harm(script: string): string | undefined {
	const plain = script.replaceAll("\\\n", "");
	// In `${x/a/b}` a slash is no path.
	const paths = plain.replace(/\$\{[a-z]\w*\/\/?[#%]?[^/{}$`"'\\\n]*\/[^/{}\n]*\}/g, "");
	if (paths.includes("/")) return "a path";
	// `{1..3}` is a list.
	if (/(?<![0-9a-z])\.\.|\.\.(?![0-9a-z-])/.test(paths)) return "a folder above";
	if (/\\(0*5[67]|[xuU]\{?0*2[ef])/i.test(plain)) return "a path in disguise";
	if (/\$[{#!]*(_|BASH|SHELL)|PWD|PATH|HOME|~[a-z]/.test(plain)) return "a variable of the shell";
	if (/\bkill\b/.test(plain)) return "a signal";
	if (/\d{4,}/.test(plain)) return "a list without end";
	return undefined;
}

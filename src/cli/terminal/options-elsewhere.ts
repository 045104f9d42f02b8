/** What other command lines call an option of ours: typed out of habit, it is answered with the name that is meant. */
const ours: Readonly<Record<string, string>> = {
	"--policy": "--rules",
	"--policies": "--rules",
	"--policy-file": "--rules",
	"--ruleset": "--rules",
	"--file": "--rules",
	"--command": "--script",
	"--cmd": "--script",
	"--shell": "--script",
	"-c": "--script",
	"--dir": "--cwd",
	"--directory": "--cwd",
	"--folder": "--cwd",
	"-C": "--cwd",
	"--user": "--agent",
	"--as": "--agent",
	"--profile": "--agent",
	"--root": "--workspace",
	"--write": "--fix",
	"--autofix": "--fix",
	"--output-format": "--format",
	"--reporter": "--format",
	"--variable": "--env",
	"-e": "--env",
	"--yes": "--force",
};

/** The option that is meant by one which the verb lacks; undefined where nobody knows, or it has none of that name. */
export function optionMeant(typed: string, has: (option: string) => boolean): string | undefined {
	const name = typed.replace(/=.*$/s, "");
	const meant = Object.hasOwn(ours, name) ? ours[name] : undefined;
	return meant !== undefined && has(meant) ? meant : undefined;
}

/**
 * Subcommands and options with which a program starts a shell, a console, a debugger or an editor, though by itself it is none of these.
 * What they run where it can be seen is judged by itself.
 */

/** What a command says, as far as it is known. */
export interface ConsoleCommand {
	/** Its program and its operands: `docker exec web`. */
	readonly line: string;
	/** All of its words: `python3 -m pdb x.py`. */
	readonly words: string;
	/** Is one of these options given? */
	readonly has: (option: string) => boolean;
	/** May any option be given, since there are words that can't be known? */
	readonly open: boolean;
	/** Variables that it is given by the script. */
	readonly variables: readonly string[];
}

/** Does it start something that takes orders later? */
export function isConsole({ line, words, has, open, variables }: ConsoleCommand): boolean {
	const isOpened = consoles.some(
		({ starts, only, unless }) =>
			starts.test(line) && (only === undefined || open || only.some(has)) && !(unless ?? []).some(has),
	);
	return isOpened || debuggers.some((one) => one.test(words)) || variables.some((name) => openingVariables.has(name));
}

interface Console {
	readonly starts: RegExp;
	/** It does so only with one of these. */
	readonly only?: readonly string[];
	/** With one of these all that it does stands there. */
	readonly unless?: readonly string[];
}

/** Shells and interpreters, by their names or paths. */
const shells =
	"(?:\\S*[/@])?(?:\\w*sh|python[\\d.]*|[bip]t?python|node|deno|irb|pry|iex|psql|mysql|rails c\\w*|php|lua|tsx|ts-node)";
/** At its end stands one of them with nothing to do, or nothing at all. */
const bare = `(?: ${shells})?$`;

const consoles: readonly Console[] = [
	// In containers and on other machines.
	{ starts: /^(?:docker|podman|nerdctl) (?:container )?(?:attach|exec)\b/ },
	{
		starts: /^(?:docker|podman|nerdctl) (?:container )?(?:run|create)\b/,
		only: ["--interactive", "--tty", "-it", "-i"],
	},
	{ starts: /^(?:docker|podman|nerdctl) (?:container )?start\b/, only: ["--interactive", "--attach"] },
	{ starts: new RegExp(`^(?:docker|podman|nerdctl)[ -]compose (?:attach|exec|run)(?: \\S+)?${bare}`) },
	{ starts: /^(?:kubectl|oc) (?:attach|debug|edit|exec|rsh)\b/ },
	{ starts: /^(?:kubectl|oc) run\b/, only: ["--stdin", "--tty", "-it", "-i"] },
	{ starts: /^(?:vagrant|cf|eb|az|tsh|gcloud(?: \S+)*|multipass|limactl|fly|flyctl) (?:ssh|shell|connect)\b/ },
	{ starts: /^(?:machinectl|adb|toolbox|distrobox|lxc|incus|virsh) (?:shell|enter|login|console)\b/ },
	{ starts: /^aws (?:ssm start-session|ecs execute-command)\b/ },
	{ starts: new RegExp(`^(?:heroku|dokku) run${bare}`) },
	{ starts: /^(?:heroku|dokku) (?:ps:exec|pg:psql|redis:cli|enter)\b/ },
	// Environments and consoles of frameworks.
	{ starts: /^(?:poetry|pipenv|hatch|pixi|devbox|devenv|guix|rye) (?:shell|environment)\b/ },
	{ starts: /^nix (?:develop|shell|repl)\b/ },
	{ starts: /^(?:rails|rake|spring) (?:console|c|dbconsole|db|sandbox)(?: |$)/ },
	{ starts: /^(?:php )?(?:\S*\/)?artisan tinker\b/ },
	{ starts: /^(?:python[\d.]* )?(?:\S*\/)?manage\.py (?:shell\w*|dbshell)\b/ },
	{
		starts:
			/^(?:flask|django-admin|wp|drush|symfony|bundle|terraform|tofu) (?:shell\w*|dbshell|console|db cli|php|sql:cli)\b/,
	},
	{ starts: /^(?:deno|bun|lein|jupyter|sbt|scala-cli|dotnet|node) (?:repl|console|qtconsole|fsi|inspect)\b/ },
	{
		starts: new RegExp(
			`^(?:npx|bunx|pnpx|uvx|npm exec|pnpm (?:exec|dlx)|yarn(?: exec| dlx)?|bundle exec|pipx run|uv run|poetry run|pipenv run|mise exec|conda run) ${shells}$`,
		),
	},
	// Editors, which all can run commands.
	{
		starts: /^(?:git|hg|svn) (?:commit|ci)\b/,
		unless: [
			"--message",
			"-m",
			"--file",
			"-F",
			"--logfile",
			"-l",
			"--reuse-message",
			"--no-edit",
			"--fixup",
			"--dry-run",
		],
	},
	{
		starts: /^git (?:commit|rebase|add|stage|reset|checkout|restore|stash|config|branch|cherry-pick|am|clean)\b/,
		only: ["--interactive", "--patch", "--edit", "--edit-todo", "--edit-description"],
	},
	{ starts: /^git tag\b/, only: ["--annotate", "--sign", "--edit"], unless: ["--message", "--file"] },
	{ starts: /^git notes (?:add|append|edit)\b/, unless: ["--message", "--file", "--reuse-message"] },
	{ starts: /^git (?:config edit|difftool|mergetool|gui|citool)\b/ },
	{ starts: /^systemctl edit\b/ },
	{ starts: /^crontab\b/, only: ["-e"] },
	{ starts: /^perl\b/, only: ["-d"] },
];

/** Modules that make of an interpreter what asks what to do. */
const debuggers: readonly RegExp[] = [
	/^python[\d.]* (?:.* )?-\w*m ?(?:pdb|ipdb|pudb|code|IPython|ptpython|bpython|idlelib|asyncio)\b/s,
	/^ruby (?:.* )?-\w*r ?(?:debug|irb|pry|byebug)\b/s,
];

/** With these a program that ends goes on as a console. */
const openingVariables = new Set(["PYTHONINSPECT"]);

/**
 * The program that a managed registration has the harness start in place of `rules`. Whoever chooses the environment of a harness, by a project's settings or
 * a `.env`, would else choose what Node loads, where the cache of policies lies, and what the shell around the hook does. And some harnesses put
 * variables into the text of their settings: so no `$` stands there, all of it stands here.
 */
import { join } from "node:path";
import { guardScript } from "./guarded-command.js";
import type { HookStart, LauncherIn, Places } from "./registration.js";
import { quoted } from "./shell-word.js";

/** What the hook is told of the outer environment: who it is for, where it is, and what the dialects read. */
const kept: readonly string[] = [
	"HOME",
	"LANG",
	"LC_ALL",
	"TZ",
	"CLAUDE_PROJECT_DIR",
	"GEMINI_CWD",
	"GEMINI_PROJECT_DIR",
	"QWEN_PROJECT_DIR",
	"CURSOR_PROJECT_DIR",
];

const trustedPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** `words`: how `rules` is started. `added`: the settings that came with it, as `FILE KEY…`. */
export function launcherText(words: readonly string[], seconds: number, added: readonly string[]): string {
	const environment = [
		`PATH=${trustedPath}`,
		"BYLAW_CACHE=off",
		...kept.map((name) => `\${${name}+"${name}=$${name}"}`),
	];
	const guard = quoted(guardScript({ answers: "json", seconds }));
	return `#!/bin/sh -p
# Starts the rules before each command of an agent; written by \`rules install --managed\`, taken away by \`rules uninstall --managed\`.
# Settings that came with it: ${JSON.stringify(added)}
exec /usr/bin/env -i ${environment.join(" ")} /bin/sh -c ${guard} rules ${words.map(quoted).join(" ")} "$@"
`;
}

/** How a launcher starts `rules`, and the settings that came with it; undefined where the text is not one of ours. */
export function readLauncher(
	text: string,
): { readonly words: readonly string[]; readonly seconds: number; readonly added: readonly string[] } | undefined {
	const added = listIn(/^# Settings that came with it: (\[.*\])$/m.exec(text)?.[1]);
	const seconds = /timeout -s KILL (\d+) /.exec(text)?.[1];
	const started = / rules ((?:(?:'[^']*'|\\'|[\w@%+=:,./-])+ )+)"\$@"\n$/.exec(text)?.[1];
	if (added === undefined || seconds === undefined || started === undefined) return undefined;
	const words = [...started.matchAll(/(?:'[^']*'|\\'|[\w@%+=:,./-])+/g)].map(([word]) =>
		word.replaceAll(/'([^']*)'|\\'/g, (quote, inside: string | undefined) => inside ?? quote.slice(1)),
	);
	return launcherText(words, Number(seconds), added) === text ? { words, seconds: Number(seconds), added } : undefined;
}

/** Where the launcher of a harness lies, and beside it nothing. */
export function launcherPath(harness: string, places: Places): string {
	return join(ownFolder(places), harness, "rules");
}

/** Where an administrator keeps what is Bylaw's. */
export function ownFolder({ platform }: Places): string {
	return platform === "darwin" ? "/Library/Application Support/Bylaw" : "/etc/bylaw";
}

export function launcherFile(harness: string): LauncherIn {
	return { kind: "launcher", path: (_, places) => launcherPath(harness, places) };
}

/** A file of the machine. */
export function machineFile(linux: string, mac: string): (scope: unknown, places: Places) => string {
	return (_, { platform }) => (platform === "darwin" ? mac : linux);
}

/** The line that starts the hook through the launcher. No `$` may stand in it. */
export function launchedCommand({ words }: HookStart): string {
	return `${words.map(quoted).join(" ")} || { echo 'rules: no answer' >&2; exit 2; }`;
}

/** A file of `/etc/profile.d`. */
export function profileText(variables: Readonly<Record<string, string | null>>): string {
	const lines = Object.entries(variables).map(([name, value]) =>
		value === null ? `export ${name}="\${${name}-}"\n` : `export ${name}=${quoted(value)}\n`,
	);
	return `${profileHead}\n${lines.join("")}`;
}

export function isOurProfile(text: string): boolean {
	return (
		text.startsWith(`${profileHead}\n`) &&
		text
			.split("\n")
			.slice(1)
			.every((line) => /^(?:export \w+=\S+)?$/.test(line))
	);
}

const profileHead =
	"# Keeps agents' settings from switching the rules off; written by `rules install --managed`, taken away by `rules uninstall --managed`.";

function listIn(text: string | undefined): readonly string[] | undefined {
	try {
		const value: unknown = JSON.parse(text ?? "");
		return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
	} catch {
		return undefined;
	}
}

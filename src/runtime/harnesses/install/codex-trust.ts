/**
 * Codex runs a hook only when its settings name the digest of the very hook as trusted. The digest is over the hook with its defaults filled in, as JSON with
 * sorted keys (measured against `hooks/list` of Codex's own server, 0.169).
 */
import { createHash } from "node:crypto";
import type { Json } from "../../../language/source/json-tree.js";
import { readToml, type TomlTable, tomlAt } from "./toml.js";

/** How Codex stands to a hook. */
export type CodexTrust =
	| { readonly kind: "trusted" }
	/** Nobody trusted it, or what was trusted is another. */
	| { readonly kind: "untrusted" }
	| { readonly kind: "changed" }
	| { readonly kind: "off" }
	| { readonly kind: "unreadable"; readonly why: string };

/** `settings`: the text of `config.toml`, where there is one. `key`: see `codexHookKey`. */
export function codexTrust(
	settings: string | undefined,
	key: string,
	event: string,
	group: Json,
	hook: Json,
): CodexTrust {
	const read = readToml(settings ?? "");
	if ("message" in read) return { kind: "unreadable", why: read.message };
	if (tomlAt(read.table, ["features", "hooks"]) === false) return { kind: "off" };
	const state = tomlAt(read.table, ["hooks", "state", key]);
	if (state === undefined) return { kind: "untrusted" };
	if (tomlAt(state, ["enabled"]) === false) return { kind: "off" };
	const trusted = tomlAt(state, ["trusted_hash"]);
	if (trusted === undefined) return { kind: "untrusted" };
	return trusted === codexHookDigest(event, group, hook) ? { kind: "trusted" } : { kind: "changed" };
}

/** Codex knows a hook by its file, its event and its place there. */
export function codexHookKey(file: string, event: string, group: number, hook: number): string {
	return `${file}:${withoutCapitals(event)}:${group}:${hook}`;
}

/** `PreToolUse` is `pre_tool_use` to it. */
function withoutCapitals(event: string): string {
	return event.replaceAll(/(?<!^)(?=[A-Z])/g, "_").toLowerCase();
}

/** What Codex compares. */
export function codexHookDigest(event: string, group: Json, hook: Json): string {
	const { matcher } = group as { readonly matcher?: Json };
	const { command, timeout, async: isAsync, statusMessage } = hook as { readonly [key: string]: Json };
	const identity = {
		event_name: withoutCapitals(event),
		hooks: [
			{
				async: isAsync ?? false,
				command: command ?? "",
				...(statusMessage === undefined ? {} : { statusMessage }),
				timeout: timeout ?? 600,
				type: "command",
			},
		],
		...(matcher === undefined ? {} : { matcher }),
	};
	return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}

/** The settings with this digest trusted; undefined where they are written in a way that can't be added to. */
export function withCodexTrust(settings: string, key: string, digest: string): string | undefined {
	const header = headerOf(key);
	const lines = settings.split("\n");
	const place = lines.findIndex((line) => line.trim() === header);
	const said = `trusted_hash = "${digest}"`;
	let after: string;
	if (place < 0) {
		const gap = settings === "" || settings.endsWith("\n\n") ? "" : settings.endsWith("\n") ? "\n" : "\n\n";
		after = `${settings}${gap}${header}\n${said}\n`;
	} else {
		const rest = lines.slice(place + 1);
		const end = rest.findIndex((line) => /^\s*\[/.test(line));
		const old = rest.slice(0, end < 0 ? rest.length : end).findIndex((line) => /^\s*trusted_hash\s*=/.test(line));
		after =
			old < 0 ? lines.toSpliced(place + 1, 0, said).join("\n") : lines.toSpliced(place + 1 + old, 1, said).join("\n");
	}
	const [before, now] = [readToml(settings), readToml(after)];
	if ("message" in before || "message" in now) return undefined;
	const is = tomlAt(now.table, ["hooks", "state", key, "trusted_hash"]) === digest;
	return is ? after : undefined;
}

/** The settings without the trust in this hook. */
export function withoutCodexTrust(settings: string, key: string): string {
	const header = headerOf(key);
	const lines = settings.split("\n");
	const place = lines.findIndex((line) => line.trim() === header);
	if (place < 0) return settings;
	const rest = lines.slice(place + 1);
	const next = rest.findIndex((line) => /^\s*\[/.test(line));
	const end = next < 0 ? lines.length : place + 1 + next;
	const body = lines.slice(place + 1, end);
	// What anybody else wrote into it stays.
	if (!body.every((line) => line.trim() === "" || /^\s*trusted_hash\s*=\s*"[^"]*"\s*$/.test(line))) return settings;
	const before = lines.slice(0, place);
	if (next < 0) {
		while (before.length > 0 && before.at(-1) === "") before.pop();
		return before.length === 0 ? "" : `${before.join("\n")}\n`;
	}
	return [...before, ...lines.slice(end)].join("\n");
}

/** The settings with what they say of hooks moved to other keys, all at once; undefined where they are written in a way in which that can't be done. */
export function withMovedCodexTrust(settings: string, moves: ReadonlyMap<string, string>): string | undefined {
	const before = readToml(settings);
	if ("message" in before) return undefined;
	const headers = new Map([...moves].map(([from, to]) => [headerOf(from), headerOf(to)] as const));
	const after = settings
		.split("\n")
		.map((line) => headers.get(line.trim()) ?? line)
		.join("\n");
	const now = readToml(after);
	// Two sections of one name, for instance.
	if ("message" in now) return undefined;
	const state = (table: TomlTable, key: string): string =>
		JSON.stringify(tomlAt(table, ["hooks", "state", key]) ?? null);
	return [...moves].every(([from, to]) => state(before.table, from) === state(now.table, to)) ? after : undefined;
}

function headerOf(key: string): string {
	return `[hooks.state.${JSON.stringify(key)}]`;
}

/** What has to change in Codex's own settings so that it trusts the hook that an installation registers, or forgets the one that it takes out. */

import { codexSettings } from "../../runtime/harnesses/codex/codex-home.js";
import {
	codexHookDigest,
	codexHookKey,
	withCodexTrust,
	withMovedCodexTrust,
	withoutCodexTrust,
} from "../../runtime/harnesses/install/codex-trust.js";
import type { FileChange, PlannedFile } from "../../runtime/harnesses/install/plan.js";
import { placesOfOthers, registeredHooks } from "../../runtime/harnesses/install/registered.js";
import type { Places } from "../../runtime/harnesses/install/registration.js";
import { WrongQuestion } from "../terminal/exit.js";
import { codexPath } from "./codex-path.js";
import { settingsText } from "./settings-change.js";

/** `files`: the lists of the file of hooks in which ours stands, or stood. `change`: of that file. */
export function codexTrustChange(files: readonly PlannedFile[], change: FileChange, places: Places): FileChange {
	const path = codexSettings(places);
	const before = settingsText(path);
	const text = files.reduce((one, file) => withTrustIn(file, change, one, path, places), before ?? "");
	return {
		path,
		before,
		after:
			text === "" && files.every((file) => ours(file, change.after).length === 0)
				? before === ""
					? ""
					: undefined
				: text,
	};
}

function withTrustIn(planned: PlannedFile, change: FileChange, before: string, path: string, places: Places): string {
	const name = codexPath(planned.path, places);
	const event = eventOf(planned);
	const now = ours(planned, change.after);
	let text = before;
	for (const { place } of ours(planned, change.before))
		if (!now.some((one) => isSame(one.place, place)))
			text = withoutCodexTrust(text, codexHookKey(name, event, ...place));
	text = withMovedCodexTrust(text, movesOf(planned, change, name)) ?? text;
	for (const { place, group, hook } of now) {
		const digest = codexHookDigest(event, group ?? null, hook ?? null);
		const trusted = withCodexTrust(text, codexHookKey(name, event, ...place), digest);
		if (trusted === undefined)
			throw new WrongQuestion(
				`\`${path}\` can't be added to`,
				"nothing was changed: leave `--trust` out, and trust the hook in Codex by `/hooks`",
			);
		text = trusted;
	}
	return text;
}

/** The event of the list that it is about. */
function eventOf({ file }: PlannedFile): string {
	return String(file.kind === "list" ? file.steps.at(-1) : "PreToolUse");
}

function ours({ file, path }: PlannedFile, text: string | undefined) {
	const hooks = text === undefined ? [] : registeredHooks("codex", file, path, text, 1000);
	return "message" in hooks ? [] : hooks.filter(({ own }) => own !== undefined);
}

/** Whoever stands behind ours moves up when that goes, and what Codex trusted of it stays where it was: it is the same hook still. */
function movesOf(planned: PlannedFile, { before, after }: FileChange, name: string): ReadonlyMap<string, string> {
	const { file } = planned;
	const event = eventOf(planned);
	const from = placesOfOthers("codex", file, before ?? "");
	const to = placesOfOthers("codex", file, after ?? "");
	if (from.length !== to.length) return new Map();
	return new Map(
		from.flatMap((place, index) => {
			const next = to[index] as (typeof from)[number];
			return isSame(place, next)
				? []
				: [[codexHookKey(name, event, ...place), codexHookKey(name, event, ...next)] as const];
		}),
	);
}

function isSame(one: readonly [number, number], other: readonly [number, number]): boolean {
	return one[0] === other[0] && one[1] === other[1];
}

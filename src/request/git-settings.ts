/**
 * Commands in settings that stand on git's command line: `git -c alias.x='!rm y' x`, `git -c core.pager='rm x' log`.
 * Which settings are run, from git-config(1); git hands them to a shell.
 */
import type { Arguments } from "./arguments.js";
import type { Word } from "./request.js";

/** Settings whose value is a line for a shell. Their names are compared without regard to case, as git does. */
const lines =
	/^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|diff\..+\.(?:textconv|command)|merge\..+\.driver|(?:difftool|mergetool|browser|man)\..+\.cmd|filter\..+\.(?:clean|smudge|process)|pager\..+|interactive\.difffilter|gpg(?:\..+)?\.program|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack)|sendemail\..+)$/;

/** The lines that git would hand to a shell. */
export function linesInSettings({ program, options }: Arguments): readonly Word[] {
	if (program?.name !== "git") return [];
	return options.flatMap(({ fact, value }): Word[] => {
		if (!fact?.names.includes("-c") || value?.kind !== "known") return [];
		const equals = value.text.indexOf("=");
		const name = value.text.slice(0, Math.max(equals, 0)).toLowerCase();
		const text = value.text.slice(equals + 1);
		const own =
			/^(?:alias\.|credential(?:\..+)?\.helper$)/.test(name) && text.startsWith("!") ? text.slice(1) : undefined;
		const line = own ?? (lines.test(name) && !/^(?:true|false|cat|less)?$/.test(text) ? text : undefined);
		return line === undefined ? [] : [{ kind: "known", text: line }];
	});
}

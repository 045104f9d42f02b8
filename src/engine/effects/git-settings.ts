/**
 * Commands in settings that stand on git's command line: `git -c alias.x='!rm y' x`, `git -c core.pager='rm x' log`.
 * Which settings are run, from git-config(1); git hands them to a shell.
 */
import type { Arguments, FoundOption } from "../request/arguments/arguments.js";
import type { Word } from "../request/request.js";

/** Settings whose value is a line for a shell. Their names are compared without regard to case, as git does. */
const lines =
	/^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|diff\..+\.(?:textconv|command)|merge\..+\.driver|(?:difftool|mergetool|browser|man)\..+\.cmd|filter\..+\.(?:clean|smudge|process)|pager\..+|interactive\.difffilter|gpg(?:\..+)?\.program|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack)|sendemail\..+)$/;

/** The lines that git would hand to a shell; one that can't be known where a setting can't be. */
export function linesInSettings({ program, options }: Arguments): readonly Word[] {
	if (program?.name !== "git" || options.length === 0) return [];
	return options.flatMap((option) => (isSetting(option) && option.value ? (lineOf(option.value) ?? []) : []));
}

/** Is this a setting of git whose line was read? */
export function isReadSetting(option: FoundOption): boolean {
	return isSetting(option) && option.value !== undefined && lineOf(option.value) !== undefined;
}

function isSetting({ fact }: FoundOption): boolean {
	return fact?.names.length === 1 && fact.names[0] === "-c" && fact.forms !== undefined;
}

function lineOf(value: Word): Word | undefined {
	if (value.kind !== "known") return value;
	const equals = value.text.indexOf("=");
	const name = value.text.slice(0, Math.max(equals, 0)).toLowerCase();
	const text = value.text.slice(equals + 1);
	const shell = /^(?:alias\.|credential(?:\..+)?\.helper$)/.test(name) && text.startsWith("!");
	if (shell) return { kind: "known", text: text.slice(1) };
	return lines.test(name) && !/^(?:true|false|cat|less)?$/.test(text) ? { kind: "known", text } : undefined;
}

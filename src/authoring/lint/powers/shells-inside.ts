/**
 * Which programs have a shell inside: pagers, editors, debuggers and clients in which somebody who types, or sends input, starts one.
 * No table of options says this: it is typed when the program runs. From the programs' manual pages.
 */
import type { Program } from "../../../engine/knowledge/program.js";

/** What to type, for a program or one of its aliases. */
export function escapeFrom(name: string, { name: own }: Program): string | undefined {
	return escapes.get(name) ?? escapes.get(own);
}

const escapes = new Map([
	["less", "!sh"],
	["more", "!sh"],
	["man", "!sh"],
	["bat", "!sh"],
	["journalctl", "!sh"],
	["vim", ":!sh"],
	["ed", "!sh"],
	["emacs", "M-x shell"],
	["nano", "^T"],
	["gdb", "shell sh"],
	["lldb", "platform shell sh"],
	["ftp", "!sh"],
	["sftp", "!sh"],
	["mail", "~!sh"],
	["mysql", "\\! sh"],
	["psql", "\\! sh"],
	["sqlite3", ".shell sh"],
	["lynx", "!"],
	["telnet", "!sh"],
	["socat", "EXEC:sh"],
	["screen", "^A c"],
	["tmux", "^B c"],
	["zellij", "^P n"],
]);

/** Which programs are shells, and which of them reads a line as which other does. */
import type { Command } from "./request.js";

const shells = new Set("sh bash rbash dash ash zsh ksh mksh fish".split(" "));

/** Is this the name of a program that reads commands? */
export function isShell(name: string): boolean {
	return shells.has(name);
}

/** The last part of the word that names a command's program; empty where it can't be known. */
export function nameOfProgram({ program }: Command): string {
	return program.kind === "known" ? program.text.slice(program.text.lastIndexOf("/") + 1) : "";
}

/** Which programs are shells, and which of them reads a line as which other does. */
import { baseName } from "../../language/source/normal-path.js";
import type { Command, Word } from "./request.js";

const shells = new Set("sh bash rbash dash ash zsh ksh mksh fish".split(" "));

/** Is this the name of a program that reads commands? */
export function isShell(name: string): boolean {
	return shells.has(name);
}

/** Is it the input of whoever opens it, by name? A program that is told to read its code there reads what it is handed. */
export const isStandardInput = (word: Word | undefined): boolean =>
	word?.kind === "known" && /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word.text);

/** Is it a pipe that another command writes, `<(cmd)`? */
export const isOtherCommand = (word: Word | undefined): boolean =>
	word?.kind === "unknown" && word.begins === "/dev/fd/" && /^<\(/.test(word.source);

/** The last part of the word that names a command's program; empty where it can't be known. */
export function nameOfProgram({ program }: Command): string {
	return program.kind === "known" ? baseName(program.text) : "";
}

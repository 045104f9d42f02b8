/**
 * Has this process stand where another one stands: with its variables and in its working folder. So whatever reads them in the course of an answer
 * reads what the hook's own process would have read, and no part of the answer has to be told which of them matter.
 */
import { statSync } from "node:fs";
import type { AskingProcess } from "./asker.js";

/** Stands there from now on, until it stands elsewhere. Throws where the folder can't be entered. */
export function standInPlaceOf({ variables, folder }: AskingProcess): void {
	process.chdir(folder);
	const own = process.env;
	if (variables !== worn) {
		const before = worn ?? new Map(Object.entries(own));
		worn = undefined;
		for (const name of before.keys()) if (!variables.has(name) && name !== "PWD") delete own[name];
		for (const [name, value] of variables) if (name !== "PWD" && before.get(name) !== value) own[name] = value;
		worn = variables;
	}
	const place = placeAsShellsSayIt(variables.get("PWD"));
	if (own.PWD !== place) own.PWD = place;
}

/** The variables that this process has now. */
let worn: ReadonlyMap<string, string> | undefined;

/** Leaves the folder: nobody is kept from taking it away. */
export function stepAside(): void {
	process.chdir("/");
}

/** The shell that starts a hook says where it is: by the path that it was told, where that leads there, or by the one without links. */
function placeAsShellsSayIt(told: string | undefined): string {
	const plain = process.cwd();
	if (told === plain || told?.startsWith("/") !== true || /(?:^|\/)\.\.?(?:\/|$)/.test(told)) return plain;
	return isSame(told) ? told : plain;
}

function isSame(path: string): boolean {
	const [there, here] = [statSync(path, { throwIfNoEntry: false }), statSync(".")];
	return there?.dev === here.dev && there.ino === here.ino;
}

/** Is this a device that keeps nothing? What is written there is shown or lost. */
import type { Word } from "../../request/request.js";

/** A name of such a device, as it is written: a path that leads there by links or through other folders is not looked at. */
export function isNoFile(word: Word | undefined): boolean {
	return word?.kind === "known" && isNameOfNoFile(word.text);
}

export function isNameOfNoFile(path: string): boolean {
	return path.startsWith("/dev/") && /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd\/\d+)$/.test(path);
}

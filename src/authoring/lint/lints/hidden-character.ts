/** `hidden-character`: characters that nobody sees, or that change what people see. */
import type { TextLint } from "../lint-record.js";
import { bidiControl } from "./hidden-character/bidi.js";
import { controlCharacter } from "./hidden-character/control.js";
import { zeroWidth } from "./hidden-character/zero-width.js";

export const hiddenCharacter: TextLint = {
	name: "hidden-character",
	family: "text",
	severity: "error",
	summary: "a character is not seen or changes what is seen, so that people read something else than the engine does",
	fixes: "both",
	looksAt: "text",
	check: (subject) => [bidiControl, controlCharacter, zeroWidth].flatMap(({ check }) => check(subject, {})),
};

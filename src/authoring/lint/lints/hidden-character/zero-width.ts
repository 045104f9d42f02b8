/** Characters that take no room: `rm` with one of them in it is not `rm`. */

import type { TextLint } from "../../lint-record.js";
import { hiddenCharacters } from "../../reading/words/hidden-characters.js";

export const zeroWidth: Pick<TextLint, "check"> = {
	check: (subject) =>
		hiddenCharacters(hidden, subject, (names) => ({
			message: `${names} takes no room: what stands here is not what people see`,
			help: "take it out",
		})),
};

// A joiner between pictures, or between letters of scripts that join, is seen: it makes one sign of two. A mark at the very start of a file is an encoding's.
const hidden =
	/(?<![\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Kannada}\p{Script=Telugu}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]+|[\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\u115f\u1160\u3164\uffa0]+|(?<!^)\ufeff+/gu;

/** How words look that people write. */
import { wordSetOf } from "../../words/word-set.js";

export const plainWords = wordSetOf({ kind: "regex", text: "[A-Za-z0-9_./][A-Za-z0-9_./:=+-]*" });
/** Without facts every part behind `=`, `:`, `,` and `@` may be a path of its own. */
export const plainestWords = wordSetOf({ kind: "regex", text: "[A-Za-z0-9_./][A-Za-z0-9_./+-]*" });
/** Neither empty nor an option. */
export const anyOperand = wordSetOf({ kind: "regex", text: "[^-][^]*" });

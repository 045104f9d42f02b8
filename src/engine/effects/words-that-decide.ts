/** What the text of a word may decide beyond what its table says, for whoever searches for commands. */
export { isCodeRead } from "./code-in-words.js";
export { namesFilesInWords } from "./paths/names-in-words.js";
export { knownModules } from "./paths/python-modules.js";

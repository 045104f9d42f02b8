/**
 * The `rules` that a project has among its own packages, named so that the settings of a project are right for whoever has it, wherever it lies. The harness's
 * shell puts the folder in.
 */
import { join } from "node:path";
import { quoted } from "./shell-word.js";

/** As it stands in a line. No path is written like this, so the word stands for nothing else. */
export const projectProgram = '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/rules';

/** Which harnesses tell a line where its project lies, in a way that no file of variables has a say in. Gemini CLI and Qwen Code ask a `.env` first. */
export const tellingProject: readonly string[] = ["claude-code"];

/** Where it lies in a project. */
export function projectProgramIn(project: string): string {
	return join(project, "node_modules", ".bin", "rules");
}

/** A word of the start of a hook, as a line has it. */
export function startWord(word: string): string {
	return word === projectProgram ? word : quoted(word);
}

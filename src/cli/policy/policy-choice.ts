/** Which policy a question is about: the one of `--rules`, or the nearest. */
import type { Command } from "commander";
import type { Tree } from "../../engine/decide/tree.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import { nearestPolicyName } from "../../runtime/load/find-policy.js";
import type { Loaded } from "../../runtime/load/load.js";
import { withOptions } from "../options.js";
import { policyOption } from "../quick/shared-options.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";

export interface PolicyOptions {
	readonly rules?: readonly string[];
}

/** Adds `--rules`. */
export function definePolicy(command: Command): Command {
	return withOptions(command, [policyOption]);
}

/** The names of `--rules`, or the nearest policy. */
export function chosenPolicy({ rules = [] }: PolicyOptions): readonly string[] {
	if (rules.length > 0) return rules;
	const nearest = nearestPolicyName(process.cwd());
	if (nearest !== undefined) return [nearest];
	throw new WrongQuestion(
		"there is no `policy.rules` or `policy.rules.yaml` in this folder or above",
		"write one with `rules init`, or name a policy with `--rules`",
	);
}

/** Could a file that was asked for not be read? What it imports is its author's business. */
export function unreadableFile(loaded: Loaded): boolean {
	return loaded.diagnostics.some(
		(diagnostic) => unreadable.includes(diagnostic.code) && !loaded.sources.has(diagnostic.span.file),
	);
}

const unreadable = ["compiled-policy", "file-not-found", "no-policy", "unreadable-file", "too-many-files"];

/** The tree of a policy without errors; otherwise nothing, and every error is shown. */
export async function usableTree(loaded: Loaded, terminal: Terminal): Promise<Tree | undefined> {
	if (loaded.tree === undefined) await terminal.complain(errorFrames(loaded, terminal.colour.err));
	return loaded.tree;
}

/** A broken policy's errors for people; its warnings are the business of `rules lint`. */
export function errorFrames(loaded: Pick<Loaded, "sources" | "diagnostics">, colour: boolean): string {
	const errors = loaded.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
	return `${renderText(errors, loaded.sources, { colour }).trimEnd()}: a policy that can't be used allows nothing\n`;
}

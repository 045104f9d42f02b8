/** What is proved of a made-up policy, held against every story of up to so many requests. */
import { agentModelOf, anySymbolicWorld } from "../../../../src/authoring/analysis/agent-model.js";
import { findStory } from "../../../../src/authoring/analysis/past/find-story.js";
import { answerAfter } from "../../../../src/authoring/analysis/past/stories.js";
import { prove } from "../../../../src/authoring/analysis/prove.js";
import { witnessCommandLine, witnessManner } from "../../../../src/authoring/analysis/witness.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Policy } from "../../../../src/language/policy/policy.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { storiesOf } from "./every-story.js";
import { type StoryPolicy, storyCommands } from "./story-policies.js";

export const storyWorld = {
	workspace: "/workspace",
	home: "/home/user",
	linkAt: () => "none" as const,
	entriesOf: () => [],
};

export function loadedStory(text: string): { readonly policy: Policy; readonly tree: Tree } {
	const { policy, tree, diagnostics } = loadText("policy.rules", text);
	const fault = diagnostics.find(({ severity }) => severity === "error");
	if (tree === undefined || fault !== undefined) throw new Error(`${fault?.message}\n${text}`);
	return { policy, tree };
}

/**
 * `proved`: and no story breaks it. `broken`: by a story that replays. `open`: neither proved nor broken, and no story breaks it. `short`: the same, and a story
 * breaks it. `wrong`: what was said is not so.
 */
export type Verdict = "proved" | "broken" | "open" | "short" | "wrong";

export interface Held {
	readonly verdict: Verdict;
	/** With a story of commands before it. */
	readonly isStory: boolean;
	/** So many stories were told. */
	readonly told: number;
	/** Every story of so many requests was told. */
	readonly requests: number;
	/** What a person needs to see it again. */
	readonly text: string;
}

export function hold({ text, claimed }: StoryPolicy, requests: number, most?: number): Held {
	const { policy, tree } = loadedStory(text);
	const [claim] = policy.claims;
	if (claim === undefined) throw new Error(`it has no claim\n${text}`);
	const proof = prove(tree, "default", claim, anySymbolicWorld);
	const model = agentModelOf(tree, "default", anySymbolicWorld);
	if (proof.kind === "broken") {
		const { sample } = proof;
		const world = sample.empty === true ? storyWorld : { ...storyWorld, entriesOf: undefined };
		const { effect, code } = answerAfter(sample, "default", tree, world as typeof storyWorld);
		const isReplayed = code !== "fault" && effect === proof.effect && effect === claim.effect;
		const said = `${witnessCommandLine(sample)}, ${witnessManner(sample)}`;
		return {
			verdict: isReplayed ? "broken" : "wrong",
			isStory: sample.before !== undefined,
			told: 0,
			requests,
			text: `${text}# broken by: ${said}; replayed: ${effect} (${code})`,
		};
	}
	const found = findStory(model, storiesOf(model, storyCommands, claimed), storyWorld, claim.effect, {
		requests,
		...(most === undefined ? {} : { most }),
	});
	const { sample: story, told } = found;
	if (story === undefined)
		return {
			verdict: proof.kind === "proved" ? "proved" : "open",
			isStory: false,
			told,
			requests: found.requests,
			text,
		};
	const again = answerAfter(story, "default", tree, storyWorld);
	if (again.code === "fault" || again.effect !== claim.effect) throw new Error(`the search is wrong\n${text}`);
	return {
		verdict: proof.kind === "proved" ? "wrong" : "short",
		isStory: story.before !== undefined,
		told,
		requests: found.requests,
		text: `${text}# ${proof.kind}, and broken by: ${witnessCommandLine(story)}, ${witnessManner(story)}`,
	};
}

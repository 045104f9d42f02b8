/** The facts that events and commands are to have in common are looked at where a rule compares them, and nowhere else. */
import { expect, test } from "@jest/globals";
import { newHistory } from "../../../src/engine/history/history.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";

const rules = `default deny
allow npm test, git commit, ls, terraform plan
allow git push after exactly npm test same tree
allow terraform apply after terraform plan
deny ls after git commit same commit
`;

/** A machine whose files anybody may change, which counts how often it is asked. */
function machine() {
	const { tree: decisions } = loadText("p.rules", rules);
	if (decisions === undefined) throw new Error("it has no tree");
	const state = { files: "one", commit: "c1" as string | undefined, trees: 0, commits: 0 };
	const world: World = {
		workspace: "/w",
		home: "/home/u",
		linkAt: () => "none",
		facts: {
			ofFolder: () => {
				state.commits++;
				return state.commit === undefined ? {} : { commit: state.commit };
			},
			treeOf: () => {
				state.trees++;
				return state.files === "?" ? undefined : state.files;
			},
		},
	};
	const history = newHistory();
	let id = 0;
	/** The effect of a call, and how often the files were looked at for it. */
	const asks = (words: string | Request, code = 0): string => {
		const request = typeof words === "string" ? { argv: words.split(" ") } : words;
		const before = state.trees;
		const { effect } = history.decide(decisions, request, world, { at: ++id * 1000, session: "s", id });
		if (effect === "allow") history.outcome({ id, at: id * 1000 + 1, code });
		return `${effect} ${state.trees - before}`;
	};
	return { state, asks };
}

test("the files are looked at once for what fits a pattern or is compared, and never for others", () => {
	const { state, asks } = machine();
	expect(asks("ls")).toBe("allow 0");
	// There is nothing that it could be compared with.
	expect(asks("git push")).toBe("deny 0");
	expect(asks("npm test", 1)).toBe("allow 1");
	expect(asks("git push")).toBe("deny 0");
	expect(asks("npm test")).toBe("allow 1");
	expect(asks("terraform plan")).toBe("allow 0");
	expect(asks("terraform apply")).toBe("allow 0");
	expect(asks("git push")).toBe("allow 1");
	state.files = "two";
	expect(asks("git push")).toBe("deny 1");
	expect(asks("npm test")).toBe("allow 1");
	expect(asks("git commit")).toBe("allow 0");
	expect(asks("git push")).toBe("allow 1");
	// Only for the tests, by which the files may change.
	expect(asks({ script: "npm test && git push" })).toBe("deny 1");
});

test("a tree that was unknown then, or is now, is never the same", () => {
	const { state, asks } = machine();
	state.files = "?";
	expect(asks("npm test")).toBe("allow 1");
	expect(asks("git push")).toBe("deny 1");
	state.files = "one";
	expect(asks("git push")).toBe("deny 1");
	expect(asks("npm test")).toBe("allow 1");
	state.files = "?";
	expect(asks("git push")).toBe("deny 1");
});

test("what is feared is compared with its own, and a fact that nobody knows may be the same", () => {
	const { state, asks } = machine();
	expect(asks("git commit")).toBe("allow 0");
	expect(state.commits).toBeGreaterThan(0);
	expect(asks("ls")).toBe("deny 0");
	state.commit = "c2";
	expect(asks("ls")).toBe("allow 0");
	state.commit = undefined;
	expect(asks("ls")).toBe("deny 0");
});

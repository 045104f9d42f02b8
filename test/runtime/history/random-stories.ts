/** Made-up stories of requests, outcomes and starts, and policies that ask about them. */
import fc from "fast-check";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";

export const workspace = "/w";

const granting = [
	"allow git push after exactly npm test",
	"allow git push after npm test since git commit",
	"allow git push after npm test 2 times last 10m",
	"allow git tag {v} after git show {v} since git tag {v}",
	"allow rm after * using create same path",
	"allow rm after touch same path last 1h",
	"allow git merge before git commit",
	"allow git fetch before failed npm test since passed npm test",
	"allow git commit at most 2 per 1h",
	"allow git stash at most 2 per session",
	"allow touch at most 2 paths per 30m",
	"allow pay --amount={n} at most 10 total {n} per 2h",
	"allow git push after approved git commit same branch",
];
const restricting = [
	"deny curl after cat secret",
	"deny curl after cat 2 times last 20m",
	"deny git log after git commit since passed npm test",
	"deny git log after denied curl last 30m",
	"deny git diff after touch same path",
	"deny git diff before npm test since git commit",
	"ask npm publish after failed npm test 2 times since passed npm test",
	"ask rm after rm since released",
	"deny git show {v} after git tag {v}",
	"deny touch after npm test same branch",
];
const base = ["default deny", "govern all", "program pay can write", "syntax pipes, sequences, redirects, background"];
const free = "allow npm, cat, curl, git log, git diff, git show";

export const policies: fc.Arbitrary<readonly string[]> = fc
	.tuple(
		fc.subarray(granting, { minLength: 1, maxLength: 4 }),
		fc.subarray(restricting, { minLength: 1, maxLength: 4 }),
	)
	.map(([grants, denials]) => {
		const isFree = !grants.some((one) => /allow (?:touch|rm|pay)/.test(one));
		return [...base, isFree ? `${free}, touch, rm, pay` : free, ...grants, ...denials];
	});

export function treeOf(lines: readonly string[]): Decisions {
	const text = lines.join("\n");
	const before = known.get(text);
	if (before !== undefined) return before;
	const { tree, diagnostics } = loadText("story.rules", text);
	const faults = diagnostics.filter(({ severity }) => severity === "error");
	if (tree === undefined || faults.length > 0) throw new Error(faults.map(({ message }) => message).join("\n"));
	if (known.size >= mostKnown) known.clear();
	known.set(text, tree);
	return tree;
}
const known = new Map<string, Decisions>();
const mostKnown = 200;

export type Step =
	| {
			readonly kind: "request";
			readonly request: Request;
			readonly session?: string;
			/** Absent: the harness has no name for it. */
			readonly call?: string | undefined;
			readonly background: boolean;
			readonly minutes: number;
	  }
	| {
			readonly kind: "outcome";
			readonly back: number;
			readonly how: "passed" | "failed" | "unknown" | "denied" | "approved";
			readonly minutes: number;
	  }
	| {
			readonly kind: "start";
			readonly session: string;
			readonly from?: string;
			readonly as: "continues" | "parent" | "person";
	  };

const words = fc.constantFrom(
	..."npm test|npm test|git push|git commit|git commit|cat secret|cat a|curl x.example|touch a|touch b|rm a|rm b|git tag v1|git tag v2|git show v1|git show v2|git log|git diff a|git merge x|git fetch|git stash|npm publish|pay --amount=3|pay --amount=6|pay --amount=x|pay --amount=4".split(
		"|",
	),
);
const sessions = fc.constantFrom("s1", "s1", "s2", "s3");
const minutes = fc.constantFrom(0, 0, 1, 5, 15, 40);
const requests: fc.Arbitrary<Request> = fc.oneof(
	{ weight: 5, arbitrary: words.map((text): Request => ({ argv: text.split(" ") })) },
	{
		weight: 1,
		arbitrary: fc
			.tuple(words, fc.constantFrom("&&", ";", "|", "&"), words)
			.map(([one, link, other]): Request => ({ script: `${one} ${link} ${other}` })),
	},
);

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
	fc.oneof(
		{
			weight: 8,
			arbitrary: fc
				.record({
					request: fc
						.tuple(requests, fc.constantFrom("main", "dev"))
						.map(([one, branch]): Request => ({ ...one, facts: { branch } })),
					session: fc.option(sessions, { nil: undefined, freq: 12 }),
					call: fc.constant(""),
					background: fc.boolean().map((is) => is),
					minutes,
				})
				.map((one): Step => ({ kind: "request", ...one, background: false, session: one.session as string })),
		},
		{
			weight: 4,
			arbitrary: fc
				.record({
					back: fc.nat(2),
					how: fc.constantFrom("passed", "passed", "passed", "failed", "unknown", "denied", "approved"),
					minutes,
				})
				.map((one): Step => ({ kind: "outcome", ...one }) as Step),
		},
		{
			weight: 1,
			arbitrary: fc
				.record({ session: sessions, from: sessions, as: fc.constantFrom("continues", "parent", "person") })
				.map((one): Step => ({ kind: "start", ...one }) as Step),
		},
	),
	{ minLength: 4, maxLength: 24 },
);

/** What is there changes with nothing: `touch` makes what is not there. */
export const world: World = {
	workspace,
	home: "/home/u",
	linkAt: () => "none",
	entriesOf: () => [],
	kindAt: (path) => (path === "/w/b" ? "other" : path === workspace ? "folder" : "none"),
};

export const stricter: Readonly<Record<string, number>> = { allow: 0, ask: 1, nudge: 2, deny: 3 };

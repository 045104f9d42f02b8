/** Made-up policies that ask what happened, each with a claim, and the commands that their stories are made of. */
import fc from "fast-check";

/** Two of each sort that a rule may tell apart. */
export const storyCommands: readonly string[] = [
	"npm test",
	"cat .env",
	"cat a",
	"git push",
	"touch a",
	"touch b",
	"git show v1",
	"git show v2",
	"git push v1",
];

const event = fc.constantFrom(
	"exactly npm test",
	"npm test",
	"failed npm test",
	"passed npm test",
	"* touching .env",
	"cat",
	"cat, touch",
	"git push",
	"* using write",
	"denied git push",
	"denied cat",
	"approved git push",
);
const plain = fc
	.record({
		keyword: fc.constantFrom("after", "before"),
		event,
		times: fc.constantFrom("", "", "", " 2 times"),
		since: fc.constantFrom("", "", "", " since touch", " since exactly npm test", " since git push, cat"),
		last: fc.constantFrom("", "", "", " last 1h"),
		same: fc.constantFrom("", "", "", "", " same branch"),
	})
	.map(({ keyword, event, times, since, last, same }) => ` ${keyword} ${event}${times}${same}${since}${last}`);
const limit = fc
	.record({ most: fc.constantFrom(1, 2), per: fc.constantFrom("1h", "session") })
	.map(({ most, per }) => ` at most ${most} per ${per}`);
/** A rule in each of the forms that a clause may stand in. */
const rule = fc.oneof(
	{
		weight: 8,
		arbitrary: fc
			.record({
				keyword: fc.constantFrom("allow", "allow", "deny", "ask"),
				subject: fc.constantFrom("git push", "cat", "touch", "npm test", "*"),
				past: fc.oneof(
					{ weight: 1, arbitrary: fc.constant("") },
					{ weight: 3, arbitrary: plain },
					{ weight: 1, arbitrary: fc.tuple(plain, plain).map((both) => both.join("")) },
				),
			})
			.map(({ keyword, subject, past }) => `${keyword} ${subject}${past}`),
	},
	{
		weight: 1,
		arbitrary: fc
			.tuple(fc.constantFrom("allow", "ask"), fc.constantFrom("git push", "cat", "touch"), limit)
			.map(([keyword, subject, most]) => `${keyword} ${subject}${most}`),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			"allow touch after cat same path",
			"deny touch after touch same path",
			"allow cat before touch same path",
			"allow git push {v} after git show {v}",
			"allow git push {v} after git show {v} since git push {v}",
			"deny git show {v} after git push {v}",
		),
	},
);

export interface StoryPolicy {
	readonly text: string;
	/** The command that the claim is about. */
	readonly claimed: string;
}

/** What stories are made of is let through, mostly. */
const free = "allow npm test, cat, git show";

export const storyPolicies: fc.Arbitrary<StoryPolicy> = fc
	.record({
		byDefault: fc.constantFrom("deny", "deny", "deny", "allow"),
		isFree: fc.constantFrom(true, true, false),
		rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
		about: fc.nat(3),
		claim: fc.constantFrom("never allow", "never allow", "never ask", "never deny"),
	})
	.map(({ byDefault, isFree, rules, about, claim }) => {
		const claimed = claimedBy(rules[about % rules.length] as string);
		const lines = [`default ${byDefault}`, ...(isFree ? [free] : []), ...new Set(rules)];
		return { text: [...lines, `${claim} exactly ${claimed}`, ""].join("\n"), claimed };
	});

/** A command that the rule is about. */
function claimedBy(rule: string): string {
	const words = rule.split(" ").slice(1).join(" ");
	const ways = [
		["npm", "npm test"],
		["cat", "cat a"],
		["touch", "touch a"],
		["git show", "git show v1"],
		["git push {", "git push v1"],
	] as const;
	return ways.find(([begin]) => words.startsWith(begin))?.[1] ?? "git push";
}

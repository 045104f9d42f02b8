/**
 * Made-up policies of any size, like those that teams write: about real programs, with their own subcommands and options, and about tools
 * that nobody knows. The same size, programs and seed give the same policy.
 */

const known = [
	"git npm docker cargo kubectl go terraform gh helm aws yarn pnpm pip apt-get systemctl brew gcloud dotnet",
	"rm cp mv tar find sort curl wget sed grep make python node chmod ssh rsync awk cat zip ln tee xargs jq",
].flatMap((line) => line.split(" "));
const verbs = ["add", "apply", "build", "check", "deploy", "fetch", "list", "plan", "push", "remove", "run", "status"];
const flags = ["--all", "--dry-run", "--force", "--quiet", "--verbose", "-f", "-n", "-r"];
const objects = [
	"main",
	"origin",
	"prod",
	"staging",
	"release*",
	"v*",
	"src",
	"docs/*",
	"tests",
	"web",
	"api",
	"/v[0-9]+/",
];
const inside = [".", "src", "/tmp", "./build, /tmp"];
const outside = ["/etc", "~/.ssh", "**/.env", "/usr/**"];

/**
 * A policy of so many rules on so many programs, the last three on all of them. `programs`: the knowledge base.
 * Some rules say what others say already, some can never decide, as in policies that have grown.
 */
export function policyOf(rules, names, programs, seed = 1) {
	const random = randomOf(seed);
	const pick = (list) => list[random(list.length)];
	const some = (share, text) => (random(100) < share ? ` ${text()}` : "");
	const vocabularies = Array.from({ length: names }, (_, index) =>
		vocabularyOf(known[index] ?? `tool-${index}`, programs),
	);

	const pattern = ({ name, verbs, flags }) =>
		// An option behind a word may belong to what a program runs.
		name +
		(verbs.length > 0 ? some(85, () => pick(verbs)) : "") +
		(flags.length > 0 ? some(30, () => pick(flags)) : "") +
		some(45, () => pick(objects));
	const rule = () => {
		const vocabulary = pick(vocabularies);
		const subject = pattern(vocabulary);
		const flag = () => pick(vocabulary.flags);
		const share = (percent) => (vocabulary.flags.length > 0 ? percent : 0);
		const kind = random(100);
		if (kind < 50)
			return `allow ${subject}${some(20, () => `within ${pick(inside)}`)}${some(share(15), () => `without ${flag()}`)}${some(15, () => "granting write")}`;
		if (kind < 70)
			return `deny ${subject}${some(20, () => `touching ${pick(outside)}`)}${some(10, () => `except ${pattern(vocabulary)}`)}`;
		if (kind < 82) return `ask ${subject}${some(share(20), () => `with ${flag()}`)}`;
		if (kind < 92) return `nudge ${subject} use a.tool`;
		return `constrain writes of ${subject} to ${pick(inside)}`;
	};
	const lines = Array.from({ length: Math.max(0, rules - wide.length) }, rule);
	return `agent default {\n  default deny\n  ${[...lines, ...wide].join("\n  ")}\n  syntax pipes, sequences, redirects\n  ${claim}\n}\n`;
}

/** Rules that every policy has. */
const wide = ["deny * using privilege", "deny * touching **/.env, ~/.aws", "constrain writes of * to ., /tmp"];

/** What every policy claims. */
const claim = "never allow * touching ~/.aws";

/** The same policy with one rule that is no longer there, and one that says more. */
export function changedPolicy(text) {
	return text
		.replace(/\n {2}deny [^\n]*/, "")
		.replace(/\n {2}allow ([^\n]*)/, '\n  allow $1 because "It was asked for."\n  allow tool-new');
}

/** Words that rules on a program are made of: its own, where they are known. */
function vocabularyOf(name, programs) {
	const facts = Object.hasOwn(programs, name) ? programs[name]() : undefined;
	if (facts === undefined) return { name, verbs, flags };
	const options = [facts, ...Object.values(facts.subcommands)].flatMap((usage) => usage.options);
	return {
		name,
		verbs: Object.keys(facts.subcommands).slice(0, 16),
		flags: [...new Set(options.flatMap(({ names, value }) => (value === undefined ? names.slice(0, 1) : [])))]
			.filter((flag) => /^--?[a-z][a-z-]*$/.test(flag))
			.slice(0, 12),
	};
}

/** Whole numbers below `n`, by a linear congruence: the same on every machine. */
function randomOf(seed) {
	let state = seed >>> 0;
	return (n) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state >>> 8) % n;
	};
}

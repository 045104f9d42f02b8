/**
 * Made-up rules and requests, the same ones every time: what policies about commands are made of. A rule allows or denies a program, with a first operand, with
 * an option anywhere, or with a second operand that fits a glob. A denial outweighs an allow, and what no rule speaks of is denied. All that are measured can
 * say this much: none is asked for what another can't.
 */

/**
 * Programs that everybody knows, with operands for rules, one that no rule names, an option that a rule denies, and one that none names. Beyond them come tools
 * that nobody knows.
 */
const knownPrograms = {
	git: { operands: ["status", "rebase", "push", "log", "show"], denied: "--force", other: "--tags" },
	npm: { operands: ["test", "unpublish", "publish", "view", "outdated"], denied: "--force", other: "--dry-run" },
	cargo: { operands: ["check", "yank", "publish", "search", "tree"], denied: "--allow-dirty", other: "--dry-run" },
	docker: { operands: ["ps", "kill", "rm", "logs", "images"], denied: "--force", other: "--volumes" },
	kubectl: { operands: ["get", "drain", "delete", "describe", "top"], denied: "--force", other: "--wait" },
	pip: { operands: ["list", "uninstall", "install", "show", "check"], denied: "--pre", other: "--quiet" },
};
const wellKnown = Object.entries(knownPrograms).map(([program, facts]) => ({ program, ...facts, isKnown: true }));
const tool = {
	operands: ["build", "drop", "ship", "list", "show"],
	denied: "--force",
	other: "--quiet",
	isKnown: false,
};
/** Second operands fit them or not. */
const globs = ["w*", "*-dev", "w*-dev"];
const words = [(number) => `w${number}`, (number) => `x${number}`, (number) => `w${number}-dev`];

/** The two sorts of rules. Plain ones are of a program and a first operand alone: what a hash answers. */
export const sorts = ["policies", "plain"];

/** So many rules, five a program: `{ effect, program, operand?, option?, glob? }`. */
export function rulesOf(count, sort) {
	return Array.from({ length: Math.ceil(count / 5) }, (_, place) => rulesFor(place, sort))
		.flat()
		.slice(0, count);
}

function rulesFor(place, sort) {
	const { program, operands, denied } = programAt(place);
	const [safe, dangerous, guarded, listed] = operands;
	const isWhole = place % 2 === 1;
	const glob = globs[place % globs.length];
	return [
		{ effect: "allow", program, operand: safe },
		{ effect: "deny", program, operand: dangerous },
		isWhole ? { effect: "allow", program } : { effect: "allow", program, operand: guarded },
		...(sort === "plain"
			? [
					{ effect: isWhole ? "deny" : "allow", program, operand: listed },
					{ effect: "allow", program, operand: guarded },
				]
			: [
					{ effect: "deny", program, operand: guarded, option: denied },
					// Where all of the program is allowed, some is taken out.
					{ effect: isWhole ? "deny" : "allow", program, operand: listed, glob },
				]),
	];
}

/** One that everybody knows, and a tool that nobody knows, in turns, as long as there are some of those. */
function programAt(place) {
	const known = place % 2 === 0 ? wellKnown[place / 2] : undefined;
	return known ?? { ...tool, program: `tool${place}` };
}

/** What the rules say, by looking at every one. */
export function scanned(rules, [program, ...args]) {
	const [operand, word] = args.filter((one) => !one.startsWith("-"));
	const speaking = rules.filter(
		(rule) =>
			rule.program === program &&
			(rule.operand === undefined || rule.operand === operand) &&
			(rule.option === undefined || args.includes(rule.option)) &&
			(rule.glob === undefined || (word !== undefined && fits(word, rule.glob))),
	);
	if (speaking.some(({ effect }) => effect === "deny")) return "deny";
	return speaking.length > 0 ? "allow" : "deny";
}

function fits(word, glob) {
	const [begin, end] = sidesOf(glob);
	return word.length >= begin.length + end.length && word.startsWith(begin) && word.endsWith(end);
}

/** What stands before the star of a glob, and after it. */
export function sidesOf(glob) {
	const at = glob.indexOf("*");
	return [glob.slice(0, at), glob.slice(at + 1)];
}

/** The glob as a regular expression for a whole word. */
export function expressionOf(glob) {
	return glob.replace("*", "[^/ ]*");
}

/** Requests hold a word or a path that none had before. */
export const families = ["new words", "new paths"];
const mostAsked = 100;
const strangers = 3;

/**
 * A stream of requests over programs, a hundred at most from all over the rules: nobody calls thousands. However many rules there are, half of the requests name a program
 * that everybody knows, and half a tool that nobody knows, of which there is less to look up and more to doubt. Four of five name an operand that a rule names,
 * two of five have an option; a few name a program that no rule does. Answers `batch(count)`: so many requests `{ argv, expected }`.
 */
export function requestsFor(count, family, sort) {
	const programs = Math.ceil(count / 5);
	const random = randomNumbers(count + families.indexOf(family));
	let made = 0;
	const make = () => {
		const place = random(40) === 0 ? programs + random(strangers) : askedPlace(random(mostAsked), programs);
		const program = programAt(place);
		const at = random(5);
		const plain = [program.operands[at], lastWord(family, made++, random)];
		const args = sort === "plain" || random(5) > 1 ? plain : withOption(program, at, plain, random);
		const argv = [program.program, ...args];
		return { argv, expected: place < programs ? scanned(rulesOfPlace(place, count, sort), argv) : "deny" };
	};
	return (size) => Array.from({ length: size }, make);
}

/** Of even numbers the place of a program that everybody knows; of odd ones that of a tool, spread over all of them. */
function askedPlace(number, programs) {
	const half = Math.floor(number / 2);
	if (number % 2 === 0 || programs === 1) return 2 * (half % Math.min(wellKnown.length, Math.ceil(programs / 2)));
	const tools = Math.floor(programs / 2);
	return ((2 * Math.floor((half * tools) / Math.min(tools, mostAsked / 2))) % (2 * tools)) + 1;
}

/** The last program may have fewer than five. */
function rulesOfPlace(place, count, sort) {
	return rulesFor(place, sort).slice(0, count - 5 * place);
}

/**
 * Puts the option that is denied, or one that no rule names, into the arguments. Of a tool that nobody knows it can't be said whether an option takes the word behind it as
 * its value; ours grants nothing in doubt, and the others don't ask. So it stands where either reading says the same: before a word that would be
 * looked at for a grant, there is none.
 */
function withOption({ denied, other, isKnown }, at, [operand, word], random) {
	const [isGuarded, isListed] = [at === 2, at === 3];
	const option = isGuarded || !isKnown ? [denied, other][random(2)] : undefined;
	if (option === undefined) return [operand, word];
	const place = random(3);
	if (place === 0 && isGuarded && option === denied && !isKnown) return [option, operand, word];
	return place === 1 && !isListed ? [operand, option, word] : [operand, word, option];
}

function lastWord(family, number, random) {
	return family === "new paths" ? `src/w${number}.ts` : words[random(words.length)](number);
}

/** Numbers below a bound; a linear congruence is random enough to spread requests. */
function randomNumbers(seed) {
	let state = (seed + 1) * 7_919;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

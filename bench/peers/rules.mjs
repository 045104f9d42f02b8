/**
 * Made-up rules and requests, the same ones every time. Each rule allows or denies a program, or a program with a first operand; a denial outweighs an
 * allow, and what no rule speaks of is denied. All that are measured can say this much: none is asked for what another can't.
 */

/** Programs that everybody knows, with five operands for rules and one that no rule names; beyond them come tools that nobody knows. */
const knownPrograms = {
	git: ["status", "log", "diff", "push", "rebase", "show"],
	npm: ["test", "ls", "outdated", "publish", "unpublish", "view"],
	cargo: ["build", "check", "doc", "publish", "yank", "tree"],
	docker: ["ps", "images", "logs", "rm", "kill", "port"],
	kubectl: ["get", "describe", "top", "delete", "drain", "explain"],
	go: ["build", "vet", "doc", "generate", "clean", "version"],
};
const wellKnown = Object.entries(knownPrograms);
const operands = ["build", "check", "list", "ship", "drop", "show"];

/** So many rules, five a program: `{ effect, program, operand? }`. Of every other program all is allowed but what is denied. */
export function rulesOf(count) {
	return Array.from({ length: Math.ceil(count / 5) }, (_, place) => rulesFor(place))
		.flat()
		.slice(0, count);
}

function rulesFor(place) {
	const [program, [first, second, third, fourth, fifth]] = programAt(place);
	return [
		{ effect: "allow", program, operand: first },
		{ effect: "deny", program, operand: fourth },
		place % 2 === 0 ? { effect: "allow", program, operand: second } : { effect: "allow", program },
		{ effect: "allow", program, operand: third },
		{ effect: "deny", program, operand: fifth },
	];
}

function programAt(place) {
	return wellKnown[place] ?? [`tool${place}`, operands];
}

/** What the rules say, by looking at every one. */
export function scanned(rules, [program, operand]) {
	const speaking = rules.filter((rule) => rule.program === program && [undefined, operand].includes(rule.operand));
	if (speaking.some(({ effect }) => effect === "deny")) return "deny";
	return speaking.length > 0 ? "allow" : "deny";
}

/** Requests end with a word or a path that none had before; or they are of so few that each comes again and again. */
export const families = ["new words", "new paths", "again"];
export const fewRequests = 200;

/**
 * A stream of requests over all programs alike: four of five name an operand that a rule names; a few name a program that none does.
 * Answers `batch(count)`: so many requests `{ argv, expected }`.
 */
export function requestsFor(count, family) {
	const programs = Math.ceil(count / 5);
	const random = randomNumbers(count + families.indexOf(family));
	const known = new Map();
	// By a plain look at the rules of the program; once for each program and operand.
	const expectedOf = (place, argv) => {
		const key = `${argv[0]} ${argv[1]}`;
		if (!known.has(key)) known.set(key, place < programs ? scanned(rulesFor(place), argv) : "deny");
		return known.get(key);
	};
	let made = 0;
	const make = () => {
		const place = random(40) === 0 ? programs + random(programs) : random(programs);
		const [program, words] = programAt(place);
		const operand = words[random(5) === 0 ? 5 : random(5)];
		const argv = [program, operand, lastWord(family, made++)];
		return { argv, expected: expectedOf(place, argv) };
	};
	const again = family === "again" ? Array.from({ length: fewRequests }, make) : undefined;
	let at = 0;
	return (size) => Array.from({ length: size }, () => (again === undefined ? make() : again[at++ % again.length]));
}

function lastWord(family, number) {
	switch (family) {
		case "new words":
			return `w${number}`;
		case "new paths":
			return `src/w${number}.ts`;
		case "again":
			return "all";
	}
}

/** Numbers below a bound; a linear congruence is random enough to spread requests. */
function randomNumbers(seed) {
	let state = (seed + 1) * 7_919;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

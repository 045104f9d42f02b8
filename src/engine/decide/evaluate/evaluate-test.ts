/**
 * Does a test hold for a command? One function for the tree, for proofs and for reports.
 */

import { isCallName } from "../../../language/policy/hands.js";
import type { Access, HostPattern, PathPattern, Test, WordPattern } from "../../../language/policy/test.js";
import { foundIn } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Power } from "../../../language/syntax/statements.js";
import type { Destination, Effects, PlacedPath } from "../../effects/effects.js";
import { isNameOfNoFile, isNoFile } from "../../effects/paths/no-file.js";
import { remembered } from "../../records/remembered.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import { nameOf } from "../../request/arguments/read-arguments.js";
import { type PathPlaces, placeOf, resolveLinks } from "../../request/paths.js";
import type { Redirect } from "../../request/request.js";
import { speakingOf } from "../compile/specialise.js";
import { factHolds, isBefore, unknownCircumstances } from "./circumstances.js";
import type { EvaluationContext } from "./evaluation-context.js";
import { factsNamed, numbersNamed, onlyOptions, optionGiven, takesBack } from "./given-options.js";
import { isAmong } from "./host-lists.js";
import { operandsFit } from "./operands.js";
import { isPath, liesInside } from "./path-lists.js";
import { isRegion, regionLies } from "./path-regions.js";
import { every, everyOf, negate, someOf, type Truth, truth } from "./truth.js";

export function evaluateTest(test: Test, subject: EvaluationContext): Truth {
	switch (test.kind) {
		case "all":
			return allHold(test.tests, subject);
		case "any":
			return oneHolds(mayHold(test.tests, subject), subject);
		case "not":
			return negate(evaluateTest(test.test, subject));
		case "program":
			return programIs(test.pattern, test.as, subject);
		case "plain-name":
			return subject.command.program.kind === "known"
				? truth(isPlain(subject.command.program.text, subject))
				: "unknown";
		case "operands":
			return operandsFit(subject.args.operands, test.words, test.exactly);
		case "option":
			return optionGiven(test.name, test.value, subject);
		case "only-options":
			return onlyOptions(test.names, subject);
		case "paths-within":
			return allWithin(test, subject);
		case "paths-touching":
			return oneTouches(test, subject);
		case "hosts-within":
			return allAmong(test, subject);
		case "hosts-reaching":
			return oneReaches(test, subject);
		case "powers-within":
			return powersWithin(test.powers, test.options, subject);
		case "uses-power":
			return usesPower(test.powers, subject);
		case "forced":
			return truth(subject.forced);
		case "redirected":
			return truth(isRedirected(test.access, subject.command.redirects));
		case "has-tool":
			return hasTool(test.names, subject);
		case "past":
			// A yes that nobody knows of is none.
			return subject.before?.answer(test.asks, subject) ?? (test.asks.kind === "consent" ? "no" : "unknown");
		case "fact":
			return factHolds(test, subject.circumstances ?? unknownCircumstances);
		case "until":
			return isBefore(test.date, subject.circumstances ?? unknownCircumstances);
	}
}

// Each by itself: a function that makes others keeps room for what they use, whether it comes to them or not, and this one is called for every test.
const allHold = (tests: readonly Test[], subject: EvaluationContext): Truth =>
	everyOf(tests, (one) => evaluateTest(one, subject));

const oneHolds = (tests: readonly Test[], subject: EvaluationContext): Truth =>
	someOf(tests, (one) => evaluateTest(one, subject));

const allWithin = (test: TestOf<"paths-within">, subject: EvaluationContext): Truth =>
	everyOf(pathsFor(test.access, subject), (path) => pathLies(path, test.paths, "within", subject));

const allAmong = (test: TestOf<"hosts-within">, subject: EvaluationContext): Truth =>
	everyOf(hostsFor(test, subject), (host) => hostIsAmong(host, test.hosts, "within"));

const oneReaches = (test: TestOf<"hosts-reaching">, subject: EvaluationContext): Truth =>
	someOf(hostsFor(test, subject), (host) => hostIsAmong(host, test.hosts, "reaching"));

type TestOf<Kind extends Test["kind"]> = Extract<Test, { readonly kind: Kind }>;

/** Of a list those that may hold for the program's names: most ask for one program, and for another one they don't hold, whatever else they ask. */
function mayHold(tests: readonly Test[], subject: EvaluationContext): readonly Test[] {
	const place = programPlace(subject);
	if (subject.command.program.kind !== "known" || (place !== undefined && place.resolved === undefined)) return tests;
	return speakingOf(tests, programNames(subject));
}

function isRedirected(access: Access, redirects: readonly Redirect[]): boolean {
	return redirects.some(
		(one) => (access === "any" || one.access === "both" || one.access === access) && !isNoFile(one.target),
	);
}

function oneTouches(test: TestOf<"paths-touching">, subject: EvaluationContext): Truth {
	return someOf(pathsTouching(test, subject), (path) =>
		pathLies(path, test.paths, "touching", subject, test.found === true),
	);
}

function hasTool(names: readonly string[], { tools }: EvaluationContext): Truth {
	return truth(tools === undefined || names.some((name) => tools.includes(name)));
}

/** The path for which a restriction holds, or may hold: the one inside of what may not be touched, or outside of what may. */
export function offendingPath(test: Test, subject: EvaluationContext): PlacedPath | undefined {
	return foundIn(test, (one) => {
		if (one.kind === "paths-touching")
			return pathsTouching(one, subject).find(
				(path) => pathLies(path, one.paths, "touching", subject, one.found === true) !== "no",
			);
		const inner = one.kind === "not" ? one.test : one;
		if (inner === one || inner.kind !== "paths-within") return undefined;
		return pathsFor(inner.access, subject).find((path) => pathLies(path, inner.paths, "within", subject) !== "yes");
	})[0];
}

function pathsTouching(
	{ access, named, found }: TestOf<"paths-touching">,
	subject: EvaluationContext,
): readonly PlacedPath[] {
	const paths = pathsFor(access, subject);
	if (named) return paths.filter(({ text }) => text !== undefined);
	// What code in a file does is for the rules about code, and for the sandbox: `psql -f x.sql` is no worse than `python3 x.py`.
	return found ? paths.filter(({ byCode }) => byCode !== true) : paths;
}

/** What may be no path at all is at most in doubt. */
function pathLies(
	path: PlacedPath,
	list: readonly PathPattern[],
	sense: "within" | "touching",
	subject: EvaluationContext,
	found = false,
): Truth {
	const { place } = path;
	// What is shown or lost is written nowhere.
	if (sense === "within" && path.text !== undefined && isNameOfNoFile(path.text)) return "yes";
	const lies = isRegion(path)
		? regionLies(path, list, sense, subject.world, found)
		: liesInside(place, list, sense, subject.world);
	return path.maybe && lies === (sense === "within" ? "no" : "yes") ? "unknown" : lies;
}

/** What code that nobody sees talks to counts only where all hosts are to be named: what it does is for the rules about code, and for the sandbox. */
function hostsFor(test: HostTest, { effects }: EvaluationContext): readonly Destination[] {
	const all = effects.destinations();
	return test.kind === "hosts-within" && test.named ? all : all.filter(({ byCode }) => byCode !== true);
}

type HostTest = TestOf<"hosts-within" | "hosts-reaching">;

/** What may be no host of the command at all is at most in doubt. */
function hostIsAmong(host: Destination, list: readonly HostPattern[], sense: "within" | "reaching"): Truth {
	const among = isAmong(host, list);
	return host.maybe && among === (sense === "within" ? "no" : "yes") ? "unknown" : among;
}

/** The host for which a restriction holds, or may hold. */
export function offendingHost(test: Test, subject: EvaluationContext): Destination | undefined {
	return foundIn(test, (one) => {
		if (one.kind === "hosts-reaching")
			return hostsFor(one, subject).find((host) => hostIsAmong(host, one.hosts, "reaching") !== "no");
		const inner = one.kind === "not" ? one.test : one;
		if (inner === one || inner.kind !== "hosts-within") return undefined;
		return hostsFor(inner, subject).find((host) => hostIsAmong(host, inner.hosts, "within") !== "yes");
	})[0];
}

function pathsFor(access: "read" | "write" | "any", subject: EvaluationContext): readonly PlacedPath[] {
	switch (access) {
		case "any":
			return subject.effects.paths();
		case "read":
			return subject.effects.pathsRead();
		case "write":
			return subject.effects.pathsWritten();
	}
}

/** The names that a program goes by where rules restrict: its word's, and those of whatever its word's links lead to or it is a copy of. */
export function programNames(subject: EvaluationContext): readonly string[] {
	const { program } = subject.command;
	if (program.kind !== "known") return [];
	if (subject.effects.programPlace() === undefined) return [baseName(program.text)];
	return placedProgram(subject).names;
}

/** Where a program that is named by a path lies for rules that restrict: what the script copies to there is there, too. */
export function programPlace(subject: EvaluationContext): PathPlaces | undefined {
	const place = subject.effects.programPlace();
	return place === undefined || subject.copies === undefined ? place : placedProgram(subject).place;
}

interface PlacedProgram {
	readonly place: PathPlaces;
	readonly names: readonly string[];
}

/** As long as the command is decided. */
const placedPrograms = new WeakMap<Effects, PlacedProgram>();

function placedProgram({ command: { program }, effects, copies }: EvaluationContext): PlacedProgram {
	return remembered(placedPrograms, effects, () => {
		const own = effects.programPlace() as PathPlaces;
		const copied = copies?.([...own.literal, ...(own.resolved ?? [])]);
		const isMany = copies !== undefined && copied === undefined;
		const place = isMany ? { literal: own.literal } : { ...own, literal: copied ?? own.literal };
		const said = program.kind === "known" ? [program.text] : [];
		return { place, names: [...new Set([...said, ...place.literal, ...(place.resolved ?? [])].map(baseName))] };
	});
}

function programIs(pattern: WordPattern, as: "granting" | "restricting", subject: EvaluationContext): Truth {
	const { program } = subject.command;
	if (pattern.kind === "any") return program.kind === "known" ? "yes" : as === "granting" ? "unknown" : "yes";
	if (program.kind !== "known") return "unknown";
	const text = program.text;
	if ((pattern.kind === "literal" || pattern.kind === "glob") && pattern.text.includes("/"))
		return pathIs(pattern, as, subject);
	if (pattern.kind === "rest") return "no";
	const matches = matcherOf(pattern);
	if (as === "restricting") {
		if ((pattern.kind === "regex" && matches(text)) || programNames(subject).some(matches)) return "yes";
		// A path whose links can't be followed may lead to any program.
		const place = programPlace(subject);
		return place !== undefined && place.resolved === undefined ? "unknown" : "no";
	}
	return truth(matches(baseName(text)) && isPlain(text, subject));
}

/** Is a program called so that a grant of its name means it? One that is called like a tool is spoken of by its path. */
function isPlain(text: string, subject: EvaluationContext): boolean {
	return !text.includes("/") || (isTrusted(text, subject) && !isCallName(baseName(text)));
}

/** Does a path to a program lie directly in a trusted folder, by its own text? Trusted folders are normal paths: what is written otherwise lies in none. */
function isTrusted(text: string, subject: EvaluationContext): boolean {
	const folder = text.slice(0, text.lastIndexOf("/")) || "/";
	return subject.trust.includes(folder) && resolveLinks(folder, subject.world.linkAt) !== undefined;
}

/** `./*`, `/usr/bin/git`: the program's word is that path. A grant wants the word and what its links lead to, a restriction one of them. */
function pathIs(
	pattern: { readonly kind: "literal" | "glob"; readonly text: string },
	as: "granting" | "restricting",
	subject: EvaluationContext,
): Truth {
	const { program } = subject.command;
	const place = as === "granting" ? subject.effects.programPlace() : programPlace(subject);
	if (place === undefined) {
		// A bare name means a program in a trusted folder: it may be the one that a restriction points at.
		if (as === "granting" || program.kind !== "known") return "no";
		const name = program.text;
		const mayBe = subject.trust.some((folder) => {
			const there = placeOf(`${folder}/${name}`, undefined, subject.world);
			return [...there.literal, ...(there.resolved ?? [])].some((one) => isPath(one, pattern, subject.world) !== "no");
		});
		return mayBe ? "unknown" : "no";
	}
	const fits = (one: string): Truth => isPath(one, pattern, subject.world);
	if (as === "granting")
		return place.resolved === undefined ? "unknown" : everyOf([...place.literal, ...place.resolved], fits);
	const known = someOf([...place.literal, ...(place.resolved ?? [])], fits);
	return known === "no" && place.resolved === undefined ? "unknown" : known;
}

function powersWithin(
	powers: readonly string[] | "everything",
	options: readonly string[],
	subject: EvaluationContext,
): Truth {
	if (powers === "everything") return "yes";
	const { args } = subject;
	const covered = everyOf(subject.effects.powersBeyond(), (use) => {
		if (use.purpose || powers.includes(use.power)) return "yes";
		const named = options.some((option) =>
			[...factsNamed(option, subject), ...numbersNamed(option, subject)].some((fact) => nameOf(fact) === use.option),
		);
		return named ? "yes" : use.sure ? "no" : "unknown";
	});
	const isStrange = (): boolean =>
		args.program !== undefined && [...strangeNames(args)].some((name) => !options.includes(name));
	if (takesBack(subject)) return every([covered, "unknown"]);
	// Who may run any code and any program may do anything already.
	const isBoundless = powers.includes("code") && powers.includes("exec");
	const unclear =
		!isBoundless && subject.effects.powersUnclear() && (args.open || args.strangeSubcommand || isStrange());
	return every([covered, unclear ? "unknown" : "yes"]);
}

/** The options that no table lists, each once: long commands give the same ones again and again. */
function strangeNames(args: Arguments): ReadonlySet<string> {
	const of = (): ReadonlySet<string> =>
		new Set(args.options.flatMap(({ fact, name }) => (fact === undefined ? [name] : [])));
	return remembered(strange, args, of);
}
const strange = new WeakMap<Arguments, ReadonlySet<string>>();

function usesPower(powers: readonly Power[], { command, effects }: EvaluationContext): Truth {
	if (command.program.kind !== "known") return "unknown";
	return someOf(powers, (power) => effects.uses(power));
}

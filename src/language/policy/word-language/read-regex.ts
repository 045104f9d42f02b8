/**
 * Regular expressions over one whole word, in JavaScript's syntax (flags `u` and `s`) as far as it describes regular languages.
 * What is left out (back-references, look-around, boundaries, properties, flags) is refused with its place and a way out.
 */
import { type Fault, fault } from "./fault.js";
import { alternation, concatenation, type Language, largestSize, repetition, sizeOf } from "./language.js";
import { type RegexToken, regexTokenAt } from "./regex-token.js";

/** The words that a regular expression matches from beginning to end. */
export function readRegex(source: string): Language | Fault {
	const frames: Frame[] = [];
	let frame = frameAt(0);
	let ending: number | undefined;
	for (let at = 0; at < source.length; ) {
		const token = regexTokenAt(source, at);
		if (token.kind === "fault") return token;
		if (ending !== undefined && token.kind !== "bar" && token.kind !== "ending") return misplaced("$", ending);
		switch (token.kind) {
			case "set":
				take(frame, { kind: "set", codePoints: token.codePoints });
				break;
			case "open":
				if (frames.length === deepest) return tooDeep(at);
				frames.push(frame);
				frame = frameAt(at);
				break;
			case "close": {
				const outer = frames.pop();
				if (outer === undefined) return fault("the `)` closes nothing", at, "write `\\)` for the character");
				take(outer, languageOf(frame));
				frame = outer;
				break;
			}
			case "bar":
				frame.options.push(concatenation(frame.parts));
				frame.parts = [];
				frame.repeatable = false;
				ending = undefined;
				break;
			case "beginning":
				if (frames.length > 0 || frame.parts.length > 0) return misplaced("^", at);
				break;
			case "ending":
				if (frames.length > 0) return misplaced("$", at);
				ending ??= at;
				break;
			case "times": {
				const wrong = repeat(frame, token, source, at);
				if (wrong !== undefined) return wrong;
				break;
			}
		}
		at = token.end;
	}
	if (frames.length > 0)
		return fault("the `(` is never closed", frame.start, "close it with `)`, or write `\\(` for the character");
	const language = languageOf(frame);
	return sizeOf(language) > largestSize ? tooLarge("the regular expression", 0) : language;
}

/** A group that is being read: the alternatives that are complete, and the parts of the last. */
interface Frame {
	readonly start: number;
	readonly options: Language[];
	parts: Language[];
	/** The last part is one that nothing repeats yet. */
	repeatable: boolean;
}

const deepest = 100;

function frameAt(start: number): Frame {
	return { start, options: [], parts: [], repeatable: false };
}

function take(frame: Frame, part: Language): void {
	frame.parts.push(part);
	frame.repeatable = true;
}

function languageOf(frame: Frame): Language {
	return alternation([...frame.options, concatenation(frame.parts)]);
}

/** Repeats the last part. */
function repeat(frame: Frame, times: RegexToken & { kind: "times" }, source: string, at: number): Fault | undefined {
	const last = frame.repeatable ? frame.parts.pop() : undefined;
	if (last === undefined) {
		const written = source.slice(at, at + 1);
		return fault(`the \`${written}\` repeats nothing`, at, `put it behind what it repeats, or write \`\\${written}\``);
	}
	const repeated = repetition(last, times.min, times.max);
	if (sizeOf(repeated) > largestSize) return tooLarge("this repetition", at);
	frame.parts.push(repeated);
	frame.repeatable = false;
	return undefined;
}

function misplaced(anchor: "^" | "$", at: number): Fault {
	const place = anchor === "^" ? "begins" : "ends";
	const help = `the expression speaks of the whole word anyway: leave it out, or write \`\\${anchor}\` for the character`;
	return fault(`\`${anchor}\` stands where no word ${place}`, at, help);
}

function tooDeep(at: number): Fault {
	return fault(`groups are nested more than ${deepest} deep`, at, "take out groups that are not needed");
}

function tooLarge(what: string, at: number): Fault {
	const help = `count less, or allow any number with \`*\`; ${largestSize} characters and repetitions written out are the most`;
	return fault(`${what} is too large`, at, help);
}

/**
 * Lists of rules of which the first that matches decides, as Gemini CLI, opencode and Amp have them, as rules of ours, of which the strictest decides. What lies above a
 * denial and allows becomes its exception; what can't be one is stricter here, and told. A restriction that no pattern can say stands for more instead, or what is
 * allowed after it is asked about.
 */
import type { ImportedRule, Remark } from "../imported.js";
import { type PermissionKind, plainUseOnly, type TextPattern, textPattern } from "./text-pattern.js";

export interface RankedRule {
	readonly kind: PermissionKind;
	readonly place: string;
	readonly source: string;
	/** Where in the text it begins, where the reader knows it. */
	readonly at?: number;
	/** What it speaks of, or why that can't be said. */
	readonly of: "everything" | readonly RankedText[] | { readonly unsaid: string };
	readonly because?: string;
	/** A condition that no policy says, as a sentence. A denial then holds always; a question restricts always, and lifts no denial that comes after it. */
	readonly condition?: string;
}

/** A text that a command is or begins with. */
export interface RankedText {
	readonly text: string;
	/** Further words may follow; `more`: one at least does. */
	readonly isPrefix: boolean | "more";
	/** A star stands for any text. */
	readonly hasStars: boolean;
	/** The harness asks for more than the text: a grant can't say it, a restriction stands for more. */
	readonly isCut?: boolean;
}

export interface Settled {
	readonly fallback: "ask" | "deny";
	readonly rules: readonly ImportedRule[];
	readonly remarks: readonly Remark[];
}

/** `ranked`: what decides first comes first. */
export function settledRules(ranked: readonly RankedRule[], trusting: boolean): Settled {
	const remarks: Remark[] = [];
	const grants: Grant[] = [];
	const rules: ImportedRule[] = [];
	const last = ranked.find((rule) => rule.of === "everything" && !isDoubt(rule));
	const fallback = last?.kind === "deny" ? "deny" : "ask";
	/** A rule for every command stands above. */
	let isOver = false;
	/** A restriction that no pattern says stands above: what is allowed below it is asked about. */
	let isUnsure = false;
	/** Programs that a question above speaks of, which could not be carried over; undefined: any. */
	const doubted: (string | undefined)[] = [];
	const isDoubted = (found: readonly Grant[]): boolean =>
		found.some(({ words }) => doubted.some((one) => one === undefined || words === undefined || words[0] === one));
	for (const rule of ranked) {
		const { kind, place, source, of } = rule;
		const remark: Note = (verdict, message) => {
			remarks.push({ verdict, place, source, message, ...(rule.at === undefined ? {} : { at: rule.at }) });
		};
		// Where nothing is allowed by default, a question lets more through.
		if (isOver && (kind === "allow" || of === "everything" || (kind === "ask" && fallback === "deny"))) {
			remark("left-out", "a rule that comes first speaks of every command: this one never decides");
			continue;
		}
		if (isOver) remark("tighter", "a rule that comes first speaks of every command there; here it holds all the same");
		// Where the condition does not hold, a question would lift what is denied there.
		if (isDoubt(rule) && (of === "everything" || fallback === "deny")) {
			remark("tighter", `${rule.condition}: it lifts no denial here, and what is allowed only after it is asked about`);
			doubted.push(...programsOf(of));
			continue;
		}
		if (rule.condition !== undefined) remark("tighter", `${rule.condition}; here always`);
		if (of === "everything") {
			isOver = true;
			if (kind !== "allow") continue;
			if (isUnsure || doubted.length > 0) remark("tighter", askedInstead);
			else {
				rules.push({ kind, patterns: ["*"], ...(trusting ? { granting: "everything" } : {}) });
				if (!trusting) remark("tighter", plainUseOnly);
			}
			continue;
		}
		const found = "unsaid" in of ? of.unsaid : patternsOf(kind, of, kind === "ask" && fallback === "deny", remark);
		if (typeof found === "string") {
			remark("left-out", kind === "allow" ? found : `${found}: what is allowed only after it is asked about instead`);
			if (kind !== "allow") isUnsure = true;
			continue;
		}
		if (found.length === 0) continue;
		const isWhole = found.every((one) => one.isWhole);
		const isGrant = kind === "allow" && !isUnsure && !isDoubted(found);
		if (isGrant) {
			if (!trusting || !isWhole) remark("tighter", plainUseOnly);
			grants.push(...found);
		} else if (kind === "allow") remark("tighter", askedInstead);
		rules.push({
			kind: isGrant ? kind : kind === "allow" ? "ask" : kind,
			patterns: [...new Set(found.map(({ pattern }) => pattern))],
			except: isGrant ? [] : exceptionsOf(found, grants, remark),
			...(isGrant && trusting && isWhole ? { granting: "everything" } : {}),
			...(rule.because === undefined || rule.because.trim() === "" ? {} : { because: rule.because }),
		});
	}
	return { fallback, rules, remarks };
}

/** A question that holds at times only. */
function isDoubt({ kind, condition }: RankedRule): boolean {
	return kind === "ask" && condition !== undefined;
}

/** The programs that all of it begins with; undefined for one that is not said. */
function programsOf(of: RankedRule["of"]): readonly (string | undefined)[] {
	if (of === "everything" || "unsaid" in of) return [undefined];
	return of.map((text) => {
		const read = patternOf("ask", text, false, () => {});
		return typeof read === "string" ? undefined : read.words?.[0];
	});
}

const askedInstead = "it is asked about: a restriction that comes before it could not be carried over";

interface Grant extends TextPattern {
	readonly needsMore: boolean;
}

type Note = (verdict: Remark["verdict"], message: string) => void;

/** The patterns that stand for all of the texts, or why there are none. A grant may stand for some of them only. `isStrict`: for more would let more through. */
function patternsOf(
	kind: PermissionKind,
	texts: readonly RankedText[],
	isStrict: boolean,
	remark: Note,
): readonly Grant[] | string {
	const found: Grant[] = [];
	const told = new Set<string>();
	const tell: Note = (verdict, message) => {
		if (!told.has(message)) remark(verdict, message);
		told.add(message);
	};
	for (const text of texts) {
		const read = patternOf(kind, text, isStrict, tell);
		if (typeof read !== "string") found.push(read);
		else if (kind !== "allow") return read;
		else tell("left-out", read);
	}
	return found;
}

function patternOf(kind: PermissionKind, one: RankedText, isStrict: boolean, remark: Note): Grant | string {
	const { text, isPrefix, hasStars } = one;
	const needsMore = isPrefix === "more";
	if (kind === "allow" && one.isCut === true) return "the harness asks for more than a pattern can say";
	const read = textPattern(kind, text, { isPrefix: isPrefix !== false, hasStars });
	if (kind === "allow") {
		if (typeof read === "string") return read;
		if (text !== text.trim() || /\s{2}/.test(text))
			return "its blanks are part of the text there, and no pattern has them";
		for (const [verdict, message] of read.remarks) remark(verdict, message);
		if (needsMore) remark("looser", "the command without a further word is allowed as well");
		return { ...read, needsMore };
	}
	const isExact = typeof read !== "string" && !read.remarks.some(([verdict]) => verdict === "looser");
	if (isExact && one.isCut !== true && !(isStrict && read.isCut)) {
		for (const [verdict, message] of read.remarks) remark(verdict, message);
		if (isStrict && !read.isWhole) remark("looser", "options may stand before and between the words, too");
		return { ...read, needsMore };
	}
	if (isStrict) return "no pattern says exactly this";
	const broader = textPattern(kind, beginningOf(text, one), { isPrefix: true, hasStars: true });
	if (typeof broader === "string" || broader.remarks.some(([verdict]) => verdict === "looser"))
		return typeof read === "string" ? read : "no pattern is as broad";
	remark("tighter", `no pattern says exactly this: it holds for everything that begins with \`${broader.pattern}\``);
	return { ...broader, needsMore };
}

/** The words that surely stand at the beginning, the last of them perhaps a beginning only. */
function beginningOf(text: string, { hasStars, isCut }: RankedText): string {
	const found = /^[\w./:@%+,-]*/.exec(text)?.[0] ?? "";
	const rest = text.slice(found.length);
	const isCutOff = rest !== "" || isCut === true;
	if (found === "" || (!hasStars && /^[*?]/.test(rest))) return "";
	const next = /^\s/.test(rest)
		? beginningOf(rest.trimStart(), { text: "", isPrefix: true, hasStars, isCut: isCut === true })
		: undefined;
	if (next !== undefined) return next === "" ? found : `${found} ${next}`;
	return isCutOff ? `${found}*` : found;
}

/** What is taken out of a restriction because it is allowed above: the words without options, which could change what they mean. */
function exceptionsOf(found: readonly Grant[], grants: readonly Grant[], remark: Note): readonly string[] {
	const except: string[] = [];
	let hasOther = false;
	for (const { words } of found) {
		if (words === undefined) continue;
		for (const grant of grants) {
			if (grant.words === undefined) continue;
			if (begins(grant.words, words)) {
				const bare = grant.pattern.replace(/^exactly /, "");
				except.push(`exactly ${bare}${!grant.isOpen ? "" : grant.needsMore ? " * **" : " **"}`);
			} else if (begins(words, grant.words)) hasOther = true;
		}
	}
	if (except.length > 0)
		remark(
			"tighter",
			"what is allowed before it is taken out, but not with options besides: they could change what it means",
		);
	if (hasOther) remark("tighter", "a rule that allows more comes first there and decides; here the strictest does");
	return [...new Set(except)];
}

/** Do these words begin with those? */
function begins(words: readonly string[], beginning: readonly string[]): boolean {
	return beginning.every((word, at) => words[at] === word);
}

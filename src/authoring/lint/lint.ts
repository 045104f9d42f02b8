/**
 * Lints: checks on policies. A lint reads a policy and reports; it changes nothing and decides nothing, and it knows neither files nor the clock.
 *
 * To write one: `lints/NAME.ts` with a `Lint`, a line in `lints.ts`, a page `docs/lints/NAME.md`, cases `test/cases/lints/NAME.md`.
 */
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import type { Span } from "../../language/source/span.js";
import { holdsEdit, placeAfter, placeBefore } from "./edited-spans.js";
import type { BesidesErrors, Lintable, LintContext, ValidPolicyContext } from "./lint-context.js";
import type { LintLevel, Options } from "./lint-description.js";
import type { Finding, Lint, UndoneBy } from "./lint-record.js";
import { lints as ownLints } from "./lints.js";
import { makeLintContext } from "./make-lint-context.js";
import { concernedBy } from "./meaning/concerned.js";
import type { Applied } from "./settings/applied-ignore.js";
import { applyIgnores } from "./settings/ignores.js";
import { type FileLevels, levelsByDefault } from "./settings/settings.js";
import { witnessText } from "./witness-text.js";

export interface LintSettings {
	/** The lints that are known; absent: our own. */
	readonly lints?: readonly Lint[];
	/** Levels and options for a file; absent: every lint as it comes. */
	readonly levelsFor?: (file: string) => FileLevels;
	/** Today, `2027-01-01`. Without it no ignore expires. */
	readonly today?: string;
	/** Steps that one question of the analysis may take. */
	readonly steps?: number;
	/** Try to get around the denials, too: the lints on attacks, which are off by themselves, report as warnings. */
	readonly attack?: boolean;
}

/** Everything that is wrong with a policy, in the order of its files: what reading found, and what lints find in the files that were asked for. */
export function lint(policy: Lintable, settings: LintSettings = {}): readonly Diagnostic[] {
	const besides = policy.tree === undefined ? policy.besidesErrors?.() : undefined;
	return besides === undefined ? lintOf(policy, settings) : lintBesides(policy, besides, settings);
}

/** A broken policy: its errors, and what lints find in what stands besides. Places are those of the text as it is written. */
function lintBesides(policy: Lintable, besides: BesidesErrors, settings: LintSettings): readonly Diagnostic[] {
	const { edits, isWhole } = besides;
	const errors = policy.diagnostics.filter(({ severity }) => severity === "error");
	const others = policy.diagnostics.filter(({ severity }) => severity !== "error");
	const known = new Set(besides.diagnostics.map(keyOf));
	const moved = others.map((one) => ({ ...one, span: placeAfter(one.span, edits.get(one.span.file) ?? []) }));
	const diagnostics = [...besides.diagnostics, ...moved.filter((one) => !known.has(keyOf(one)))];
	const errorPlaces = errors
		// Of a rule whose id is taken all but the id stands.
		.filter(({ fix, code }) => fix === undefined && code !== "duplicate-id")
		.map(({ span }) => placeAfter(span, edits.get(span.file) ?? []));
	const isConcerned = isWhole ? () => false : concernedBy(besides.files, besides.sources, besides.left, errorPlaces);
	const found = lintOf({ ...besides, diagnostics }, settings, besides.left, isConcerned);
	const ofText = new Set((settings.lints ?? ownLints).flatMap((one) => (one.looksAt === "text" ? [one.name] : [])));
	const isFixed = ({ code }: Diagnostic): boolean => isWhole || ofText.has(code);
	const written = found.map((one) => asWritten(one, edits, isFixed(one)));
	// What reading told of a word is told.
	return inOrder([...errors, ...written.filter((one) => !errors.some((error) => isPartOf(one, error)))], besides);
}

function isPartOf({ code, span }: Diagnostic, error: Diagnostic): boolean {
	const { file, start, end } = error.span;
	return code === error.code && span.file === file && span.start >= start && span.end <= end;
}

function keyOf({ code, message, span }: Diagnostic): string {
	return JSON.stringify([code, message, span]);
}

/** A finding in the text as it is written; its fix where that can be told, and nowhere in what was mended. */
function asWritten({ fix, labels, ...one }: Diagnostic, edits: BesidesErrors["edits"], isFixed: boolean): Diagnostic {
	const place = (span: Span): Span => placeBefore(span, edits.get(span.file) ?? []);
	const isOpen = fix?.edits.some(({ span }) => holdsEdit(span, edits.get(span.file) ?? []));
	return {
		...one,
		span: place(one.span),
		...(labels === undefined ? {} : { labels: labels.map((label) => ({ ...label, span: place(label.span) })) }),
		...(fix === undefined || isOpen || !isFixed
			? {}
			: { fix: { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: place(edit.span) })) } }),
	};
}

function lintOf(
	policy: Lintable,
	settings: LintSettings,
	absent?: ReadonlySet<string>,
	/** May what is left out concern a finding of a lint that needs the whole policy? */
	isConcerned: (finding: Diagnostic, undoneBy?: UndoneBy) => boolean = () => false,
): readonly Diagnostic[] {
	const all = settings.lints ?? ownLints;
	const subject = makeLintContext(policy, all, absent === undefined ? settings : { ...settings, left: absent });
	const levels = settings.levelsFor ?? (() => levelsByDefault);
	const levelsFor = remembered(settings.attack === true ? (file) => withAttacks(levels(file)) : levels);
	const failures = new Map<string, Lint[]>();
	const guarded = (one: Lint, ignores: readonly Applied[]): readonly Diagnostic[] => {
		try {
			return findingsOf(one, subject, levelsFor, ignores).flatMap(({ undoneBy, others, ...finding }) => {
				if ((one.needsWhole !== true && undoneBy === undefined) || !isConcerned(finding, undoneBy)) return [finding];
				const other = others?.().find((one) => !isConcerned({ ...finding, ...one }, undoneBy));
				return other === undefined ? [] : [{ ...finding, ...other }];
			});
		} catch (error) {
			const why = whyOf(error);
			failures.set(why, [...(failures.get(why) ?? []), one]);
			return [];
		}
	};
	const first = all.flatMap((one) => (one.looksAt === "ignores" ? [] : guarded(one, [])));
	const stated = policy.diagnostics.flatMap((one) => withLevel(one, all, levelsFor));
	const { left, ignores } = applyIgnores([...stated, ...first], subject);
	// Whether there is nothing to take back, a lint that could not run does not say.
	for (const { name } of [...failures.values()].flat()) for (const { took } of ignores) took.set(name, 0);
	// Nor does one that is only there when it is asked for.
	for (const { span, took } of ignores)
		for (const one of all)
			if (one.family === "attacks" && levelsFor(span.file)(one).level === "off") took.set(one.name, 0);
	const last = all.flatMap((one) => (one.looksAt === "ignores" ? guarded(one, ignores) : []));
	const failed = [...failures].map(([why, lints]) => failureOf(lints, why, subject));
	return inOrder([...withoutTold(left), ...last, ...failed], subject);
}

/** Both lints look at the same table of acts: what an attack shows of a denial, with the shortest way and a fix, need not be told once more. */
function withoutTold(found: readonly Diagnostic[]): readonly Diagnostic[] {
	const bypassed = new Set(
		found.filter(({ code }) => code === "bypassed-denial").map(({ span }) => `${span.file}\0${span.start}`),
	);
	return bypassed.size === 0
		? found
		: found.filter(({ code, span }) => code !== "denied-in-part" || !bypassed.has(`${span.file}\0${span.start}`));
}

/** The code of the finding that says that a lint could not run: whatever it would have found is missing. */
export const lintFailed = "lint-failed";

/** What a lint throws takes no other with it. */
function failureOf(lints: readonly Lint[], why: string, { roots, files }: LintContext): Diagnostic {
	const names = lints.map(({ name }) => `\`${name}\``).join(", ");
	const file = roots[0] ?? files[0]?.file ?? "";
	const plugin = lints.some((one) => !ownLints.includes(one));
	return {
		code: "lint-failed" satisfies typeof lintFailed,
		severity: "error",
		message: `the lint${lints.length === 1 ? "" : "s"} ${names} could not run: ${why}`,
		span: { file, start: 0, end: 0 },
		help: plugin
			? "see the plugin, or lint without plugins: `--no-plugins`"
			: "this is a fault of bylaw: please report it with the policy and what `rules --version` says",
	};
}

/** In one line: what follows in an error's message speaks of a machine's paths. */
function whyOf(error: unknown): string {
	const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
	return line === "" ? "no reason is given" : line;
}

/** A configuration may have said `info` or `error` of them; `off` is what they are until somebody asks. */
function withAttacks(levels: FileLevels): FileLevels {
	return (one) => {
		const found = levels(one);
		return one.family === "attacks" && found.level === "off" ? { ...found, level: "warning" } : found;
	};
}

type LevelsFor = (file: string) => FileLevels;

function remembered(levelsFor: LevelsFor): LevelsFor {
	const known = new Map<string, FileLevels>();
	return (file) => {
		const levels = known.get(file) ?? levelsFor(file);
		known.set(file, levels);
		return levels;
	};
}

/** Files that give a lint different options are checked one sort after the other; mostly there is one sort. */
function findingsOf(
	one: Lint,
	subject: LintContext,
	levelsFor: LevelsFor,
	ignores: readonly Applied[],
): readonly (Diagnostic & Pick<Finding, "undoneBy" | "others">)[] {
	const { tree } = subject;
	if (one.looksAt === "policy" && tree === undefined) return [];
	const sorts = new Map<string, { readonly options: Options; readonly levels: Map<string, LintLevel> }>();
	for (const file of subject.roots) {
		const { level, options } = levelsFor(file)(one);
		if (level === "off") continue;
		const key = JSON.stringify(options);
		const sort = sorts.get(key) ?? { options, levels: new Map<string, LintLevel>() };
		sort.levels.set(file, level);
		sorts.set(key, sort);
	}
	return [...sorts.values()].flatMap(({ options, levels }) =>
		faultsOf(one, subject, options, ignores).flatMap((fault) => {
			const severity = levels.get(fault.span.file);
			if (severity === undefined || severity === "off") return [];
			const witness = fault.witness === undefined ? {} : { witness: witnessText(fault.witness, subject) };
			return [{ code: one.name, severity, ...fault, ...witness }];
		}),
	);
}

function faultsOf(one: Lint, subject: LintContext, options: Options, ignores: readonly Applied[]): readonly Finding[] {
	switch (one.looksAt) {
		case "policy":
			return one.check(subject as ValidPolicyContext, options);
		case "text":
			return one.check(subject, options);
		case "ignores":
			return one.check(subject, options, ignores);
	}
}

/** What resolving warns of under the name of a lint has that lint's level. Errors stay errors. */
function withLevel(diagnostic: Diagnostic, known: readonly Lint[], levelsFor: LevelsFor): readonly Diagnostic[] {
	if (diagnostic.severity === "error") return [diagnostic];
	const one = known.find(({ name }) => name === diagnostic.code);
	if (one === undefined) return [diagnostic];
	const { level } = levelsFor(diagnostic.span.file)(one);
	return level === "off" ? [] : [{ ...diagnostic, severity: level }];
}

function inOrder(diagnostics: readonly Diagnostic[], { files }: Pick<LintContext, "files">): readonly Diagnostic[] {
	const order = new Map(files.map((file, index) => [file.file, index]));
	const place = (diagnostic: Diagnostic): number => order.get(diagnostic.span.file) ?? -1;
	return diagnostics.toSorted(
		(a, b) =>
			place(a) - place(b) ||
			a.span.start - b.span.start ||
			a.span.end - b.span.end ||
			(a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
	);
}

/** An option that no table of the program has, and that is one slip away from one that it has. */

import type { Program } from "../../../../engine/knowledge/program.js";
import { oneDash } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { otherOptions } from "../../../../engine/knowledge/vocabulary/other-vocabulary.js";
import { joinParts } from "../../../../language/diagnostic/join-words.js";
import { nearest } from "../../../../language/diagnostic/suggest.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import {
	hasOption,
	type KnownWord,
	optionClausesRead,
	optionNames,
	patternsRead,
} from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { slipOf, sparseOf, wholeOf } from "../../reading/words/typing-slips.js";
import { dashesMeant } from "./dashes.js";

export const mistypedOption: Pick<PolicyLint, "check"> = {
	check: (subject) => [
		...patternsRead(subject).flatMap(({ name, program, operands, options }) =>
			options.flatMap((option) => {
				const found =
					program === undefined
						? untabledOption(option, name?.text, subject)
						: [
								...misspeltOptionFindings(option, [program], subject),
								...ofOtherSubcommand(option, program, operands, subject),
							];
				return found.length > 0 ||
					program?.complete !== undefined ||
					(program !== undefined && hasOption(program, option.text))
					? found
					: usualOption(option, name?.text, subject);
			}),
		),
		...optionClausesRead(subject).flatMap(({ programs, options }) =>
			options.flatMap((option) => misspeltOptionFindings(option, programs, subject)),
		),
	],
};

function misspeltOptionFindings(
	option: KnownWord,
	programs: readonly Program[],
	subject: ValidPolicyContext,
): readonly Finding[] {
	const { text, span } = option;
	const dashed = dashesMeant(text, programs);
	if (dashed !== undefined)
		return [
			{
				message: dashed.message,
				span,
				help: `did you mean \`${dashed.meant}\`?`,
				...respelling(option, dashed.meant, subject),
			},
		];
	const [, dashes = "", name = ""] = /^(--?)(.*)$/s.exec(text) ?? [];
	// Letters behind one dash are options of their own, for most programs.
	if (dashes === "" || (dashes === "-" && !programs.every(({ style }) => whole.has(style)))) return [];
	// What a complete table lacks is an error already.
	if (programs.every(({ complete }) => complete !== undefined)) return [];
	if (programs.some((program) => hasOption(program, text))) return cutOff(option, programs, subject);
	const known = programs.flatMap((program) => [...optionNames(program)]);
	const near = known
		.filter((one) => one.startsWith(dashes) && one[dashes.length] !== "-")
		.map((one) => one.slice(dashes.length));
	const meant =
		slipOf(name, near, { atEnd: true }) ??
		joinedOtherwise(name, near) ??
		sparseOf(name, new Set(near)) ??
		(programs.some(({ abbreviates }) => abbreviates) ? undefined : brokenOff(name, new Set(near)));
	const called = [...new Set(programs.map((program) => `\`${program.name}\``))];
	if (meant === undefined || isOtherSpelling(name, meant))
		return [...notInHelp(option, programs, joinParts(called, "and")), ...untaught(option, programs, subject)];
	return [
		{
			message: `${called.length === 1 ? `${called[0]} has` : "these programs have"} no option \`${text}\``,
			span,
			help: `did you mean \`${dashes}${meant}\`?`,
			...respelling(option, `${dashes}${meant}`, subject),
		},
	];
}

/** The one name that begins so and goes on within a word, for programs that take no abbreviations: `-lock-time` for `-lock-timeout`. */
function brokenOff(name: string, names: ReadonlySet<string>): string | undefined {
	const longer = [...names].filter((one) => one.startsWith(name) && /^[a-z]/.test(one.slice(name.length)));
	return name.length >= shortestUsual && longer.length === 1 ? longer[0] : undefined;
}

/** A whole word that the help of none of these programs has, where tables hold all that the helps list. */
function notInHelp({ text, span }: KnownWord, programs: readonly Program[], called: string): readonly Finding[] {
	if (!text.startsWith("--") || !programs.every(({ listed, complete }) => listed || complete !== undefined)) return [];
	const meant = nearest(text, new Set(programs.flatMap((program) => [...optionNames(program)])));
	return [
		{
			message: `the help of ${called} has no option \`${text}\``,
			span,
			help:
				meant === undefined
					? "a command with an option that its program lacks does nothing: look it up with `--help`"
					: `did you mean \`${meant}\`?`,
		},
	];
}

/** The policy says what options its own program has, and this is none of them. */
function untaught(
	{ text, span }: KnownWord,
	programs: readonly Program[],
	{ policy }: ValidPolicyContext,
): readonly Finding[] {
	const [program, ...others] = programs;
	if (program === undefined || others.length > 0 || policy.programs.get(program.name) !== program) return [];
	const names = optionNames(program);
	if (names.size === 0 || /^(?:--help|--version|-[hV])$/.test(text) || !text.startsWith("--")) return [];
	const meant = nearest(text, names);
	return [
		{
			message: `\`${program.name}\` is taught without an option \`${text}\``,
			span,
			help: `${meant === undefined ? "" : `did you mean \`${meant}\`? `}where there is such an option, teach it: \`option ${text}\``,
		},
	];
}

/** `aws s3 sync --dry-run`, and `aws ec2 run-instances --dryrun`: of `aws`, subcommands do not agree, and its table has both. */
function rehearsalOf(program: string, typed: string, option: string): string | undefined {
	if (program !== "aws" || typed === "") return undefined;
	const [own, other] = /^s3(?: |$)/.test(typed) ? ["--dryrun", "--dry-run"] : ["--dry-run", "--dryrun"];
	return option === other ? own : undefined;
}

/** Another subcommand has this option, and this one has the same letters with other hyphens. */
function ofOtherSubcommand(
	option: KnownWord,
	program: Program,
	operands: readonly KnownWord[],
	subject: ValidPolicyContext,
): readonly Finding[] {
	const typed = operands.map(({ text }) => text).join(" ");
	const [called, usage] =
		Object.entries(program.subcommands).find(([words]) => words === typed || typed.startsWith(`${words} `)) ?? [];
	const names = [...program.options, ...(usage?.options ?? [])]
		.flatMap((one) => one.names)
		.filter((name) => name.startsWith("--"));
	const meant =
		called !== undefined &&
		option.text.startsWith("--") &&
		hasOption(program, option.text) &&
		!names.includes(option.text)
			? joinedOtherwise(option.text, names)
			: rehearsalOf(program.name, typed, option.text);
	return meant === undefined
		? []
		: [
				{
					message: `\`${[program.name, typed].join(" ")}\` has no option \`${option.text}\``,
					span: option.span,
					help: `did you mean \`${meant}\`?`,
					...respelling(option, meant, subject),
				},
			];
}

/** `xcodebuild --scheme`, `xcodebuild -shceme`: no table says what the program has, and all of its options begin with one dash. */
function untabledOption(
	option: KnownWord,
	program: string | undefined,
	subject: ValidPolicyContext,
): readonly Finding[] {
	if (program === undefined || !oneDash.has(program)) return [];
	const names = otherOptions(program);
	if (!option.text.startsWith("--")) {
		if (names === undefined || names.has(option.text)) return [];
		const bare = [...names].map((one) => one.slice(1));
		const name = option.text.slice(1);
		const near = slipOf(name, bare, { atEnd: true }) ?? inOtherCase(name, bare) ?? brokenOff(name, new Set(bare));
		return near === undefined
			? []
			: [
					{
						message: `\`${program}\` has no option \`${option.text}\``,
						span: option.span,
						help: `did you mean \`-${near}\`?`,
						...respelling(option, `-${near}`, subject),
					},
				];
	}
	if (!/^--[A-Za-z]/.test(option.text) || names?.has(option.text) === true) return [];
	const meant = option.text.slice(1);
	return [
		{
			message: `the options of \`${program}\` begin with one dash, and \`${option.text}\` has two`,
			span: option.span,
			help: `did you mean \`${meant}\`?`,
			...respelling(option, meant, subject),
		},
	];
}

/** The same letters, some of them in capitals: `-derivedDatapath`. */
function inOtherCase(name: string, names: readonly string[]): string | undefined {
	return names.find((one) => one.length > 2 && one.toLowerCase() === name.toLowerCase());
}

/** An abbreviation that leaves out the last letter alone: the program takes it, and nobody abbreviates so. */
function cutOff(option: KnownWord, programs: readonly Program[], subject: ValidPolicyContext): readonly Finding[] {
	const names = programs.flatMap((program) => [...optionNames(program)]);
	if (!/^--[a-z-]{4,}$/.test(option.text) || names.includes(option.text)) return [];
	const meant = wholeOf(option.text, new Set(names));
	if (meant === undefined) return [];
	return [
		{
			message: `\`${option.text}\` is \`${meant}\` without its last letter: it is read as an abbreviation`,
			span: option.span,
			help: `did you mean \`${meant}\`?`,
			...respelling(option, meant, subject),
		},
	];
}

/** The same letters with other hyphens: `--dryrun`. */
function joinedOtherwise(name: string, names: readonly string[]): string | undefined {
	const letters = name.replaceAll("-", "");
	return letters.length < shortestUsual ? undefined : names.find((one) => one.replaceAll("-", "") === letters);
}

/** One slip away from what many programs call so, where no table says what this one has. */
function usualOption(option: KnownWord, program: string | undefined, subject: ValidPolicyContext): readonly Finding[] {
	const name = /^--([a-z][a-z-]{4,})$/.exec(option.text)?.[1];
	if (name === undefined || usual.has(name) || program === undefined) return [];
	const meant = slipOf(
		name,
		[...usual].filter((one) => one.length >= shortestUsual),
	);
	if (meant === undefined || isOtherSpelling(name, meant)) return [];
	return [
		{
			message: `\`${option.text}\` reads as \`--${meant}\`, misspelt`,
			span: option.span,
			help: `did you mean \`--${meant}\`?`,
			...respelling(option, `--${meant}`, subject),
		},
	];
}

const shortestUsual = 6;
const usual: ReadonlySet<string> = new Set(
	"verbose version output config force recursive delete remove dry-run no-verify allow-root privileged global production registry network volume namespace context interactive template follow approve auto-approve all-namespaces environment target profile region project include exclude directory workspace parallel timeout password username insecure upgrade release message headless browser coverage execute immutable frozen-lockfile no-cache no-deps ignore-scripts max-warnings reporter env-file build-arg platform privileged cap-add cap-drop publish entrypoint no-trunc selector filename kubeconfig replicas grace-period ignore-not-found overwrite atomic create-namespace kube-context auto-approve var-file lock-timeout refresh-only revision autogenerate database schema-only data-only if-exists hostname requirement editable compress extract archive recursive checksum preserve summary strict exclude-dir line-number files-with-matches ignore-case max-count context quiet silent location show-error connect-timeout max-time request header upload-file cookie-jar user-agent strategy snapshot update-snapshot run-in-band test-path-pattern watch-all no-interaction".split(
		" ",
	),
);

const whole: ReadonlySet<Program["style"]> = new Set(["long", "go", "find"]);

/** English has two ways to spell it, and programs that take both do not always say so. */
function isOtherSpelling(a: string, b: string): boolean {
	const plain = (text: string): string =>
		text.replaceAll("our", "or").replaceAll("grey", "gray").replaceAll("ise", "ize");
	return plain(a) === plain(b);
}

/** A set's name where a path or a host goes on behind it, stands without its sign, or holds something else: each is a file of the workspace then, or a machine. */
import { isHostEnd } from "../../../../engine/knowledge/vocabulary/domain-ends.js";
import type { PathWord, Pattern } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { visibleSets } from "../../reading/visible-sets.js";
import { programCalled } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { writtenHosts } from "../../reading/written-hosts.js";
import { oncePerPlace, writtenPaths } from "../../reading/written-paths.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const setInPath: Pick<PolicyLint, "check"> = {
	check: (subject) => [
		...inPaths(subject),
		...oncePerPlace([
			...writtenPaths(subject).flatMap(({ words, stated: { file } }) =>
				words.flatMap((word) => [
					...withoutSign(word, file.file, "path", subject),
					...hostsAsPaths(word, file.file, subject),
				]),
			),
			...writtenHosts(subject).flatMap(({ words, stated: { file } }) =>
				words.flatMap((word) => withoutSign(word, file.file, "host", subject)),
			),
			...unusedInPatterns(subject),
		]),
	],
};

/** `touching data` beside `set data = corpora, labels`: without the sign it is a folder of that name, which nothing else speaks of. */
function withoutSign(
	word: PathWord,
	file: string,
	what: "path" | "host",
	subject: ValidPolicyContext,
): readonly Finding[] {
	const { kind, text } = word;
	const elements = kind === "plain" ? visibleSets(file, subject).get(text) : undefined;
	if (elements === undefined || !elements.some((one) => isOf(one, what))) return [];
	const isFolder = (other: string): boolean => other.replace(/^(?:\.\/|\*\*\/)/, "").split("/")[0] === text;
	const speaks = writtenPatterns(subject).some(({ pattern: { words } }) =>
		words.some((one) => (one.text !== text || one.kind === "quoted") && isFolder(one.text)),
	);
	const others = writtenPaths(subject).flatMap(({ paths }) => paths.filter((one) => one.text !== text));
	if (speaks || (what === "path" && others.some((one) => isFolder(one.text)))) return [];
	return [
		{
			message: `\`${text}\` is a ${what === "path" ? "file or a folder" : "machine"} of that name, and the policy has a set that is called so`,
			span: word.span,
			help: `did you mean \`@${text}\`? ${what === "path" ? `a folder of that name is written \`./${text}\`` : "a host in quotes is one of that name"}`,
			...respelling(word, `@${text}`, subject),
		},
	];
}

/** `pnpm run checks`, where a set is called so that nothing names. */
function unusedInPatterns(subject: ValidPolicyContext): readonly Finding[] {
	const { definitions, usesOf } = subject.references();
	const unused = new Set(
		definitions.flatMap((one) => (one.thing === "set" && usesOf(one).length === 0 ? [one.name.text] : [])),
	);
	return writtenPatterns(subject).flatMap(({ pattern: { words }, part }) =>
		words.flatMap((word, at): readonly Finding[] => {
			if (part === "element" || word.kind !== "plain" || !unused.has(word.text)) return [];
			if (at === 0 && programCalled(word.text, subject) !== undefined) return [];
			return [
				{
					message: `\`${word.text}\` is a word of that name, and nothing names the set that is called so`,
					span: word.span,
					help: `did you mean \`@${word.text}\`?`,
					...respelling(word, `@${word.text}`, subject),
				},
			];
		}),
	);
}

function isOf({ words: [only, ...more] }: Pattern, what: "path" | "host"): boolean {
	if (only === undefined || more.length > 0) return false;
	return what === "host" ? isHost(only.text) : /[/*~.]/.test(only.text) && !isHost(only.text);
}

/** `touching @warehouses`, where every element is written as hosts are: no file is called so. */
function hostsAsPaths({ kind, text, span }: PathWord, file: string, subject: ValidPolicyContext): readonly Finding[] {
	const elements = kind === "set" ? (visibleSets(file, subject).get(text) ?? []) : [];
	if (elements.length === 0 || !elements.every((one) => isOf(one, "host"))) return [];
	return [
		{
			message: `\`@${text}\` holds hosts, and stands among paths: this speaks of files in the workspace that are called so`,
			span,
			help: "name hosts behind `at` or `reaching`, or write the paths that are meant",
		},
	];
}

/** `api.shop.example`, `*.snowflakecomputing.com`, `10.0.0.0/8`: a file ends otherwise. */
function isHost(text: string): boolean {
	if (/^(?:\d{1,3}\.){3}\d{1,3}(?:\/\d+)?(?::\d+)?$/.test(text)) return true;
	const [, end = ""] = /^(?:\*\.)?(?:[a-z\d-]+\.)+([a-z]{3,}|io|ai|de|uk|eu)(?::\d+)?$/.exec(text) ?? [];
	return isHostEnd(end) || /^(?:io|ai|de|uk|eu)$/.test(end);
}

function inPaths(subject: ValidPolicyContext): readonly Finding[] {
	const sets = new Set(
		subject
			.statements()
			.flatMap(({ statement }) => (statement.kind === "set" ? [`@${statement.name.text.replace(/^@/, "")}`] : [])),
	);
	return oncePerPlace(
		writtenPaths(subject).flatMap(({ paths }) =>
			paths.flatMap(({ text, literal, span }): readonly Finding[] => {
				const [name = "", ...below] = text.split("/");
				// Nobody's file is called as a set of the policy is.
				if (literal && sets.has(text))
					return [
						{
							message: `\`"${text}"\` in quotes is a path of that very name, and not what the set holds`,
							span,
							help: `write \`${text}\`, without the quotes`,
						},
					];
				if (literal || below.length === 0 || !sets.has(name)) return [];
				return [
					{
						message: `\`${text}\` is a path in the workspace, and not what lies in the folders of \`${name}\`: behind a set's name no path goes on`,
						span,
						help: `write the paths that are meant, or a set of their own; a folder that is called so stands in quotes: \`"${text}"\``,
					},
				];
			}),
		),
	);
}

/** `path-as-program`: a rule refuses a file that is no program: `deny .env`, `deny **\/*.pem`; or it names programs among its paths. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { isSecretFile, isSecretPlace } from "../powers/secret-files.js";
import { replacement } from "../reading/text-edits.js";
import { visibleSets } from "../reading/visible-sets.js";
import { oncePerPlace, writtenPaths } from "../reading/written-paths.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const pathAsProgram: TextLint = {
	name: "path-as-program",
	family: "paths",
	severity: "error",
	summary: "a rule names a file where its pattern names the program, or programs among its paths",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) => [
		...programsAsPaths(subject),
		...setsOfPaths(subject),
		...writtenPatterns(subject).flatMap(({ pattern: { words }, part, stated: { statement } }): readonly Finding[] => {
			const [first] = words;
			if (statement.kind !== "rule" || part !== "subject" || first === undefined || words.length > 1) return [];
			if (!isFile(first)) return [];
			const clause = statement.keyword === "allow" ? "within" : "touching";
			const path = first.text.startsWith("*.") ? `**/${first.text}` : first.text.replace(/\/(?:\*\*)?$/, "");
			const written = first.kind === "quoted" ? `"${first.text}"` : first.text;
			const alone = statement.patterns.length === 1 && statement.clauses.length === 0 && statement.keyword !== "allow";
			const edit = alone ? replacement(first.span, written, `* touching ${path}`, subject) : undefined;
			const isRules = subject.files.find(({ file }) => file === first.span.file)?.notation === "rules";
			return [
				{
					message: `\`${first.text}\` stands where the program is named: this rule speaks of running that file`,
					span: first.span,
					help: `name the file by a path: \`${statement.keyword} * ${clause} ${path}\``,
					...(edit === undefined || !isRules
						? {}
						: { fix: { title: `write \`* touching ${path}\``, edits: [edit], safe: false } }),
				},
			];
		}),
	],
};

/** `deny @secrets`: every element of the set is a place where no program lies. */
function setsOfPaths(subject: LintContext): readonly Finding[] {
	return writtenPatterns(subject).flatMap(({ pattern: { words }, part, stated }): readonly Finding[] => {
		const [first] = words;
		const { statement, file } = stated;
		if (statement.kind === "set" || part === "element" || first?.kind !== "set") return [];
		const elements = visibleSets(file.file, subject).get(first.text) ?? [];
		if (elements.length === 0 || !elements.every(({ words: [only, ...more] }) => more.length === 0 && isPlace(only)))
			return [];
		const keyword = statement.kind === "rule" ? statement.keyword : "deny";
		return [
			{
				message: `\`@${first.text}\` holds paths, and stands where the program is named: this speaks of running those files`,
				span: first.span,
				help: `name them as paths: \`${keyword} * ${keyword === "allow" ? "within" : "touching"} @${first.text}\``,
			},
		];
	});
}

function isPlace(word: PatternWord | undefined): boolean {
	if (word === undefined || (word.kind !== "plain" && word.kind !== "quoted")) return false;
	return (
		isFile(word) ||
		isSecretPlace(word.text) ||
		/^(?:\*\*\/\.|~\/\.(?!local\/bin)|\/(?:etc|var|proc|sys|dev)\b)/.test(word.text)
	);
}

/** `touching @builders`: the set names programs, here or where the policy uses it elsewhere. */
function programsAsPaths(subject: LintContext): readonly Finding[] {
	const called = new Set(
		writtenPatterns(subject).flatMap(({ part, pattern: { words } }) =>
			part === "subject" && words[0]?.kind === "set" ? [words[0].text] : [],
		),
	);
	return oncePerPlace(
		writtenPaths(subject).flatMap(({ words, stated }) =>
			words.flatMap(({ kind, text, span }): readonly Finding[] => {
				if (kind !== "set") return [];
				const elements = visibleSets(stated.file.file, subject).get(text) ?? [];
				if (elements.length === 0 || !elements.every((one) => isProgram(one, called.has(text)))) return [];
				return [
					{
						message: `\`@${text}\` holds programs, and stands among paths: this speaks of files in the workspace that are called so`,
						span,
						help: "name the set of paths that is meant, or write the paths",
					},
				];
			}),
		),
	);
}

/** A bare name that is known, or any where the set is called elsewhere; a file of the workspace that is run beside such. */
function isProgram({ words: [first, ...more] }: Pattern, isCalled: boolean): boolean {
	if (first === undefined || first.kind !== "plain") return false;
	if (isCalled && /^\.\/[\w-]+$/.test(first.text)) return true;
	const isBare = /^[\w+-]+$/.test(first.text);
	return isBare && (more.length > 0 || isCalled || programNamed(first.text) !== undefined);
}

/** A name of what is no program: where keys and passwords are kept, a folder, or a sort of data. */
function isFile({ kind, text }: PatternWord): boolean {
	if (kind !== "plain" && kind !== "quoted") return false;
	return isSecretFile(text) || isFolder(text) || data.test(text);
}

/** `secrets/`, `dist/`: the end says so. */
function isFolder(text: string): boolean {
	return /^[\w.~/-]*[\w-]\/$/.test(text);
}

const data =
	/\.(?:pem|key|p12|pfx|jks|keystore|crt|env|json|ya?ml|toml|ini|conf|cfg|md|txt|log|csv|sql|sqlite3?|db|lock|tfstate|tfvars|ipynb|html|css)$/;

/** `path-as-program`: a rule refuses a file that is no program: `deny .env`, `deny **\/*.pem`. */
import type { PatternWord } from "../../../language/syntax/statements.js";
import type { Finding, TextLint } from "../lint-record.js";
import { isSecretFile } from "../powers/secret-files.js";
import { replacement } from "../reading/text-edits.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const pathAsProgram: TextLint = {
	name: "path-as-program",
	family: "paths",
	severity: "error",
	summary: "a rule names a file where its pattern names the program",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern: { words }, part, stated: { statement } }): readonly Finding[] => {
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
};

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

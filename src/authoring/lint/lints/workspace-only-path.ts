/** `workspace-only-path`: a path is looked for at the top of the workspace only, and what it names lies elsewhere too. */
import { projectFiles, projectFolders, rootFolders } from "../../../engine/knowledge/root-folders.js";
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { PathWord, Statement } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { isSecretFile, placeInHome } from "../powers/secret-files.js";
import { replacement } from "../reading/text-edits.js";
import { slipOf } from "../reading/words/typing-slips.js";
import { oncePerPlace, writtenPaths } from "../reading/written-paths.js";

export const workspaceOnlyPath: TextLint = {
	name: "workspace-only-path",
	family: "paths",
	severity: "warning",
	summary: "a path is relative to the workspace, and what it names lies elsewhere, or in other folders as well",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		oncePerPlace(
			writtenPaths(subject).flatMap(({ keyword, paths, words, stated }) => {
				const said = messagesOf(stated.statement);
				const texts = paths.filter(({ negated }) => !negated).map(({ text }) => text);
				return paths.flatMap(({ text, literal, negated, span, place }): readonly Finding[] => {
					const meant = negated
						? undefined
						: (meantBy(text, keyword === "touching", texts, said) ??
							ofOwnMachine(text, subject) ??
							(keyword === "touching" ? inFoldersBelow(text, `${said} ${commentOf(stated.statement)}`) : undefined) ??
							(keyword === "trust" ? undefined : ofWorkspace(text, subject, said)));
					if (meant === undefined) return [];
					const word: PathWord | undefined = place === undefined ? undefined : words[place];
					const kind = literal ? "quoted" : "plain";
					const shown = word ?? { kind, text, negated, span };
					const next = pathText({ ...shown, kind: "plain", text: meant.path });
					const edit = replacement(span, pathText(shown), next, subject);
					return [
						{
							message: meant.message,
							span,
							help:
								meant.path === text
									? "name the words of the command in its place, or the host that it talks to"
									: `write \`${meant.path}\``,
							...(edit === undefined || meant.path === text
								? {}
								: { fix: { title: `write \`${meant.path}\``, edits: [edit], safe: false } }),
						},
					];
				});
			}),
		),
};

interface Meant {
	readonly path: string;
	readonly message: string;
}

function meantBy(text: string, isRestriction: boolean, others: readonly string[], said: string): Meant | undefined {
	const windows = windowsPath(text);
	if (windows !== undefined)
		return { path: windows, message: `\`${text}\` is written as on Windows: here it is a name in the workspace` };
	const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1];
	if (scheme !== undefined && scheme !== "file")
		return {
			path: text,
			message: `\`${text}\` is an address and no path: no file is called so, and the rule speaks of none`,
		};
	const ending = /^(.*\/)?\.(\w+)$/.exec(text);
	if (ending !== null && isRestriction && fileEndings.has(ending[2] as string))
		return {
			path: `${ending[1] ?? "**/"}*.${ending[2]}`,
			message: `\`${text}\` is a file of that very name, and not one that ends so`,
		};
	if (/^[/~]/.test(text)) return undefined;
	const bare = text.replace(/^\.\//, "");
	if (ofMachine.test(bare) && !text.startsWith("."))
		return { path: `/${bare}`, message: `\`${text}\` lies in the workspace: a path of the machine begins with \`/\`` };
	if (!isRestriction || text.includes("**")) return undefined;
	const home = placeInHome(text);
	if (home !== undefined && !others.includes(home))
		return { path: home, message: `\`${text}\` lies in the workspace, and what is called so lies in the home folder` };
	const deep = `**/${bare}`;
	if (bare === text && isMeantAnywhere(text, said) && !others.some((one) => one.startsWith("**/") && covers(one, bare)))
		return {
			path: deep,
			message: `\`${text}\` speaks of the top of the workspace only, and not of folders below or elsewhere`,
		};
	return undefined;
}

/** Endings of files that are hardly ever a whole name. */
const fileEndings: ReadonlySet<string> = new Set(
	"pem key p12 pfx jks keystore crt cer der kdbx gpg asc tfstate tfvars sqlite sqlite3 db sql dump bak log csv xlsx parquet dcm pdf zip tar gz".split(
		" ",
	),
);

/** A file that holds secrets, files by their ending, and what the rule's own words speak of in more than one place. */
function isMeantAnywhere(text: string, said: string): boolean {
	if (text.includes("/") || /^\.{0,2}$/.test(text)) return false;
	if (isSecretFile(text) || /^(?:\*[\w-]*|[\w-]+\*)(?:\.[\w*{},-]+)+$/.test(text)) return true;
	return anywhere.test(said) || (/^[\w-]*\.?[\w-]+\.\w+$/.test(text) && secret.test(said));
}

const anywhere =
	/\b(?:any|every|each|all|no)(?: of (?:the|our))? (?:\w+ )?(?:sites?|modules?|packages?|services?|projects?|apps?|folders?|director(?:y|ies)|workspaces?|repos?|crates?|charts?|environments?|subprojects?)\b|\b(?:anywhere|wherever|everywhere|in whatever folder)\b/i;
const secret =
	/\b(?:passwords?|log-?ins?|secrets?|tokens?|credentials?|passphrases?|(?:private|signing|api|access) keys?)\b/i;

/** What a rule's message and note say. */
function messagesOf(statement: Statement): string {
	return statement.kind === "rule"
		? statement.clauses
				.flatMap((clause) => (clause.keyword === "because" || clause.keyword === "note" ? [clause.text.text] : []))
				.join(" ")
		: "";
}

/** `/packages/b`, `/src/**`: a slash in front as in `.gitignore`, where it means the top of the project. */
function ofWorkspace(text: string, subject: LintContext, said: string): Meant | undefined {
	const [, first = "", rest = ""] = /^\/{1,2}([\w.-]+)(\/.*)?$/.exec(text) ?? [];
	if (first === "" || rootFolders.has(first) || slipOf(first, rootFolders) !== undefined) return undefined;
	// One letter is a drive.
	if (first.length < 2) return undefined;
	const path = text.replace(/^\/+/, "");
	const relative = relativeStarts(subject);
	// The top of one alone may be the machine's where other paths lie below it.
	const isOwn = relative.has(first) && (rest.length > 1 || !isNamedBelow(`/${first}/`, subject));
	const isSpokenOf = isOwn || speaksOf(said, path.replace(/\/?\**$/, ""));
	if (isSpokenOf)
		return {
			path,
			message: `\`${text}\` begins at the top of the machine, and the policy speaks of \`${relative.has(first) ? first : path}\` in the workspace`,
		};
	// A machine may have any folder of its own there: only a name that projects give to theirs says that the workspace's is meant.
	if (!projectFolders.has(first) && !first.startsWith(".") && !(rest === "" && projectFiles.test(first)))
		return undefined;
	return {
		path,
		message: `\`${text}\` begins at the top of the machine, where \`${first}\` hardly lies: folders of the workspace have no \`/\` before them`,
	};
}

/** `srv/archive/sealed`, where the policy speaks of `/srv/archive`: the slash is missing. */
function ofOwnMachine(text: string, subject: LintContext): Meant | undefined {
	const [whole = "", first = ""] = /^(\w[\w.-]*)\/[\w.-]+/.exec(text) ?? [];
	if (!rootFolders.has(first) || projectFolders.has(first)) return undefined;
	const known = writtenPaths(subject).some(({ paths }) =>
		paths.some((one) => one.text === `/${whole}` || one.text.startsWith(`/${whole}/`)),
	);
	return known
		? {
				path: `/${text}`,
				message: `\`${text}\` lies in the workspace, and the policy speaks of \`/${whole}\` elsewhere`,
			}
		: undefined;
}

/** `manuscripts/*.docx`, where the author says that files lie in folders below. */
function inFoldersBelow(text: string, said: string): Meant | undefined {
	const [, folder = "", name = ""] = /^([\w.@-]+(?:\/[\w.@-]+)*\/)(\*[\w.*-]*\.\w+)$/.exec(text) ?? [];
	if (name === "" || !below.test(said)) return undefined;
	return {
		path: `${folder}**/${name}`,
		message: `\`${text}\` speaks of what lies in \`${folder}\` itself, and not of folders below`,
	};
}

const below =
	/\b(?:(?:one|a|own) (?:sub-?)?(?:folder|director(?:y|ies)) (?:per|for (?:each|every))|(?:a|one) (?:sub-?)?folder each|per[- ]\w+ (?:sub-?)?(?:folders?|director(?:y|ies))|sub-?(?:folders?|director(?:y|ies))|nested|at any depth|however deep|(?:folders?|director(?:y|ies)) below)\b/i;

/** The comment above the statement. */
function commentOf({ comments }: Statement): string {
	return [...(comments?.before ?? [])].join(" ");
}

/** Does a text name this path of more than one folder without a slash before it? */
function speaksOf(text: string, path: string): boolean {
	if (!path.includes("/")) return false;
	for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1))
		if (!/[\w./~*-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + path.length] ?? " ")) return true;
	return false;
}

function isNamedBelow(folder: string, subject: LintContext): boolean {
	return writtenPaths(subject).some(({ paths }) => paths.some(({ text }) => text.startsWith(folder)));
}

/** The first folders of what is relative to the workspace. */
function relativeStarts(subject: LintContext): ReadonlySet<string> {
	const known =
		starts.get(subject) ??
		new Set(
			writtenPaths(subject).flatMap(({ paths }) =>
				paths.flatMap(({ text }) => /^(?=\.?.*\/)(?:\.\/)?([\w-][\w.-]*)(?=\/|$)/.exec(text)?.[1] ?? []),
			),
		);
	starts.set(subject, known);
	return known;
}

const starts = new WeakMap<LintContext, ReadonlySet<string>>();

/** Is the name spoken of in any folder already? */
function covers(deep: string, name: string): boolean {
	const own = deep.slice("**/".length);
	return own === name || own === "*" || own === `${name}*` || own === `{${name}}`;
}

/** Folders that every machine has, with what lies in them: a project may have an `etc` of its own. */
const ofMachine =
	/^(?:etc\/(?:passwd|shadow|gshadow|sudoers|hosts|ssh|ssl|cron\w*|systemd|profile|fstab|group|kubernetes|letsencrypt|environment|ld\.so\.\w+|pam\.d|init\.d)|usr\/(?:bin|sbin|lib|local|share|include|libexec)|var\/(?:log|spool|run|www|cache|lib\/(?:docker|kubelet|dpkg|apt))|root\/\.|proc\/(?:self|sys|\d+|\*)|sys\/(?:class|kernel|fs)|dev\/(?:sd|nvme|null|mem|tty|disk|shm)|home\/\w[\w-]*\/\.|Users\/\w[\w-]*\/|private\/(?:etc|var|tmp)|Library\/(?:Keychains|Launch))/;

/** `%USERPROFILE%\.aws`, `~\.ssh`, `src\lib`: with the home folder and slashes. */
function windowsPath(text: string): string | undefined {
	const slashed = text.replaceAll(/\\+(?=[\w.])/g, "/");
	const home = /^(?:%(?:USERPROFILE|HOME|HOMEPATH)%|~)(?=\/)/i.exec(slashed);
	if (home !== null && slashed !== text) return `~${slashed.slice(home[0].length)}`;
	if (/^%(?:USERPROFILE|HOMEPATH)%(?=\/|$)/i.test(text)) return text.replace(/^%\w+%/, "~");
	const own = /^[A-Za-z]:\\+Users\\+\w[\w.-]*\\+(.*)$/i.exec(text)?.[1];
	if (own !== undefined) return `~/${own.replaceAll(/\\+/g, "/")}`;
	// A backslash before a letter escapes nothing.
	return /\\[A-Za-z]/.test(text) ? text.replaceAll(/\\+(?=\w)/g, "/") : undefined;
}

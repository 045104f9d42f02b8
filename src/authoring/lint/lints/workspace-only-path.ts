/** `workspace-only-path`: a path is looked for at the top of the workspace only, and what it names lies elsewhere too. */
import type { PathWord } from "../../../language/syntax/statements.js";
import { pathText } from "../../../language/syntax/write-dsl.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { isSecretFile, placeInHome } from "../powers/secret-files.js";
import { replacement } from "../reading/text-edits.js";
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
			writtenPaths(subject).flatMap(({ keyword, paths, words }) => {
				const relative = relativeStarts(subject);
				const texts = paths.filter(({ negated }) => !negated).map(({ text }) => text);
				return paths.flatMap(({ text, literal, negated, span, place }): readonly Finding[] => {
					const meant = negated
						? undefined
						: (meantBy(text, keyword === "touching", texts) ?? ofWorkspace(text, relative));
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
							help: `write \`${meant.path}\``,
							...(edit === undefined ? {} : { fix: { title: `write \`${meant.path}\``, edits: [edit], safe: false } }),
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

function meantBy(text: string, isRestriction: boolean, others: readonly string[]): Meant | undefined {
	const windows = windowsPath(text);
	if (windows !== undefined)
		return { path: windows, message: `\`${text}\` is written as on Windows: here it is a name in the workspace` };
	if (/^[/~]/.test(text)) return undefined;
	const bare = text.replace(/^\.\//, "");
	if (ofMachine.test(bare) && !text.startsWith("."))
		return { path: `/${bare}`, message: `\`${text}\` lies in the workspace: a path of the machine begins with \`/\`` };
	if (!isRestriction || text.includes("**")) return undefined;
	const home = placeInHome(text);
	if (home !== undefined && !others.includes(home))
		return { path: home, message: `\`${text}\` lies in the workspace, and what is called so lies in the home folder` };
	const deep = `**/${bare}`;
	if (bare === text && isSecretFile(text) && !others.some((one) => one.startsWith("**/") && covers(one, bare)))
		return {
			path: deep,
			message: `\`${text}\` speaks of the top of the workspace only, and not of folders below or elsewhere`,
		};
	return undefined;
}

/** `/packages/b` beside `packages/a`. */
function ofWorkspace(text: string, relative: ReadonlySet<string>): Meant | undefined {
	const [, first = "", rest] = /^\/([\w.-]+)(\/.*)?$/.exec(text) ?? [];
	if (rest === undefined || topFolders.has(first)) return undefined;
	if (ofProjects.has(first) && !relative.has(first))
		return {
			path: text.slice(1),
			message: `\`${text}\` begins at the top of the machine, where no \`${first}\` lies: folders of the workspace have no \`/\` before them`,
		};
	if (!relative.has(first)) return undefined;
	return {
		path: text.slice(1),
		message: `\`${text}\` begins at the top of the machine, and the policy speaks of \`${first}\` in the workspace`,
	};
}

const topFolders: ReadonlySet<string> = new Set(
	"bin boot dev etc home lib lib64 media mnt nix opt proc root run sbin srv sys tmp usr var private Users Library System Applications Volumes workspace workspaces data app build cache src work".split(
		" ",
	),
);

/** What a project's folders are called, and none at the top of a machine. */
const ofProjects: ReadonlySet<string> = new Set(
	"apps packages libs config configs docs test tests spec scripts services modules components assets public dist migrations node_modules deploy deployment infra terraform charts manifests fixtures examples tools internal cmd pkg frontend backend web api ios android .github .git .env".split(
		" ",
	),
);

/** The first folders of what is relative to the workspace. */
function relativeStarts(subject: LintContext): ReadonlySet<string> {
	const known =
		starts.get(subject) ??
		new Set(
			writtenPaths(subject).flatMap(({ paths }) =>
				paths.flatMap(({ text }) => /^(?:\.\/)?([\w-][\w.-]*)\//.exec(text)?.[1] ?? []),
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
	return undefined;
}

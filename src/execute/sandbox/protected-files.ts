/**
 * Files that no sandboxed command writes, whatever the policy lets it write: what they hold is run or obeyed later, outside of the sandbox.
 * Each is pinned whether or not it is there.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { policyNames } from "../../load/find-policy.js";

/** Below a folder in which somebody works. */
const inFolders: readonly string[] = [
	// Run by git, whoever calls it.
	".git/hooks",
	".git/config",
	".git/config.worktree",
	".husky",
	// Read by agents when they start: hooks, servers, permissions.
	".claude",
	".codex",
	".cursor",
	".gemini",
	".qwen",
	".opencode",
	".windsurf",
	".continue",
	".amazonq",
	".kiro",
	".roo",
	".mcp.json",
	"opencode.json",
	".github/hooks",
	".github/workflows",
	// Run by editors and shells when a folder is opened.
	".vscode",
	".idea",
	".zed",
	".devcontainer",
	".envrc",
	// Ours.
	...policyNames,
	"bylaw.config.yaml",
];

/** Below the home folder: what shells, git and the system start from. */
const inHome: readonly string[] = [
	".profile",
	".bashrc",
	".bash_profile",
	".bash_login",
	".bash_logout",
	".zshrc",
	".zshenv",
	".zprofile",
	".zlogin",
	".gitconfig",
	".ssh",
	".config/git",
	".config/fish",
	".config/autostart",
	".config/systemd",
	".config/environment.d",
	".local/bin",
	...inFolders.filter((name) => name.startsWith(".") && !name.startsWith(".git")),
];

/** Folders deeper than this below one that may be written are not looked into for repositories. */
const deepest = 3;
/** More entries than this are not looked at for repositories. */
const mostEntries = 2_000;

/** Absolute paths, in or around the folders that may be written. All are real: no link leads to them. */
export function protectedFiles(
	roots: readonly string[],
	workspace: string,
	home: string | undefined,
	policyFiles: readonly string[],
): readonly string[] {
	const found = new Set<string>();
	for (const folder of new Set([...roots, ...above(workspace), ...roots.flatMap(repositoriesIn)])) {
		for (const name of inFolders) found.add(join(folder, name));
		for (const path of [...behindGitFile(folder), ...namedByGit(folder)]) found.add(path);
	}
	if (home !== undefined) for (const name of inHome) found.add(join(home, name));
	for (const name of policyFiles) {
		if (name.startsWith("pack:")) continue;
		found.add(resolve(name));
		found.add(resolve(workspace, name));
	}
	return [...found];
}

/** The folder and all above it. */
function above(folder: string): readonly string[] {
	const parent = dirname(folder);
	return parent === folder ? [folder] : [folder, ...above(parent)];
}

/** Folders with a `.git` in them: submodules, and projects side by side. */
function repositoriesIn(root: string): readonly string[] {
	const found: string[] = [];
	let left = mostEntries;
	let level: readonly string[] = [root];
	for (let depth = 0; depth <= deepest && left > 0; depth++) {
		const next: string[] = [];
		for (const folder of level) {
			if (left <= 0) break;
			for (const entry of entriesOf(folder)) {
				left--;
				if (entry.name === ".git") found.push(folder);
				else if (entry.isDirectory() && entry.name !== "node_modules") next.push(join(folder, entry.name));
			}
		}
		level = next;
	}
	return found;
}

function entriesOf(folder: string): readonly { readonly name: string; isDirectory(): boolean }[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

/** `.git` as a file leads to the folder that git uses instead (worktrees, submodules): neither the file nor hooks and settings there may change. */
function behindGitFile(folder: string): readonly string[] {
	const file = join(folder, ".git");
	try {
		if (!statSync(file).isFile()) return [];
		const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
		if (target === undefined) return [file];
		const gitFolder = resolve(folder, target);
		const common = commonFolder(gitFolder);
		return [
			file,
			...[gitFolder, common].flatMap((one) => ["hooks", "config", "config.worktree"].map((name) => join(one, name))),
		];
	} catch {
		return [];
	}
}

/** Where git's own settings say that hooks and more settings lie. */
function namedByGit(folder: string): readonly string[] {
	try {
		const settings = readFileSync(join(folder, ".git/config"), "utf8");
		return [...settings.matchAll(/^\s*(hooksPath|path)\s*=\s*"?([^"\n#;]+)/gim)].map(([, name = "", path = ""]) =>
			// Hooks are looked for from the folder, settings from where they are named.
			resolve(
				folder,
				name.toLowerCase() === "path" ? ".git" : ".",
				path.trim().replace(/^~(?=\/)/, process.env.HOME ?? "~"),
			),
		);
	} catch {
		return [];
	}
}

function commonFolder(gitFolder: string): string {
	try {
		return resolve(gitFolder, readFileSync(join(gitFolder, "commondir"), "utf8").trim());
	} catch {
		return gitFolder;
	}
}

/** Real repositories for tests, which know nothing of the settings of this machine; and what git says that it would keep of one. */
import { execFileSync, spawnSync } from "node:child_process";
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";

/** A folder for repositories and for the settings of a user; it is gone when the tests of the file have run. */
export function gitFolder(): { readonly path: string } {
	const folder = { path: "" };
	beforeAll(() => {
		folder.path = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-tree-")));
		for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
		Object.assign(process.env, {
			GIT_CONFIG_SYSTEM: "/dev/null",
			GIT_CONFIG_GLOBAL: join(folder.path, "settings"),
			XDG_CONFIG_HOME: join(folder.path, "config"),
		});
		writeFileSync(
			join(folder.path, "settings"),
			'[user]\n\tname = a\n\temail = a@b.example\n[protocol "file"]\n\tallow = always\n[init]\n\tdefaultBranch = main\n',
		);
	});
	afterAll(() => rmSync(folder.path, { recursive: true, force: true }));
	return folder;
}

export function git(root: string, ...words: readonly string[]): string {
	return execFileSync("git", words, {
		cwd: root,
		encoding: "utf8",
		env: process.env,
		stdio: ["ignore", "pipe", "pipe"],
	});
}

/** The same for what may fail. */
export function gitOr(root: string, input: string, ...words: readonly string[]): string {
	return spawnSync("git", words, { cwd: root, encoding: "utf8", env: process.env, input }).stdout;
}

export function write(root: string, texts: Readonly<Record<string, string>>): void {
	for (const [path, text] of Object.entries(texts)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
}

/** A repository with these files, committed. */
export function repository(root: string, texts: Readonly<Record<string, string>>, ...words: readonly string[]): string {
	mkdirSync(root, { recursive: true });
	git(root, "init", "-q", ...words);
	write(root, texts);
	git(root, "add", "-A");
	git(root, "commit", "-qm", "first");
	return root;
}

/** The files that git would keep as they lie there: path, kind and content. */
export function keptByGit(root: string): string {
	const paths = new Set(git(root, "ls-files", "-z", "-co", "--exclude-standard").split("\0"));
	paths.delete("");
	return [...paths]
		.sort()
		.flatMap((path) => {
			const at = join(root, path);
			const stats = behindLink(root, path) ? undefined : lstatSync(at, { throwIfNoEntry: false });
			if (stats?.isSymbolicLink()) return [`${path} link ${readlinkSync(at)}`];
			if (!stats?.isFile()) return [];
			return [`${path} ${(stats.mode & 0o100) === 0 ? "file" : "executable"} ${readFileSync(at, "hex")}`];
		})
		.join("\n");
}

/** What lies behind a link is no file of the work tree. */
function behindLink(root: string, path: string): boolean {
	const parts = path.split("/").slice(0, -1);
	return parts.some((_, at) =>
		lstatSync(join(root, ...parts.slice(0, at + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
	);
}

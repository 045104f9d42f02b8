/** Programs that change what is checked out without naming a file. */
export function isVersionControl(program: string | undefined): boolean {
	return program !== undefined && programs.has(program);
}

const programs: ReadonlySet<string> = new Set(["git", "gh", "glab", "hub", "jj", "hg", "svn"]);

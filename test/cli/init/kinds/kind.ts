/** Kinds of projects, as their own tools write them, and ten commands of a usual day in each with the answer that is wanted. */
export interface Kind {
	/** The files that lie there, with as much of their text as tells anything. */
	readonly files: Readonly<Record<string, string>>;
	/** What `rules init` says that it found. */
	readonly found: string;
	readonly allow: readonly string[];
	readonly ask: readonly string[];
	readonly deny: readonly string[];
}

/** Of any day, whatever the project is. */
export const anyDay: Pick<Kind, "allow" | "ask" | "deny"> = {
	allow: ["git status", "git diff | head -50", "rg -n TODO .", "git commit -am done", "ls -la"],
	ask: ["git push", "cat .env", "curl https://example.com"],
	deny: ["sudo ls", "rm -rf ~", "cp x policy.rules", "cp x .git/hooks/pre-commit"],
};

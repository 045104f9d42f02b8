/** What stands in for what a line leaves out. */
export interface LineDefaults {
	readonly agent?: string;
	/** Absolute; what a line's own folder is relative to. */
	readonly cwd: string;
	/** What paths of the policy are relative to; a line's folder when absent. */
	readonly workspace?: string;
	/** No line may name another workspace: whoever serves said it for all. */
	readonly isWorkspaceFixed?: boolean;
	readonly force?: boolean;
	readonly env?: Readonly<Record<string, string>>;
}

/** What can be asked of `rules bundle`: what it does, and which options that takes. */

export interface BundleQuestion {
	readonly action: BundleAction;
	readonly where: string;
	readonly options: {
		readonly keys?: readonly string[];
		readonly channel?: string;
		readonly rules?: readonly string[];
		readonly suite?: readonly string[];
		readonly safe?: readonly string[];
		readonly threshold?: readonly string[];
		readonly expires?: readonly string[];
		readonly role?: readonly string[];
		readonly team?: string;
		readonly to?: string;
		readonly root?: string;
		readonly jitter?: number;
		readonly deadline?: number;
		readonly log?: string;
		readonly mostLooser?: string;
		readonly mostStricter?: string;
		readonly json?: true;
	};
}

export type BundleOption = keyof BundleQuestion["options"];

/** What can be done, and which options that takes. */
export const bundleActions = {
	keys: ["role"],
	build: ["keys", "channel", "rules", "suite", "safe", "threshold", "expires"],
	renew: ["keys", "expires"],
	rotate: ["keys", "role", "to", "threshold", "expires"],
	delegate: ["keys", "team", "to", "threshold", "expires"],
	verify: ["root", "channel", "json"],
	refresh: ["jitter", "deadline", "log", "mostLooser", "mostStricter", "json"],
	status: ["json"],
} as const satisfies Readonly<Record<string, readonly BundleOption[]>>;
export type BundleAction = keyof typeof bundleActions;

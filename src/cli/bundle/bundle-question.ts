/** What can be asked of `rules bundle`: what it does, and which options that takes. */
import { shareIn } from "../../runtime/bundle/comparison.js";
import { WrongQuestion } from "../terminal/exit.js";

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
		readonly ceiling?: readonly string[];
		readonly root?: string;
		readonly jitter?: number;
		readonly deadline?: number;
		readonly share?: string;
		readonly machines?: readonly string[];
		readonly agents?: readonly string[];
		readonly repositories?: readonly string[];
		readonly shadow?: true;
		readonly everyone?: true;
		readonly back?: true;
		readonly promise?: string;
		readonly margin?: string;
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
	build: [
		"keys",
		"channel",
		"rules",
		"suite",
		"safe",
		"share",
		"machines",
		"agents",
		"repositories",
		"shadow",
		"promise",
		"margin",
		"threshold",
		"expires",
	],
	rollout: [
		"keys",
		"channel",
		"share",
		"machines",
		"agents",
		"repositories",
		"shadow",
		"everyone",
		"back",
		"promise",
		"margin",
		"expires",
	],
	renew: ["keys", "expires"],
	rotate: ["keys", "role", "to", "threshold", "expires"],
	delegate: ["keys", "team", "to", "ceiling", "threshold", "expires"],
	verify: ["root", "channel", "json"],
	refresh: ["jitter", "deadline", "log", "mostLooser", "mostStricter", "json"],
	status: ["json"],
} as const satisfies Readonly<Record<string, readonly BundleOption[]>>;
export type BundleAction = keyof typeof bundleActions;

/** The share that an option says, from 0 to 1. */
export function shareOf(option: string, text: string): number {
	const share = shareIn(text);
	if (share === undefined) throw new WrongQuestion(`\`${option} ${text}\` is no share`, "write for example `1%`");
	return share;
}

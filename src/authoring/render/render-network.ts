/** What a sandbox lets out of a run, for people and as a record: no network, all of it, or listed hosts; and whether this machine holds it to that. */
import type { Bounds } from "../../engine/decide/bounds/bounds.js";
import type { HostBounds, HostList } from "../../engine/decide/bounds/host-bounds.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Demand } from "../../language/syntax/statements.js";

/** Why there is no sandbox here; undefined where there is one. */
export type WhyNone = string | undefined;

export interface NetworkRecord {
	readonly kind: "none" | "all" | "listed";
	/** One for each command that talks: a host has to be in one list of each, and in none of what is refused. */
	readonly hosts?: readonly { readonly within: readonly (readonly string[])[]; readonly refused: readonly string[] }[];
	/** Does something here keep whatever runs to that? */
	readonly held: boolean;
	readonly why?: string;
}

export function networkRecord({ network, hosts }: Pick<Bounds, "network" | "hosts">, whyNone: WhyNone): NetworkRecord {
	return {
		kind: !network ? "none" : hosts === undefined ? "all" : "listed",
		...(hosts === undefined
			? {}
			: {
					hosts: hosts.map(({ within, refused }) => ({
						within: within.map((lists) => lists.map(listText)),
						refused: refused.map(listText),
					})),
				}),
		held: whyNone === undefined,
		...(whyNone === undefined ? {} : { why: whyNone }),
	};
}

export function renderNetwork(bounds: Pick<Bounds, "network" | "hosts">, sandbox: Demand, whyNone: WhyNone): string {
	const { network, hosts } = bounds;
	const lines = !network
		? ["network: none"]
		: hosts === undefined
			? ["network: all of it, for no rule says which hosts what runs may talk to"]
			: [
					"network: these hosts alone, whatever runs:",
					...[...new Set(hosts.map(hostsText))].map((text) => `  ${text}`),
				];
	return `${[...lines, `  ${holding(sandbox, whyNone, hosts !== undefined)}`].join("\n")}\n`;
}

function holding(sandbox: Demand, whyNone: WhyNone, isListed: boolean): string {
	if (whyNone === undefined)
		return isListed
			? "held by the sandbox: its only way out is a proxy that lets these through"
			: "held by the sandbox";
	return sandbox === "require"
		? `nothing runs here, for there is no sandbox: ${visible(whyNone)}`
		: `not held here, for there is no sandbox: ${visible(whyNone)}; rules see what a command line says, not what code does`;
}

function hostsText({ within, refused }: HostBounds): string {
	const text = within.map((lists) => lists.map(quoted).join(" or ")).join(", and of them ");
	return refused.length === 0 ? text : `${text}, but not ${refused.map(quoted).join(", ")}`;
}

function quoted(list: HostList): string {
	return `\`${visible(listText(list))}\``;
}

function listText(list: HostList): string {
	return list.map(({ text, negated }) => `${negated ? "!" : ""}${text}`).join(", ");
}

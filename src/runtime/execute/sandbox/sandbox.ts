/**
 * The sandbox that a permit asks for: what makes it, a warning that there is none, or a refusal. A sandbox that is required and can't be had means that
 * nothing runs.
 */
import type { Permitted } from "../../../engine/decide/permit.js";
import { confine, type Inmate, type Sandbox } from "./confine.js";
import { type Bubblewrap, findBubblewrap } from "./find-bubblewrap.js";
import { systemWays, type Ways } from "./network/way-out.js";

export type Walls =
	/** The policy wants none. */
	| { readonly kind: "none" }
	/** The policy would like one, and there is none. */
	| { readonly kind: "missing"; readonly warning: string }
	| { readonly kind: "refused"; readonly failure: string }
	| { readonly kind: "ready"; readonly confine: (inmate: Inmate) => Sandbox | { readonly failure: string } };

/** Finds out which it is. `governing`: what the sandbox hides beside what lies in places of its own. */
export async function wallsFor(
	{ sandbox, bounds }: Pick<Permitted, "sandbox" | "bounds">,
	find: () => Promise<Bubblewrap> = findBubblewrap,
	governing: readonly string[] = [],
	ways: Ways = systemWays,
): Promise<Walls> {
	if (sandbox === "off") return { kind: "none" };
	const found = await find();
	const why = found.kind === "missing" ? found.why : bounds === undefined ? "what it may do is not known" : undefined;
	if (found.kind === "usable" && bounds !== undefined) {
		const within = bounds();
		return { kind: "ready", confine: (inmate) => confine(found, within, governing, ways, inmate) };
	}
	switch (sandbox) {
		case "require":
			return { kind: "refused", failure: `denied: the policy requires a sandbox, and there is none: ${why}` };
		case "prefer":
			return {
				kind: "missing",
				warning: `it ran without the sandbox that the policy prefers: ${why}${whatIsOpen(bounds)}`,
			};
	}
}

/** Rules that list hosts see what a command line says. */
function whatIsOpen(bounds: Permitted["bounds"]): string {
	return bounds?.().hosts === undefined ? "" : "; nothing kept its code to the hosts that the policy lists";
}

/** What a record says of a bundle: which one decided, how old it was, and what a release that is a shadow would have said. */
import { decide } from "../../engine/decide/decide.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { bundleOf, type ShadowRelease, shadowOf } from "../load/active-bundle.js";
import type { BundleFields, ShadowFields } from "./record.js";

/** Of rules that are of no bundle it says nothing. A shadow answers as in the first request of a session. Never throws. */
export function bundleFields(decisions: Decisions, request: Request, world: World): BundleFields {
	const shadow = shadowOf(decisions);
	return {
		...bundleOf(decisions, request.agent ?? "default"),
		...(shadow === undefined ? {} : { shadow: answerOf(shadow, request, world) }),
	};
}

function answerOf({ version, digest, read }: ShadowRelease, request: Request, world: World): ShadowFields {
	try {
		const policy = read();
		if ("fault" in policy) return { version, digest, fault: policy.fault };
		const { effect, code, rules } = decide(policy, request, world, firstRequest(policy));
		return { version, digest, effect, code, rules: rules.map(({ id }) => id) };
	} catch (error) {
		return { version, digest, fault: error instanceof Error ? error.message : String(error) };
	}
}

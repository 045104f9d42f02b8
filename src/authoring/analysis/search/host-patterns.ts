/** How patterns of hosts lie to each other. */
import { type HostShape, hostFits, patternOf } from "../../../engine/decide/evaluate/host-lists.js";
import type { HostPattern } from "../../../language/policy/test.js";

/** Is every host of the first pattern surely one of the second, and each that may be one of the first at least perhaps one of the second? */
export function isHostInside(inner: HostPattern, outer: HostPattern): boolean {
	const [one, other] = [patternOf(inner), patternOf(outer)];
	if (other.port !== undefined && other.port !== one.port) return false;
	if (other.kind === "any" || (one.kind === "loopback" && other.kind === "loopback")) return true;
	if (other.kind === "below")
		return (
			(one.kind === "name" && one.name.endsWith(`.${other.name}`)) ||
			(one.kind === "below" && (one.name === other.name || one.name.endsWith(`.${other.name}`)))
		);
	if (other.kind === "name") return one.kind === "name" && one.name === other.name;
	if (one.kind !== "network" || other.kind !== "network" || one.family !== other.family) return false;
	return one.length >= other.length && isPrefix(other, one.bits);
}

/** Is no host that is surely one of the first one of the second, not even perhaps? Ports aside. */
export function areHostsApart(one: HostPattern, other: HostPattern): boolean {
	const [left, right] = [patternOf(one), patternOf(other)];
	switch (left.kind) {
		case "any":
			return false;
		case "name":
			return hostFits({ kind: "name", name: left.name }, right) === "no";
		case "below":
			if (right.kind === "name") return !right.name.endsWith(`.${left.name}`);
			return (
				right.kind === "below" &&
				!`.${right.name}`.endsWith(`.${left.name}`) &&
				!`.${left.name}`.endsWith(`.${right.name}`)
			);
		case "loopback":
			return (
				(right.kind === "name" && right.name !== "localhost") || (right.kind === "below" && right.name !== "localhost")
			);
		case "network":
			if (right.kind === "name" || right.kind === "below") return true;
			// The address of no host is a machine's own.
			if (right.kind !== "network" || left.family !== right.family || isPrefix(left, 0n)) return false;
			return left.family === 4 && !isPrefix(left, right.bits) && !isPrefix(right, left.bits);
	}
}

function isPrefix({ family, bits, length }: HostShape & { readonly kind: "network" }, other: bigint): boolean {
	const shift = BigInt((family === 4 ? 32 : 128) - length);
	return bits >> shift === other >> shift;
}

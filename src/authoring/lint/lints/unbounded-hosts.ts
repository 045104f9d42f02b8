/** `unbounded-hosts`: a grant is bounded by hosts that anybody may have, by a machine's own metadata, or by a whole private network. */

import { isAmong } from "../../../engine/decide/evaluate/host-lists.js";
import type { HostPattern } from "../../../language/policy/test.js";
import { isHostInside } from "../../analysis/search/host-patterns.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { boundsHosts, type WrittenHost, writtenHosts } from "../reading/written-hosts.js";
import { isPublicSuffix } from "./unbounded-hosts/public-suffix.js";

export const unboundedHosts: PolicyLint = {
	name: "unbounded-hosts",
	family: "breadth",
	severity: "warning",
	summary:
		"a grant is bounded by hosts that anybody may have, by the metadata of the machine, or by a whole private network",
	looksAt: "policy",
	check: (subject) =>
		writtenHosts(subject)
			.filter(boundsHosts)
			.flatMap((list) => {
				const takenOut = list.hosts.filter(({ negated }) => negated);
				return list.hosts.flatMap((host) => {
					if (host.negated) return [];
					// Of `at` it says that the hosts are named, whichever they are.
					const isAny = list.keyword === "to" && host.text === "*" && takenOut.length === 0;
					return isAny ? [anyHost(host)] : (findingOn(host, takenOut) ?? []);
				});
			}),
};

function anyHost({ word }: WrittenHost): Finding {
	return {
		message: "`*` is every host: this bounds nothing",
		span: word.span,
		help: "name the hosts that are meant, or take some out: `*, !169.254.169.254`",
	};
}

function findingOn(host: WrittenHost, takenOut: readonly HostPattern[]): Finding | undefined {
	const { text, word } = host;
	// Whoever takes the best known one out has thought of it.
	const metadata = metadataHosts.some((one) => isHeld(one, takenOut))
		? []
		: metadataHosts.filter((one) => isHeld(one, [host]) && !(bare(text).startsWith("*") && /[a-z]/.test(one)));
	const [first] = metadata;
	if (first !== undefined) {
		const isItself = bare(text) === first;
		return {
			message: `${isItself ? `at \`${text}\`` : `\`${text}\` holds \`${first}\`, where`} a cloud hands out the credentials of the machine`,
			span: word.span,
			help: isItself
				? "take it out: what the agent needs of it can be handed to it"
				: `name the hosts that are meant, or take it out again: \`${metadata.map((one) => `!${one}`).join(", ")}\``,
		};
	}
	const inside = (text.includes("/") ? privateNetworks : []).find((one) =>
		isHostInside({ text: one, negated: false }, plain(text)),
	);
	if (inside !== undefined)
		return {
			message: `\`${text}\` lets an agent talk to every machine of the private network \`${inside}\``,
			span: word.span,
			help: "name the machines that are meant, or the part of the network that they are in",
		};
	const suffix = bare(text).startsWith("*.") ? bare(text).slice(2) : undefined;
	if (suffix === undefined || !isPublicSuffix(suffix)) return undefined;
	return {
		message: `anybody may have a host below \`${suffix}\`: \`${text}\` bounds nothing`,
		span: word.span,
		help: `name whose hosts are meant, as in \`*.example.${suffix}\``,
	};
}

/** Without its port. */
function bare(text: string): string {
	return text.replace(/:\d+$/, "");
}

function plain(text: string): HostPattern {
	return { text: /\/.*:\d+$|^[^:]*:\d+$/.test(text) ? bare(text) : text, negated: false };
}

function isHeld(host: string, list: readonly HostPattern[]): boolean {
	return (
		isAmong(
			{ host, port: 80 },
			list.map((one) => ({ ...plain(one.text), negated: false })),
		) === "yes"
	);
}

/** Where the clouds tell a machine who it is. */
const metadataHosts: readonly string[] = [
	"169.254.169.254",
	"[fd00:ec2::254]",
	"169.254.170.2",
	"metadata.google.internal",
	"100.100.100.200",
	"168.63.129.16",
];

/** Wider than one site has. */
const privateNetworks: readonly string[] = [
	"10.0.0.0/8",
	"172.16.0.0/12",
	"192.168.0.0/16",
	"fc00::/7",
	"100.64.0.0/10",
];

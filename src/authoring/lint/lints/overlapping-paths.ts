/** `overlapping-paths`: a list names a path and a folder that holds it, or a host and others that it is one of. */

import { isAmong } from "../../../engine/decide/evaluate/host-lists.js";
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import { isHostInside } from "../../analysis/search/host-patterns.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { hasSameBase, holdsPaths, isWhole, pathShape } from "../powers/path-shape.js";
import { elementDeletion } from "../reading/part-deletion.js";
import { type WrittenHost, type WrittenHosts, writtenHosts } from "../reading/written-hosts.js";
import { bounds, meantPath, type WrittenPath, type WrittenPaths, writtenPaths } from "../reading/written-paths.js";

export const overlappingPaths: TextLint = {
	name: "overlapping-paths",
	family: "paths",
	severity: "info",
	summary:
		"a list of paths names a path and a folder that holds it, or a list of hosts a host and others that it is one of",
	fixes: "both",
	looksAt: "text",
	check: (subject) => [
		...writtenPaths(subject).flatMap((list) =>
			// A trusted folder is that folder alone. In longer lists each pair would have to be looked at.
			list.keyword === "trust" || list.paths.length > mostPaths ? [] : faultsOf(list, subject),
		),
		...writtenHosts(subject).flatMap((list) => (list.hosts.length > mostPaths ? [] : overlappingHosts(list, subject))),
	],
};

const mostPaths = 40;

function faultsOf(list: WrittenPaths, subject: LintContext): readonly Finding[] {
	return list.paths.flatMap((path, at) => {
		const { place } = path;
		if (place === undefined) return [];
		const outer = list.paths.find((other, otherAt) => otherAt !== at && makesNeedless(other, path, otherAt < at, list));
		if (outer === undefined) return [];
		const edit = elementDeletion(
			list.words.map(({ span }) => span),
			place,
			subject,
		);
		const text = pathText(list.words[place] as WrittenPaths["words"][number]);
		const safe = isSure(outer, path, list);
		const title = safe
			? `take \`${text}\` out`
			: `take \`${text}\` out, and with it, where that is a link, the folder that it leads to`;
		return [
			{
				message: `\`${outer.text}\` holds \`${path.text}\` as well`,
				span: path.span,
				labels: [{ span: outer.span, message: "this holds it" }],
				help: `leave \`${text}\` out`,
				...(edit === undefined ? {} : { fix: { title, edits: [edit], safe } }),
			},
		];
	});
}

/** What is taken out of a list makes it matter who is named twice. */
function overlappingHosts({ hosts, words }: WrittenHosts, subject: LintContext): readonly Finding[] {
	if (hosts.some(({ negated }) => negated)) return [];
	return hosts.flatMap((host, at): readonly Finding[] => {
		if (host.word.kind === "set") return [];
		const outer = hosts.find(
			(other, otherAt) => otherAt !== at && holdsHost(other, host) && (otherAt < at || !holdsHost(host, other)),
		);
		if (outer === undefined) return [];
		const edit = elementDeletion(
			words.map(({ span }) => span),
			host.place,
			subject,
		);
		// A name that stands for an address may be among the one and not surely among the other.
		const safe = isHostInside(host, outer);
		return [
			{
				message: `\`${outer.text}\` holds \`${host.text}\` as well`,
				span: host.word.span,
				labels: [{ span: outer.word.span, message: "this holds it" }],
				help: `leave \`${host.text}\` out`,
				...(edit === undefined ? {} : { fix: { title: `take \`${host.text}\` out`, edits: [edit], safe } }),
			},
		];
	});
}

function holdsHost(outer: WrittenHost, inner: WrittenHost): boolean {
	const [, host = inner.text, port] = /^([^:]+|\[[^\]]+\])(?::(\d+))?$/.exec(inner.text) ?? [];
	const isLoopback = /^(?:127\.[\d.]+|\[?::1\]?)$/.test(host);
	return (
		isHostInside(inner, outer) ||
		(isLoopback && isAmong({ host, ...(port === undefined ? {} : { port: Number(port) }) }, [outer]) === "yes")
	);
}

/** Does the other one say all that this one says? What must not be touched may be reached through a link to it: there only what is sure counts. */
function makesNeedless(outer: WrittenPath, inner: WrittenPath, isBefore: boolean, list: WrittenPaths): boolean {
	if (outer.negated !== inner.negated) return false;
	const sure = isSure(outer, inner, list);
	if (!sure && (inner.negated || !bounds(list))) return false;
	const [out, own] = [meantPath(outer, list), meantPath(inner, list)];
	if (JSON.stringify(pathShape(out)) === JSON.stringify(pathShape(own)) || !holdsPaths(out, own)) return false;
	// Of two that say the same the second one is told.
	return isBefore || !holdsPaths(own, out);
}

/** Wherever links lead: both begin with the same folder, or the one is everything. */
function isSure(outer: WrittenPath, inner: WrittenPath, list: WrittenPaths): boolean {
	const [out, own] = [pathShape(meantPath(outer, list)), pathShape(meantPath(inner, list))];
	return hasSameBase(out, own) || (out.root === "top" && isWhole(out));
}

/** Hosts that are kept from some programs, and others that reach them as well: `deny curl, wget reaching 169.254.169.254` beside `allow web.fetch`. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { isAmong } from "../../../engine/decide/evaluate/host-lists.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { isGoverned } from "../../analysis/programs/governed-names.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { clauseText } from "../reading/clause-text.js";
import { type WrittenHost, writtenHosts } from "../reading/written-hosts.js";
import { grantLabels, isLong, isRefused, openCommands, openText, restrictionsOf, saysOnly } from "./restriction.js";

export function clientsLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const clause = statement.clauses.find(({ keyword }) => keyword === "reaching");
	if (statement.keyword !== "deny" || clause === undefined || isLong(stated)) return undefined;
	if (!statement.clauses.every((one) => saysOnly(one) || one === clause)) return undefined;
	const named = agents.map(({ rule }) => rule.restricts && programsOf(rule.restricts));
	if (named.length === 0 || named.includes(undefined)) return undefined;
	const refused = new Set(named.flatMap((one) => [...(one ?? [])]));
	if (refused.size > mostPrograms) return undefined;
	const hosts = writtenHosts(subject)
		.filter((list) => list.stated.statement === statement && list.keyword === "reaching")
		.flatMap((list) => list.hosts.filter(({ negated }) => !negated));
	for (const restriction of restrictionsOf(stated, subject))
		for (const host of hosts.slice(0, mostHosts).flatMap((one) => samplesOf(one, subject))) {
			const all = clients(host).filter(([program = ""]) => isGoverned(program, [restriction.setting]));
			if (!all.some((argv) => refused.has(argv[0] ?? "") && isRefused(argv, restriction))) continue;
			const others = all.filter(([program = ""]) => !refused.has(program));
			// Where a locked rule speaks for all that comes, a question is no denial.
			const open = openCommands(others, restriction, statement.locked);
			if (open.length === 0) continue;
			return {
				message: `this keeps ${host} from ${joinWords([...refused], mostPrograms)}, and ${openText(open)} and ${open.length === 1 ? "reaches" : "each reaches"} it, too`,
				span: statement.span,
				labels: [{ span: clause.span, message: "this is kept from some only" }, ...grantLabels(open, restriction)],
				help: `speak of every program: \`deny * ${clauseText(clause)}\``,
				witness: open[0]?.text ?? "",
			};
		}
	return undefined;
}

const mostPrograms = 4;
const mostHosts = 4;

/** Programs that are there to talk to a host, as they are typed. */
function clients(host: string): readonly (readonly string[])[] {
	return [
		["web.fetch", `http://${host}/`],
		["web.fetch", `https://${host}/`],
		["curl", `http://${host}/`],
		["curl", `https://${host}/`],
		["wget", `http://${host}/`],
		["http", "GET", `http://${host}/`],
		["ssh", host],
		["scp", "x", `${host}:x`],
		["rsync", "x", `${host}:x`],
		["nc", host, "80"],
		["telnet", host],
	];
}

/** A host that the list speaks of: one that the policy names elsewhere is likelier to be let through than one that is made up. */
function samplesOf(host: WrittenHost, subject: ValidPolicyContext): readonly string[] {
	const { text } = host;
	if (/^[\w.-]+$/.test(text)) return [text];
	const elsewhere = writtenHosts(subject)
		.filter(({ keyword }) => keyword !== "reaching")
		.flatMap((list) => list.hosts.flatMap((one) => (one.negated || !/^[\w.-]+$/.test(one.text) ? [] : [one.text])))
		.filter((one) => isAmong({ host: one }, [host]) === "yes");
	const made = text.startsWith("*.")
		? `x${text.slice(1)}`
		: /^\d+(?:\.\d+){3}\/\d+$/.test(text)
			? inside(text)
			: undefined;
	return [...new Set([...elsewhere, ...(made === undefined ? [] : [made])])].slice(0, mostHosts);
}

/** The first machine of a network. */
function inside(network: string): string {
	const parts = network.replace(/\/.*$/, "").split(".");
	return [...parts.slice(0, 3), String(Number(parts[3]) + 1)].join(".");
}

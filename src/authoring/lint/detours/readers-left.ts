/** Files that are kept from some programs, and others that read them as well. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { effectOf, holdsFor } from "../../analysis/agent-model.js";
import { isGoverned } from "../../analysis/programs/governed-names.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { mayBeGranted } from "../powers/granted-folders.js";
import { pathsTouched } from "./names-written.js";
import { saysOnly } from "./restriction.js";

/** `deny cat, less touching ~/.aws`: what others may read as well. */
export function readersLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const clause = statement.clauses.find(({ keyword }) => keyword === "touching");
	if (statement.keyword !== "deny" || clause === undefined) return undefined;
	if (!statement.clauses.every((one) => saysOnly(one) || one === clause)) return undefined;
	const refused = new Set(agents.flatMap(({ rule }) => [...((rule.restricts && programsOf(rule.restricts)) ?? [])]));
	if (!readers.slice(0, mereReaders).some((one) => refused.has(one))) return undefined;
	const paths = pathsTouched(stated, subject).map((one) => one.replace(/\/x$/, ""));
	for (const { agent, rule } of agents) {
		const setting = subject.settingOf(agent);
		for (const path of paths)
			for (const program of readers) {
				if (refused.has(program) || !isGoverned(program, [setting])) continue;
				if (!mayBeGranted(program, path, setting)) continue;
				const sample = sampleOf([program, ...(byPattern.has(program) ? ["x"] : []), path]);
				if (effectOf(sample, setting) !== "allow") continue;
				if (rule.restricts === undefined || holdsFor(rule.restricts, sample, setting) !== "no") continue;
				return {
					message: `this refuses ${refused.size === 1 ? "one program" : "some programs"}, and \`${witnessCommandLine(sample)}\` is allowed and reads it, too`,
					span: statement.span,
					labels: [{ span: clause.span, message: "this is kept from some only" }],
					help: "speak of every program: `deny * touching …`",
					witness: witnessCommandLine(sample),
				};
			}
	}
	return undefined;
}

/** The first of them do nothing else. */
const readers =
	"file.read cat head tail less more bat zcat nl tac strings xxd od hexdump file.search sort uniq wc cut paste diff cmp cp base64 grep rg awk sed jq yq".split(
		" ",
	);
const mereReaders = 15;
const byPattern: ReadonlySet<string> = new Set(["file.search", "grep", "rg", "awk", "jq", "yq"]);

/** Files that are kept from some hands, and others that change or remove them as well: `deny rm, mv touching ledger` beside `allow file.*`. */
import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { overwrites } from "../../../engine/knowledge/file-contents.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { PathsClause, RuleStatement } from "../../../language/syntax/statements.js";
import { type AgentModel, holdsFor } from "../../analysis/agent-model.js";
import { isGoverned } from "../../analysis/programs/governed-names.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { isAllowed, sampleOf } from "../meaning/grants.js";
import { commandOn } from "../powers/path-commands.js";
import { pathsOfStatement, type WrittenPath } from "../reading/written-paths.js";
import { isLong, isWordOf, saidBy, saysOnly } from "./restriction.js";

export function writersLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const clause = statement.clauses.find((one): one is PathsClause => one.form === "paths");
	if (clause === undefined || !keepsFiles(statement) || isLong(stated)) return undefined;
	if (!statement.clauses.every((one) => saysOnly(one) || one === clause)) return undefined;
	for (const { agent, rule } of agents.slice(0, mostAgents)) {
		const programs = rule.restricts && programsOf(rule.restricts);
		if (programs === undefined || rule.excludedBy.length > 0) continue;
		const acts = actsRefused(programs, statement);
		if (acts.length === 0) continue;
		for (const path of keptPaths(stated, subject)) {
			const file = fileAt(path);
			const setting = withPlainFiles(subject.settingOf(agent));
			if (file === undefined || !isKept(file, programs, rule, setting)) continue;
			const said = saidBy(statement);
			for (const act of acts) {
				const open = [...waysOf(act, file, agent, setting, subject)].find(
					(sample) =>
						(sample.redirects.length > 0 || !programs.has(sample.argv[0] ?? "")) &&
						!isWordOf(sample.argv[0] ?? "", said) &&
						holdsFor(rule.restricts ?? { kind: "all", tests: [] }, sample, setting) === "no",
				);
				if (open === undefined) continue;
				const text = witnessCommandLine(open);
				return {
					message: `this keeps \`${path.text}\` from ${joinWords([...programs], 4)}, and \`${text}\` is allowed and ${act} it, too`,
					span: statement.span,
					labels: [{ span: clause.span, message: "this is kept from some only" }],
					help: `speak of every hand: \`constrain writes of * to /, !${path.text}\``,
					witness: text,
				};
			}
		}
	}
	return undefined;
}

/** What is named is a file, and no folder that holds something of which another rule speaks. */
export function withPlainFiles(setting: AgentModel): AgentModel {
	return { ...setting, world: setting.emptyWorld };
}

type Act = "removes" | "changes";

const mostAgents = 4;

/** A denial of some programs on files, or a `constrain` that takes files out for some. */
function keepsFiles({ keyword, access }: RuleStatement): boolean {
	return keyword === "deny" || keyword === "ask" || (keyword === "constrain" && access === "writes");
}

function keptPaths({ statement }: StatedRule, subject: ValidPolicyContext): readonly WrittenPath[] {
	const isConstrain = statement.keyword === "constrain";
	return pathsOfStatement(statement, subject)
		.filter(({ keyword }) => keyword === (isConstrain ? "to" : "touching"))
		.flatMap(({ paths }) => paths.filter(({ negated }) => negated === isConstrain))
		.slice(0, mostPaths);
}

const mostPaths = 6;

/** A file at such a place, or below it. */
function fileAt({ text }: WrittenPath): string | undefined {
	if (/[[{\\?]/.test(text) || text === "." || text === "/") return undefined;
	const path = text.replace(/^\*\*\//, "").replaceAll(/\*+/g, "x");
	return /\w\.\w+$|x$/.test(path) ? path : `${path.replace(/\/$/, "")}/x`;
}

/** What is refused of files: who may not take one away, or not change it. What stays as it is must bear neither. */
function actsRefused(programs: ReadonlySet<string>, statement: RuleStatement): readonly Act[] {
	const names = [...programs];
	const removes = names.some((one) => removers.has(one));
	const changes = names.some((one) => changers.has(one));
	const stays = unchanging.test(`${saidBy(statement)} ${(statement.comments?.before ?? []).join(" ")}`);
	if (!removes && !changes) return [];
	return [
		...(removes || (stays && changes) ? (["removes"] as const) : []),
		...(changes || (stays && removes) ? (["changes"] as const) : []),
	];
}

const removers: ReadonlySet<string> = new Set(["rm", "unlink", "shred", "file.delete", "srm"]);
/** Programs that are there for it. `cp` and `mv` may be refused for what they take elsewhere. */
const changers: ReadonlySet<string> = new Set(["file.write", "file.edit", "tee", "sed", "truncate", "sponge", "patch"]);
const unchanging =
	/\b(?:stays? (?:as|the same|put|unchanged)|never (?:be )?(?:changed?|edited|touched|rewritten)|unchanged|untouched|append[- ]only|immutable|read[- ]only|frozen|(?:nobody|no one|not) (?:changes?|touch(?:es)?|edits?)|not (?:be )?(?:changed|edited|touched)|as (?:it is|they are|it was|they were))\b/i;

/** Does the rule keep the file from any of its programs? */
function isKept(file: string, programs: ReadonlySet<string>, { restricts }: Rule, setting: AgentModel): boolean {
	return [...programs].some(
		(program) =>
			restricts !== undefined &&
			[[file], ["x", file], [...(overwrites(program).operand ?? []), file]].some(
				(words) => holdsFor(restricts, sampleOf([program, ...words]), setting) === "yes",
			),
	);
}

/** Allowed commands that do it, by any hand. */
function* waysOf(
	act: Act,
	file: string,
	agent: string,
	setting: AgentModel,
	subject: ValidPolicyContext,
): Generator<Witness, void> {
	const plain =
		act === "removes"
			? [
					["file.delete", file],
					["rm", file],
					["unlink", file],
					// What is taken elsewhere is no longer where it was kept.
					["mv", file, besides(file)],
					["file.move", file, besides(file)],
				]
			: [
					["file.edit", file],
					["file.write", file],
					["file.move", "y", file],
				];
	for (const argv of plain)
		if (isGoverned(argv[0] ?? "", [setting]) && isAllowed(sampleOf(argv), setting)) yield sampleOf(argv);
	if (act === "removes") return;
	const written = commandOn(file, "write", agent, subject);
	if (written !== undefined) yield written.sample;
	const shown: Witness = { ...sampleOf(["cat", "x"]), redirects: [{ access: "write", path: file }] };
	if (setting.redirects && isAllowed(shown, setting)) yield shown;
}

/** A place beside the folder of a file, where whoever may move things near it may put them. */
function besides(file: string): string {
	const folders = file.split("/").slice(0, -2);
	return [...folders, "y"].join("/");
}

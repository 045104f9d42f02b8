/** What stands above a statement in an editor: one line, and what is told when somebody asks for more. */
import { basename, dirname } from "node:path";
import { renderFrame } from "../../language/diagnostic/render-text.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { AgentPolicy, Claim } from "../../language/policy/policy.js";
import { positionAt } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import type { Statement } from "../../language/syntax/statements.js";
import type { Loaded } from "../../runtime/load/load.js";
import { claimCheck, claimText, expectationCheck } from "../suite/test-checks.js";
import { coveredBy } from "./covered.js";
import type { Elsewhere, Lens, LensSubject } from "./findings.js";
import { shownPath } from "./imports.js";
import { allStatements } from "./reading/marks.js";
import { placeAt } from "./reading/places.js";
import { type EditorTest, type Tested, testedIn } from "./tested.js";

/** Tests that are told one by one, and names. */
const mostTests = 200;
const mostNames = 4;
const longestTitle = 160;

/** What is said of a statement of the file; undefined where no such statement stands there any more. */
export function lensAnswer(
	loaded: Loaded,
	path: string,
	workspace: string,
	{ about, start }: LensSubject,
): Lens | undefined {
	const { tree, files, roots } = loaded;
	if (tree === undefined) {
		const title = "nothing is decided while the policy has errors";
		return { title, text: title };
	}
	const tested = testedIn(loaded, path, workspace);
	const file = files.find((one) => one.file === roots[0]);
	if (file === undefined) return undefined;
	if (about === "file") return shown(testsLens(tested, undefined, loaded, path));
	const statement = [...allStatements(file.statements)].find((one) => one.statement.span.start === start)?.statement;
	const made = statement && statementLens(statement, about, loaded, path, tested);
	return made && shown(made);
}

/** A title is one line; nothing that it shows is hidden or moves what stands around it. */
function shown({ title, text, at }: Lens): Lens {
	const line = visible(title.replaceAll(/\s+/g, " "));
	return {
		title: line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line,
		text: text.split("\n").map(visible).join("\n"),
		...(at === undefined ? {} : { at }),
	};
}

function statementLens(
	statement: Statement,
	about: LensSubject["about"],
	loaded: Loaded,
	path: string,
	tested: Tested,
): Lens | undefined {
	switch (statement.kind) {
		case "agent":
			return about === "tests"
				? testsLens(tested, statement.name.text, loaded, path)
				: agentLens(statement.name.text, loaded);
		case "group":
			return groupLens(statement.name.text, loaded);
		case "rule":
			return ruleLens(statement.span.start, loaded, tested);
		case "claim":
			return claimLens(statement.span.start, loaded, tested);
		case "expect":
			return expectLens(statement.span.start, loaded, tested);
		default:
			return undefined;
	}
}

/** Whom the rules of an agent hold for, and how many there are. */
function agentLens(name: string, loaded: Loaded): Lens | undefined {
	const agent = loaded.policy.agents.get(name);
	if (agent === undefined) return undefined;
	const heirs = heirsOf(name, loaded);
	const own = agent.rules.filter(({ owner }) => owner === name).length;
	const inherited = agent.rules.length - own;
	const whom = name === "default" ? "whoever the policy does not name" : `agents that are called \`${name}\``;
	const others = loaded.policy.agents.size - 1;
	const named =
		name === "default"
			? `Its rules hold for every request that names no agent${others === 0 ? "" : ", or one that the policy does not have"}.`
			: `Its rules hold where the harness says that its agent is called \`${name}\`, and where \`--agent ${name}\` is told to the hook or to \`rules\`.`;
	return {
		title: `covers ${whom} · ${count(agent.rules.length, "rule")}${inherited === 0 ? "" : `, ${inherited} inherited`}`,
		text: [
			`agent ${name}`,
			"",
			named,
			heirs.length === 0 ? "No other agent extends it." : `What stands here holds as well for ${names(heirs)}.`,
			"",
			`${count(agent.rules.length, "rule")}:`,
			...ownersOf(agent).map(([owner, number]) => `  ${number} ${ownerText(owner, name, loaded)}`),
			"",
			`\`rules show ${name}\` lists them.`,
		].join("\n"),
	};
}

/** Where an agent's rules come from, in their order, with how many each states. */
function ownersOf({ rules }: AgentPolicy): readonly (readonly [owner: string, count: number])[] {
	const owners = new Map<string, number>();
	for (const { owner } of rules) owners.set(owner, (owners.get(owner) ?? 0) + 1);
	return [...owners];
}

function ownerText(owner: string, agent: string, { policy }: Loaded): string {
	if (owner === "") return "outside of any agent";
	if (owner === agent) return "its own";
	return `of ${policy.agents.has(owner) ? "agent" : "group"} \`${owner}\``;
}

function groupLens(name: string, loaded: Loaded): Lens {
	const heirs = heirsOf(name, loaded);
	const title = heirs.length === 0 ? "covers nobody: no agent extends it" : `covers ${names(heirs, mostNames)}`;
	return { title, text: `group ${name}\n\n${heirs.length === 0 ? "No agent extends it." : `Covers ${names(heirs)}.`}` };
}

/** The agents that extend a block, themselves or through others. */
function heirsOf(name: string, { files, policy }: Loaded): readonly string[] {
	const parents = new Map<string, string[]>();
	for (const file of files)
		for (const one of file.statements)
			if (one.kind === "agent" || one.kind === "group")
				parents.set(one.name.text, [...(parents.get(one.name.text) ?? []), ...one.extends.map(({ text }) => text)]);
	const reaches = (from: string): boolean => {
		const seen = new Set([from]);
		for (const one of seen) {
			for (const parent of parents.get(one) ?? []) {
				if (parent === name) return true;
				seen.add(parent);
			}
		}
		return false;
	};
	return [...policy.agents.keys()].filter((agent) => agent !== name && reaches(agent));
}

function names(all: readonly string[], most = all.length): string {
	const shown = all.slice(0, most).map((name) => `\`${name}\``);
	return all.length > most ? `${shown.join(", ")} and ${all.length - most} more` : shown.join(", ");
}

/** A command that a rule decides, and the tests that it decides. */
function ruleLens(start: number, loaded: Loaded, tested: Tested): Lens {
	const { agents, first } = coveredBy(loaded, start);
	const [one, ...others] = first;
	const ids = new Set(
		[...loaded.policy.agents.values()].flatMap(({ rules }) =>
			rules.filter(({ span }) => span.file === loaded.roots[0] && span.start === start).map(({ id }) => id),
		),
	);
	const deciding = tested.expectations.filter(({ decision }) => decision.rules.some(({ id }) => ids.has(id)));
	const lines = new Set(deciding.map(({ expectation: { span } }) => placeKey(span)));
	const failing = new Set(deciding.flatMap(({ passed, expectation: { span } }) => (passed ? [] : [placeKey(span)])));
	const fails = failing.size === 0 ? "" : `, ${failing.size} of which ${failing.size === 1 ? "fails" : "fail"}`;
	const tests = lines.size === 0 ? [] : [`decides ${count(lines.size, "test")}${fails}`];
	const same = others.every(({ says }) => says === one?.says);
	const whose =
		one === undefined || (agents.length === 1 ? true : same && agents.length === first.length)
			? ""
			: ` for \`${one.agent}\``;
	return {
		title: one === undefined ? "no agent has it" : [`${one.says}${whose}`, ...tests].join(" · "),
		text: [
			...(first.length === 0 ? ["No agent has this rule."] : first.map(({ agent, says }) => `agent ${agent}: ${says}`)),
			...(agents.length > first.length
				? [`and for ${agents.length - first.length} more: ${names(agents.slice(first.length), 20)}`]
				: []),
			...(deciding.length === 0 ? ["", "No expectation of the policy is decided by it."] : ["", "It decides:"]),
			...deciding
				.slice(0, mostTests)
				.map(
					(result) =>
						`  ${result.passed ? "passes" : "FAILS "}  ${expectationCheck(result).title} (agent ${result.expectation.agent})`,
				),
		].join("\n"),
	};
}

/** An expectation is one test, however many agents have it. */
function placeKey({ file, start }: Span): string {
	return `${file}\0${start}`;
}

function claimLens(start: number, loaded: Loaded, tested: Tested): Lens | undefined {
	const { policy, sources, roots } = loaded;
	const claim = policy.claims.find(({ span }) => span.file === roots[0] && span.start === start);
	if (claim === undefined) return { title: "speaks of no agent", text: "No agent has this claim." };
	const answer = tested.claim(claim);
	const { outcome } = claimCheck({ claim, answer }, sources);
	const written = claimText(claim, sources);
	switch (answer.kind) {
		case "proved":
			return {
				title: `proved${forAgents(claim)}`,
				text: `proved: ${written}\n\nNo command that can be read for certain breaks it, for ${names(claim.agents)}.`,
			};
		case "broken":
			return outcome.kind === "failed" ? failedLens("broken", written, outcome.fault) : undefined;
		case "unsettled":
			return outcome.kind === "failed" ? failedLens("not settled", written, outcome.fault) : undefined;
	}
}

function failedLens(
	word: string,
	written: string,
	{ message, help }: { readonly message: string; readonly help?: string },
): Lens {
	return {
		title: `${word}: ${message}`,
		text: [`${word}: ${written}`, "", message, ...(help ? [help] : [])].join("\n"),
	};
}

function forAgents({ agents }: Claim): string {
	return agents.length === 1 ? ` for \`${agents[0]}\`` : ` for ${agents.length} agents`;
}

/** An expectation as it is put to each agent that has it. */
function expectLens(start: number, { roots, tree }: Loaded, tested: Tested): Lens {
	const own = tested.expectations.filter(({ expectation: { span } }) => span.file === roots[0] && span.start === start);
	const failing = own.flatMap((result) => {
		const { outcome } = expectationCheck(result, tree);
		return outcome.kind === "failed" ? [outcome.fault] : [];
	});
	const [first] = failing;
	const lines = own.map(({ expectation, passed, decision }) => {
		const by = decision.rules.map(({ id }) => `\`${id}\``).join(", ");
		return `${passed ? "passes" : "FAILS "}  agent ${expectation.agent}: ${decision.effect}${by === "" ? "" : `, decided by ${by}`}${decision.effect === "allow" ? "" : `: ${decision.message}`}`;
	});
	if (first === undefined)
		return {
			title: own.length === 0 ? "holds for no agent" : `passes${own.length === 1 ? "" : ` for ${own.length} agents`}`,
			text: lines.join("\n") || "No agent has this expectation.",
		};
	return {
		title: `fails: ${first.message}${failing.length === 1 ? "" : `, and for ${failing.length - 1} more`}`,
		text: [...lines, "", ...(first.help === undefined ? [] : [first.help])].join("\n"),
	};
}

/** How many tests pass, and each of them; the first that fails is the place to go to. */
function testsLens(tested: Tested, agent: string | undefined, { sources }: Loaded, path: string): Lens {
	const { tests, remarks } = tested.tests(agent);
	const done = tests.filter(({ left }) => left !== true);
	const failing = done.filter(({ check }) => check.outcome.kind === "failed");
	const left = tests.length - done.length;
	const notLooked = left === 0 ? "" : `, ${left} not looked at in time`;
	const title =
		tests.length === 0
			? `no tests${agent === undefined ? "" : " of it"}`
			: failing.length === 0
				? `${count(done.length, "test")} ${done.length === 1 ? "passes" : "pass"}${notLooked}`
				: `${failing.length} of ${count(done.length, "test")} ${failing.length === 1 ? "fails" : "fail"}${notLooked}`;
	const [first] = failing;
	const frames = new Map([...sources, ...tests.map(({ source }) => [source.name, source] as const)]);
	const listed = [...failing, ...done.filter((one) => !failing.includes(one))].slice(0, mostTests);
	return {
		title,
		text: [
			`${agent === undefined ? "policy" : `agent ${agent}`}: ${title}`,
			"",
			...listed.map((one) => testLine(one)),
			...(tests.length > listed.length ? [`and ${tests.length - listed.length} more`] : []),
			...remarks,
			...failing
				.slice(0, mostFrames)
				.flatMap(({ check }) =>
					check.outcome.kind === "failed"
						? ["", renderFrame(check.outcome.fault, frames, { colour: false }).trimEnd()]
						: [],
				),
		].join("\n"),
		...(first === undefined ? {} : { at: placeOf(first, path) }),
	};
}

const mostFrames = 10;

function testLine({ check: { title, span, outcome }, agents, source }: EditorTest): string {
	const { line } = positionAt(source, Math.min(span.start, source.text.length));
	const word = outcome.kind === "failed" ? "FAILS " : "passes";
	return `${word}  ${title.replaceAll(/\s+/g, " ")} (${names(agents, mostNames)}, ${basename(span.file)}:${line})`;
}

function placeOf({ check: { span, title }, source, path: own }: EditorTest, path: string): Elsewhere {
	return {
		path: own ?? shownPath(span.file, dirname(path)),
		start: span.start,
		end: span.end,
		from: placeAt(source, span.start),
		to: placeAt(source, span.end),
		message: title,
	};
}

function count(number: number, what: string): string {
	return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** A line that would hold a policy to an answer: an expectation where it fits into the policy, or else a case of a suite. */
import type { Decision } from "../../engine/decide/decision.js";
import type { Request } from "../../engine/request/request.js";
import { requestText } from "../../engine/request/request-text.js";
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import {
	type Effect,
	type ExpectStatement,
	isSetting,
	type PolicyFile,
	type Statement,
} from "../../language/syntax/statements.js";
import { requestOfExpectation } from "../analysis/expectation-request.js";
import { isAsWanted } from "./expectations.js";

export interface ReadyTest {
	/** Where it belongs. */
	readonly in: "policy" | "suite";
	/** `expect deny: git push` */
	readonly text: string;
}

/** A command that is decided otherwise than before. */
export interface Wrong {
	readonly agent: string;
	readonly request: Request;
	readonly before: Effect;
}

/** The line that holds of decisions before the change, and fails after it. */
export function readyTest(
	wrong: Wrong,
	files: PolicyFiles,
	before: (request: Request) => Decision,
	after: (request: Request) => Decision,
): ReadyTest {
	const line = expectation(wrong);
	if (line === undefined) return suiteCase(wrong);
	for (const root of files.roots) {
		const file = files.files.get(root);
		const statements = file && inserted(file.file.statements, line, wrong.agent);
		if (file === undefined || statements === undefined) continue;
		const { value, diagnostics } = resolve({
			...files,
			files: new Map(files.files).set(root, { ...file, file: { ...file.file, statements } }),
		});
		if (hasErrors(diagnostics)) continue;
		// It holds for every agent that inherits it, and those may be decided otherwise.
		const own = value.expectations.filter(({ span }) => span === line.span);
		const holds = (decided: (request: Request) => Decision): boolean =>
			own.every((one) => isAsWanted(one, decided(requestOfExpectation(one))));
		if (own.length > 0 && holds(before) && !holds(after)) return { in: "policy", text: lineText(line, file.file) };
	}
	return suiteCase(wrong);
}

/** The request as an expectation; undefined where one can't say it. */
function expectation({ request, before }: Wrong): ExpectStatement | undefined {
	const { env, cwd, tools, facts, at, force } = request;
	if ([env, cwd, tools, facts, at].some((one) => one !== undefined)) return undefined;
	const text = requestText(request);
	// It stands on one line, as it is, up to the line's end.
	if (text === "" || text !== text.trim() || /\p{C}|[\u2028\u2029]/u.test(text)) return undefined;
	const span = { file: "", start: 0, end: 0 };
	const word = (said: string): { text: string; span: typeof span } => ({ text: said, span });
	return { kind: "expect", effect: word(before), forced: force === true, command: word(text), span };
}

/** The statements with one more in the agent's body, or outside of all agents where the file has only those. */
function inserted(
	statements: readonly Statement[],
	line: ExpectStatement,
	agent: string,
): readonly Statement[] | undefined {
	const at = statements.findIndex((one) => one.kind === "agent" && one.name.text === agent);
	const own = statements[at];
	if (own?.kind === "agent") return statements.with(at, { ...own, body: [...own.body, line] });
	return statements.some((one) => one.kind === "rule" || isSetting(one, "default")) ? [...statements, line] : undefined;
}

function lineText({ effect, forced, command }: ExpectStatement, { notation }: PolicyFile): string {
	switch (notation) {
		case "rules":
			return `expect ${effect.text}${forced ? " forced" : ""}: ${command.text}`;
		case "yaml":
			return `- { expect: ${effect.text}${forced ? ", forced: true" : ""}, command: ${JSON.stringify(command.text)} }`;
	}
}

function suiteCase({ agent, request, before }: Wrong): ReadyTest {
	const { script, argv, env, cwd, tools, facts, at, force } = request;
	const keys = {
		...(script === undefined ? { argv } : { run: script }),
		agents: agent,
		expect: before,
		...(force === true ? { forced: true } : {}),
		...(cwd === undefined ? {} : { cwd }),
		...(env === undefined ? {} : { env }),
		...(tools === undefined ? {} : { tools }),
		...(facts === undefined
			? {}
			: { facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? ""])) }),
		...(at === undefined ? {} : { at }),
	};
	const pairs = Object.entries(keys).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
	return { in: "suite", text: `- { ${pairs.join(", ")} }` };
}

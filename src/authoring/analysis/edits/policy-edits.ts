/**
 * Changes of a policy's statements, made in memory: the files with them, and how people would write them. No file is written.
 */
import type { PolicyFiles } from "../../../language/policy/resolve.js";
import { positionAt } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";
import { writeDsl } from "../../../language/syntax/dsl/write-dsl.js";
import type { AgentStatement, Notation, PolicyFile, Statement } from "../../../language/syntax/statements.js";
import { writeYaml } from "../../../language/syntax/yaml/write-yaml.js";

/** Where a statement can be added: the body of an agent or a group, or a file outside of both, where the name is empty. */
export interface StatementPlace {
	readonly file: string;
	readonly agent: string;
	/** The file does not speak of the agent yet. */
	readonly isNew?: true;
}

/** One change of one statement. A statement is found by its file and by where it begins. */
export type Step =
	| { readonly kind: "add"; readonly place: StatementPlace; readonly statement: Statement }
	| { readonly kind: "replace"; readonly agent: string; readonly statement: Statement }
	| { readonly kind: "remove"; readonly agent: string; readonly statement: Statement };

/** A change as people read it. Lines count from 1; texts are in the notation of the file. */
export interface PolicyChange {
	readonly action: "add" | "replace" | "remove";
	/** The agent or group whose body it is in; empty outside of both. */
	readonly agent: string;
	readonly file: string;
	/** Where the statement stands, or will stand. */
	readonly line: number;
	/** What stands there now. */
	readonly before?: string;
	/** What stands there then. */
	readonly after?: string;
}

/** A step that adds a statement there, behind the last one of its kind. `make`: the statement, for the place where it will stand. */
export function addition(files: PolicyFiles, place: StatementPlace, make: (span: Span) => Statement): Step {
	const { file, body } = bodyAt(files, place);
	const taken = startsIn(file.statements);
	const kind = make({ file: place.file, start: 0, end: 0 }).kind;
	let start = endBehind(body, kind) ?? bodyStart(file, place);
	while (taken.has(start)) start++;
	const span = { file: place.file, start, end: start };
	const statement = make(span);
	if (place.isNew !== true) return { kind: "add", place, statement };
	const name = { text: place.agent, span };
	// The agent and its first statement begin at different places, as they would in a text.
	const first = make({ ...span, start: start + 1 });
	return {
		kind: "add",
		place: { file: place.file, agent: "" },
		statement: { kind: "agent", name, extends: [], body: [first], span },
	};
}

/** The files after a step. */
export function edited(files: PolicyFiles, step: Step): PolicyFiles {
	const name = step.kind === "add" ? step.place.file : step.statement.span.file;
	const entry = files.files.get(name);
	if (entry === undefined) return files;
	const statements =
		step.kind === "add"
			? withAdded(entry.file.statements, step.place.agent, step.statement)
			: withChanged(entry.file.statements, step);
	return { ...files, files: new Map(files.files).set(name, { ...entry, file: { ...entry.file, statements } }) };
}

/** What the steps come to, each statement once. `files`: before all of them. */
export function changesOf(files: PolicyFiles, steps: readonly Step[], lines: Lines): readonly PolicyChange[] {
	const last = new Map<string, Step>();
	for (const step of steps) {
		const { span } = step.statement;
		const key = `${span.file}\0${span.start}`;
		const known = last.get(key);
		// What was added and is changed then is added as it is in the end.
		if (known?.kind === "add" && step.kind === "replace") last.set(key, { ...known, statement: step.statement });
		else if (known?.kind === "add" && step.kind === "remove") last.delete(key);
		else last.set(key, step);
	}
	return [...last.values()].map((step) => changeOf(files, step, lines));
}

/** Where the lines of the files begin, by their names. */
export type Lines = Readonly<Record<string, readonly number[]>>;

/** The statement that begins at a place, with the agent or group in whose body it stands. */
export function statementAt(
	files: PolicyFiles,
	{ file, start }: Pick<Span, "file" | "start">,
): { readonly statement: Statement; readonly agent: string } | undefined {
	const found = (body: readonly Statement[], agent: string): ReturnType<typeof statementAt> => {
		for (const statement of body) {
			if (statement.kind === "agent" || statement.kind === "group") {
				const inner = found(statement.body, statement.name.text);
				if (inner !== undefined) return inner;
			} else if (statement.span.start === start) return { statement, agent };
		}
		return undefined;
	};
	return found(files.files.get(file)?.file.statements ?? [], "");
}

/** The statements at a place. */
export function bodyAt(
	files: PolicyFiles,
	{ file: name, agent, isNew }: StatementPlace,
): { readonly file: PolicyFile; readonly body: readonly Statement[] } {
	const file = files.files.get(name)?.file as PolicyFile;
	if (agent === "" || isNew === true) return { file, body: file.statements };
	return { file, body: blockOf(file, agent)?.body ?? [] };
}

/** A statement as a line of its file: `allow git push`. */
export function statementText(statement: Statement, notation: Notation): string {
	const { comments: _comments, ...bare } = statement;
	const file = { file: "", notation, statements: [bare], closing: [] };
	switch (notation) {
		case "rules":
			return writeDsl(file).trimEnd();
		case "yaml": {
			// Rules stand under the key of their list.
			const [, ...lines] = writeYaml(file).trimEnd().split("\n");
			if (statement.kind === "agent") return writeYaml(file).trimEnd();
			return lines.map((line) => line.slice(2)).join("\n");
		}
	}
}

function blockOf(file: PolicyFile, agent: string): AgentStatement | undefined {
	return file.statements.find(
		(one): one is AgentStatement => (one.kind === "agent" || one.kind === "group") && one.name.text === agent,
	);
}

function startsIn(body: readonly Statement[]): Set<number> {
	return new Set(
		body.flatMap((statement) => [statement.span.start, ...("body" in statement ? startsIn(statement.body) : [])]),
	);
}

/** Behind the last statement of the kind; behind the last one of all where there is none. */
function endBehind(body: readonly Statement[], kind: Statement["kind"]): number | undefined {
	return (body.findLast((one) => one.kind === kind) ?? body.at(-1))?.span.end;
}

function bodyStart(file: PolicyFile, { agent, isNew }: StatementPlace): number {
	const block = agent === "" || isNew === true ? undefined : blockOf(file, agent);
	return block === undefined ? 0 : Math.max(block.span.start + 1, block.span.end - 1);
}

function withAdded(body: readonly Statement[], agent: string, added: Statement): readonly Statement[] {
	if (agent !== "")
		return body.map((one) =>
			(one.kind === "agent" || one.kind === "group") && one.name.text === agent
				? { ...one, body: withAdded(one.body, "", added) }
				: one,
		);
	const at = body.findLastIndex((one) => one.kind === added.kind);
	return at < 0 ? [...body, added] : body.toSpliced(at + 1, 0, added);
}

function withChanged(body: readonly Statement[], step: Step): readonly Statement[] {
	return body.flatMap((one): readonly Statement[] => {
		if (one.kind === "agent" || one.kind === "group") return [{ ...one, body: withChanged(one.body, step) }];
		if (one.span.start !== step.statement.span.start) return [one];
		return step.kind === "remove" ? [] : [step.statement];
	});
}

function changeOf(files: PolicyFiles, step: Step, lines: Lines): PolicyChange {
	const { span } = step.statement;
	const notation = files.files.get(span.file)?.file.notation ?? "rules";
	const text = (statement: Statement): string => statementText(statement, notation);
	const lineOf = (offset: number): number =>
		positionAt({ name: span.file, text: "", lineStarts: lines[span.file] ?? [0] }, offset).line;
	switch (step.kind) {
		case "add": {
			const { body } = bodyAt(files, step.place);
			const behind = endBehind(body, step.statement.kind);
			const line = behind === undefined ? lineOf(span.start) : lineOf(Math.max(0, behind - 1)) + 1;
			return { action: "add", agent: step.place.agent, file: span.file, line, after: text(step.statement) };
		}
		case "replace":
		case "remove": {
			const before = statementAt(files, span)?.statement ?? step.statement;
			const base = { agent: step.agent, file: span.file, line: lineOf(before.span.start), before: text(before) };
			return step.kind === "remove"
				? { action: "remove", ...base }
				: { action: "replace", ...base, after: text(step.statement) };
		}
	}
}

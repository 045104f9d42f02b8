/**
 * Reads a case file: Markdown with fenced blocks. What the blocks hold is described in `test/cases/README.md`.
 * What can't be read is a fault with its line; nothing is passed over.
 */

import type { Request } from "../../src/engine/request/request.js";
import { askedByLine } from "../../src/engine/request/request-text.js";
import { settingKeywords } from "../../src/language/policy/settings.js";
import type { Effect } from "../../src/language/syntax/statements.js";

/** A case file as read. `faults` begin with their line. */
export interface CaseFile {
	readonly heading: string;
	readonly scenes: readonly Scene[];
	readonly faults: readonly string[];
}

/** A policy, its surroundings, and what must be true of it. */
export interface Scene {
	readonly heading: string;
	readonly policy: Block;
	/** Files beside the policy, for its imports. */
	readonly files: ReadonlyMap<string, string>;
	readonly world: FakeWorld;
	readonly cases: readonly Case[];
	readonly settings: readonly Setting[];
	/** What reading, resolving and linting must find; empty: nothing. */
	readonly findings: readonly Finding[];
	/** `bylaw.config.yaml` for the lints. */
	readonly config?: string;
	/** What fixes make of the policy. */
	readonly fixed: readonly Fixed[];
}

/** The policy as it is when the safe fixes are applied, or all of them. */
export interface Fixed {
	readonly line: number;
	readonly unsafe: boolean;
	readonly text: string;
}

export interface Block {
	/** The block's place in the file: its first line of text. */
	readonly line: number;
	readonly name: string;
	readonly text: string;
}

/** `/repo/link -> target`; a target of `?` can't be looked at. */
export interface FakeWorld {
	readonly workspace: string;
	readonly home?: string;
	readonly links: ReadonlyMap<string, string>;
	/** What files hold. */
	readonly texts: ReadonlyMap<string, string>;
	/** Variables that commands find; where neither one nor a text is named, nobody knows them. */
	readonly variables: ReadonlyMap<string, string>;
	/** Files that are there; where none are named, nobody knows what a folder holds. */
	readonly files: readonly string[];
}

/** `deny forced | git push | by no-git; agent writer` */
export interface Case {
	readonly line: number;
	readonly title: string;
	readonly effect: Effect;
	readonly forced: boolean;
	readonly request: Request;
	readonly agent?: string;
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly tools?: readonly string[];
	/** `facts branch=main, env CI=true, ticket=none` */
	readonly facts?: Readonly<Record<string, string | null>>;
	readonly at?: string;
	readonly by?: string;
	readonly code?: string;
	readonly says?: string;
	readonly use?: readonly string[];
	readonly doubt?: boolean;
}

/** `writer | limits {"timeout": 5000}` */
export interface Setting {
	readonly line: number;
	readonly agent: string;
	readonly key: string;
	readonly value: unknown;
}

/** A line of carets under the place, the code, the message: `#  ^^^^ bad-id: the message`. Lines and columns count from 0 inside the block. */
export interface Finding {
	readonly line: number;
	readonly at: { readonly line: number; readonly start: number; readonly end: number };
	readonly code: string;
	readonly message: string;
	readonly help?: string;
}

interface Fence {
	readonly language: string;
	readonly name?: string;
	readonly line: number;
	readonly lines: readonly string[];
}

export function readCaseFile(text: string): CaseFile {
	return new CaseReader(text).read();
}

interface Draft {
	heading: string;
	policy?: { block: Block; findings: Finding[] };
	files: Map<string, string>;
	world: FakeWorld;
	cases: Case[];
	settings: Setting[];
	config?: string;
	fixed: Fixed[];
}

const emptyWorld: FakeWorld = {
	workspace: "/repo",
	home: "/home/user",
	links: new Map(),
	files: [],
	texts: new Map(),
	variables: new Map(),
};

class CaseReader {
	private readonly faults: string[] = [];
	private readonly scenes: Scene[] = [];
	private heading = "";

	constructor(private readonly text: string) {}

	read(): CaseFile {
		const head: Draft = { heading: "", files: new Map(), world: emptyWorld, cases: [], settings: [], fixed: [] };
		let draft: Draft = head;
		for (const part of this.parts()) {
			if ("level" in part) {
				if (part.level === 1) {
					if (this.heading !== "") this.fault(part.line, "a second heading of the first level");
					this.heading = part.title;
				} else {
					this.finish(draft);
					draft = { ...head, heading: part.title, files: new Map(head.files), cases: [], settings: [], fixed: [] };
				}
			} else draft = this.block(part, draft);
		}
		this.finish(draft);
		if (this.heading === "") this.fault(1, "the file has no heading");
		if (this.scenes.length === 0) this.fault(1, "the file holds no case");
		return { heading: this.heading, scenes: this.scenes, faults: this.faults };
	}

	private fault(line: number, message: string): void {
		this.faults.push(`${line}: ${message}`);
	}

	/** Headings and fenced blocks, in order. */
	private *parts(): Iterable<Fence | { readonly level: number; readonly title: string; readonly line: number }> {
		const lines = this.text.split("\n");
		for (let at = 0; at < lines.length; at++) {
			const line = lines[at] as string;
			const heading = /^(#{1,3}) (.+)$/.exec(line);
			if (heading) {
				yield { level: (heading[1] as string).length, title: heading[2] as string, line: at + 1 };
				continue;
			}
			if (!line.startsWith("```")) continue;
			const [language = "", name, ...more] = line.slice(3).trim().split(/\s+/);
			const begin = at + 1;
			while (at + 1 < lines.length && lines[at + 1] !== "```") at++;
			if (at + 1 === lines.length) this.fault(begin, "this block is not closed");
			if (more.length > 0) this.fault(begin, `\`${more.join(" ")}\` is too much behind the fence`);
			yield { language, ...(name === undefined ? {} : { name }), line: begin + 1, lines: lines.slice(begin, at + 1) };
			at++;
		}
	}

	private block(fence: Fence, draft: Draft): Draft {
		switch (fence.language) {
			case "rules":
			case "yaml":
			case "escaped": {
				if (fence.name !== undefined) {
					draft.files.set(fence.name, `${fence.lines.join("\n")}\n`);
					return draft;
				}
				const next = draft.policy === undefined ? draft : { ...draft, cases: [], settings: [], fixed: [] };
				if (next !== draft) this.finish(draft);
				next.policy = this.policy(fence);
				return next;
			}
			case "world": {
				if (draft.cases.length === 0 && draft.settings.length === 0) {
					draft.world = this.world(fence, draft.world);
					return draft;
				}
				this.finish(draft);
				return { ...draft, world: this.world(fence, emptyWorld), cases: [], settings: [], fixed: [] };
			}
			case "cases":
			case "settings":
				if (draft.policy === undefined) this.fault(fence.line, `these ${fence.language} have no policy above them`);
				fence.lines.forEach((line, index) => {
					if (line.trim() === "" || line.startsWith("#")) return;
					if (fence.language === "cases") draft.cases.push(...this.case(line, fence.line + index));
					else draft.settings.push(...this.setting(line, fence.line + index));
				});
				return draft;
			case "config":
				if (draft.policy !== undefined) this.fault(fence.line, "a configuration stands above the policy");
				draft.config = `${fence.lines.join("\n")}\n`;
				return draft;
			case "fixed":
				if (draft.policy === undefined) this.fault(fence.line, "this has no policy above it");
				if (fence.name !== undefined && fence.name !== "unsafe")
					this.fault(fence.line, "behind `fixed` stands `unsafe` or nothing");
				draft.fixed.push({
					line: fence.line,
					unsafe: fence.name === "unsafe",
					text: fence.lines.length === 0 ? "" : `${fence.lines.join("\n")}\n`,
				});
				return draft;
			case "text":
				return draft;
			default:
				this.fault(
					fence.line - 1,
					`a block is \`rules\`, \`yaml\`, \`escaped\`, \`cases\`, \`settings\`, \`world\`, \`config\`, \`fixed\` or \`text\`, not \`${fence.language}\``,
				);
				return draft;
		}
	}

	private finish(draft: Draft): void {
		if (draft.policy === undefined) return;
		const { block, findings } = draft.policy;
		// The policy of the file's head is there for the sections below it.
		if (draft.heading === "" && draft.cases.length === 0 && draft.settings.length === 0) return;
		const { heading, files, world, cases, settings, config, fixed } = draft;
		if (findings.length > 0 && cases.length > 0)
			this.fault(block.line, "a policy with findings decides no cases: part them");
		this.scenes.push({
			heading: heading || this.heading,
			policy: block,
			files,
			world,
			cases,
			settings,
			findings,
			...(config === undefined ? {} : { config }),
			fixed,
		});
	}

	private policy(fence: Fence): { block: Block; findings: Finding[] } {
		const findings: Finding[] = [];
		const lines = [...fence.lines];
		let above = -1;
		fence.lines.forEach((line, index) => {
			const marker = /^(#\s*)(\^+) ([a-z-]+): (.+)$/.exec(line);
			const help = /^#\s*= help: (.+)$/.exec(line);
			const last = findings[findings.length - 1];
			if (marker) {
				const start = (marker[1] as string).length;
				if (above < 0) this.fault(fence.line + index, "these carets point at nothing");
				findings.push({
					line: fence.line + index,
					at: { line: above, start, end: start + (marker[2] as string).length },
					code: marker[3] as string,
					message: marker[4] as string,
				});
			} else if (help && last) findings[findings.length - 1] = { ...last, help: help[1] as string };
			else if (/^#\s*\^/.test(line))
				this.fault(fence.line + index, "behind the carets stand a code, a colon and the message");
			else {
				above = index;
				return;
			}
			lines[index] = "";
		});
		const name = fence.language === "yaml" ? "policy.rules.yaml" : "policy.rules";
		const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
		if (fence.language !== "escaped") return { block: { line: fence.line, name, text }, findings };
		// Marks stand under what can be seen; places count in what it stands for.
		const column = (line: number, shown: number): number => unescaped((lines[line] ?? "").slice(0, shown)).length;
		const placed = findings.map((one) => {
			const { line, start, end } = one.at;
			return { ...one, at: { line, start: column(line, start), end: column(line, end) } };
		});
		return { block: { line: fence.line, name, text: unescaped(text) }, findings: placed };
	}

	private world(fence: Fence, before: FakeWorld): FakeWorld {
		let { workspace, home } = before;
		const links = new Map(before.links);
		const files = [...before.files];
		const texts = new Map(before.texts);
		const variables = new Map(before.variables);
		fence.lines.forEach((line, index) => {
			const link = /^(\S+) -> (\S+)$/.exec(line.trim());
			const place = /^(workspace|home|file) (\S+)$/.exec(line.trim());
			const text = /^text (\S+) (.*)$/.exec(line.trim());
			const variable = /^variable (\w+) (.*)$/.exec(line.trim());
			if (line.trim() === "") return;
			if (variable) variables.set(variable[1] as string, variable[2] as string);
			else if (link)
				links.set(
					(link[1] as string).startsWith("/") ? (link[1] as string) : `${workspace}/${link[1]}`,
					link[2] as string,
				);
			else if (text) {
				const path = (text[1] as string).startsWith("/") ? (text[1] as string) : `${workspace}/${text[1]}`;
				texts.set(path, (text[2] as string).replaceAll("\\n", "\n"));
			} else if (place?.[1] === "file")
				files.push((place[2] as string).startsWith("/") ? (place[2] as string) : `${workspace}/${place[2]}`);
			else if (place?.[1] === "workspace") workspace = place[2] as string;
			else if (place?.[1] === "home") home = place[2] === "unknown" ? undefined : (place[2] as string);
			else
				this.fault(
					fence.line + index,
					"a line of a world is `PATH -> TARGET`, `workspace PATH`, `home PATH`, `home unknown`, `file PATH` or `text PATH CONTENT`",
				);
		});
		return { workspace, ...(home === undefined ? {} : { home }), links, files, texts, variables };
	}

	private case(line: string, at: number): Case[] {
		const cells = line.split(/\s+\|\s+/);
		const [head = "", ...rest] = cells;
		const tail =
			rest.length > 1 &&
			/^(by|agent|in|env|tools|facts|at|code|says|use|doubt|sure)\b/.test(rest[rest.length - 1] as string)
				? (rest.pop() as string)
				: "";
		const command = line.slice(line.indexOf("|") + 1).trim();
		const text = rest.join(" | ").trim() === "" ? command : rest.join(" | ").trim();
		const effect = /^(allow|ask|nudge|deny)( forced)?$/.exec(head.trim());
		if (!effect || text === "") {
			this.fault(
				at,
				"a case is `EFFECT | COMMAND` or `EFFECT | COMMAND | WHAT ELSE`, where the effect may be followed by `forced`",
			);
			return [];
		}
		const request = this.request(text, at);
		const more = this.remarks(tail, at);
		if (request === undefined) return [];
		return [
			{
				line: at,
				title: `${head.trim()}: ${text}`,
				effect: effect[1] as Effect,
				forced: effect[2] !== undefined,
				request,
				...more,
			},
		];
	}

	private request(text: string, at: number): Case["request"] | undefined {
		if (!text.startsWith("argv ")) return askedByLine(text);
		try {
			const argv: unknown = JSON.parse(text.slice(5));
			if (Array.isArray(argv) && argv.every((word) => typeof word === "string")) return { argv };
		} catch {
			// said below
		}
		this.fault(at, "behind `argv` stands a list of texts in JSON");
		return undefined;
	}

	/** `by no-git; agent writer; says "a word of it"` */
	private remarks(tail: string, at: number): Partial<Case> {
		const remarks: Record<string, unknown> = {};
		for (const part of tail.split(";").map((one) => one.trim())) {
			if (part === "") continue;
			const [, key = "", value = ""] = /^(\S+)\s*(.*)$/.exec(part) as RegExpExecArray;
			switch (key) {
				case "by":
				case "agent":
				case "code":
				case "says":
					remarks[key] = value;
					break;
				case "in":
					remarks.cwd = value;
					break;
				case "env":
					remarks.env = Object.fromEntries(value.split(" ").map((one) => one.split("=", 2)));
					break;
				case "facts":
					remarks.facts = Object.fromEntries(
						value.split(/,\s*/).map((one) => {
							const [name = "", text = ""] = one.split("=", 2);
							return [name, text === "none" ? null : text];
						}),
					);
					break;
				case "at":
					remarks.at = value;
					break;
				case "tools":
				case "use":
					remarks[key] = value === "none" ? [] : value.split(/,\s*/);
					break;
				case "doubt":
				case "sure":
					remarks.doubt = key === "doubt";
					break;
				default:
					this.fault(
						at,
						`\`${key}\` says nothing here: there is by, agent, in, env, tools, facts, at, code, says, use, doubt and sure`,
					);
			}
			if (value === "" && key !== "doubt" && key !== "sure") this.fault(at, `something is missing behind \`${key}\``);
		}
		return remarks as Partial<Case>;
	}

	private setting(line: string, at: number): Setting[] {
		const [, agent = "", key = "", json = ""] = /^(\S+)\s+\|\s+(\S+)\s+(.+)$/.exec(line) ?? [];
		try {
			if (settledKeys.includes(key)) return [{ line: at, agent, key, value: JSON.parse(json) }];
		} catch {
			// said below
		}
		this.fault(at, `a setting is \`AGENT | KEY JSON\`, where the key is one of ${settledKeys.join(", ")}`);
		return [];
	}
}

/** `\u{202e}` stands for a character that can't be seen. */
export function unescaped(text: string): string {
	return text.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** What is settled for an agent. */
const settledKeys: readonly string[] = settingKeywords.map((keyword) => (keyword === "limit" ? "limits" : keyword));

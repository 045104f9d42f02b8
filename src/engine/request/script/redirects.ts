/** Redirections: which files they open, and what a command gets as its input. */
import type { Redirect as ReadRedirect, Word as ReadWord } from "../request.js";
import type { Context, State } from "./context.js";
import { unescaped } from "./facts.js";
import { markName } from "./marks.js";
import type { HereDoc, Redirection } from "./parse.js";
import { expansion } from "./pieces.js";
import { refuse } from "./unreadable.js";
import { readWord } from "./words.js";

export interface Redirections {
	readonly files: readonly ReadRedirect[];
	/** What is read as input, where a redirection says so. */
	readonly input?: ReadWord;
}

export function readRedirections(redirections: readonly Redirection[], context: Context, state: State): Redirections {
	const files: ReadRedirect[] = [];
	let input: ReadWord | undefined;
	for (const one of redirections) {
		const own =
			one.descriptor === undefined || (one.descriptor.type === "FileDescriptor" && one.descriptor.value === 0);
		if (one.descriptor?.type === "FileDescriptorVariable") markName(one.descriptor.name, false, context);
		if (one.type === "HereDoc") {
			context.features.add("heredocs");
			const text = readBody(one, context, state);
			if (own) input = text;
			continue;
		}
		if (one.target === undefined) refuse("a redirection without a target", one);
		const words = readWord(
			one.target as NonNullable<typeof one.target>,
			one.type === "HereString" ? "value" : "argument",
			context,
			state,
		);
		// bash takes a glob or braces that become one word.
		const target: ReadWord =
			words.length === 1 ? (words[0] as ReadWord) : { kind: "unknown", source: "several files", words: "one" };
		if (one.type === "HereString") {
			context.features.add("heredocs");
			if (own) input = target.kind === "known" ? { kind: "known", text: `${target.text}\n` } : target;
			continue;
		}
		context.features.add("redirects");
		const access = accessOf(one.operator, target);
		if (access === undefined) {
			// `<&3` may be any open file.
			const zero = one.descriptor?.type === "FileDescriptor" && one.descriptor.value === 0;
			if ((one.operator === "<&" && own) || zero) input = { kind: "unknown", source: "an open file", words: "one" };
			continue;
		}
		if (target.kind === "known" && /^\/dev\/(?:tcp|udp)\//.test(target.text))
			refuse("a connection to the network through `/dev/tcp`", one);
		files.push({ access, target });
		const zero = one.descriptor?.type === "FileDescriptor" && one.descriptor.value === 0;
		if ((access !== "write" && own) || zero) input = { kind: "unknown", source: "a file", words: "one" };
	}
	return { files, ...(input === undefined ? {} : { input }) };
}

function accessOf(operator: string, target: ReadWord): ReadRedirect["access"] | undefined {
	switch (operator) {
		case ">&":
			return target.kind === "known" && /^(?:\d+-?|-)$/.test(target.text) ? undefined : "write";
		case "<&":
			return undefined;
		case "<":
			return "read";
		case "<>":
			return "both";
		default:
			return "write";
	}
}

function readBody(node: HereDoc, context: Context, state: State): ReadWord {
	const { body, delimiter } = node;
	const text = node.operator === "<<-" ? body.text.replace(/^\t+/gm, "") : body.text;
	if (delimiter?.quoted) return { kind: "known", text };
	let known = true;
	for (const part of body.parts ?? []) {
		if (part.type === "Literal") continue;
		known = false;
		expansion(part, true, context, state);
	}
	if (!known) return { kind: "unknown", source: "a here-document", words: "one" };
	return { kind: "known", text: unescaped(text, /\\([$`\\\n])/g) };
}

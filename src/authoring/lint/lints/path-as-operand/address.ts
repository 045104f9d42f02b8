/** An address among the words of a grant: others may follow it, and a glob in it goes further than its host. */

import { effectOf } from "../../../analysis/agent-model.js";
import { witnessCommandLine } from "../../../analysis/witness.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { factsNamed, sampleOf } from "../../meaning/grants.js";
import { literalOf } from "../../reading/words/word-places.js";

export const addressAsOperand: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap(({ statement, agents }): readonly Finding[] => {
			if (statement.keyword !== "allow") return [];
			return statement.patterns.flatMap(({ words, exactly }) => {
				const [first, ...rest] = words;
				const program = first && literalOf(first);
				const at = rest.findIndex(({ kind, text }) => (kind === "plain" || kind === "quoted") && address.test(text));
				const word = rest[at];
				if (program === undefined || word === undefined || rest.slice(0, at).some(({ kind }) => kind !== "plain"))
					return [];
				if (!factsNamed(program, subject)?.powers.includes("network")) return [];
				const before = [program, ...rest.slice(0, at).map(({ text }) => text)];
				const typed = word.text.replaceAll("*", "x");
				const options = rest
					.slice(at + 1)
					.flatMap(({ kind, text }) => (kind === "plain" && text.startsWith("-") ? [text] : []));
				const spellings = [
					...(exactly ? [] : [[...before, typed, elsewhere, ...options]]),
					...(word.kind === "plain" && /:\*+$|\/\/[^/]*[^/.*]\*+$/.test(word.text)
						? [[...before, word.text.replace(/\*+$/, "x@example.com/"), ...options]]
						: []),
				];
				for (const { agent } of agents) {
					const setting = subject.settingOf(agent);
					const isAllowed = (argv: readonly string[]): boolean => effectOf(sampleOf(argv), setting) === "allow";
					// Where any address is allowed, this one bounds nothing.
					if (isAllowed([program, elsewhere])) continue;
					const open = spellings.find(isAllowed);
					if (open === undefined) continue;
					const text = witnessCommandLine(sampleOf(open));
					return [
						{
							message: `\`${word.text}\` does not bound what is reached: \`${text}\` fits it, too`,
							span: word.span,
							help:
								spellings.length > 1
									? "say `exactly`, so that nothing follows, and name the port and what stands behind it"
									: `further words may follow a pattern: \`allow exactly ${before.join(" ")} ${word.text}\``,
							witness: text,
						},
					];
				}
				return [];
			});
		}),
};

const address = /^(?:https?|ftp):\/\//;
const elsewhere = "https://example.com";

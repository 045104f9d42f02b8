/** An address of four numbers of which one is no byte: `192.168.300.12`. It is told where it is written, in a set too. */
import type { Span } from "../../../../language/source/span.js";
import type { LintContext } from "../../lint-context.js";
import type { TextLint } from "../../lint-record.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const mistypedAddress: Pick<TextLint, "check"> = {
	check: (subject) =>
		addressesIn(subject).flatMap(({ text, span }) => {
			const [address = ""] = /^(?:\d{1,3}\.){3}\d{1,3}(?=$|[:/])/.exec(text) ?? [];
			const wrong = address.split(".").find((part) => Number(part) > 255);
			return wrong === undefined
				? []
				: [
						{
							message: `\`${text}\` is no address: \`${wrong}\` is more than 255`,
							span,
							help: "each of the four numbers is one from 0 to 255",
						},
					];
		}),
};

function addressesIn(subject: LintContext): readonly { readonly text: string; readonly span: Span }[] {
	return writtenPatterns(subject).flatMap(({ part, pattern: { words } }) =>
		part === "element" && words.length === 1 ? words.filter(({ kind }) => kind === "plain") : [],
	);
}

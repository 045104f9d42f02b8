/** `secret-in-policy`: a key, a token or a password stands in a policy, which many people and programs read. */

import { mayNameSecret } from "../../../engine/knowledge/secrets/secrets.js";
import { secretsToldIn } from "../../../engine/knowledge/secrets/secrets-in-prose.js";
import {
	assignedSecret,
	type FoundSecret,
	isPlaceholder,
	secretsIn,
} from "../../../engine/knowledge/secrets/secrets-in-text.js";
import { isSetting } from "../../../language/syntax/statements.js";
import type { Finding, TextLint } from "../lint-record.js";

export const secretInPolicy: TextLint = {
	name: "secret-in-policy",
	family: "hygiene",
	severity: "error",
	summary: "a key, a token or a password stands in the policy",
	looksAt: "text",
	check: (subject) => {
		const shaped = subject.roots.flatMap((file) =>
			secretsOf(subject.sources.get(file)?.text ?? "").map(
				// The message does not say what the secret is: messages go to logs.
				({ what, start, end }): Finding => ({
					message: `${what} stands here, for everybody who reads the policy`,
					span: { file, start, end },
					help: "take it out and have another one made: whoever has seen the file knows this one",
				}),
			),
		);
		const assigned = subject.ownStatements().flatMap(({ statement }) =>
			isSetting(statement, "environment set")
				? statement.names.flatMap((one): readonly Finding[] => {
						const isTold = shaped.some(
							({ span }) => span.file === one.span.file && one.span.start <= span.start && span.start < one.span.end,
						);
						if (isTold || (assignedSecret(one) ?? keyIn(one.text)) === undefined) return [];
						const name = one.text.slice(0, one.text.indexOf("="));
						return [
							{
								message: `what \`${name}\` is set to stands here, for everybody who reads the policy`,
								span: one.span,
								help: `take it out and have another one made; \`environment keep ${name}\` hands on the one that is set outside`,
							},
						];
					})
				: [],
		);
		return [...shaped, ...assigned];
	},
};

/** A long value that nobody makes up, in a variable whose name speaks of a secret, or says nothing that explains it. */
function keyIn(text: string): string | undefined {
	const [, name = "", value = ""] = /^(\w+)=["']?([\w+/=-]{24,})["']?$/.exec(text) ?? [];
	if (isPlaceholder(value) || /^[a-z-]+$|^[A-Z_-]+$|^\W|[a-z]{8,}[-/]|\//.test(value)) return undefined;
	const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 10;
	if (!isMixed || /CACHE|CURSOR|VERSION|BUILD|COMMIT|DIGEST|PUBLIC/.test(name)) return undefined;
	return mayNameSecret(name) ||
		/(?:^|_)(?:KEY|SALT|PEPPER|SEED|COOKIE|SESSION|HASH_KEY|CREDS?|PAT|SIG|SIGNATURE|SIGNING|JWT|NONCE)(?:_|$)/.test(
			name,
		)
		? value
		: undefined;
}

/** By their shapes, and by the sentences that they stand in. */
function secretsOf(text: string): readonly FoundSecret[] {
	const shaped = secretsIn(text);
	const told = [...secretsToldIn(text), ...givenTo(text)];
	return [
		...shaped,
		...told.filter((one, at) => ![...shaped, ...told.slice(0, at)].some((other) => meets(one, other))),
	];
}

/** `--token=dms_live_7c1e90b2f4aa4d61`: the value of an option whose name says what it is given. */
function givenTo(text: string): readonly FoundSecret[] {
	return [...text.matchAll(/(?<![\w-])--?([a-z][\w-]*)=(?!\{)([\w+/.~-]{8,}=*)/gi)].flatMap(
		({ 0: whole, 1: option = "", 2: value = "", index }): readonly FoundSecret[] => {
			const name = option.replaceAll("-", "_");
			const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value) && !/^\d+[a-z]{1,3}$|\.\w{1,4}$|\//i.test(value);
			if (!isMixed || assignedSecret({ text: `${name}=${value}` }) === undefined) return [];
			const start = index + whole.length - value.length;
			return [{ what: `what \`--${option}\` is given`, start, end: start + value.length }];
		},
	);
}

function meets(one: FoundSecret, other: FoundSecret): boolean {
	return one.start < other.end && other.start < one.end;
}

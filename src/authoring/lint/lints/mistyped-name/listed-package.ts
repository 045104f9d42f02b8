/** `allow pip install pandas, matplotlib`: a comma begins a new pattern, and what stands behind it is one more package and no program. */

import { isProgramKnown } from "../../../../engine/knowledge/known-programs.js";
import { isOtherProgram, programsOfPackages } from "../../../../engine/knowledge/vocabulary/common-names.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { type ReadPattern, readPattern } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";

export const listedPackage: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement }): readonly Finding[] => {
			if (statement.kind !== "rule" || statement.patterns.length < 2) return [];
			const read = statement.patterns.map((one) => readPattern(one, subject));
			return read.flatMap((one, at) => {
				const before = read
					.slice(0, at)
					.reverse()
					.find((other) => other.operands.length > 0);
				return before === undefined ? [] : packageFinding(one, before, read.slice(0, at), subject);
			});
		}),
};

function packageFinding(
	{ name, operands, options }: ReadPattern,
	before: ReadPattern,
	earlier: readonly ReadPattern[],
	subject: ValidPolicyContext,
): readonly Finding[] {
	const installer = installing(before);
	if (name === undefined || installer === undefined || operands.length > 0 || options.length > 0) return [];
	if (!isPackage(name.text, before, subject)) return [];
	// Between them stand packages alone.
	const between = earlier.slice(earlier.indexOf(before) + 1);
	if (between.some((one) => one.operands.length > 0 || !isPackage(one.name?.text ?? "", before, subject))) return [];
	return [
		{
			message: `a comma begins a new pattern, and here it speaks of a program \`${name.text}\`: \`${installer} ${name.text}\` reads as what is meant`,
			span: name.span,
			help: `name the program in each pattern: \`${installer} ${name.text}\``,
			...respelling(name, `${installer} ${name.text}`, subject),
		},
	];
}

/** A name that is no known program, or one of the sort that is installed: `cargo install cargo-deny, cargo-nextest`. */
function isPackage(text: string, { name }: ReadPattern, { policy }: ValidPolicyContext): boolean {
	if (!/^[a-z][\w.-]*$/i.test(text) || policy.programs.has(text)) return false;
	if (name !== undefined && text.startsWith(`${name.text}-`)) return true;
	return programsOfPackages.has(text) || !(isProgramKnown(text) || isOtherProgram(text));
}

/** `pip install`, where one package at least stands behind it. */
function installing({ name, operands, options }: ReadPattern): string | undefined {
	const [verb, first] = operands.map(({ text }) => text);
	if (name === undefined || verb === undefined || first === undefined || options.length > 0) return undefined;
	const isOne = /^[a-z@][\w.@/=<>~^-]*$/i.test(first) && !/\.(?:txt|toml|lock|whl|gz|zip|json)$/.test(first);
	return isOne && installers.get(name.text)?.includes(verb) === true ? `${name.text} ${verb}` : undefined;
}

const installers: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries({
		pip: ["install"],
		pip3: ["install"],
		pipx: ["install"],
		uv: ["add"],
		poetry: ["add"],
		conda: ["install"],
		mamba: ["install"],
		npm: ["install", "i", "add"],
		pnpm: ["add", "install"],
		yarn: ["add"],
		bun: ["add"],
		cargo: ["install", "add"],
		gem: ["install"],
		brew: ["install"],
		apt: ["install"],
		"apt-get": ["install"],
		dnf: ["install"],
		apk: ["add"],
		composer: ["require"],
	}),
);

/** `environment set`: variables that a run gets, with their values. */
import type { WrittenWord } from "../clauses/clause.js";
import type { SettingFaults, VariablesRecord } from "./setting.js";

type Variables = Readonly<Record<string, string>>;

export const environmentSet = {
	keyword: "environment",
	name: "set",
	form: "variables",
	summary: "variables that a run gets, with their values: `CI=1`",
	example: 'environment set CI=1, "GREETING=good day"',
	usage: "NAME=VALUE",
	decides: false,
	unsaid: {},
	items: (variables) => Object.entries(variables).map(([name, value]) => `${name}=${value}`),
	values: {
		onTop: (_, inherited, lines, faults) => {
			const own = new Map<string, string>();
			for (const { words, span } of lines)
				for (const [name, value] of Object.entries(readVariables(words, faults))) {
					if (own.has(name) && own.get(name) !== value)
						faults.error(
							"bad-setting",
							span,
							`\`${name}\` is set to two values`,
							"the order of lines means nothing, so leave out one of them",
						);
					own.set(name, value);
				}
			return { ...inherited, ...Object.fromEntries(own) };
		},
		join: (a, b) => ({ ...a, ...b }),
		holds: () => true,
		staysAbove: () => true,
		// Whoever sets another value may mean anything by it.
		isLooser: () => true,
	},
} as const satisfies VariablesRecord<Variables>;

function readVariables(words: readonly WrittenWord[], faults: SettingFaults): Variables {
	return Object.fromEntries(
		words.flatMap(({ text, span }) => {
			const equals = text.indexOf("=");
			if (equals > 0 && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text.slice(0, equals)))
				return [[text.slice(0, equals), text.slice(equals + 1)] as const];
			faults.error(
				"bad-setting",
				span,
				`\`${text}\` sets no variable`,
				'for example `environment set CI=1, "GREETING=good day"`',
			);
			return [];
		}),
	);
}

/** Codes of lints that were called otherwise once, or that are gone. A `lint-ignore` and a configuration with an old code keep working, and are told the new one. */
export const renamedLints: ReadonlyMap<string, string> = new Map([
	["accepts-loader", "accepts-code-variable"],
	["bidi-control", "hidden-character"],
	["control-character", "hidden-character"],
	["delete-capable", "name-contradicts-effect"],
	["duplicate-path", "duplicate-list-item"],
	["duplicate-set-element", "duplicate-list-item"],
	["everything-regex", "needless-regex"],
	["glued-doublestar", "doublestar-inside-word"],
	["home-allowed", "unbounded-paths"],
	["keeps-secret", "secret-in-environment"],
	["mistyped-option", "mistyped-name"],
	["mistyped-program", "mistyped-name"],
	["mistyped-subcommand", "mistyped-name"],
	["network-capable", "name-contradicts-effect"],
	["nudge-without-reason", "missing-reason"],
	["override-without-reason", "missing-reason"],
	["power-hole", "unseen-code-bypass"],
	["purpose-is-power", "allows-arbitrary-code"],
	["redundant-doublestar", "redundant-notation"],
	["regex-as-glob", "needless-regex"],
	["regex-with-anchors", "needless-regex"],
	["root-allowed", "unbounded-paths"],
	["tilde-as-operand", "path-as-operand"],
	["trailing-slash", "redundant-notation"],
	["twin-allowed", "equivalent-program-allowed"],
	["vacuous-constrain", "vacuous-path-clause"],
	["vacuous-touching", "vacuous-path-clause"],
	["vacuous-within", "vacuous-path-clause"],
	["value-apart", "option-value-as-operand"],
	["write-capable", "name-contradicts-effect"],
	["wrong-case", "mistyped-name"],
	["zero-width", "hidden-character"],
]);

const ofFormat = "`rules fmt` does it, and `rules fmt --check` tells";
const ofStyle = "it was about style alone; a plugin can bring such a lint";

/** Codes that no lint has any more, and where what they said is found now. */
export const removedLints: ReadonlyMap<string, string> = new Map([
	["agent-name-style", ofStyle],
	["expectation-by-default", "`expect EFFECT by ID: …` says which rule is to decide"],
	["id-style", ofStyle],
	["lock-in-leaf", ofStyle],
	["long-file", ofStyle],
	["long-line", ofStyle],
	["missing-id", ofStyle],
	["mixed-notation", ofStyle],
	["redundant-quotes", ofStyle],
	["set-of-one", ofStyle],
	["trailing-space", ofFormat],
	["unformatted", ofFormat],
	["wide-rule", ofStyle],
]);

/** The code that a lint has now. */
export function currentCode(code: string): string {
	return renamedLints.get(code) ?? code;
}

/**
 * What the catalogues of others call what a lint finds: weaknesses (CWE), techniques (MITRE ATT&CK), risks (OWASP's Top 10 for agentic applications, ASI, and for
 * LLM applications of 2025, LLM). Only what truly fits; most lints are about policies, of which no catalogue speaks.
 */
import type { Lint } from "../lint-record.js";

/** The tags of a lint: a plugin's own, or those of ours. */
export function tagsOf({ name, tags }: Lint): readonly string[] {
	return tags ?? lintTags[name] ?? [];
}

export const lintTags: Readonly<Record<string, readonly string[]>> = {
	"accepts-code-variable": ["CWE-454", "T1574", "ASI05"],
	"accepts-everything": ["CWE-454", "T1574"],
	"alias-in-restriction": ["CWE-184", "CWE-289"],
	"allow-everything": ["CWE-1220", "ASI02", "LLM06"],
	"allow-interpreter": ["CWE-183", "T1059", "ASI05", "LLM06"],
	"allow-minus-denies": ["CWE-184", "ASI02", "LLM06"],
	"allow-package-runner": ["CWE-829", "T1105", "ASI04", "LLM03"],
	"allow-persistence": ["T1053", "T1543", "T1546", "LLM06"],
	"allow-privilege": ["CWE-250", "T1548", "ASI03"],
	"allow-remote-shell": ["T1021", "T1609", "ASI02", "LLM06"],
	"allow-secrets": ["CWE-200", "T1552", "T1555", "LLM02"],
	"allow-shell": ["CWE-183", "T1059.004", "ASI05", "LLM06"],
	"allows-arbitrary-code": ["T1059", "ASI05", "LLM06"],
	"always-matches": ["CWE-571"],
	"broad-allow": ["CWE-1220", "ASI02", "LLM06"],
	"broad-granting": ["CWE-1220", "LLM06"],
	"bundled-exception": ["CWE-184"],
	"bypassed-denial": ["CWE-184", "CWE-424", "T1202", "ASI02"],
	"code-bypasses-denials": ["CWE-424", "T1059", "ASI05"],
	"confusable-ids": ["CWE-1007"],
	"default-allow": ["CWE-276", "ASI02", "LLM06"],
	"doubtful-setting": ["CWE-778"],
	"dead-condition": ["CWE-571"],
	"eaten-by-exception": ["CWE-570"],
	"exception-is-refused": ["CWE-863"],
	"equivalent-program-allowed": ["CWE-184", "CWE-289", "T1202", "ASI02"],
	"exec-capable": ["CWE-88", "T1202", "ASI05", "LLM06"],
	"fetch-and-run": ["CWE-494", "T1059", "T1105", "ASI05"],
	"glob-program-name": ["CWE-183"],
	"hidden-character": ["CWE-451", "T1036"],
	homoglyph: ["CWE-1007", "T1036"],
	"leading-wildcard-program": ["CWE-426", "T1574"],
	"missing-default": ["CWE-1188"],
	"missing-folder-boundary": ["CWE-22", "CWE-183"],
	"name-contradicts-effect": ["CWE-1220", "LLM06"],
	"never-matches": ["CWE-570"],
	"non-nfc": ["CWE-176"],
	"only-negations": ["CWE-570"],
	"options-as-text": ["CWE-184"],
	"path-as-operand": ["CWE-22", "CWE-41"],
	"pattern-over-code": ["CWE-184"],
	"readable-secrets": ["CWE-200", "T1552.001", "ASI03", "LLM02"],
	"regex-crosses-words": ["CWE-185"],
	"runs-own-files": ["T1059", "ASI05"],
	"secret-in-environment": ["CWE-526", "T1552", "LLM02"],
	"secret-in-policy": ["CWE-798", "T1552.001"],
	"self-writable": ["CWE-15", "T1562.001", "LLM06"],
	"shared-folder": ["CWE-379"],
	"shell-escape": ["T1059.004", "ASI05"],
	"target-chosen-elsewhere": ["CWE-184"],
	"todo-comment": ["CWE-546"],
	"trust-writable": ["CWE-426", "T1574.007"],
	"unbounded-paths": ["CWE-552", "LLM06"],
	"unseen-code-bypass": ["CWE-424", "T1059", "ASI05"],
	"unusual-space": ["CWE-1007"],
	"waived-by-option": ["CWE-184"],
	"writes-agent-settings": ["CWE-15", "T1546", "LLM06"],
};

/** A catalogue, as SARIF speaks of one. */
export interface Catalogue {
	readonly name: string;
	readonly organization: string;
	readonly page: string;
	/** How its ids look. */
	readonly form: RegExp;
	/** What stands before the id in a tag of SARIF, as code hosts read it: `external/cwe/cwe-78`. */
	readonly tag: string;
}

export const catalogues: readonly Catalogue[] = [
	{
		name: "CWE",
		organization: "MITRE",
		page: "https://cwe.mitre.org/",
		form: /^CWE-[1-9]\d*$/,
		tag: "external/cwe/",
	},
	{
		name: "ATT&CK",
		organization: "MITRE",
		page: "https://attack.mitre.org/",
		form: /^T\d{4}(?:\.\d{3})?$/,
		tag: "external/attack/",
	},
	{
		name: "OWASP Top 10 for Agentic Applications",
		organization: "OWASP",
		page: "https://genai.owasp.org/",
		form: /^ASI(?:0[1-9]|10)$/,
		tag: "external/owasp/",
	},
	{
		name: "OWASP Top 10 for LLM Applications 2025",
		organization: "OWASP",
		page: "https://genai.owasp.org/llm-top-10/",
		form: /^LLM(?:0[1-9]|10)$/,
		tag: "external/owasp/",
	},
];

/** The catalogue that an id belongs to; undefined for a plugin's own words. */
export function catalogueOf(tag: string): Catalogue | undefined {
	return catalogues.find(({ form }) => form.test(tag));
}

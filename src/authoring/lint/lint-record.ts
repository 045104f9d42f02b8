/** What a lint is. */
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import type { LintContext, ValidPolicyContext } from "./lint-context.js";
import type { LintDescription, Options } from "./lint-description.js";
import type { Applied } from "./settings/applied-ignore.js";

/** What a lint reports. The frame adds the code, which is the lint's name, and the severity. */
export interface Finding extends Omit<Diagnostic, "code" | "severity"> {
	/**
	 * Where a part of the policy can't be read: what would have to be added for the finding to be untrue. `nothing`: it stands whatever the policy says besides;
	 * `id`: a rule of the id that it speaks of. Absent: that follows from the lint.
	 */
	readonly undoneBy?: UndoneBy;
	/** The same with further commands that show it, asked for where a part that can't be read may speak of the first. */
	readonly others?: () => readonly Pick<Diagnostic, "message" | "witness">[];
}

export type UndoneBy =
	| "nothing"
	| "override"
	| "grant"
	| "restriction"
	| "stricter-rule"
	| "deny"
	| "ask"
	| "nudge"
	| "syntax"
	| "id";

/** The usual lint: it looks at a policy without errors, and so at its tree. */
export interface PolicyLint<O extends Options = Options> extends LintDescription<O> {
	readonly looksAt: "policy";
	check(subject: ValidPolicyContext, options: O): readonly Finding[];
}

/** A lint that needs no more than texts and what could be read of them: it runs on broken policies, too. */
export interface TextLint<O extends Options = Options> extends LintDescription<O> {
	readonly looksAt: "text";
	check(subject: LintContext, options: O): readonly Finding[];
}

/** A lint on the ignores of others: it runs last, and sees what each of them did. No ignore holds for it. */
export interface IgnoreLint<O extends Options = Options> extends LintDescription<O> {
	readonly looksAt: "ignores";
	check(subject: LintContext, options: O, ignores: readonly Applied[]): readonly Finding[];
}

export type Lint<O extends Options = Options> = PolicyLint<O> | TextLint<O> | IgnoreLint<O>;

/** What lints look at: a policy, its files and texts, and views on them that are made once and shared by all lints. */
import type { Tree } from "../../engine/decide/tree.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import type { Policy, Rule } from "../../language/policy/policy.js";
import type { SourceFile } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import type { TextEdit } from "../../language/source/text-edits.js";
import type { FoundComment } from "../../language/syntax/comments.js";
import type { PolicyFile, RuleStatement, Statement } from "../../language/syntax/statements.js";
import type { AgentModel } from "../analysis/agent-model.js";
import type { Liveness, LivenessSubject } from "../analysis/liveness.js";
import type { LintDescription } from "./lint-description.js";
import type { References } from "./reading/references.js";

/** A policy as `load` and `loadText` give it. Without a tree it is broken. */
export interface Lintable {
	readonly policy: Policy;
	readonly tree?: Tree;
	readonly files: readonly PolicyFile[];
	/** Texts by the names that spans use. */
	readonly sources: ReadonlyMap<string, SourceFile>;
	/** Names of the files that were asked for: what is only imported is its author's business, and nothing in it is reported. */
	readonly roots: readonly string[];
	/** What reading and resolving found. */
	readonly diagnostics: readonly Diagnostic[];
	/** For each file the files that its imports lead to, in their order. */
	readonly imports: ReadonlyMap<string, readonly string[]>;
	/** What there is besides the errors of a broken policy. */
	readonly besidesErrors?: () => BesidesErrors | undefined;
}

/** What stands in a broken policy besides its errors, as `load` gives it: some of it mended, some left out. */
export interface BesidesErrors extends Lintable {
	readonly tree: Tree;
	/** Statements that are left out, by their places. */
	readonly left: ReadonlySet<string>;
	/** Nothing is left out. */
	readonly isWhole: boolean;
	/** What was put into the texts to mend it. */
	readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
}

/** A statement with the file and the agent or group that it stands in; `owner` is empty outside of both. */
export interface StatedStatement<S extends Statement = Statement> {
	readonly statement: S;
	readonly owner: string;
	readonly file: PolicyFile;
	/** The statements among which it stands. */
	readonly siblings: readonly Statement[];
}

/** A rule as it is written, and as the agents have it that are subject to it: where it stands first, then those that inherit it. */
export interface StatedRule extends StatedStatement<RuleStatement> {
	readonly agents: readonly { readonly agent: string; readonly rule: Rule }[];
}

/** What becomes of a rule, over all agents that have it. */
export type Fate =
	/** It decides something, for one of them at least; or may do so for an agent of a file that imports this one. */
	| { readonly kind: "live" }
	/** No command fits it. */
	| { readonly kind: "empty" }
	/** For each agent other rules decide whatever fits it. */
	| {
			readonly kind: "covered";
			readonly cover: readonly (Liveness & { readonly kind: "covered" } & { readonly agent: string })[];
	  }
	/** No agent has it: it stands in a group that nobody extends. */
	| { readonly kind: "unused" }
	| { readonly kind: "not-settled"; readonly agent: string; readonly program: string };

export interface LintContext extends Lintable {
	/** Every lint that is known, by its name. */
	readonly lints: readonly LintDescription[];
	/** Today, `2027-01-01`, where somebody says it. */
	readonly today?: string;
	/** Names of the agents: those that others extend come before these. */
	readonly agents: readonly string[];
	/** Every statement of every file, those inside of agents and groups behind the agent or group. */
	readonly statements: () => readonly StatedStatement[];
	/** The statements of the files that were asked for. */
	readonly ownStatements: () => readonly StatedStatement[];
	/** The rules of the files that were asked for. */
	readonly rules: () => readonly StatedRule[];
	/** The statement that a rule was read from. */
	readonly statementOf: (rule: Pick<Rule, "span">) => StatedStatement<RuleStatement> | undefined;
	/** Definitions and uses of sets, agents and ids. */
	readonly references: () => References;
	/** Comments of a file, in their order. */
	readonly comments: (file: string) => readonly FoundComment[];
	/** Is this place inside of a comment? */
	readonly inComment: (span: Span) => boolean;
	readonly sourceOf: (file: string) => SourceFile;
}

/** A policy without errors. */
export interface ValidPolicyContext extends LintContext {
	readonly tree: Tree;
	/** An agent for questions of the analysis, in a world that is no machine's. */
	readonly settingOf: (agent: string) => AgentModel;
	/** The programs that an agent's rules tell apart. */
	readonly programsOf: (agent: string) => LivenessSubject;
	/** Does an agent's rule ever decide? */
	readonly livenessOf: (agent: string, rule: Rule) => Liveness;
	/** Does a rule ever decide, for any agent that has it? */
	readonly fateOf: (rule: StatedRule) => Fate;
}

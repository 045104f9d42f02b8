/** Every lint, in the order of their names. */
import type { Lint } from "./lint-record.js";
import { acceptsCodeVariable } from "./lints/accepts-code-variable.js";
import { acceptsEverything } from "./lints/accepts-everything.js";
import { agentWithoutRules } from "./lints/agent-without-rules.js";
import { aliasInRestriction } from "./lints/alias-in-restriction.js";
import { allowEverything } from "./lints/allow-everything.js";
import { allowInterpreter } from "./lints/allow-interpreter.js";
import { allowMinusDenies } from "./lints/allow-minus-denies.js";
import { allowPackageRunner } from "./lints/allow-package-runner.js";
import { allowPersistence } from "./lints/allow-persistence.js";
import { allowPrivilege } from "./lints/allow-privilege.js";
import { allowRemoteShell } from "./lints/allow-remote-shell.js";
import { allowSecrets } from "./lints/allow-secrets.js";
import { allowShell } from "./lints/allow-shell.js";
import { allowsArbitraryCode } from "./lints/allows-arbitrary-code.js";
import { alwaysMatches } from "./lints/always-matches.js";
import { assignmentInPattern } from "./lints/assignment-in-pattern.js";
import { broadAllow } from "./lints/broad-allow.js";
import { broadGranting } from "./lints/broad-granting.js";
import { bundledException } from "./lints/bundled-exception.js";
import { bypassedDenial } from "./lints/bypassed-denial.js";
import { claimFails } from "./lints/claim-fails.js";
import { claimOfNothingAllowed } from "./lints/claim-of-nothing-allowed.js";
import { clauseAsStatement } from "./lints/clause-as-statement.js";
import { codeBypassesDenials } from "./lints/code-bypasses-denials.js";
import { commentedRule } from "./lints/commented-rule.js";
import { confusableIds } from "./lints/confusable-ids.js";
import { contradictoryRules } from "./lints/contradictory-rules.js";
import { coveredClaim } from "./lints/covered-claim.js";
import { coveredSetElement } from "./lints/covered-set-element.js";
import { deadCondition } from "./lints/dead-condition.js";
import { deadException } from "./lints/dead-exception.js";
import { deadGranting } from "./lints/dead-granting.js";
import { deadPattern } from "./lints/dead-pattern.js";
import { deepInheritance } from "./lints/deep-inheritance.js";
import { defaultAllow } from "./lints/default-allow.js";
import { deniedInPart } from "./lints/denied-in-part.js";
import { deniesPartOfNothing } from "./lints/denies-part-of-nothing.js";
import { disjointConstrains } from "./lints/disjoint-constrains.js";
import { dotdotInPath } from "./lints/dotdot-in-path.js";
import { doublestarInsideWord } from "./lints/doublestar-inside-word.js";
import { doubtfulBound } from "./lints/doubtful-bound.js";
import { doubtfulSetting } from "./lints/doubtful-setting.js";
import { duplicateExpectation } from "./lints/duplicate-expectation.js";
import { duplicateListItem } from "./lints/duplicate-list-item.js";
import { duplicateRule } from "./lints/duplicate-rule.js";
import { eatenByException } from "./lints/eaten-by-exception.js";
import { endedRule } from "./lints/ended-rule.js";
import { equivalentProgramAllowed } from "./lints/equivalent-program-allowed.js";
import { exceptionIsRefused } from "./lints/exception-is-refused.js";
import { execCapable } from "./lints/exec-capable.js";
import { expectationFails } from "./lints/expectation-fails.js";
import { expectationOfUnreadable } from "./lints/expectation-of-unreadable.js";
import { expiredIgnore } from "./lints/expired-ignore.js";
import { factInReach } from "./lints/fact-in-reach.js";
import { fetchAndRun } from "./lints/fetch-and-run.js";
import { foreignNotation } from "./lints/foreign-notation.js";
import { globProgramName } from "./lints/glob-program-name.js";
import { heavyRegex } from "./lints/heavy-regex.js";
import { hiddenCharacter } from "./lints/hidden-character.js";
import { homoglyph } from "./lints/homoglyph.js";
import { identicalAgents } from "./lints/identical-agents.js";
import { ignoreWithoutReason } from "./lints/ignore-without-reason.js";
import { insufficientGranting } from "./lints/insufficient-granting.js";
import { invertedCondition } from "./lints/inverted-condition.js";
import { leadingWildcardProgram } from "./lints/leading-wildcard-program.js";
import { longMessage } from "./lints/long-message.js";
import { longRule } from "./lints/long-rule.js";
import { machinePath } from "./lints/machine-path.js";
import { mergeableRules } from "./lints/mergeable-rules.js";
import { messageContradictsRule } from "./lints/message-contradicts-rule.js";
import { misplacedOperand } from "./lints/misplaced-operand.js";
import { missingComma } from "./lints/missing-comma.js";
import { missingDefault } from "./lints/missing-default.js";
import { missingFolderBoundary } from "./lints/missing-folder-boundary.js";
import { missingOverride } from "./lints/missing-override.js";
import { missingReason } from "./lints/missing-reason.js";
import { mistypedName } from "./lints/mistyped-name.js";
import { mixedLineEnds } from "./lints/mixed-line-ends.js";
import { nameContradictsEffect } from "./lints/name-contradicts-effect.js";
import { narrowNote } from "./lints/narrow-note.js";
import { needlessRegex } from "./lints/needless-regex.js";
import { negationOfNothing } from "./lints/negation-of-nothing.js";
import { neverMatches } from "./lints/never-matches.js";
import { noDefaultAgent } from "./lints/no-default-agent.js";
import { noExpectations } from "./lints/no-expectations.js";
import { nobodyAnswers } from "./lints/nobody-answers.js";
import { nonNfc } from "./lints/non-nfc.js";
import { notSettled } from "./lints/not-settled.js";
import { nudgeLoop } from "./lints/nudge-loop.js";
import { nudgeToItself } from "./lints/nudge-to-itself.js";
import { nudgeToRefused } from "./lints/nudge-to-refused.js";
import { nudgeWithoutUse } from "./lints/nudge-without-use.js";
import { oneSpellingRefused } from "./lints/one-spelling-refused.js";
import { onlyNegations } from "./lints/only-negations.js";
import { onlyWithoutRequired } from "./lints/only-without-required.js";
import { operatorInPattern } from "./lints/operator-in-pattern.js";
import { optionGrantsPower } from "./lints/option-grants-power.js";
import { optionValueAsOperand } from "./lints/option-value-as-operand.js";
import { optionsAsText } from "./lints/options-as-text.js";
import { overlappingPaths } from "./lints/overlapping-paths.js";
import { overrideLocked } from "./lints/override-locked.js";
import { overrideNoop } from "./lints/override-noop.js";
import { partlyUnreachable } from "./lints/partly-unreachable.js";
import { pathAsOperand } from "./lints/path-as-operand.js";
import { pathAsProgram } from "./lints/path-as-program.js";
import { patternOverCode } from "./lints/pattern-over-code.js";
import { peopleAsWords } from "./lints/people-as-words.js";
import { quotedSpace } from "./lints/quoted-space.js";
import { readableSecrets } from "./lints/readable-secrets.js";
import { redundantExtends } from "./lints/redundant-extends.js";
import { redundantNotation } from "./lints/redundant-notation.js";
import { redundantRule } from "./lints/redundant-rule.js";
import { regexCrossesWords } from "./lints/regex-crosses-words.js";
import { regexWithoutSlashes } from "./lints/regex-without-slashes.js";
import { repeatedImport } from "./lints/repeated-import.js";
import { repeatedList } from "./lints/repeated-list.js";
import { repeatedSetting } from "./lints/repeated-setting.js";
import { restatedSetting } from "./lints/restated-setting.js";
import { retaughtProgram } from "./lints/retaught-program.js";
import { runsOwnFiles } from "./lints/runs-own-files.js";
import { secretInEnvironment } from "./lints/secret-in-environment.js";
import { secretInPolicy } from "./lints/secret-in-policy.js";
import { selfWritable } from "./lints/self-writable.js";
import { shadowedSet } from "./lints/shadowed-set.js";
import { sharedFolder } from "./lints/shared-folder.js";
import { shellEscape } from "./lints/shell-escape.js";
import { starBehindWrapper } from "./lints/star-behind-wrapper.js";
import { targetChosenElsewhere } from "./lints/target-chosen-elsewhere.js";
import { taughtNothing } from "./lints/taught-nothing.js";
import { taughtTooLittle } from "./lints/taught-too-little.js";
import { todoComment } from "./lints/todo-comment.js";
import { trustWritable } from "./lints/trust-writable.js";
import { unboundedHosts } from "./lints/unbounded-hosts.js";
import { unboundedPaths } from "./lints/unbounded-paths.js";
import { ungovernedRule } from "./lints/ungoverned-rule.js";
import { unknownLint } from "./lints/unknown-lint.js";
import { unknownPlaceholder } from "./lints/unknown-placeholder.js";
import { unreachableAfter } from "./lints/unreachable-after.js";
import { unreachableDefault } from "./lints/unreachable-default.js";
import { unreachableRule } from "./lints/unreachable-rule.js";
import { unseenCodeBypass } from "./lints/unseen-code-bypass.js";
import { untestedRule } from "./lints/untested-rule.js";
import { untoldFact } from "./lints/untold-fact.js";
import { unusedGroup } from "./lints/unused-group.js";
import { unusedIgnore } from "./lints/unused-ignore.js";
import { unusedImport } from "./lints/unused-import.js";
import { unusedProgram } from "./lints/unused-program.js";
import { unusedSet } from "./lints/unused-set.js";
import { unusualSpace } from "./lints/unusual-space.js";
import { vacuousClaim } from "./lints/vacuous-claim.js";
import { vacuousHostClause } from "./lints/vacuous-host-clause.js";
import { vacuousPathClause } from "./lints/vacuous-path-clause.js";
import { vagueMessage } from "./lints/vague-message.js";
import { valueOfFlag } from "./lints/value-of-flag.js";
import { waivedByOption } from "./lints/waived-by-option.js";
import { weakWitness } from "./lints/weak-witness.js";
import { wideOverride } from "./lints/wide-override.js";
import { wordNamedOnce } from "./lints/word-named-once.js";
import { workspaceOnlyPath } from "./lints/workspace-only-path.js";
import { writesAgentSettings } from "./lints/writes-agent-settings.js";

export const lints: readonly Lint[] = [
	acceptsCodeVariable,
	acceptsEverything,
	agentWithoutRules,
	aliasInRestriction,
	allowEverything,
	allowInterpreter,
	allowMinusDenies,
	allowPackageRunner,
	allowPersistence,
	allowPrivilege,
	allowRemoteShell,
	allowSecrets,
	allowShell,
	allowsArbitraryCode,
	alwaysMatches,
	assignmentInPattern,
	broadAllow,
	broadGranting,
	bundledException,
	bypassedDenial,
	claimFails,
	claimOfNothingAllowed,
	clauseAsStatement,
	codeBypassesDenials,
	commentedRule,
	confusableIds,
	contradictoryRules,
	coveredClaim,
	coveredSetElement,
	deadCondition,
	deadException,
	deadGranting,
	deadPattern,
	deepInheritance,
	defaultAllow,
	deniedInPart,
	deniesPartOfNothing,
	disjointConstrains,
	dotdotInPath,
	doublestarInsideWord,
	doubtfulBound,
	doubtfulSetting,
	duplicateExpectation,
	duplicateListItem,
	duplicateRule,
	eatenByException,
	endedRule,
	equivalentProgramAllowed,
	exceptionIsRefused,
	execCapable,
	expectationFails,
	expectationOfUnreadable,
	expiredIgnore,
	factInReach,
	fetchAndRun,
	foreignNotation,
	globProgramName,
	heavyRegex,
	hiddenCharacter,
	homoglyph,
	identicalAgents,
	ignoreWithoutReason,
	insufficientGranting,
	invertedCondition,
	leadingWildcardProgram,
	longMessage,
	longRule,
	machinePath,
	mergeableRules,
	messageContradictsRule,
	misplacedOperand,
	missingComma,
	missingDefault,
	missingFolderBoundary,
	missingOverride,
	missingReason,
	mistypedName,
	mixedLineEnds,
	nameContradictsEffect,
	narrowNote,
	needlessRegex,
	negationOfNothing,
	neverMatches,
	noDefaultAgent,
	noExpectations,
	nobodyAnswers,
	nonNfc,
	notSettled,
	nudgeLoop,
	nudgeToItself,
	nudgeToRefused,
	nudgeWithoutUse,
	oneSpellingRefused,
	onlyNegations,
	onlyWithoutRequired,
	operatorInPattern,
	optionGrantsPower,
	optionValueAsOperand,
	optionsAsText,
	overlappingPaths,
	overrideLocked,
	overrideNoop,
	partlyUnreachable,
	pathAsOperand,
	pathAsProgram,
	patternOverCode,
	peopleAsWords,
	quotedSpace,
	readableSecrets,
	redundantExtends,
	redundantNotation,
	redundantRule,
	regexCrossesWords,
	regexWithoutSlashes,
	repeatedImport,
	repeatedList,
	repeatedSetting,
	restatedSetting,
	retaughtProgram,
	runsOwnFiles,
	secretInEnvironment,
	secretInPolicy,
	selfWritable,
	shadowedSet,
	sharedFolder,
	shellEscape,
	starBehindWrapper,
	targetChosenElsewhere,
	taughtNothing,
	taughtTooLittle,
	todoComment,
	trustWritable,
	unboundedHosts,
	unboundedPaths,
	ungovernedRule,
	unknownLint,
	unknownPlaceholder,
	unreachableAfter,
	unreachableDefault,
	unreachableRule,
	unseenCodeBypass,
	untestedRule,
	untoldFact,
	unusedGroup,
	unusedIgnore,
	unusedImport,
	unusedProgram,
	unusedSet,
	unusualSpace,
	vacuousClaim,
	vacuousHostClause,
	vacuousPathClause,
	vagueMessage,
	valueOfFlag,
	waivedByOption,
	weakWitness,
	wideOverride,
	wordNamedOnce,
	workspaceOnlyPath,
	writesAgentSettings,
];

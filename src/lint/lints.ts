/** Every lint, in the order of their names. */
import type { Lint } from "./lint.js";
import { acceptsEverything } from "./lints/accepts-everything.js";
import { acceptsLoader } from "./lints/accepts-loader.js";
import { agentNameStyle } from "./lints/agent-name-style.js";
import { agentWithoutRules } from "./lints/agent-without-rules.js";
import { aliasInRestriction } from "./lints/alias-in-restriction.js";
import { allowEverything } from "./lints/allow-everything.js";
import { allowInterpreter } from "./lints/allow-interpreter.js";
import { allowMinusDenies } from "./lints/allow-minus-denies.js";
import { allowPackageRunner } from "./lints/allow-package-runner.js";
import { allowPersistence } from "./lints/allow-persistence.js";
import { allowPrivilege } from "./lints/allow-privilege.js";
import { allowRemoteShell } from "./lints/allow-remote-shell.js";
import { allowShell } from "./lints/allow-shell.js";
import { alwaysMatches } from "./lints/always-matches.js";
import { assignmentInPattern } from "./lints/assignment-in-pattern.js";
import { bidiControl } from "./lints/bidi-control.js";
import { broadGranting } from "./lints/broad-granting.js";
import { bundledException } from "./lints/bundled-exception.js";
import { claimFails } from "./lints/claim-fails.js";
import { commentedRule } from "./lints/commented-rule.js";
import { confusableIds } from "./lints/confusable-ids.js";
import { contradictoryRules } from "./lints/contradictory-rules.js";
import { controlCharacter } from "./lints/control-character.js";
import { coveredClaim } from "./lints/covered-claim.js";
import { coveredSetElement } from "./lints/covered-set-element.js";
import { deadCondition } from "./lints/dead-condition.js";
import { deadException } from "./lints/dead-exception.js";
import { deadGranting } from "./lints/dead-granting.js";
import { deadPattern } from "./lints/dead-pattern.js";
import { deepInheritance } from "./lints/deep-inheritance.js";
import { defaultAllow } from "./lints/default-allow.js";
import { deleteCapable } from "./lints/delete-capable.js";
import { deniedInPart } from "./lints/denied-in-part.js";
import { disjointConstrains } from "./lints/disjoint-constrains.js";
import { dotdotInPath } from "./lints/dotdot-in-path.js";
import { duplicateExpectation } from "./lints/duplicate-expectation.js";
import { duplicatePath } from "./lints/duplicate-path.js";
import { duplicateRule } from "./lints/duplicate-rule.js";
import { duplicateSetElement } from "./lints/duplicate-set-element.js";
import { everythingRegex } from "./lints/everything-regex.js";
import { execCapable } from "./lints/exec-capable.js";
import { expectationByDefault } from "./lints/expectation-by-default.js";
import { expectationFails } from "./lints/expectation-fails.js";
import { expectationOfUnreadable } from "./lints/expectation-of-unreadable.js";
import { expiredIgnore } from "./lints/expired-ignore.js";
import { fetchAndRun } from "./lints/fetch-and-run.js";
import { foreignNotation } from "./lints/foreign-notation.js";
import { globProgramName } from "./lints/glob-program-name.js";
import { gluedDoublestar } from "./lints/glued-doublestar.js";
import { heavyRegex } from "./lints/heavy-regex.js";
import { homeAllowed } from "./lints/home-allowed.js";
import { homoglyph } from "./lints/homoglyph.js";
import { idStyle } from "./lints/id-style.js";
import { identicalAgents } from "./lints/identical-agents.js";
import { ignoreWithoutReason } from "./lints/ignore-without-reason.js";
import { keepsSecret } from "./lints/keeps-secret.js";
import { leadingWildcardProgram } from "./lints/leading-wildcard-program.js";
import { lockInLeaf } from "./lints/lock-in-leaf.js";
import { longFile } from "./lints/long-file.js";
import { longLine } from "./lints/long-line.js";
import { longMessage } from "./lints/long-message.js";
import { longRule } from "./lints/long-rule.js";
import { machinePath } from "./lints/machine-path.js";
import { mergeableRules } from "./lints/mergeable-rules.js";
import { missingDefault } from "./lints/missing-default.js";
import { missingFolderBoundary } from "./lints/missing-folder-boundary.js";
import { missingId } from "./lints/missing-id.js";
import { missingOverride } from "./lints/missing-override.js";
import { missingReason } from "./lints/missing-reason.js";
import { mistypedOption } from "./lints/mistyped-option.js";
import { mistypedProgram } from "./lints/mistyped-program.js";
import { mistypedSubcommand } from "./lints/mistyped-subcommand.js";
import { mixedLineEnds } from "./lints/mixed-line-ends.js";
import { mixedNotation } from "./lints/mixed-notation.js";
import { negationOfNothing } from "./lints/negation-of-nothing.js";
import { networkCapable } from "./lints/network-capable.js";
import { neverMatches } from "./lints/never-matches.js";
import { noDefaultAgent } from "./lints/no-default-agent.js";
import { noExpectations } from "./lints/no-expectations.js";
import { nonNfc } from "./lints/non-nfc.js";
import { notSettled } from "./lints/not-settled.js";
import { nudgeLoop } from "./lints/nudge-loop.js";
import { nudgeToItself } from "./lints/nudge-to-itself.js";
import { nudgeToRefused } from "./lints/nudge-to-refused.js";
import { nudgeWithoutReason } from "./lints/nudge-without-reason.js";
import { nudgeWithoutUse } from "./lints/nudge-without-use.js";
import { onlyNegations } from "./lints/only-negations.js";
import { operatorInPattern } from "./lints/operator-in-pattern.js";
import { optionsAsText } from "./lints/options-as-text.js";
import { overlappingPaths } from "./lints/overlapping-paths.js";
import { overrideLocked } from "./lints/override-locked.js";
import { overrideNoop } from "./lints/override-noop.js";
import { overrideWithoutReason } from "./lints/override-without-reason.js";
import { partlyUnreachable } from "./lints/partly-unreachable.js";
import { pathAsOperand } from "./lints/path-as-operand.js";
import { pathAsProgram } from "./lints/path-as-program.js";
import { powerHole } from "./lints/power-hole.js";
import { purposeIsPower } from "./lints/purpose-is-power.js";
import { quotedSpace } from "./lints/quoted-space.js";
import { readableSecrets } from "./lints/readable-secrets.js";
import { redundantDoublestar } from "./lints/redundant-doublestar.js";
import { redundantExtends } from "./lints/redundant-extends.js";
import { redundantQuotes } from "./lints/redundant-quotes.js";
import { redundantRule } from "./lints/redundant-rule.js";
import { regexAsGlob } from "./lints/regex-as-glob.js";
import { regexCrossesWords } from "./lints/regex-crosses-words.js";
import { regexWithAnchors } from "./lints/regex-with-anchors.js";
import { regexWithoutSlashes } from "./lints/regex-without-slashes.js";
import { repeatedImport } from "./lints/repeated-import.js";
import { repeatedList } from "./lints/repeated-list.js";
import { repeatedSetting } from "./lints/repeated-setting.js";
import { restatedSetting } from "./lints/restated-setting.js";
import { retaughtProgram } from "./lints/retaught-program.js";
import { rootAllowed } from "./lints/root-allowed.js";
import { runsOwnFiles } from "./lints/runs-own-files.js";
import { secretInPolicy } from "./lints/secret-in-policy.js";
import { selfWritable } from "./lints/self-writable.js";
import { setOfOne } from "./lints/set-of-one.js";
import { shadowedSet } from "./lints/shadowed-set.js";
import { sharedFolder } from "./lints/shared-folder.js";
import { shellEscape } from "./lints/shell-escape.js";
import { taughtNothing } from "./lints/taught-nothing.js";
import { tildeAsOperand } from "./lints/tilde-as-operand.js";
import { todoComment } from "./lints/todo-comment.js";
import { trailingSlash } from "./lints/trailing-slash.js";
import { trailingSpace } from "./lints/trailing-space.js";
import { trustWritable } from "./lints/trust-writable.js";
import { twinAllowed } from "./lints/twin-allowed.js";
import { unformatted } from "./lints/unformatted.js";
import { unknownLint } from "./lints/unknown-lint.js";
import { unknownPlaceholder } from "./lints/unknown-placeholder.js";
import { unreachableDefault } from "./lints/unreachable-default.js";
import { unreachableRule } from "./lints/unreachable-rule.js";
import { untestedRule } from "./lints/untested-rule.js";
import { unusedGroup } from "./lints/unused-group.js";
import { unusedIgnore } from "./lints/unused-ignore.js";
import { unusedImport } from "./lints/unused-import.js";
import { unusedProgram } from "./lints/unused-program.js";
import { unusedSet } from "./lints/unused-set.js";
import { unusualSpace } from "./lints/unusual-space.js";
import { vacuousClaim } from "./lints/vacuous-claim.js";
import { vacuousConstrain } from "./lints/vacuous-constrain.js";
import { vacuousTouching } from "./lints/vacuous-touching.js";
import { vacuousWithin } from "./lints/vacuous-within.js";
import { vagueMessage } from "./lints/vague-message.js";
import { valueApart } from "./lints/value-apart.js";
import { wideRule } from "./lints/wide-rule.js";
import { workspaceOnlyPath } from "./lints/workspace-only-path.js";
import { writeCapable } from "./lints/write-capable.js";
import { writesAgentSettings } from "./lints/writes-agent-settings.js";
import { wrongCase } from "./lints/wrong-case.js";
import { zeroWidth } from "./lints/zero-width.js";

export const lints: readonly Lint[] = [
	acceptsEverything,
	acceptsLoader,
	agentNameStyle,
	agentWithoutRules,
	aliasInRestriction,
	allowEverything,
	allowInterpreter,
	allowMinusDenies,
	allowPackageRunner,
	allowPersistence,
	allowPrivilege,
	allowRemoteShell,
	allowShell,
	alwaysMatches,
	assignmentInPattern,
	bidiControl,
	broadGranting,
	bundledException,
	claimFails,
	commentedRule,
	confusableIds,
	contradictoryRules,
	controlCharacter,
	coveredClaim,
	coveredSetElement,
	deadCondition,
	deadException,
	deadGranting,
	deadPattern,
	deepInheritance,
	defaultAllow,
	deleteCapable,
	deniedInPart,
	disjointConstrains,
	dotdotInPath,
	duplicateExpectation,
	duplicatePath,
	duplicateRule,
	duplicateSetElement,
	everythingRegex,
	execCapable,
	expectationByDefault,
	expectationFails,
	expectationOfUnreadable,
	expiredIgnore,
	fetchAndRun,
	foreignNotation,
	globProgramName,
	gluedDoublestar,
	heavyRegex,
	homeAllowed,
	homoglyph,
	idStyle,
	identicalAgents,
	ignoreWithoutReason,
	keepsSecret,
	leadingWildcardProgram,
	lockInLeaf,
	longFile,
	longLine,
	longMessage,
	longRule,
	machinePath,
	mergeableRules,
	missingDefault,
	missingFolderBoundary,
	missingId,
	missingOverride,
	missingReason,
	mistypedOption,
	mistypedProgram,
	mistypedSubcommand,
	mixedLineEnds,
	mixedNotation,
	negationOfNothing,
	networkCapable,
	neverMatches,
	noDefaultAgent,
	noExpectations,
	nonNfc,
	notSettled,
	nudgeLoop,
	nudgeToItself,
	nudgeToRefused,
	nudgeWithoutReason,
	nudgeWithoutUse,
	onlyNegations,
	operatorInPattern,
	optionsAsText,
	overlappingPaths,
	overrideLocked,
	overrideNoop,
	overrideWithoutReason,
	partlyUnreachable,
	pathAsOperand,
	pathAsProgram,
	powerHole,
	purposeIsPower,
	quotedSpace,
	readableSecrets,
	redundantDoublestar,
	redundantExtends,
	redundantQuotes,
	redundantRule,
	regexAsGlob,
	regexCrossesWords,
	regexWithAnchors,
	regexWithoutSlashes,
	repeatedImport,
	repeatedList,
	repeatedSetting,
	restatedSetting,
	retaughtProgram,
	rootAllowed,
	runsOwnFiles,
	secretInPolicy,
	selfWritable,
	setOfOne,
	shadowedSet,
	sharedFolder,
	shellEscape,
	taughtNothing,
	tildeAsOperand,
	todoComment,
	trailingSlash,
	trailingSpace,
	trustWritable,
	twinAllowed,
	unformatted,
	unknownLint,
	unknownPlaceholder,
	unreachableDefault,
	unreachableRule,
	untestedRule,
	unusedGroup,
	unusedIgnore,
	unusedImport,
	unusedProgram,
	unusedSet,
	unusualSpace,
	vacuousClaim,
	vacuousConstrain,
	vacuousTouching,
	vacuousWithin,
	vagueMessage,
	valueApart,
	wideRule,
	workspaceOnlyPath,
	writeCapable,
	writesAgentSettings,
	wrongCase,
	zeroWidth,
];

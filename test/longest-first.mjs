/**
 * In which order the files of tests are taken: the longest first, so that no long one is left when all others are done.
 * Jest remembers how long each took the last time. In a fresh clone it can't, and would go by the size of the files; here
 * stands what it does not know.
 */

import { relative, sep } from "node:path";
import Sequencer from "@jest/test-sequencer";
import { root } from "../scripts/root.mjs";

/** Seconds on a quiet machine, of the files that take five or more. A file that is not here takes one or two. */
const seconds = {
	"test/cli/harness/hook.test.ts": 41,
	"test/authoring/lint/planted-fresh.test.ts": 35,
	"test/cli/pages.test.ts": 35,
	"test/authoring/lint/fix-laws.test.ts": 30,
	"test/authoring/lint/overlaps.test.ts": 29,
	"test/authoring/attack/techniques.test.ts": 22,
	"test/project/newcomer.test.ts": 22,
	"test/cases/cases.test.ts": 20,
	"test/engine/laws/laws.test.ts": 18,
	"test/cli/lint/lint.test.ts": 17,
	"test/cli/policy/diff.test.ts": 16,
	"test/cli/serve/serve-flood.test.ts": 14,
	"test/cli/quick/cache.test.ts": 13,
	"test/authoring/analysis/fuzz/questions.test.ts": 12,
	"test/authoring/editor/robustness.test.ts": 12,
	"test/cli/init/init.test.ts": 12,
	"test/cli/lint/lint-tool.test.ts": 12,
	"test/authoring/lint/independence.test.ts": 11,
	"test/cli/harness/doctor.test.ts": 11,
	"test/cli/run.test.ts": 11,
	"test/authoring/analysis/fuzz/real/real-programs.test.ts": 9,
	"test/authoring/lint/clean.test.ts": 9,
	"test/cli/quick/quick-run.test.ts": 9,
	"test/cli/serve/serve.test.ts": 9,
	"test/runtime/execute/ending.test.ts": 9,
	"test/authoring/lint/help.test.ts": 8,
	"test/authoring/suite/mutation-runner.test.ts": 8,
	"test/cli/quick/cache-rights.test.ts": 8,
	"test/engine/laws/every-program.test.ts": 8,
	"test/language/syntax/hostile.test.ts": 8,
	"test/authoring/analysis/every-program.test.ts": 7,
	"test/authoring/report/report.test.ts": 7,
	"test/cli/policy/can.test.ts": 7,
	"test/cli/harness/managed.test.ts": 7,
	"test/cli/mcp/mcp.test.ts": 7,
	"test/cli/policy/prove.test.ts": 7,
	"test/cli/verbs.test.ts": 7,
	"test/runtime/execute/soak/bystanders.test.ts": 7,
	"test/runtime/execute/output.test.ts": 7,
	"test/runtime/execute/ownership.test.ts": 7,
	"test/runtime/execute/waiting.test.ts": 7,
	"test/authoring/analysis/smallest-edit.test.ts": 6,
	"test/cli/audit.test.ts": 6,
	"test/cli/check.test.ts": 6,
	"test/cli/test/test-watch.test.ts": 6,
	"test/engine/shell/random.test.ts": 6,
	"test/runtime/execute/sandbox/killed.test.ts": 6,
	"test/authoring/attack/attack.test.ts": 5,
	"test/authoring/editor/completion.test.ts": 5,
	"test/authoring/editor/rename.test.ts": 5,
	"test/cli/check-lines.test.ts": 5,
	"test/cli/mcp/mcp-protocol.test.ts": 5,
	"test/cli/replay.test.ts": 5,
	"test/cli/serve/serve-http.test.ts": 5,
	"test/cli/test/test.test.ts": 5,
	"test/language/policy/clause-slips.test.ts": 5,
	"test/language/policy/word-language/read-glob.test.ts": 5,
	"test/packs/peers.test.ts": 5,
	"test/runtime/execute/sandbox/protected.test.ts": 5,
	"test/runtime/execute/soak/soak.test.ts": 5,
	"test/seeds/s4.test.ts": 5,
};

export default class LongestFirst extends Sequencer {
	time(test) {
		return super.time(test) ?? 1000 * (seconds[relative(root, test.path).split(sep).join("/")] ?? 1);
	}
}

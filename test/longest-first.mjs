/**
 * In which order the files of tests are taken: the longest first, so that no long one is left when all others are done.
 * Jest remembers how long each took the last time. In a fresh clone it can't, and would go by the size of the files; here
 * stands what it does not know.
 */

import { relative, sep } from "node:path";
import Sequencer from "@jest/test-sequencer";
import { root } from "../scripts/root.mjs";

/** Seconds, of the files that take several. A file that is not here takes one or two. */
const seconds = {
	"test/analysis/real-programs.test.ts": 40,
	"test/laws/shapes.test.ts": 37,
	"test/cli/lint.test.ts": 26,
	"test/laws/laws.test.ts": 25,
	"test/cli/pages.test.ts": 24,
	"test/cases/cases.test.ts": 24,
	"test/cli/hook.test.ts": 22,
	"test/cli/cache.test.ts": 20,
	"test/analysis/questions.test.ts": 18,
	"test/lint/clean.test.ts": 18,
	"test/server/lsp/robustness.test.ts": 18,
	"test/lint/overlaps.test.ts": 17,
	"test/cli/quick-run.test.ts": 16,
	"test/cli/serve.test.ts": 16,
	"test/shell/random.test.ts": 14,
	"test/syntax/hostile.test.ts": 13,
	"test/execute/output.test.ts": 13,
	"test/lint/fixes.test.ts": 13,
	"test/seeds/s4.test.ts": 12,
	"test/cli/doctor.test.ts": 12,
	"test/cli/mcp.test.ts": 12,
	"test/execute/ending.test.ts": 11,
	"test/cli/prove.test.ts": 11,
	"test/suite/judge.test.ts": 11,
	"test/cli/run.test.ts": 11,
	"test/cli/check.test.ts": 10,
	"test/analysis/smallest-edit.test.ts": 9,
	"test/cli/can.test.ts": 9,
	"test/cli/diff.test.ts": 9,
	"test/cli/verbs.test.ts": 9,
	"test/execute/waiting.test.ts": 8,
	"test/cli/test.test.ts": 8,
	"test/cli/replay.test.ts": 7,
	"test/cli/explain.test.ts": 7,
	"test/policy/word-language/read-glob.test.ts": 6,
	"test/server/lsp/completion.test.ts": 6,
};

export default class LongestFirst extends Sequencer {
	time(test) {
		return super.time(test) ?? 1000 * (seconds[relative(root, test.path).split(sep).join("/")] ?? 1);
	}
}

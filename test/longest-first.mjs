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
	"test/shell/random.test.ts": 60,
	"test/lint/fixes.test.ts": 45,
	"test/laws/laws.test.ts": 38,
	"test/analysis/real-programs.test.ts": 36,
	"test/cases/cases.test.ts": 32,
	"test/analysis/questions.test.ts": 24,
	"test/cli/lint.test.ts": 20,
	"test/lint/overlaps.test.ts": 16,
	"test/cli/check.test.ts": 15,
	"test/cli/prove.test.ts": 15,
	"test/analysis/smallest-edit.test.ts": 14,
	"test/server/lsp/robustness.test.ts": 13,
	"test/cli/can.test.ts": 12,
	"test/cli/pages.test.ts": 12,
	"test/execute/output.test.ts": 12,
	"test/execute/ending.test.ts": 12,
	"test/cli/diff.test.ts": 11,
	"test/cli/run.test.ts": 10,
	"test/cli/verbs.test.ts": 10,
	"test/cli/test.test.ts": 9,
	"test/policy/word-language/read-glob.test.ts": 8,
	"test/cli/replay.test.ts": 8,
	"test/cli/explain.test.ts": 8,
	"test/server/lsp/completion.test.ts": 8,
};

export default class LongestFirst extends Sequencer {
	time(test) {
		return super.time(test) ?? 1000 * (seconds[relative(root, test.path).split(sep).join("/")] ?? 1);
	}
}

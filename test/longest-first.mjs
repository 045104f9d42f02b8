/**
 * In which order the files of tests are taken: the longest first, so that no long one is left when all others are done.
 * Jest remembers how long each took the last time. In a fresh clone it can't, and would go by the size of the files; here
 * stands what it does not know.
 */

import { relative, sep } from "node:path";
import Sequencer from "@jest/test-sequencer";
import { root } from "../scripts/root.mjs";

/** Seconds on a quiet machine, of the files that take more than five. A file that is not here takes one or two. */
const seconds = {
	"test/cli/hook.test.ts": 32,
	"test/cli/pages.test.ts": 32,
	"test/cli/diff.test.ts": 31,
	"test/laws/laws.test.ts": 29,
	"test/cases/cases.test.ts": 26,
	"test/cli/quick-run.test.ts": 21,
	"test/lint/overlaps.test.ts": 21,
	"test/cli/init.test.ts": 20,
	"test/cli/cache.test.ts": 18,
	"test/analysis/real-programs.test.ts": 17,
	"test/server/lsp/robustness.test.ts": 17,
	"test/suite/judge.test.ts": 17,
	"test/cli/lint.test.ts": 16,
	"test/laws/shapes.test.ts": 16,
	"test/analysis/questions.test.ts": 15,
	"test/cli/cache-rights.test.ts": 15,
	"test/analysis/smallest-edit.test.ts": 14,
	"test/cli/audit.test.ts": 14,
	"test/cli/prove.test.ts": 14,
	"test/cli/replay.test.ts": 14,
	"test/execute/output.test.ts": 14,
	"test/syntax/hostile.test.ts": 14,
	"test/cli/mcp.test.ts": 13,
	"test/cli/serve-flood.test.ts": 13,
	"test/lint/clean.test.ts": 13,
	"test/cli/can.test.ts": 12,
	"test/server/lsp/rename.test.ts": 12,
	"test/cli/doctor.test.ts": 11,
	"test/cli/run.test.ts": 11,
	"test/cli/verbs.test.ts": 11,
	"test/execute/ending.test.ts": 11,
	"test/cli/report.test.ts": 10,
	"test/cli/serve.test.ts": 10,
	"test/server/lsp/completion.test.ts": 10,
	"test/browser/report.test.ts": 9,
	"test/cli/check-lines.test.ts": 9,
	"test/cli/check.test.ts": 9,
	"test/cli/managed.test.ts": 9,
	"test/cli/test.test.ts": 9,
	"test/packs/peers.test.ts": 9,
	"test/shell/random.test.ts": 9,
	"test/cli/explain.test.ts": 8,
	"test/cli/mcp-protocol.test.ts": 8,
	"test/cli/serve-http.test.ts": 7,
	"test/execute/soak.test.ts": 7,
	"test/harness/surfaces.test.ts": 7,
	"test/harness/tools-pages.test.ts": 7,
	"test/lint/plainly-live.test.ts": 7,
	"test/policy/self-protection.test.ts": 7,
	"test/policy/word-language/read-glob.test.ts": 7,
	"test/cli/compile.test.ts": 6,
	"test/execute/sandbox-killed.test.ts": 6,
	"test/lint/fixes.test.ts": 6,
	"test/packs/packs.test.ts": 6,
	"test/seeds/s1.test.ts": 6,
	"test/server/lsp/diagnostics.test.ts": 6,
};

export default class LongestFirst extends Sequencer {
	time(test) {
		return super.time(test) ?? 1000 * (seconds[relative(root, test.path).split(sep).join("/")] ?? 1);
	}
}

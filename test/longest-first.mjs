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
	"test/engine/laws/laws.test.ts": 29,
	"test/cases/cases.test.ts": 26,
	"test/cli/quick-run.test.ts": 21,
	"test/authoring/lint/overlaps.test.ts": 21,
	"test/cli/init.test.ts": 20,
	"test/cli/cache.test.ts": 18,
	"test/authoring/analysis/real-programs.test.ts": 17,
	"test/authoring/editor/robustness.test.ts": 17,
	"test/authoring/suite/mutation-runner.test.ts": 17,
	"test/cli/lint.test.ts": 16,
	"test/authoring/analysis/questions.test.ts": 15,
	"test/cli/cache-rights.test.ts": 15,
	"test/authoring/analysis/smallest-edit.test.ts": 14,
	"test/cli/audit.test.ts": 14,
	"test/cli/prove.test.ts": 14,
	"test/cli/replay.test.ts": 14,
	"test/runtime/execute/output.test.ts": 14,
	"test/language/syntax/hostile.test.ts": 14,
	"test/cli/mcp.test.ts": 13,
	"test/cli/serve-flood.test.ts": 13,
	"test/authoring/lint/clean.test.ts": 13,
	"test/cli/can.test.ts": 12,
	"test/authoring/editor/rename.test.ts": 12,
	"test/cli/doctor.test.ts": 11,
	"test/cli/run.test.ts": 11,
	"test/cli/verbs.test.ts": 11,
	"test/runtime/execute/ending.test.ts": 11,
	"test/cli/report.test.ts": 10,
	"test/cli/serve.test.ts": 10,
	"test/authoring/editor/completion.test.ts": 10,
	"test/authoring/report/report.test.ts": 9,
	"test/cli/check-lines.test.ts": 9,
	"test/cli/check.test.ts": 9,
	"test/cli/managed.test.ts": 9,
	"test/cli/test.test.ts": 9,
	"test/packs/peers.test.ts": 9,
	"test/engine/shell/random.test.ts": 9,
	"test/cli/explain.test.ts": 8,
	"test/cli/mcp-protocol.test.ts": 8,
	"test/cli/serve-http.test.ts": 7,
	"test/runtime/execute/soak.test.ts": 7,
	"test/runtime/tools/surfaces.test.ts": 7,
	"test/runtime/tools/tools-pages.test.ts": 7,
	"test/authoring/lint/quick-liveness.test.ts": 7,
	"test/language/policy/self-protection.test.ts": 7,
	"test/language/policy/word-language/read-glob.test.ts": 7,
	"test/cli/compile.test.ts": 6,
	"test/runtime/execute/sandbox-killed.test.ts": 6,
	"test/authoring/lint/fixes.test.ts": 6,
	"test/packs/packs.test.ts": 6,
	"test/seeds/s1.test.ts": 6,
	"test/authoring/editor/diagnostics.test.ts": 6,
};

export default class LongestFirst extends Sequencer {
	time(test) {
		return super.time(test) ?? 1000 * (seconds[relative(root, test.path).split(sep).join("/")] ?? 1);
	}
}

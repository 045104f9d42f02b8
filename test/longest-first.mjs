/**
 * In which order the files of tests are taken: the longest first, so that no long one is left when all others are done.
 * Jest remembers how long each took the last time. In a fresh clone it can't, and would go by the size of the files; here
 * stands what it does not know.
 */

import { relative, sep } from "node:path";
import Sequencer from "@jest/test-sequencer";
import { root } from "../scripts/root.mjs";

/** Seconds on a quiet machine, of the files that take five or more by day. A file that is not here takes one or two. */
const seconds = {
	"test/authoring/report/report.test.ts": 60,
	"test/cli/resident/resident-safety.test.ts": 41,
	"test/cli/harness/hook.test.ts": 35,
	"test/runtime/execute/output.test.ts": 33,
	"test/cli/pages.test.ts": 30,
	"test/cli/resident/resident-answers.test.ts": 29,
	"test/cli/quick/cache.test.ts": 28,
	"test/cli/quick/cache-rights.test.ts": 28,
	"test/cli/resident/resident-units.test.ts": 25,
	"test/cases/cases.test.ts": 25,
	"test/cli/mcp/mcp.test.ts": 24,
	"test/cli/harness/doctor.test.ts": 23,
	"test/authoring/editor/robustness.test.ts": 20,
	"test/cli/serve/serve.test.ts": 19,
	"test/runtime/execute/sandbox/network.test.ts": 19,
	"test/authoring/lint/planted-fresh.test.ts": 17,
	"test/cli/policy/diff.test.ts": 17,
	"test/cli/harness/recordings.test.ts": 15,
	"test/cli/audit.test.ts": 15,
	"test/cli/serve/serve-flood.test.ts": 15,
	"test/cli/run.test.ts": 15,
	"test/cli/bundle.test.ts": 15,
	"test/cli/verbs.test.ts": 14,
	"test/cli/completion/completion.test.ts": 13,
	"test/cli/quick/quick-run.test.ts": 12,
	"test/cli/fleet/fleet.test.ts": 12,
	"test/cli/learn.test.ts": 12,
	"test/runtime/execute/soak/bystanders.test.ts": 12,
	"test/cli/mcp/mcp-gateway.test.ts": 12,
	"test/authoring/attack/techniques.test.ts": 11,
	"test/authoring/analysis/fuzz/questions.test.ts": 11,
	"test/authoring/analysis/fuzz/real/real-programs.test.ts": 11,
	"test/cli/harness/managed.test.ts": 11,
	"test/cli/test/test-watch.test.ts": 11,
	"test/engine/laws/history.test.ts": 10,
	"test/cli/init/init.test.ts": 10,
	"test/runtime/execute/ending.test.ts": 10,
	"test/authoring/analysis/smallest-edit.test.ts": 10,
	"test/cli/serve/serve-http.test.ts": 10,
	"test/authoring/lint/fix-laws.test.ts": 9,
	"test/cli/lint/lint.test.ts": 9,
	"test/runtime/execute/sandbox/killed.test.ts": 9,
	"test/authoring/editor/diagnostics.test.ts": 9,
	"test/project/layers.test.ts": 9,
	"test/authoring/lint/clean.test.ts": 8,
	"test/cli/mcp/mcp-protocol.test.ts": 8,
	"test/engine/shell/run-in-bash.test.ts": 8,
	"test/cli/init/init-around.test.ts": 8,
	"test/corpora/traced-now.test.ts": 8,
	"test/engine/laws/every-program.test.ts": 7,
	"test/runtime/tools/tools-pages.test.ts": 7,
	"test/engine/shell/loops.test.ts": 7,
	"test/cli/harness/session.test.ts": 7,
	"test/authoring/lint/fixes.test.ts": 7,
	"test/seeds/s5.test.ts": 7,
	"test/seeds/s1.test.ts": 7,
	"test/cli/init/init-languages.test.ts": 6,
	"test/runtime/execute/soak/soak.test.ts": 6,
	"test/language/syntax/hostile.test.ts": 6,
	"test/cli/check.test.ts": 6,
	"test/language/policy/clause-slips.test.ts": 6,
	"test/authoring/attack/attack.test.ts": 6,
	"test/seeds/s4.test.ts": 6,
	"test/authoring/analysis/past/stories.test.ts": 6,
	"test/authoring/lint/overlaps.test.ts": 5,
	"test/engine/laws/laws.test.ts": 5,
	"test/engine/shell/random.test.ts": 5,
	"test/authoring/suite/mutation-runner.test.ts": 5,
	"test/cli/policy/prove.test.ts": 5,
	"test/runtime/execute/sandbox/protected.test.ts": 5,
	"test/authoring/editor/rename.test.ts": 5,
	"test/authoring/editor/completion.test.ts": 5,
	"test/cli/check-lines.test.ts": 5,
	"test/engine/effects/xargs-words.test.ts": 5,
	"test/cli/run-sandbox.test.ts": 5,
};

export default class LongestFirst extends Sequencer {
	time(test) {
		return super.time(test) ?? 1000 * (seconds[relative(root, test.path).split(sep).join("/")] ?? 1);
	}
}

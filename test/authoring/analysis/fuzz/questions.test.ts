/**
 * Questions about all commands, answered by `src/authoring/analysis`, against every command of a small world decided one by one.
 * ANALYSIS_RUNS=20 asks twenty times as many, ANALYSIS_SEED=7 others, ANALYSIS_WORDS=4 tries longer commands; `npm run fuzz:analysis` asks 100,000.
 */
import { boundedBy } from "./bounded-by.js";
import { smallQuestions } from "./questions.js";

boundedBy("programs of which every command is written out", smallQuestions, 2_500, {
	claims: { open: 4, longer: 5 },
	liveness: { open: 3, longer: 2 },
	regions: { open: 12, longer: 0 },
	differences: { open: 28, longer: 16 },
	rewrites: { open: 2, longer: 0 },
	"denied witnesses": { open: 8, longer: 8 },
	"first differences": { open: 80, longer: 0 },
});

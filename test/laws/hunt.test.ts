import { test } from "@jest/globals";
import fc from "fast-check";
import { about, focus } from "./arbitrary.js";
import { answer, engineOf, strictness } from "./engine.js";
import { referenceDecide } from "./reference.js";
import { inGap } from "./gaps.js";
import { TooManyReadings } from "./reference/readings.js";
import { around } from "./world.js";

test("hunt", () => {
	let n = 0; let skipped = 0;
	const start = Date.now();
	const tally: Record<string, number> = {};
	let nondefault = 0;
	const r = fc.check(
		fc.property(
			focus.chain((names) => {
				const a = about(names);
				return fc.tuple(a.policy, fc.array(a.request, { minLength: 1, maxLength: 8 }));
			}),
			([p, rs]) => {
				const e = engineOf(p);
				for (const r of rs) {
					n++;
					const d = answer(e, r);
					let w: ReturnType<typeof referenceDecide>;
					try {
						w = referenceDecide({ files: e.files, imports: {} }, r, around, e.policy.programs);
					} catch (err) {
						if (err instanceof TooManyReadings) continue;
						throw err;
					}
					if (inGap(w, e.text)) { skipped++; continue; }
			tally[d.effect] = (tally[d.effect] ?? 0) + 1;
					if (d.code === "rule") nondefault++;
					const bad = w.doubtful
						? strictness(d.effect) < strictness(w.effect)
						: d.effect !== w.effect || !d.rules.every((x) => w.rules.includes(x.id));
					if (bad)
						throw new Error(
							JSON.stringify({
								r,
								engine: d.effect,
								rules: d.rules.map((x) => x.id),
								code: d.code,
								msg: d.message,
								ref: w.effect,
								refrules: w.rules,
								cmds: w.commands.map((c) => [c.effect, c.rules]),
							}) +
								"\n" +
								e.text
									.split("}\n")
									.slice(1)
									.join("}\n")
									.replace(/(group|agent) .*\{\n\}\n/g, ""),
						);
				}
			},
		),
		{ numRuns: Number(process.env["N"] ?? 500), ...(process.env["SEED"] ? { seed: Number(process.env["SEED"]) } : {}) },
	);
	process.stderr.write(
		`@@ ${n} decisions ${Date.now() - start} ms ${JSON.stringify(tally)} rules ${nondefault} skipped ${skipped} seed ${r.seed} runs ${r.numRuns}\n`,
	);
	if (r.failed)
		process.stderr.write(
			String((r.errorInstance as Error)?.stack)
				.split("\n")
				.filter((l) => !/^\s+at /.test(l) || process.env["STACK"])
				.join("\n"),
		);
}, 600000);

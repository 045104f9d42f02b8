/**
 * Prints what falls short of the corpora on effects in `test/corpora`.
 *
 *	npm run effects                  the counts of each
 *	npm run effects -- --list NAME   what falls short: `effects` (allowed), `everyday` (stricter or looser than wanted), `traced` (an effect that is not derived)
 */
import { parseArgs } from "node:util";
import { loadTypescript } from "./load-typescript.mjs";
import { root } from "./root.mjs";

const { values: options } = parseArgs({ options: { list: { type: "string" }, all: { type: "boolean" } } });
process.chdir(root);
const { effectAnswers, everydayAnswers, tracedAnswers } = await loadTypescript(["test/corpora/effects-rows.ts"]);

const allowed = effectAnswers().filter(({ effect }) => effect === "allow");
report(
	"effects",
	effectAnswers().length,
	allowed,
	(one) => `${one.class} | ${one.policy.replaceAll("\n", " ")} | ${one.command}`,
);
const strict = { allow: 0, nudge: 1, ask: 2, deny: 3 };
const everyday = everydayAnswers();
report(
	"everyday",
	everyday.length,
	everyday.filter(({ effect, wanted }) => effect !== wanted),
	(one) =>
		`${one.pack} ${strict[one.effect] > strict[one.wanted] ? "stricter" : "looser"} | ${one.effect} | ${one.command}\n\t${one.message}`,
);
const traced = tracedAnswers();
report(
	"traced",
	traced.length,
	traced.filter(({ missed }) => missed.length > 0),
	(one) => `${one.command}\n\tmissed ${one.missed.slice(0, 6).join(", ")}\n\tderived ${one.derived.join(", ")}`,
);

function report(name, count, short, show) {
	console.log(`${name}: ${count - short.length} of ${count}`);
	if (options.list === name) for (const one of short) console.log(`  ${show(one)}`);
}

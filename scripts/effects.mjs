/**
 * Prints what falls short of the corpora on effects in `test/corpora`.
 *
 *	npm run effects                  the counts of each
 *	npm run effects -- --list NAME   what falls short: `effects` (allowed), `everyday` (stricter or looser than wanted), `traced` (an effect that is not derived)
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { root } from "./root.mjs";

const { values: options } = parseArgs({ options: { list: { type: "string" }, all: { type: "boolean" } } });
const { effectAnswers, everydayAnswers, tracedAnswers } = await load();

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

async function load() {
	const folder = join(root, "node_modules/.cache/bylaw", `effects-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const outfile = join(folder, "rows.mjs");
		await build({
			absWorkingDir: root,
			entryPoints: ["test/corpora/effects-rows.ts"],
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20.19",
			packages: "external",
			logLevel: "error",
		});
		process.chdir(root);
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * The way from a command to a run: everything that loading a policy, deciding, permitting and running import, directly or through others, types included.
 * It holds nothing of `authoring` and stays small enough to be reviewed (docs/review.md).
 *
 *	--list   the files, the longest first
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "../root.mjs";
import { importsOf } from "./imports.mjs";

const begins = [
	"src/runtime/load/load.ts",
	"src/engine/decide/decide.ts",
	"src/engine/decide/permit.ts",
	"src/runtime/execute/run.ts",
];
/** Lines that hold something, without generated files. They were 35,000 before facts, destinations and history came, which belong to deciding. */
const most = 41_700;

const lines = new Map();
const waiting = [...begins];
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
	if (lines.has(file)) continue;
	const text = readFileSync(join(root, file), "utf8");
	lines.set(file, /\.generated\.ts$/.test(file) ? 0 : text.split("\n").filter((line) => line.trim() !== "").length);
	for (const { specifier } of importsOf(text, file)) {
		if (specifier === undefined || !specifier.startsWith(".")) continue;
		const other = posix.join(dirname(file), specifier).replace(/\.js$/, ".ts");
		if (existsSync(join(root, other))) waiting.push(other);
	}
}

if (process.argv.includes("--list"))
	for (const [file, count] of [...lines].sort((a, b) => b[1] - a[1]))
		console.log(`${String(count).padStart(5)} ${file}`);

const total = [...lines.values()].reduce((sum, count) => sum + count, 0);
const strange = [...lines.keys()].filter((file) => /^src\/(?:authoring|cli)\b/.test(file));
for (const file of strange) console.error(`${file}: lies on the way from a command to a run`);
if (total > most) console.error(`the way from a command to a run has ${total} lines, and may have ${most}`);
if (strange.length > 0 || total > most) process.exitCode = 1;
else console.log(`way: ${lines.size} files, ${total} lines from a command to a run (at most ${most})`);

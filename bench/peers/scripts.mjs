/** Shell strings: short ones that all must answer alike, and long ones that are made to be slow. */
import { everydayScript } from "../shell/everyday.mjs";
import { shapeOf } from "../shell/shapes.mjs";

/** What is allowed and denied wherever rules can be given. cc-safety-net has rules of its own, which say the same of these. */
export const policy = { allowed: ["git status", "git log", "wc", "ls", "sort", "grep"], denied: ["git reset --hard"] };

export const shortScripts = [
	{ script: "git status", expected: "allow" },
	{ script: "git log -n 5 | wc -l", expected: "allow" },
	{ script: `git log --grep "a b" -- 'src/x y.ts'`, expected: "allow" },
	{ script: "git status && git log -n 1; ls -la src", expected: "allow" },
	{ script: "git status; git reset --hard", expected: "deny" },
];

/** Everyday scripts, and shapes of `shell/shapes.mjs` at which one or the other is slowest: one thing again and again. */
export const longShapes = [
	"everyday scripts",
	"commands",
	"words",
	"lines for shells",
	"backslashes in double quotes",
	"nested echo of substitutions",
	"nested brace lists",
	"backticks",
];
export const lengths = [160, 1, 4, 16, 64, 128].map((size) => (size === 160 ? size : size * 1_024));

export function longScript(shape, length) {
	return shape === "everyday scripts" ? everydayScript(length) : shapeOf(shape, length);
}

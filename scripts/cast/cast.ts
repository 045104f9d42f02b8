/**
 * The recording of a terminal on the README's first screen, as a picture (SVG) that types itself: commands are run here as they stand, under the policy
 * beside this file, and what they print is what is shown. `node scripts/cast.mjs` writes it; a test holds it against the engine.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the picture lies, from the folder of the repository. */
export const picture = "docs/cast.svg";

/** What is typed, and a word about it. */
const steps: readonly (readonly [about: string, command: string])[] = [
	["what agents may do goes on, with its options and pipes", "bylaw check --script 'npm test 2>&1 | tail -20'"],
	["one rule holds, however the command is spelled or wrapped", "bylaw check --script 'git -C . pu\"sh\" -fu'"],
	["", "bylaw check -- git push origin +main"],
	["", `bylaw check --script "xargs git push -f < list"`],
	["paths are where they lead, also those that the shell opens", `bylaw check --script 'cat < .e""nv'`],
	["claims are proved of every command, or broken by one", "bylaw prove"],
	["", "bylaw prove 'never allow mv touching ~/.ssh' 'never allow git push'"],
];

/** Columns of the terminal. */
const width = 96;

/** A piece of a line, in one colour. */
interface Span {
	readonly text: string;
	readonly tone: string;
}

/** The picture. `program`: the command line's script. `root`: the folder of the repository. */
export function castOf(program: string, root: string): string {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-cast-"));
	try {
		mkdirSync(join(folder, "bin"));
		mkdirSync(join(folder, "work"));
		writeFileSync(join(folder, "bin/bylaw"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
			mode: 0o755,
		});
		copyFileSync(join(root, "scripts/cast/policy.rules"), join(folder, "work/policy.rules"));
		const environment = {
			PATH: `${join(folder, "bin")}:${process.env.PATH}`,
			HOME: "/home/dev",
			FORCE_COLOR: "1",
			COLUMNS: `${width}`,
		};
		const lines: (readonly Span[])[] = [];
		for (const [about, command] of steps) {
			if (about !== "") lines.push([], [{ text: `# ${about}`, tone: "about" }]);
			lines.push([
				{ text: "$ ", tone: "prompt" },
				{ text: command, tone: "typed" },
			]);
			const { stdout, stderr, error } = spawnSync("/bin/sh", ["-c", command], {
				cwd: join(folder, "work"),
				env: environment,
				encoding: "utf8",
			});
			if (error !== undefined) throw error;
			for (const line of `${stdout}${stderr}`.trimEnd().split("\n")) lines.push(...wrapped(spansOf(line)));
		}
		return svgOf(lines.slice(1));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const tones: Readonly<Record<string, string>> = {
	1: "strong",
	2: "faint",
	31: "red",
	32: "green",
	33: "yellow",
	34: "blue",
	35: "violet",
	36: "cyan",
};

/** The pieces of a line, by the colours that it was printed in. */
function spansOf(line: string): readonly Span[] {
	const [first = "", ...rest] = line.split("\u001b[");
	const spans: Span[] = [{ text: first, tone: "plain" }];
	for (const piece of rest) {
		const [, codes = "0", text = ""] = /^([\d;]*)m(.*)$/.exec(piece) ?? [];
		const tone = codes.split(";").reduce((before, one) => tones[one] ?? before, "plain");
		spans.push({ text, tone });
	}
	return spans.filter(({ text }) => text !== "");
}

/** The lines of a terminal that a line fills. */
function wrapped(spans: readonly Span[]): readonly (readonly Span[])[] {
	const lines: Span[][] = [[]];
	let left = width;
	for (const { text, tone } of spans)
		for (let rest = text; rest !== ""; ) {
			if (left === 0) {
				lines.push([]);
				left = width;
			}
			lines.at(-1)?.push({ text: rest.slice(0, left), tone });
			const taken = Math.min(left, rest.length);
			rest = rest.slice(taken);
			left -= taken;
		}
	return lines;
}

/** A line comes when those before it are there; who wants no movement sees all of them at once. */
function svgOf(lines: readonly (readonly Span[])[]): string {
	const [letter, line, edge] = [8.43, 20, 16] as const;
	const [wide, high] = [Math.ceil(width * letter) + 2 * edge, lines.length * line + 2 * edge + 24];
	let time = 0.4;
	const texts = lines.map((spans, at) => {
		const isTyped = spans.some(({ tone }) => tone === "typed");
		const mine = time;
		time += isTyped ? 1 : spans.some(({ tone }) => tone === "about") ? 0.9 : 0.12;
		const pieces = spans.map(({ text, tone }) =>
			tone === "plain" ? escaped(text) : `<tspan class="${tone}">${escaped(text)}</tspan>`,
		);
		return pieces.length === 0
			? ""
			: `<text x="${edge}" y="${edge + 24 + (at + 0.75) * line}" style="animation-delay:${mine.toFixed(2)}s">${pieces.join("")}</text>`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" aria-label="A terminal: commands are decided by one short policy">
<style>
.ground{fill:#0d1117}.dot{fill:#30363d}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#c9d1d9;white-space:pre;opacity:0;animation:come .01s forwards}
.about{fill:#8b949e}.prompt{fill:#3fb950}.typed,.strong{font-weight:600;fill:#f0f6fc}.faint{fill:#8b949e}
.red{fill:#ff7b72}.green{fill:#3fb950}.yellow{fill:#d29922}.blue{fill:#79c0ff}.violet{fill:#d2a8ff}.cyan{fill:#56d4dd}
@keyframes come{to{opacity:1}}
@media (prefers-reduced-motion:reduce){text{animation:none;opacity:1}}
@media print{text{animation:none;opacity:1}}
</style>
<rect class="ground" width="${wide}" height="${high}" rx="8"/>
${[0, 1, 2].map((at) => `<circle class="dot" cx="${edge + 6 + at * 20}" cy="${edge + 2}" r="6"/>`).join("")}
${texts.filter((text) => text !== "").join("\n")}
</svg>
`;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

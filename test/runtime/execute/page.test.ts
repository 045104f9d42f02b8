/** The page on running: what it shows is what happens. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { expect, test } from "@jest/globals";
import { guard } from "../../../src/runtime/tools/guard.js";

const page = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../../../docs/running.md"), "utf8");
const block = (kind: string): string => new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1] ?? "";

test("the page on running says what its program prints", async () => {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-page-"));
	try {
		writeFileSync(join(folder, "policy.rules"), block("rules"));
		const program = block("js").replace('import { guard } from "bylaw";\n', "");
		let shown = "";
		const log = (...values: unknown[]): void => {
			shown += `${format(...values)}\n`;
		};
		const AsyncFunction = (async () => {}).constructor as new (
			...words: string[]
		) => (...values: unknown[]) => Promise<void>;
		await new AsyncFunction("guard", "console", program)(() => guard(join(folder, "policy.rules")), { log });
		expect(shown).toBe(block("text"));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}, 240_000);

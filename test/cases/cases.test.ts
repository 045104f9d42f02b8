import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runCaseFile } from "./run-cases.js";

const folder = "test/cases";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".md") && file !== "README.md")
	.sort();

for (const file of files) runCaseFile(join(folder, file), { gaps: file === "known-gaps.md" });

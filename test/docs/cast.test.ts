/** The recording on the README is what the commands in it print, under the policy that stands above it. */
import { readFileSync } from "node:fs";
import { expect, jest, test } from "@jest/globals";
import { castOf, picture } from "../../scripts/cast/cast.js";
import { program, root } from "../cli/cli.js";

jest.setTimeout(240_000);

test("the recording shows what its commands print", () => {
	// `node scripts/cast.mjs` makes it anew, when what is built is current.
	expect(castOf(program(), root)).toBe(readFileSync(picture, "utf8"));
});

test("the README shows the policy of the recording", () => {
	const policy = readFileSync("scripts/cast/policy.rules", "utf8");
	expect(readFileSync("README.md", "utf8")).toContain(`\`\`\`rules\n${policy}\`\`\`\n`);
});

/** What other programs' rules call by words of ours, and options that there are not, come over as a policy that loads. */
import { expect, test } from "@jest/globals";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { loadText } from "../../../../src/runtime/load/load.js";

function imported(permissions: object): { readonly policy: string; readonly remarks: readonly string[] } {
	const read = importClaudePermissions(JSON.stringify({ permissions }), "settings.json", { trusting: false });
	if (!("policy" in read)) throw new Error(read.message);
	expect(loadText("policy.rules", read.policy).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	return { policy: read.policy, remarks: read.remarks.map(({ verdict, source }) => `${verdict}: ${source}`) };
}

test.each([
	["make under", 'allow make "under"'],
	["git log since", 'allow git log "since"'],
	["grep --colr", 'allow grep "--colr"'],
	["rm reason", 'allow rm "reason"'],
])("`%s` is quoted", (command, line) => {
	expect(imported({ allow: [`Bash(${command}:*)`] }).policy).toContain(line);
});

test("a grant that no command fits is left out, and a denial ends before what fits nothing", () => {
	const { policy, remarks } = imported({
		allow: ["Bash(npx tsc --noEmit:*)", "Bash(ls:*)"],
		deny: ["Bash(docker exec place ls --all:*)", "Bash(git push --forc:*)"],
	});
	expect(policy).toContain("deny docker exec place ls\n");
	expect(policy).toMatch(/deny git push\b/);
	expect(policy).not.toContain("--noEmit");
	expect(remarks).toEqual(expect.arrayContaining(["left-out: allow npx tsc --noEmit"]));
});

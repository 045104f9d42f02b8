import { expect, test } from "@jest/globals";
import { makeLintContext } from "../../../src/authoring/lint/make-lint-context.js";
import { witnessText } from "../../../src/authoring/lint/witness-text.js";
import { loadText } from "../../../src/runtime/load/load.js";

const subject = (text: string) => makeLintContext(loadText("policy.rules", text, { cwd: "/nowhere" }), []);

test.each([
	["cat /home/user", "cat ~"],
	["cat /home/user/.ssh/id -n", "cat ~/.ssh/id -n"],
	["cat '/home/user/my work/x'", "cat ~/'my work/x'"],
	["tar --file=/home/user/x > /home/user/y", 'tar --file="$HOME"/x > ~/y'],
	["cat /home/user2/x /srv/x", "cat /home/user2/x /srv/x"],
	["sh -c 'cat /home/user/x'", "sh -c 'cat ~/x'"],
])("in %j the home folder is whoever's it is", (text, said) => {
	expect(witnessText(text, subject("default deny\n"))).toBe(said);
});

test("a folder of that name that the author speaks of is left as it is", () => {
	expect(witnessText("cat /home/user/x", subject("default deny\ndeny cat touching /home/user\n"))).toBe(
		"cat /home/user/x",
	);
});

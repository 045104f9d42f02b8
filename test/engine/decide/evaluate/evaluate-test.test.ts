/** Whether a rule's test holds for a command: yes, no or unknown. */
import { describe, expect, test } from "@jest/globals";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { truthOf } from "./truth-of.js";

const links: Readonly<Record<string, string>> = {
	"/bin/link": "/opt/real",
	"/w/to-git": "/opt/git",
	"/lib": "/usr/lib",
};
const world: World = {
	workspace: "/w",
	home: "/home/u",
	entriesOf: () => [],
	linkAt: (path) => (path === "/shut" ? "unknown" : links[path] === undefined ? "none" : { target: links[path] }),
};

const holds = (rows: readonly [rule: string, script: string, expected: Truth][]): void => {
	test.each(rows)("%s: `%s` is %s", (rule, script, expected) => {
		expect(truthOf(rule, script, world)).toBe(expected);
	});
};

describe("a program", () => {
	holds([
		["deny *", "git x", "yes"],
		["deny *", "$X x", "yes"],
		["allow * granting everything", "git x", "yes"],
		["allow * granting everything", "$X x", "unknown"],
		["deny git", "$X x", "unknown"],
		["allow git granting everything", "$X x", "unknown"],
		["deny git", "/opt/git x", "yes"],
		["deny git", "./git x", "yes"],
		["deny git", "./to-git x", "yes"],
		["deny git", "gitk x", "no"],
		["allow git granting everything", "/opt/git x", "no"],
		["allow git granting everything", "/bin/git x", "yes"],
		["allow git granting everything", "/usr/bin/git x", "yes"],
		["allow git granting everything", "/bin//git x", "no"],
		["allow git granting everything", "/bin/./git x", "no"],
		["allow git granting everything", "/bin/../bin/git x", "no"],
		["allow git granting everything", "bin/git x", "no"],
		["allow git granting everything", "/lib/git x", "yes"],
		["allow git granting everything", "/shut/git x", "no"],
		["allow file.read", "/bin/file.read x", "no"],
		["deny gi*", "git x", "yes"],
		["deny /gi./", "git x", "yes"],
		["deny /gi./", "/opt/git x", "yes"],
		["deny /gi./", "git2 x", "no"],
		["deny /opt/git", "git x", "no"],
		["deny /opt/git", "/opt/git x", "yes"],
		["deny /opt/git", "./to-git x", "yes"],
		["deny /opt/real", "link x", "unknown"],
		["deny /bin/link", "link x", "unknown"],
		["deny /bin/other", "link x", "no"],
		["deny /sbin/link", "link x", "no"],
		["deny /opt/git", "$X x", "unknown"],
		["allow /opt/git granting everything", "git x", "no"],
		["allow /opt/git granting everything", "./to-git x", "no"],
		["allow ./to-git granting everything", "./to-git x", "yes"],
		["allow ./* granting everything", "./plain x", "yes"],
		["allow ./* granting everything", "/opt/plain x", "no"],
	]);
});

describe("an option of a program with a table", () => {
	holds([
		["deny tool --dry-run", "tool", "no"],
		["deny tool --dry-run", "tool --dry-run", "yes"],
		["deny tool --dry-run", "tool -n", "yes"],
		["deny tool --dry-run", "tool -vn", "yes"],
		["deny tool --dry-run", "tool --verbose", "no"],
		["deny tool --dry-run", "tool -- --dry-run", "no"],
		["deny tool --dry-run", "tool $X", "unknown"],
		["deny tool --dry-run", 'tool "$X"', "unknown"],
		["deny tool --dry-run", "tool -- $X", "no"],
		["deny tool --dry-run", "tool --dry-run --no-dry-run", "unknown"],
		["deny tool --dry-run", "tool --no-dry-run", "no"],
		["deny tool --dry-run", "tool --dry-run=false", "unknown"],
		["deny tool --dry-run", "tool --dry-run false", "unknown"],
		["deny tool --dry-run", "tool --dry-run a", "yes"],
		["deny tool --dry-run", "tool --dry-run=true", "yes"],
		["deny tool --level=3", "tool --level=3", "yes"],
		["deny tool --level=3", "tool --level 3", "yes"],
		["deny tool --level=3", "tool -l3", "yes"],
		["deny tool --level=3", "tool -l 3", "yes"],
		["deny tool --level=3", "tool --level=4", "no"],
		["deny tool --level=3", "tool --level=$X", "unknown"],
		["deny tool --level=3", "tool --level=3 --level=4", "unknown"],
		["deny tool --level=3", "tool --level=3 --level=3", "yes"],
		["deny tool --level=3", "tool --level=3 $X", "unknown"],
		["deny tool --level", "tool --level=3 $X", "yes"],
		["deny tool --level=/[0-2]/", "tool --level=2", "yes"],
		["deny tool --level=/[0-2]/", "tool --level=3", "no"],
		["deny tool -vn", "tool -nv", "yes"],
		["deny tool -vn", "tool -v --dry-run", "yes"],
		["deny tool -vn", "tool -v", "no"],
		["deny tool -l3", "tool --level=3", "yes"],
		["deny tool -vl3", "tool -v --level 3", "yes"],
		["deny tool -vl3", "tool -v --level 4", "no"],
		["allow tool --dry-run", "tool --dry-run", "yes"],
		["allow tool --dry-run", "tool --dry-run --no-dry-run", "unknown"],
		["allow tool --dry-run", "tool --dry-run=false", "unknown"],
		["allow tool only --dry-run", "tool --dry-run", "yes"],
		["allow tool only --dry-run", "tool", "yes"],
		["allow tool only --dry-run", "tool -n x", "yes"],
		["allow tool only --dry-run", "tool --verbose", "no"],
		["allow tool only --dry-run", "tool $X", "unknown"],
	]);
});

describe("an option of a program without a table", () => {
	holds([
		["deny strange --flag", "strange", "no"],
		["deny strange --flag", "strange --flag", "yes"],
		["deny strange --flag", "strange --flag=x", "yes"],
		["deny strange --flag", "strange --flag=false", "unknown"],
		["deny strange --flag", "strange --other", "no"],
		["deny strange --flag", "strange --fl", "unknown"],
		["deny strange --flag", "strange --flagged", "no"],
		["deny strange --flag", "strange -f", "unknown"],
		["deny strange --flag", "strange -g", "no"],
		["deny strange --flag", "strange --flag --no-flag", "unknown"],
		["deny strange --flag", "strange --flag false", "unknown"],
		["deny strange --flag", "strange --flag x", "yes"],
		["allow strange --flag", "strange --flag", "yes"],
		["allow strange --flag", "strange --flag=false", "unknown"],
		["allow strange --flag", "strange --flag=0", "unknown"],
		["allow strange --flag", "strange --no-flag --flag", "unknown"],
		["deny strange --flag", "strange $X", "unknown"],
		["deny strange --flag=1", "strange --flag=1", "yes"],
		["deny strange --flag=1", "strange --flag 1", "unknown"],
		["deny strange --flag=1", "strange --flag=2", "no"],
		["deny strange of=x", "strange of=x", "yes"],
	]);
});

describe("an option that the table of its program lacks", () => {
	holds([
		["deny git log --x-new", "git log --x-new", "yes"],
		["deny git log --x-new", "git log --x-newer", "no"],
		["deny git log --x-new", "git log --x-ne", "unknown"],
		["deny git log --x-new", "git log --oneline", "no"],
		["deny git log --x-new", "git log --x-new=false", "unknown"],
		["deny git log --x-new=1", "git log --x-new=1", "yes"],
		["deny git log --x-new=1", "git log --x-new=2", "no"],
		["allow git log --x-new", "git log --x-new", "yes"],
		["allow git log --x-new", "git log --x-new --no-x-new", "unknown"],
		["deny git log --x-new=1", "git log --x-new=false", "no"],
	]);
});

describe("an option that is a number", () => {
	holds([
		["deny head -5", "head -5 x", "yes"],
		["deny head -5", "head -05 x", "unknown"],
		["deny head -5", "head -6 x", "no"],
		["deny head -5", "head x", "no"],
	]);
});

describe("an option of dd's kind", () => {
	holds([
		["deny dd of=x", "dd of=x", "yes"],
		["deny dd of=x", "dd of=y", "no"],
		["deny dd of=x", "dd if=x", "no"],
		["deny git of=x", "git of=x", "yes"],
	]);
});

describe("paths", () => {
	holds([
		["deny cp touching /etc", "cp a b", "no"],
		["deny cp touching /etc", "cp /etc/a b", "yes"],
		["deny cp touching /etc", "cp -r / b", "unknown"],
		["deny cp touching /etc", "cp $X b", "unknown"],
		["allow cp within .", "cp a b", "yes"],
		["allow cp within .", "cp a /tmp/b", "no"],
		["allow cp within .", 'cp "$X" b', "unknown"],
		["allow cat within .", "cat a > /dev/null", "yes"],
		["allow cat within .", "cat a 2>&1", "yes"],
		["deny strange touching /etc", "strange a:/etc/b", "yes"],
	]);
});

/** A team's channel may be no looser than what was delegated: when it is built, and again when it becomes active. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { delegate } from "../../../src/authoring/bundle/build-bundle.js";
import { makeKeys } from "../../../src/authoring/bundle/keys.js";
import { machine, type Site, scratch, site } from "../../runtime/bundle/fleet.js";

const channel = "payments/stable";
const base = "agent default {\n  default deny\n  allow ls, cat within .\n  deny npm\n}\n";

/** A repository with a team that may let `npm test` through beside what everybody may. */
function withTeam(): { readonly own: Site; readonly team: string; readonly allow: (ceiling: string) => void } {
	const own = site();
	const team = join(scratch(), "team");
	makeKeys(team, ["payments"]);
	const allow = (ceiling: string): void => {
		writeFileSync(join(dirname(own.folder), "base.rules"), base);
		writeFileSync(join(dirname(own.folder), "ceiling.rules"), ceiling);
		delegate(own.folder, {
			keys: [own.keys],
			team: "payments",
			to: team,
			ceiling: ["ceiling.rules"],
			cwd: dirname(own.folder),
		});
	};
	allow('import "./base.rules"\nagent default {\n  override allow npm test\n}\n');
	return { own, team, allow };
}

function release({ own, team }: Pick<ReturnType<typeof withTeam>, "own" | "team">, text: string): void {
	writeFileSync(join(dirname(own.folder), "team.rules"), text);
	own.release("ls", { channel, keys: [own.keys, team], policy: ["team.rules"] });
}

test("what was delegated is let through, and what is stricter as well", async () => {
	const one = withTeam();
	release(one, 'import "./base.rules"\nagent default {\n  override allow npm test\n}\n');
	const own = machine(one.own, one.own.folder, { channel });
	expect(await own.told()).toBe("activated 1");
	expect(own.decides("ls")).toBe("allow");
	release(one, "agent default {\n  default deny\n  allow ls within .\n}\n");
	expect(await own.told()).toBe("activated 2");
});

test.each([
	[
		"more of a program",
		'import "./base.rules"\nagent default {\n  override allow npm\n}\n',
		/`npm.*` is allow, and deny was delegated/,
	],
	[
		"another program",
		'import "./base.rules"\nagent default {\n  allow wc\n}\n',
		/`wc.*` is allow, and deny was delegated/,
	],
	[
		"a question in place of a denial",
		'import "./base.rules"\nagent default {\n  ask wc\n}\n',
		/is ask, and deny was delegated/,
	],
	[
		"an agent of its own",
		'import "./base.rules"\nagent other {\n  allow ls\n}\n',
		/agent `other` (?:was not|may do more than was) delegated/,
	],
	["a looser default", "agent default {\n  default allow\n}\n", /agent `default` /],
	["a setting", `${base.replace("}\n", "  unreadable ask\n}\n")}`, /agent `default` /],
])("%s is not published", (_, text, why) => {
	const one = withTeam();
	expect(() => release(one, text)).toThrow(why);
});

test("what is safe when it has expired is bound as well", () => {
	const { own, team } = withTeam();
	writeFileSync(join(dirname(own.folder), "team.rules"), base);
	writeFileSync(join(dirname(own.folder), "safe.rules"), "agent default {\n  default allow\n}\n");
	expect(() =>
		own.release("ls", { channel, keys: [own.keys, team], policy: ["team.rules"], safe: ["safe.rules"] }),
	).toThrow(/what is safe: agent `default`/);
});

test("a machine looks itself: where less is delegated since, the release is not activated, and the last one stays", async () => {
	const one = withTeam();
	release(one, base);
	const own = machine(one.own, one.own.folder, { channel });
	expect(await own.told()).toBe("activated 1");
	release(one, 'import "./base.rules"\nagent default {\n  override allow npm test\n}\n');
	one.allow('import "./base.rules"\n');
	expect(await own.refresh()).toMatchObject({
		kind: "refused",
		code: "broken-bundle",
		why: expect.stringMatching(
			/agent `default` may do more than was delegated: `npm test` is allow, and deny was delegated/,
		),
		active: { release: 1 },
	});
	// New keys, or the same ones again, without a word of it leave what was delegated.
	delegate(one.own.folder, { keys: [one.own.keys], team: "payments", to: one.team });
	expect(await own.told()).toBe("broken-bundle");
	one.allow('import "./base.rules"\nagent default {\n  override allow npm test\n}\n');
	expect(await own.told()).toBe("activated 2");
});

test("what is active is looked at again when less is delegated", async () => {
	const one = withTeam();
	release(one, 'import "./base.rules"\nagent default {\n  override allow npm test\n}\n');
	const own = machine(one.own, one.own.folder, { channel });
	await own.refresh();
	one.own.renew();
	expect(await own.told()).toBe("current 1");
	one.allow('import "./base.rules"\n');
	expect(await own.told()).toBe("broken-bundle");
});

test("nothing that does not compile is delegated", () => {
	const { allow } = withTeam();
	expect(() => allow("agent default {")).toThrow("this is nothing that can be delegated");
});

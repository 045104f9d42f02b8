/** What the commands of a request know of the world: what one of them makes, the others find. */
import { expect, test } from "@jest/globals";
import { commandContexts } from "../../../src/engine/decide/command-context.js";
import type { CommandContext } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import { unwrap } from "../../../src/engine/effects/commands.js";
import type { World } from "../../../src/engine/request/paths.js";
import { readScript } from "../../../src/engine/request/read-script.js";

const world: World = { workspace: "/w", linkAt: () => "none", kindAt: () => "folder" };
const around: CommandContext = { world, cwd: "/w", trust: ["/bin"], forced: false, tools: undefined };
const settings = { zone: "UTC", environment: { set: {}, keep: [], accept: [] } };

/** For each command: whether it is known what lies somewhere, and where `/w/l` leads. */
function known(script: string): readonly string[] {
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const unwrapped = reading.commands.map((one) => [...unwrap(one, { programs: new Map(), trust: ["/bin"] })]);
	const contextOf = commandContexts(unwrapped, around, { script }, reading.syntax, settings);
	return unwrapped.flat().map((read) => {
		const { world, circumstances: _, copies: __, ...rest } = contextOf(read);
		expect(rest).toEqual({ cwd: "/w", trust: ["/bin"], forced: false, tools: undefined });
		const link = world.linkAt("/w/l");
		return `${world.kindAt === undefined ? "nothing" : "kinds"}, ${typeof link === "string" ? link : link.target}`;
	});
}

test.each([
	["cp x y", ["kinds, none"]],
	["ln -s /etc l", ["kinds, none"]],
	["ls; cat x", ["kinds, none", "kinds, none"]],
	["ls; cp x y", ["nothing, none", "nothing, none"]],
	["mv x y; ls; ls", ["nothing, none", "nothing, none", "nothing, none"]],
	["ln -s /etc l; cat l/passwd", ["nothing, none", "nothing, /etc"]],
	["cat l/passwd; ln -s /etc l; cat l/passwd", ["nothing, /etc", "nothing, none", "nothing, /etc"]],
])("%s: %j", (script, expected) => {
	expect(known(script)).toEqual(expected);
});

test.each([
	["git push", ["known"]],
	["git push; git fetch", ["known", "known"]],
	["git remote add a b; git push; git push", ["known", "unknown", "unknown"]],
	["git push; strange; strange", ["unknown", "unknown", "unknown"]],
	["git push > out", ["known"]],
	["git push > out; git fetch", ["known", "unknown"]],
])("settings that another command may change are not known: %s", (script, expected) => {
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const unwrapped = reading.commands.map((one) => [...unwrap(one, { programs: new Map(), trust: ["/bin"] })]);
	const textAt = () => ({ text: "" });
	const contextOf = commandContexts(
		unwrapped,
		{ ...around, world: { ...world, textAt } },
		{ script },
		reading.syntax,
		settings,
	);
	const contexts = unwrapped.flat().map(contextOf);
	const worlds = contexts.map(({ settings, world }) => settings?.() ?? world);
	expect(worlds.map((one) => (one.textAt?.("/w/.git/config") === "unknown" ? "unknown" : "known"))).toEqual(expected);
	// What is found out about paths hangs on the world.
	expect(new Set(contexts.map(({ world }) => world)).size).toBe(1);
});

test.each([
	["rm x; curl a", "known"],
	["npm run dev & curl a", "known"],
	["cp x ../y; curl a", "unknown"],
	["cp x $Y; curl a", "unknown"],
	["echo x > /home/u/.curlrc; curl a", "unknown"],
	["cd ..; cp x y; curl a", "unknown"],
	["eval x; curl a", "unknown"],
	["source x; curl a", "unknown"],
	["strange; curl a", "unknown"],
])("settings of the home that the words of another command don't reach are known: %s", (script, expected) => {
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const unwrapped = reading.commands.map((one) => [...unwrap(one, { programs: new Map(), trust: ["/bin"] })]);
	const inside = { ...around, world: { ...world, textAt: () => ({ text: "" }) } };
	const last = unwrapped.flat().at(-1);
	if (last === undefined) throw new Error("nothing is run");
	const found = commandContexts(unwrapped, inside, { script }, reading.syntax, settings)(last);
	const { textAt } = found.settings?.() ?? found.world;
	expect(textAt?.("/home/u/.curlrc") === "unknown" ? "unknown" : "known").toBe(expected);
	expect(textAt?.("/w/.npmrc")).toBe("unknown");
});

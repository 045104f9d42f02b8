import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
	codexHookDigest,
	codexHookKey,
	codexTrust,
	withCodexTrust,
	withoutCodexTrust,
} from "../../../../src/runtime/harnesses/install/codex-trust.js";
import { readToml } from "../../../../src/runtime/harnesses/install/toml.js";

const hook = { type: "command", command: "rules hook --harness codex", timeout: 15 };
const group = { matcher: ".*", hooks: [hook] };
const key = codexHookKey('/home/it\'s "me"/.codex/hooks.json', "PreToolUse", 0, 1);
const digest = codexHookDigest("PreToolUse", group, hook);

test("the digest is the one that Codex's own server names", () => {
	// By `hooks/list` of Codex 0.169.
	expect(
		codexHookDigest("PreToolUse", { matcher: "^Bash$" }, { type: "command", command: "/bin/echo hello", timeout: 10 }),
	).toBe("sha256:ef2ef1bf7f52e064b01e390169aae5e5362ffbe7ad2a8b283798c9d728102662");
	expect(codexHookDigest("PreToolUse", {}, { type: "command", command: "/bin/echo hello", statusMessage: "x" })).toBe(
		"sha256:5dbdea09edaab6130ea39ab001d4923538e4aadbd16b98e5896edfe45b6fcc92",
	);
});

test("each event has a trust of its own", () => {
	expect(codexHookKey("/h/hooks.json", "SessionStart", 0, 0)).toBe("/h/hooks.json:session_start:0:0");
	expect(codexHookDigest("SessionStart", group, hook)).not.toBe(digest);
});

describe("trust in a hook", () => {
	test.each([
		[undefined, "untrusted"],
		["", "untrusted"],
		['model = "x"\n', "untrusted"],
		[`[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${digest}"`, "trusted"],
		[`[hooks]\nstate = { ${JSON.stringify(key)} = { trusted_hash = "${digest}" } }`, "trusted"],
		[`[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "sha256:0"`, "changed"],
		[`[hooks.state.${JSON.stringify(key)}]\nenabled = false\ntrusted_hash = "${digest}"`, "off"],
		[`[features]\nhooks = false\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${digest}"`, "off"],
		["[hooks", "unreadable"],
	])("in %j is %s", (settings, kind) => {
		expect(codexTrust(settings, key, "PreToolUse", group, hook).kind).toBe(kind);
	});

	test("comes into any settings, leaves the rest as it is, and goes again", () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.constantFrom(
						'model = "x"',
						"# note",
						"",
						"[features]",
						'a = """',
						'"""',
						"[hooks]",
						'[hooks.state."other"]',
						"b = 2",
						'trusted_hash = "sha256:1"',
					),
					{ maxLength: 8 },
				),
				fc.constantFrom("", "\n"),
				(lines, end) => {
					const settings = lines.join("\n") + (lines.length > 0 ? end : "");
					const before = readToml(settings);
					if (!("table" in before)) return fc.pre(false);
					const after = withCodexTrust(settings, key, digest);
					expect(after).toBeDefined();
					expect(
						codexTrust((after as string).replaceAll("hooks = false", ""), key, "PreToolUse", group, hook).kind,
					).toBe("trusted");
					expect((after as string).startsWith(settings)).toBe(true);
					expect(withCodexTrust(after as string, key, digest)).toBe(after);
					expect(readToml(withoutCodexTrust(after as string, key))).toHaveProperty("table", before.table);
				},
			),
		);
	});

	test("takes the place of an older one, and what else stands there stays", () => {
		const old = `[hooks.state.${JSON.stringify(key)}]\nenabled = true\ntrusted_hash = "sha256:0"\n[x]\ny = 1\n`;
		const after = withCodexTrust(old, key, digest) as string;
		expect(after).toBe(old.replace("sha256:0", digest));
		expect(withoutCodexTrust(after, key)).toBe(after);
		expect(withoutCodexTrust(after.replace("enabled = true\n", ""), key)).toBe("[x]\ny = 1\n");
	});

	test("is not forced into settings that can't take it", () => {
		expect(withCodexTrust("hooks = {}\n", key, digest)).toBeUndefined();
		expect(withCodexTrust("broken", key, digest)).toBeUndefined();
	});
});

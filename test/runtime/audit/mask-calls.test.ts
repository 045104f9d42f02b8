/** What is secret among the arguments of a call, wherever it stands: none of it is on record. */
import { expect, test } from "@jest/globals";
import { maskOf } from "../../../src/runtime/audit/mask.js";
import type { DecisionFields } from "../../../src/runtime/audit/record.js";
import { mcpUse } from "../../../src/runtime/harnesses/tools/tool-readers.js";

const secret = "hunter2-Zq8x";

function recorded(input: object): string {
	const use = mcpUse("server", "tool", input as never);
	if ("unclear" in use) throw new Error(use.unclear);
	const fields: DecisionFields = {
		agent: "default",
		force: false,
		effect: "deny",
		code: "default",
		rules: [],
		message: `\`${use.commands[0]?.join(" ")}\` is not allowed`,
		policy: "digest",
		call: use.commands,
		commands: use.commands.map((argv) => ({ argv, effect: "deny" })),
	};
	return JSON.stringify(maskOf().decision(fields));
}

test.each([
	[{ password: secret }],
	[{ auth: { token: secret } }],
	[{ "db.password": secret }],
	[{ "db password": secret }],
	[{ secrets: [secret, `${secret}2`] }],
	[{ secrets: { first: secret } }],
	[{ clientSecret: { value: secret } }],
	[{ headers: { Authorization: secret } }],
	[{ headers: [["Authorization", secret]] }],
	[{ headers: [{ name: "Authorization", value: secret }] }],
	[{ headers: [{ value: secret, key: "api_key" }] }],
	[
		{
			env: [
				{ name: "LANG", value: "C" },
				{ name: "DB_PASSWORD", value: secret },
			],
		},
	],
	[{ env: [`DB_PASSWORD=${secret}`] }],
	[{ secret: true, name: "x", value: secret }],
	[{ selector: "#password", text: secret }],
	[{ element: "Password field", text: secret }],
	[{ cookie: `sid=${secret}` }],
	[{ cookies: [{ name: "sid", value: secret }] }],
	[{ body: JSON.stringify({ password: secret }) }],
	[{ body: JSON.stringify({ inner: JSON.stringify({ password: secret }) }) }],
	[{ body: `user: me\npassword: ${secret}\n` }],
	[{ url: `https://me:${secret}@host/x` }],
	[{ url: `https://host/x?access_token=${secret}&b=1` }],
	[{ command: `curl -u me:${secret} https://host` }],
	[{ script: `cd x && sshpass -p ${secret} ssh host` }],
	[{ command: "sshpass", args: ["-p", secret] }],
	[{ args: ["--password", secret] }],
	[{ query: `ALTER USER me WITH PASSWORD '${secret}'` }],
	[{ query: `CREATE USER me IDENTIFIED BY '${secret}'` }],
	[{ token: secret, note: `the token is ${secret}.` }],
	[{ [`password=${secret}`]: 1 }],
])("%j", (input) => {
	const text = recorded(input);
	expect(text).not.toContain("hunter2");
	expect(text).toContain("MASKED");
});

test.each([
	[{ path: "src/token.ts", query: "where is the token refreshed" }],
	[{ max_tokens: 500, tokens: 3 }],
	[{ columns: ["id", "password", "email"] }],
	[{ name: "README.md", value: "x" }],
	[{ title: "Rotate the token", body: "The password field is too short." }],
	[{ command: "git commit -m 'drop the password field'" }],
	[{ url: "https://host/x?page=2" }],
])("%j holds none", (input) => {
	expect(recorded(input)).not.toContain("MASKED");
});

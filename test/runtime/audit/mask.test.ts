/** No secret of a request gets into the log, and what is no secret stays as it is. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Request } from "../../../src/engine/request/request.js";
import { decisionFields } from "../../../src/runtime/audit/fields.js";
import { type Mask, maskOf } from "../../../src/runtime/audit/mask.js";
import type { DecisionFields } from "../../../src/runtime/audit/record.js";
import { secretsInCall } from "../../../src/runtime/audit/secret-calls.js";
import { tolerantCommands } from "../../../src/runtime/audit/tolerant-tokenizer.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText(
	"policy.rules",
	[
		"agent default {",
		"  default deny",
		"  allow * granting everything",
		'  deny git push because "Not {command}."',
		'  deny named --password={p}, named --url={p} because "Not with {p}."',
		"  syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs",
		"  environment accept *",
		"}",
	].join("\n"),
);
const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const };

function recorded(request: Request, mask: Mask = maskOf()): DecisionFields {
	if (tree === undefined) throw new Error("the policy is broken");
	const decision = decide(tree, request, world);
	return mask.decision(decisionFields(request, decision, world, "run"), decision.commands);
}

/** A made-up secret, without the shape of a real one. */
const secret = "Zq7-wV.x93k";

/** Scripts, in each of which `…` stands for the secret. */
const scripts: readonly string[] = [
	"tool --password …",
	"tool --password=…",
	"tool --db-password '…'",
	'tool --client-secret "…" --verbose',
	"tool --api-key … sub",
	"tool --accessToken …",
	"tool -token …",
	"FOO_TOKEN=… tool",
	"FOO_TOKEN='…' tool && ls",
	"export DB_PASSWORD=…",
	"env API_KEY=… tool",
	"docker run -e MY_SECRET=… image",
	"docker run --env=MY_SECRET=… image",
	"docker login -u me -p … registry",
	"curl -u me:… https://host/",
	"curl -sSu me:… https://host/",
	"curl -ume:… https://host/",
	"curl --user me:… https://host/",
	"curl --user=me:… https://host/",
	"curl --oauth2-bearer … https://host/",
	"curl -H 'Authorization: Bearer …' https://host/",
	'curl -H "Authorization: Basic …" https://host/',
	"curl --header 'X-Api-Key: …' https://host/",
	"curl -H 'Cookie: …' https://host/",
	"curl -b sid=… https://host/",
	"curl https://me:…@host/path",
	"curl 'https://host/?access_token=…&x=1'",
	"curl -d 'user=me&password=…' https://host/",
	`curl -d '{"user":"me","password":"…"}' https://host/`,
	`curl -d "{\\"password\\": \\"…\\"}" https://host/`,
	"git clone https://me:…@host/repo",
	"git -c http.extraHeader='Authorization: Basic …' fetch",
	"mysql -uroot -p… db",
	"mysqldump --password=… db",
	"PGPASSWORD=… psql",
	"psql postgresql://me:…@host/db",
	"redis-cli -a … ping",
	"sshpass -p … ssh host",
	"sshpass -p… ssh host",
	"openssl enc -pass pass:… -in f",
	"openssl rsa -passin pass:… -in f",
	"zip -P … x.zip f",
	"7z x -p… x.7z",
	"ldapsearch -x -w … -b dc=x",
	"smbclient //host/share -U me%…",
	"htpasswd -b file me …",
	"vault login …",
	"gh secret set NAME --body …",
	"aws configure set aws_secret_access_key …",
	"npm config set //registry/:_authToken …",
	`npm config set ${"_auth"}Token=…`,
	"kubectl create secret generic x --from-literal=k=…",
	"skopeo copy --src-creds me:… docker://a docker://b",
	"gpg --batch --passphrase … -d f",
	"mount -o username=me,password=… //host/x /mnt",
	"bash -c 'tool --password …'",
	"ssh host 'mysql -p… db'",
	"xargs tool --token … < f",
	"for i in 1 2; do tool --token …; done",
	"echo hi | tool --secret … | cat",
	"git push --password …",
	// What can't be read is searched as well.
	"if then tool --password …",
	"mysql -uroot -p… db )",
	"( FOO_TOKEN=… ",
	"curl -u me:… https://host/ |",
];

describe("in a script, a secret is not recorded", () => {
	test.each(scripts)("%s", (line) => {
		const fields = recorded({ script: line.replaceAll("…", secret) });
		expect(JSON.stringify(fields)).not.toContain(secret);
		expect(fields.masked).toBe(true);
		// The words around it stay.
		expect(fields.script?.replaceAll(/['"]/g, "")).toBe(line.replaceAll("…", "MASKED").replaceAll(/['"]/g, ""));
	});
});

describe("in words, a secret is not recorded", () => {
	const lists = scripts
		.filter((line) => /^[\w .:/@=…-]+$/.test(line) && !/^\w+=/.test(line))
		.map((line) => line.split(" "));
	test.each(lists)("%s %s %s", (...argv) => {
		const fields = recorded({ argv: argv.map((word) => word.replaceAll("…", secret)) });
		expect(JSON.stringify(fields)).not.toContain(secret);
		expect(fields.argv).toEqual(argv.map((word) => word.replaceAll("…", "MASKED")));
	});

	test("with blanks, quotes and signs in it neither", () => {
		const hard = `a b'c"d\\e;f&g=h`;
		for (const argv of [
			["tool", "--password", hard],
			["tool", `--password=${hard}`],
			["env", `MY_SECRET=${hard}`, "tool"],
			["mysql", `-p${hard}`],
		]) {
			const fields = recorded({ argv });
			expect(JSON.stringify(fields)).not.toContain(JSON.stringify(hard).slice(1, -1));
			expect(fields.argv?.at(-1)).not.toContain("h");
		}
	});
});

test.each([
	`ghp_${"aB3".repeat(12)}`,
	`github_pat_${"aB3d".repeat(5)}ab_${"aB3d".repeat(14)}abc`,
	`AKIA${"ABCD".repeat(4)}`,
	`xoxb-${"12ab".repeat(6)}`,
	`glpat-${"aB3d".repeat(5)}`,
	`npm_${"aB3d".repeat(9)}`,
	`sk-ant-${"aB3d".repeat(12)}`,
	`eyJ${"aB3d".repeat(5)}.eyJ${"aB3d".repeat(5)}.${"aB3d".repeat(6)}`,
	`AIza${"aB3d".repeat(8)}abc`,
])("a token is known by its shape, wherever it stands: %s", (token) => {
	for (const request of [
		{ script: `echo ${token} | tool` },
		{ script: `echo "x ${token}" > f` },
		{ argv: ["tool", `--what=${token}`] },
		{ argv: ["git", "push", token] },
	])
		expect(JSON.stringify(recorded(request))).not.toContain(token);
});

test("a private key is not recorded", () => {
	const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ";
	const key = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
	expect(JSON.stringify(recorded({ script: `cat > f <<'X'\n${key}\nX` }))).not.toContain(body);
	expect(JSON.stringify(recorded({ argv: ["echo", key] }))).not.toContain(body);
});

test("a secret that quotes and escapes take apart in the script is not recorded", () => {
	for (const script of [
		`tool --password Zq7'-wV'.x93k; ls`,
		`tool --password "Zq7"-wV\\.x93k && ls`,
		"tool --password $'Zq7\\x2dwV.x93k'",
	]) {
		const fields = recorded({ script });
		expect(JSON.stringify(fields)).not.toMatch(/Zq7|x93k/);
		expect(fields.masked).toBe(true);
	}
});

test("a message that shows the beginning of a long command shows no beginning of a secret", () => {
	for (let length = 150; length < 200; length++) {
		const fields = recorded({ argv: ["git", "push", "x".repeat(length), "--password", secret] });
		expect(fields.effect).toBe("deny");
		expect(fields.message).not.toMatch(/Zq7/);
	}
});

test.each([secret, `a ${secret} 'b'`, secret.repeat(40)])(
	"a word with a name shows no secret in a message: %s",
	(text) => {
		for (const argv of [
			["named", "--password", text],
			["named", `--password=${text}`],
			["named", `--url=https://me:${encodeURIComponent(text).replaceAll("'", "%27")}@h/x`],
		]) {
			const fields = recorded({ argv });
			expect(fields.effect).toBe("deny");
			expect(fields.message).toContain("Not with");
			expect(JSON.stringify(fields)).not.toMatch(/Zq7/);
		}
	},
);

describe("what is no secret is recorded as it is", () => {
	test.each([
		"git commit -m 'the password is not here'",
		"ls ~/.ssh/token",
		"cat my-token other",
		"tool --private-key ~/.ssh/id_ed25519 host",
		"tool --password < f",
		"tool --password -v host",
		"tool --password --host=x",
		'tool --password "$A$B"',
		"tool --password ${X%/*}",
		"tool --api-key `cat f`",
		"echo don't # it's",
		"tool --password-stdin < f",
		"tool --token-file /run/token",
		"tool --password $PASSWORD",
		'FOO_TOKEN="$(cat f)" tool',
		'curl -H "Authorization: Bearer $TOKEN" https://host/',
		"docker run -p 8080:80 image",
		"docker run -u 1000:1000 image",
		"mkdir -p a/b",
		"sudo -u me tool",
		"git clone git@host:repo",
		"git clone https://me@host/repo",
		"curl http://localhost:8080/a:b@c",
		"tool --max-tokens 100",
		"tool --sort-key name",
		"make KEY=value",
		"sort -k 2 f",
		"redis-cli -h host",
		"grep -rn secret .",
		"mysql -p db",
		"pass show mail",
		"kubectl get secret my-secret -o yaml",
		"ssh -p 22 host",
	])("%s", (script) => {
		const fields = recorded({ script });
		expect(fields.script).toBe(script);
		expect(fields.masked).toBeUndefined();
	});
});

describe("a mask of one's own", () => {
	const mask = maskOf(["--pin", "ACME-*", "/[0-9]{16}/"]);

	test.each([
		["tool --pin 1234", "tool --pin MASKED"],
		["tool --pin=1234", "tool --pin=MASKED"],
		["tool ACME-77 x", "tool MASKED x"],
		["tool --id=ACME-77", "tool --id=MASKED"],
		["pay 4111111111111111 now", "pay MASKED now"],
		["pay 411111111111111 now", "pay 411111111111111 now"],
		["if then pay 4111111111111111", "if then pay MASKED"],
	])("%s", (script, expected) => {
		expect(recorded({ script }, mask).script).toBe(expected);
		const words = recorded({ argv: script.split(" ") }, mask).argv;
		expect(words?.join(" ")).toBe(expected);
	});

	test.each(["", "/(/", "/a(?=b)/", "/(a)\\1/", "[z-a]"])("is refused where it is no pattern: %j", (pattern) => {
		expect(() => maskOf([pattern])).toThrow(TypeError);
	});
});

test("a masked request is decided as the one that it stands for", () => {
	if (tree === undefined) throw new Error("the policy is broken");
	for (const line of scripts) {
		const script = line.replaceAll("…", secret);
		const { script: without = "" } = recorded({ script });
		const [before, after] = [decide(tree, { script }, world), decide(tree, { script: without }, world)];
		expect([line, after.effect, after.code]).toEqual([line, before.effect, before.code]);
	}
});

test("what a program could not be started for holds no secret", () => {
	const outcome = { timedOut: false, cancelled: false, duration: 1, bytes: 0 };
	const { failure } = maskOf().outcome({ ...outcome, failure: `no such file: FOO_TOKEN=${secret}` });
	expect(failure).toBe("no such file: FOO_TOKEN=MASKED");
});

test("of more commands, and more secrets in one word, than a function takes at once, all are found", () => {
	expect(tolerantCommands("a;".repeat(200_000))).toHaveLength(200_000);
	const places = Array.from({ length: 200_000 }, (_, start) => ({ start, end: start + 1 }));
	const [, found] = secretsInCall(["mcp.x.y", "word"], () => [[], places]);
	expect(found).toHaveLength(places.length);
});

test("long texts are searched in time", () => {
	for (const piece of [
		"a",
		"a=",
		"https://",
		"x:y@",
		'"a":"',
		"-----BEGIN PRIVATE KEY-----",
		"eyJ",
		"--password ",
		"'\"",
		"sk-",
		"a.b-",
	])
		recorded({ script: `echo ${piece.repeat(5_000)}` });
});

test.each([
	"API_TOKEN=hunter2x99; echo $API_TOKEN",
	"API_TOKEN='hunter2x99'; git push $API_TOKEN",
	'API_TOKEN="hunter2x99"; echo "$API_TOKEN" | tool -x',
	"API_TOKEN=hunter2x99 && git push https://host/$API_TOKEN/x",
	`API_TOKEN=hunter2x99; git push ${"x".repeat(176)} $API_TOKEN`,
])("a secret that a script names is masked in all that is recorded: %s", (script) => {
	expect(JSON.stringify(recorded({ script }))).not.toContain("hunter");
});

test.each([
	'git push --password "hunter2x$X"',
	'git push --password "$X"hunter2x --verbose',
	"git push --password $(id)hunter2x",
	"git push --password ${X:-hunter2x}",
	"git push --password -hunter2x",
	"git push --password --hunter2x",
	"cat <<X\ngit push --password hunter2x\nX",
	"cat <<-'X' > f\n\tdon't\n\ttool --password 'hunter2x'\n\tX\necho ok",
	"cat <<< 'tool --password hunter2x'",
	"for x in --password hunter2x; do echo $x; done",
	"x=(tool --password hunter2x)",
	"echo ok # tool --password hunter2x",
	'echo "$(tool --password hunter2x)"',
	"if then echo don't --password hunter2x",
])("a secret is masked wherever it stands in a script, in part known, too: %j", (script) => {
	const fields = recorded({ script });
	expect(JSON.stringify(fields)).not.toContain("hunter2x");
	expect(fields.masked).toBe(true);
});

test.each([
	"cat <<X\ncode ACME-zq7\nX",
	"cat <<< ACME-zq7",
	"for x in 1 ACME-zq7; do echo $x; done",
	"x=ACME-zq7",
	"x=ACME-zq7; git push $x",
	"echo ok # ACME-zq7",
	"echo 'code ACME-zq7 here'",
	"echo > ACME-zq7",
	"cat <<X\ntool --pin ACME-zq7\nX",
])("a mask of one's own reaches all of a script: %j", (script) => {
	expect(JSON.stringify(recorded({ script }, maskOf(["ACME-*"])))).not.toContain("zq7");
});

test("a mask of one's own is for what a program could not be started for, too", () => {
	const outcome = { timedOut: false, cancelled: false, duration: 1, bytes: 0 };
	const { failure } = maskOf(["ACME-*", "--pin"]).outcome({
		...outcome,
		failure: "`ACME-77 --pin 1234`: no such file",
	});
	expect(failure).toBe("`MASKED --pin MASKED`: no such file");
});

test("many and long secrets are looked for in time, and where they are too many, nothing is recorded of what may hold them", () => {
	const a = "A".repeat(40_000);
	// What took time by the square or worse would not be done when the test is out of time.
	const requests = [
		{ script: `echo --password ${a}x ${a}B…` },
		{ script: `echo --password ${a}x ${"A…".repeat(20_000)}` },
		{ script: `echo ${Array.from({ length: 2_000 }, (_, at) => `--password secret${at}`).join(" ")}` },
		{ argv: ["echo", ...Array.from({ length: 2_000 }, (_, at) => ["--password", `secret${at}`]).flat()] },
		{ argv: ["curl", `-${a}`] },
		{ argv: ["git", "config", "set", `${"a-".repeat(20_000)}!`, "x"] },
		{ script: `echo ${'"$('.repeat(10_000)}` },
		{ script: `echo ${'"a $('.repeat(10_000)}${')"'.repeat(10_000)}` },
		{ script: `echo ${"${".repeat(10_000)}` },
		{ script: `echo ${"<<X ".repeat(10_000)}\n` },
	];
	expect(requests.map((request) => typeof recorded(request))).toEqual(requests.map(() => "object"));
	const words = Array.from({ length: 40 }, (_, at) => ["--password", `${at}`.padEnd(10_000, "ab")]).flat();
	const { argv } = recorded({ argv: ["tool", ...words] });
	expect(new Set(argv)).toEqual(new Set(["MASKED"]));
});

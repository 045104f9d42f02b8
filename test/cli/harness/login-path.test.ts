import { describe, expect, test } from "@jest/globals";
import { loginPath } from "../../../src/cli/harness/login-path.js";

describe("the path of a harness", () => {
	const added = [
		"/home/ann/.npm/_npx/1f/node_modules/.bin",
		"/srv/app/node_modules/.bin",
		"/node_modules/.bin",
		"/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin",
		"/tmp/yarn--1700000000000-0.123",
		"/tmp/bun-node-1a2b",
	];
	const own = ["/home/ann/bin", "/usr/bin", "/srv/node_modules/.bin/more"];
	const PATH = [...added, ...own].join(":");

	test.each([{ npm_config_user_agent: "npm/10" }, { npm_execpath: "/x" }, { BERRY_BIN_FOLDER: "/tmp/xfs-1" }])(
		"has not what a starter of scripts put there: %j",
		(variables) => {
			expect(loginPath({ PATH: `/tmp/xfs-1:${PATH}`, BERRY_BIN_FOLDER: "/tmp/xfs-1", ...variables })).toBe(
				own.join(":"),
			);
		},
	);

	test("is as it is where there was no such starter", () => {
		expect(loginPath({ PATH })).toBe(PATH);
		expect(loginPath({ npm_execpath: "/x" })).toBe("");
	});
});

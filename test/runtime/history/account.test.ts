/** Who sits at a terminal, as the system says it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { accountHere } from "../../../src/runtime/history/account.js";

const onUnix = existsSync("/usr/bin/id") ? test : test.skip;

function id(...words: string[]): string {
	return spawnSync("/usr/bin/id", words, { encoding: "utf8" }).stdout.trim();
}

onUnix("it is the account that logged in, with its groups", () => {
	expect(accountHere("0")).toEqual({ by: id("-un", "0"), groups: id("-Gn", id("-un", "0")).split(" ") });
	expect(accountHere("1")?.by).toBe(id("-un", "1"));
});

onUnix("where nobody logged in it is the account of the process", () => {
	expect(accountHere(undefined)?.by).toBe(id("-un"));
});

onUnix("of an account that the system does not know nothing is said", () => {
	expect(accountHere("4123456789")).toBeUndefined();
});

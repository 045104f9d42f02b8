/** The vocabulary of verbs: what is looked at before an expression is made says the same as the expression. */
import { expect, test } from "@jest/globals";
import {
	isDestroying,
	isDestroyingName,
	isDestroyingQuery,
	isShowingSecrets,
	verbSets,
	verbs,
} from "../../../src/engine/knowledge/vocabulary/verbs.js";

test("a word destroys as the expression of the set says", () => {
	const whole = new RegExp(`^(?:${verbSets()["destroying-verbs"]})$`);
	const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;
	const glued = ["dropdb", "flushall", "rdelete", "Multiremove", "unpurge", "delUser", "wipeallx"];
	const words = [
		...verbs.destroying,
		...verbs.looking,
		...verbs.changing,
		...glued,
		"status",
		"",
		"é",
		"tool",
		"Ddelete",
	].flatMap((verb) => [
		verb,
		capital(verb),
		`${verb}-x`,
		`x:${verb}`,
		`force_${verb}`,
		`${verb}Bucket`,
		`${verb}.txt`,
		`x${verb}`,
	]);
	const taken = words.filter((word) => whole.test(word) && !/^un(?:delete|remove|archive)/i.test(word));
	expect(taken.length).toBeGreaterThan(200);
	expect(words.filter((word) => isDestroying(word) && !/^[A-Z_-]+$/.test(word))).toEqual(taken);
	for (const word of ["DELETE", "DROP", "RM", "REMOVE-ALL"]) expect(isDestroying(word)).toBe(true);
	for (const word of ["undelete", "Unremove", "LIST", "STATUS"]) expect(isDestroying(word)).toBe(false);
});

test.each([
	["drop table users", true],
	["DELETE\tFROM users", true],
	["flushall", true],
	["  FLUSHDB", true],
	["db.users.drop()", true],
	["db.dropDatabase ()", true],
	["truncate t", true],
	["drop", false],
	["dropDatabase", false],
	["flush", false],
	["select 1", false],
	["", false],
])("the query `%s` takes away what a database holds: %s", (text, expected) => {
	expect(isDestroyingQuery(text)).toBe(expected);
});

test.each([
	["list-KEYS", "LIST-keys"],
	["GET", "Secret"],
	["Export", "apiKey"],
	["create", "TOKEN"],
])("what is shown is shown in any case of its letters: %j", (...words) => {
	expect(isShowingSecrets("tool", words)).toBe(
		isShowingSecrets(
			"tool",
			words.map((word) => word.toLowerCase()),
		),
	);
});

test("the name of a program destroys as its expressions say", () => {
	const names = [...verbs.destroying, "autoremove", "unprune"].flatMap((verb) => [
		`${verb}db`,
		`x-${verb}`,
		`${verb}_y`,
	]);
	const taken = names.filter(isDestroyingName);
	expect(taken).toEqual(expect.arrayContaining(["dropdb", "x-delete", "x-autoremove", "purge_y", "x-unprune"]));
	for (const name of ["list", "status", "tool", "downdb"]) expect(isDestroyingName(name)).toBe(false);
});

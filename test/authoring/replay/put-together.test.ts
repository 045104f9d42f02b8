/** A request may say a name that stands in it nowhere: which texts may, and which can't. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { mayPutTogether, puttingOf } from "../../../src/authoring/replay/put-together.js";
import { eachSpelled, spelling } from "./spelled-names.js";

const may = (text: string, name: string): boolean => mayPutTogether(text, puttingOf(text), name);

describe("a text may say a name", () => {
	test.each(eachSpelled("barbara"))("that it spells: %s", (text) => {
		expect([may(text, "barbara"), text.includes("barbara")]).toEqual([true, false]);
	});

	test("wherever its letters are parted", () => {
		const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{2,12}$/);
		fc.assert(
			fc.property(
				name.chain((one) => fc.tuple(fc.constant(one), spelling(one))),
				([one, text]) => text.includes(one) || may(text, one),
			),
			{ numRuns: 5000 },
		);
	});

	test.each([
		["rm /home/u{1230..1240}/x", "u1234"],
		["rm /home/u$((1233+1))/x", "u1234"],
		["for i in 1234; do rm /home/u$i/x; done", "u1234"],
		["curl file:///home/%63arl/x", "carl"],
		["cat /home/CA''RL", "carl"],
	])("by numbers and by letters of the other case: %s", (text, name) => {
		expect(may(text, name)).toBe(true);
	});
});

describe("a text can't say a name", () => {
	test.each([
		["of which it has no end", "cp ba'r' x"],
		["of which it has no beginning", "cp 'x' bara"],
		["where nothing is put together", "cp bar bara x"],
		["of pieces that are parts of others", "cp 'xbar' barax"],
	])("%s", (_, text) => {
		expect(may(text, "barbara")).toBe(false);
	});

	test.each([
		"git commit -m 'fix the build'",
		"sed -i 's/\\(a\\)/\\1/' x",
		"printf 'a\\0' | xargs -0 -I{} rm {}",
		"awk 'BEGIN{while((getline l)>0) print l}'",
		"find . -name '*.ts' | xargs -n1 wc -l",
		"echo \"$HOME\" | tr '\\n' ' '",
		"csplit -b %03d.txt a 2",
	])("at all that is spelled by no number: %s", (text) => {
		expect(puttingOf(text).any).toBe(false);
	});
});

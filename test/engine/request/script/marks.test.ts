/** Variables of several lists as one: none is lost, and none stands twice. */
import { expect, test } from "@jest/globals";
import { readScript } from "../../../../src/engine/request/read-script.js";
import type { Variable } from "../../../../src/engine/request/request.js";
import { joinVariables } from "../../../../src/engine/request/script/marks.js";

const set = (name: string, text: string): Variable => ({ name, value: { kind: "known", text } });
const [a, b, c] = [set("A", "1"), set("B", "1"), set("A", "2")];

test("lists of variables are joined", () => {
	expect(joinVariables([], [a, b])).toEqual([a, b]);
	expect(joinVariables([a], [])).toEqual([a]);
	expect(joinVariables([b], [a, c])).toEqual([b, a, c]);
	expect(joinVariables([b, b], [a])).toEqual([b, a]);
	expect(joinVariables([a], [a, b])).toEqual([a, b]);
	expect(joinVariables([b], [a, a])).toEqual([b, a]);
	expect(joinVariables([a], [b], [c])).toEqual([a, b, c]);
});

test("a variable that `declare -r` fixes is read-only, as one of `readonly` is", () => {
	for (const script of ["declare -r X=1; X=2 ls", "readonly X=1; X=2 ls"])
		expect(readScript(script)).toMatchObject({ kind: "opaque", why: expect.stringContaining("read-only") });
});

/** What no caller in TypeScript can ask, and one in JavaScript does: it is denied with a reason, and nothing is thrown. */
import { expect, test } from "@jest/globals";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { guard } from "../../../src/runtime/tools/guard.js";

const policy = loadText("policy.rules", "agent default {\n  default allow\n}\n");

test.each([{}, { agent: "default" }])("with the options %j", async (options) => {
	const guarded = guard(policy, options);
	for (const wrong of [null, undefined, "ls", 7, []]) {
		const request = wrong as unknown as Request;
		const told = {
			effect: "deny",
			code: "fault",
			message: expect.stringMatching(/^this is no request, so it is denied: /),
		};
		expect(guarded.foresee(request)).toMatchObject(told);
		expect(await guarded.call(request)).toMatchObject({ allowed: false, decision: told });
		expect(await guarded.run(request)).toMatchObject({ decision: told });
	}
});

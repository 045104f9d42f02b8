/**
 * json-rules-engine: a rule each, built once. Denials have the higher priority, and the engine is stopped at the first rule that holds, as its documentation
 * says for speed; facts are given with the run, so that none is computed.
 */
import { Engine } from "json-rules-engine";

export function prepare(rules) {
	const engine = new Engine(
		rules.map(({ effect, program, operand }) => ({
			priority: effect === "deny" ? 2 : 1,
			conditions: {
				all: [
					{ fact: "program", operator: "equal", value: program },
					...(operand === undefined ? [] : [{ fact: "operand", operator: "equal", value: operand }]),
				],
			},
			event: { type: effect },
		})),
	);
	engine.on("success", () => engine.stop());
	return {
		async decide([program, operand]) {
			const { events } = await engine.run({ program, operand });
			if (events.length === 0) return "deny";
			return events.some(({ type }) => type === "deny") ? "deny" : "allow";
		},
	};
}

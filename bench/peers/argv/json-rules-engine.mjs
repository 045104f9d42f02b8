/**
 * json-rules-engine: a rule each, built once. Denials have the higher priority, and the engine is stopped at the first rule that holds, as its documentation
 * says for speed; facts are given with the run, so that none is computed. Globs are an operator of ours, over expressions made once.
 */
import { Engine } from "json-rules-engine";
import { expressionOf } from "../rules.mjs";
import { split } from "./split.mjs";

export function prepare(rules) {
	const engine = new Engine(
		rules.map(({ effect, program, operand, option, glob }) => ({
			priority: effect === "deny" ? 2 : 1,
			conditions: {
				all: [
					{ fact: "program", operator: "equal", value: program },
					...(operand === undefined ? [] : [{ fact: "operand", operator: "equal", value: operand }]),
					...(option === undefined ? [] : [{ fact: "options", operator: "contains", value: option }]),
					...(glob === undefined
						? []
						: [{ fact: "word", operator: "fits", value: new RegExp(`^${expressionOf(glob)}$`) }]),
				],
			},
			event: { type: effect },
		})),
	);
	engine.addOperator("fits", (word, expression) => expression.test(word));
	engine.on("success", () => engine.stop());
	return {
		async decide(argv) {
			const { events } = await engine.run(split(argv));
			if (events.length === 0) return "deny";
			return events.some(({ type }) => type === "deny") ? "deny" : "allow";
		},
	};
}

/** What came before an example. */
import type { ExpectStep } from "../../syntax/statements.js";
import type { Faults } from "../faults.js";
import type { Expectation } from "../policy.js";
import { spanOfTime } from "../spans-of-time.js";
import { endings, type StepEnding } from "../test.js";

export function stepsBefore(steps: readonly ExpectStep[], faults: Faults): NonNullable<Expectation["after"]> {
	let latest = Number.POSITIVE_INFINITY;
	return steps.map(({ command, ended, ago }) => {
		const span = ago === undefined ? 0 : (spanOfTime(ago, faults) ?? 0);
		if (span > latest)
			faults.error(
				"bad-time",
				ago?.span ?? command.span,
				`\`${command.text}\` stands behind what came later`,
				"what came first stands first",
			);
		latest = Math.min(latest, span);
		return { command: command.text, ended: endingOf(ended?.text), ago: span };
	});
}

function endingOf(text: string | undefined): StepEnding {
	return endings.find((one) => one === text) ?? "passed";
}

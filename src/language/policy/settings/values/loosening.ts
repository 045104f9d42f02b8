/** A line that would loosen what is inherited, and does not say `override`. */
import type { Span } from "../../../source/span.js";
import type { SettingFaults } from "../setting.js";

export function tellLoosening(heading: string, span: Span, faults: SettingFaults): void {
	faults.warning(
		"missing-override",
		span,
		`this \`${heading}\` would loosen what is inherited, so it changes nothing`,
		`write \`override ${heading} …\` if that is meant`,
	);
}

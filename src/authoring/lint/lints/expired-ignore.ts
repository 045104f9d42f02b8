/** `expired-ignore`: a `lint-ignore` whose day has come, so that it takes nothing back any more. */

import type { IgnoreLint } from "../lint-record.js";
import { isDay } from "../settings/ignores.js";

export const expiredIgnore: IgnoreLint = {
	name: "expired-ignore",
	family: "hygiene",
	severity: "warning",
	summary: "the day until which a `lint-ignore` holds has come",
	looksAt: "ignores",
	check: (_subject, _options, ignores) =>
		ignores.flatMap(({ until, expired }) => {
			if (until === undefined || !expired) return [];
			return isDay(until.text)
				? [
						{
							message: `this held until ${until.text}`,
							span: until.span,
							help: "mend what it takes back, or name another day",
						},
					]
				: [
						{
							message: `\`${until.text}\` is no day, so this takes nothing back`,
							span: until.span,
							help: "write it as year, month and day: `2027-01-31`",
						},
					];
		}),
};

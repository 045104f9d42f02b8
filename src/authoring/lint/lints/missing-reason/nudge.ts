/** A nudge that names something better and does not say why it is better. */
import type { PolicyLint } from "../../lint-record.js";

export const nudgeWithoutReason: Pick<PolicyLint, "check"> = {
	check: ({ rules }) =>
		rules().flatMap(({ statement: { keyword, clauses, span } }) => {
			// Without `use` there is more to say than this.
			if (keyword !== "nudge" || !clauses.some((one) => one.keyword === "use")) return [];
			if (clauses.some((one) => one.keyword === "because")) return [];
			return [
				{
					message: "this nudge does not tell the agent why the other way is better",
					span,
					help: 'write `because "…"`: an agent that knows why is less likely to force it',
				},
			];
		}),
};

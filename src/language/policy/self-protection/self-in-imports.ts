/** What a policy imports does not say whether its agents may change what governs them: only who is asked for the policy itself does. */
import { isSetting, type Statement } from "../../syntax/statements.js";
import type { Faults } from "../faults.js";

/** The statements of an imported body that count: all but each `self writable`, which is warned of. */
export function selfInImports(body: readonly Statement[], faults: Faults): readonly Statement[] {
	return body.filter((statement) => {
		if (!isSetting(statement, "self") || statement.word.text !== "writable") return true;
		faults.warning(
			"self-in-import",
			statement.span,
			"this file is imported, so `self writable` takes nothing away here",
			"where it is meant, the policy that imports this file says it",
		);
		return false;
	});
}

/** `trust`: folders whose programs a bare name in a granting rule means as well. */
import { normalise } from "../../source/normal-path.js";
import type { PathsRecord, WrittenPath } from "./setting.js";
import { commonPart } from "./values/common-part.js";

export const trust = {
	keyword: "trust",
	form: "paths",
	summary:
		"folders whose programs a bare name in a granting rule means as well; `/usr/bin` and `/bin` when nobody says",
	example: "trust /usr/bin, /bin",
	decides: true,
	nothing: "nothing",
	unsaid: ["/usr/bin", "/bin"],
	values: commonPart<string, WrittenPath>((paths, faults) =>
		paths.flatMap((path) => {
			if (path.kind !== "set" && !path.negated && path.text.startsWith("/") && !/[*?[{]/.test(path.text))
				return [normalise(path.text)];
			faults.error(
				"bad-setting",
				path.span,
				`\`${path.text}\` is no folder to trust`,
				"trusted folders are absolute paths without globs",
			);
			return [];
		}),
	),
} as const satisfies PathsRecord;

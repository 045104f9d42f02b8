/** The page about a policy: all that is known of it, in one file. */
import { compiledText } from "../../engine/decide/compiled/write-compiled.js";
import { pageScript } from "../../runtime/load/package-files.js";
import { packedFacts } from "../load/packed-facts.js";
import { abilitiesSection } from "./abilities.js";
import { findingsSection } from "./findings.js";
import { inSections, type Section } from "./in-sections.js";
import { type Content, element, type Markup, together } from "./markup.js";
import { leftOut, matrixSection } from "./matrix.js";
import { dataId } from "./page/page-data.js";
import { page } from "./page.js";
import { placeId } from "./places.js";
import { claimsSection, coverageSection, expectationsSection } from "./promises.js";
import { sourcesSection } from "./sources.js";
import type { Study } from "./study.js";
import { treeLists } from "./tree/html.js";
import { tryBox } from "./try-box.js";

/** A compiled policy that is longer is not put into the page. */
const longestPolicy = 8 * 1024 * 1024;

export function reportPage(study: Study): string {
	const { tree, world } = study;
	const policy = compiledText(tree);
	const agents = Object.keys(tree.agents);
	const canTry = policy.length <= longestPolicy && agents.length > 0;
	const box = { agents, workspace: world.workspace, home: world.home ?? "" };
	const sections: readonly Section[] = [
		["try", "Try a command", canTry ? tryBox(box) : element("p", {}, tooLarge)],
		["programs", "Agents and programs", matrixSection(study)],
		["abilities", "What each agent may do", abilitiesSection(study)],
		["claims", "Claims", claimsSection(study)],
		["expectations", "Expectations", expectationsSection(study)],
		["coverage", "Coverage", coverageSection(study)],
		["findings", "Findings", findingsSection(study)],
		["trees", "Decision trees", treesSection(study)],
		["policy", "The policy", sourcesSection(study)],
	];
	const title = `Policy report: ${tree.files[0] ?? "no file"}`;
	const body = inSections(element("header", {}, element("h1", {}, title), summary(study)), sections, [
		"Written by ",
		element("code", {}, "rules report"),
		". Policy ",
		element("code", {}, tree.digest),
		".",
	]);
	return page({
		title,
		body,
		...(canTry
			? {
					script: pageScript(),
					data: { [dataId.policy]: JSON.parse(policy) as unknown, [dataId.facts]: packedFacts() },
				}
			: {}),
	});
}

const tooLarge = "This policy is too large for a page to decide by it. `rules check` and `rules explain` do.";

/** The page in five numbers. */
function summary(study: Study): Markup {
	const { tree, tested, findings } = study;
	const agents = Object.values(tree.agents);
	const rules = new Set(agents.flatMap((one) => one.rules.map(({ span }) => `${span.file} ${span.start}`))).size;
	const proved = tested.claims.filter(({ answer }) => answer.kind === "proved").length;
	const passed = tested.results.filter(({ passed }) => passed).length;
	const errors = findings.filter(({ severity }) => severity === "error").length;
	const tiles: readonly (readonly [Content, Content])[] = [
		[agents.length, agents.length === 1 ? "agent" : "agents"],
		[rules, rules === 1 ? "rule" : "rules"],
		tested.claims.length === 0 ? ["none", "claims"] : [`${proved} of ${tested.claims.length}`, "claims proved"],
		tested.results.length === 0
			? ["none", "expectations"]
			: [`${passed} of ${tested.results.length}`, "expectations passed"],
		[
			findings.length,
			`${findings.length === 1 ? "finding" : "findings"}${errors === 0 ? "" : `, ${errors} of them errors`}`,
		],
	];
	return element(
		"ul",
		{ class: "tiles", "aria-label": "In short" },
		...tiles.map(([number, what]) => element("li", {}, element("strong", {}, number), what)),
	);
}

function treesSection(study: Study): Markup {
	return together(
		element(
			"p",
			{},
			"Which questions are put to a command, in their order. Programs that are asked the same stand together; ",
			element("em", {}, "as at 3"),
			" leads to what is shown there.",
		),
		...study.outlines.map((one, index) =>
			element(
				"section",
				{ "aria-labelledby": `tree-${index}` },
				element("h3", { id: `tree-${index}` }, `Agent ${one.agent}`),
				treeLists(one, { prefix: `t${index}`, placeOf: ({ file, line }) => placeId(study, file, line) }),
			),
		),
		leftOut(study.agentsLeftOut, "agent"),
	);
}

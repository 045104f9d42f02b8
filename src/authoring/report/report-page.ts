/** The page about a policy: all that is known of it, in one file. What fails comes first; whatever is long is folded. */
import { compiledText } from "../../engine/decide/compiled/write-compiled.js";
import { boxScript, pageScript } from "../../runtime/load/package-files.js";
import { packedFacts } from "../load/packed-facts.js";
import { agentSections } from "./agents.js";
import { failuresSection } from "./failures.js";
import { remarksLine, remarksTable } from "./findings.js";
import { inSections, type Section } from "./in-sections.js";
import { type Content, element, type Markup, marked, together } from "./markup.js";
import { leftOut, matrixLine, matrixSection } from "./matrix.js";
import { packed } from "./pack.js";
import { dataId, type TreesData } from "./page/page-data.js";
import { type Page, page } from "./page.js";
import { shownFiles } from "./places.js";
import {
	claimsLine,
	claimsSection,
	coverageLine,
	coverageSection,
	expectationsLine,
	expectationsSection,
} from "./promises.js";
import { sourcesSection } from "./sources.js";
import type { Study } from "./study.js";
import { leftOutText } from "./tree/words.js";
import { tryBox } from "./try-box.js";

/** A compiled policy that is longer is not put into the page. */
const longestPolicy = 8 * 1024 * 1024;

export interface ReportOptions {
	/** With the box in which to try a command, and with the engine that answers there. */
	readonly box: boolean;
}

export function reportPage(study: Study, { box }: ReportOptions): string {
	const { tree } = study;
	const engine = box ? boxParts(study) : undefined;
	const sections: readonly Section[] = [
		["failures", "What fails", failuresSection(study)],
		...agentSections(study),
		["try", "Try a command", engine === undefined ? noBox(box) : engine.content],
		["programs", "Agents and programs", matrixSection(study), matrixLine(study)],
		["claims", "Claims", claimsSection(study), claimsLine(study)],
		["expectations", "Expectations", expectationsSection(study), expectationsLine(study)],
		["coverage", "Coverage", coverageSection(study), coverageLine(study)],
		["remarks", "Remarks of the lints", remarksTable(study), remarksLine(study)],
		["trees", "Decision trees", treesSection(study), "Which questions are put to a command, in their order"],
		["policy", "The policy", sourcesSection(study), tree.files.join(", ")],
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
		script: pageScript(),
		data: { [dataId.trees]: packed(JSON.stringify(treesOf(study))), ...engine?.data },
		...(engine === undefined ? {} : { late: { name: dataId.box, script: engine.script } }),
	});
}

interface BoxParts {
	readonly content: Markup;
	readonly script: string;
	readonly data: NonNullable<Page["data"]>;
}

/** The box with all that decides in it; nothing for a policy that is too large. */
function boxParts({ tree, world }: Study): BoxParts | undefined {
	const policy = compiledText(tree);
	const agents = Object.keys(tree.agents);
	if (policy.length > longestPolicy || agents.length === 0) return undefined;
	const script = boxScript();
	return {
		content: tryBox({ agents, workspace: world.workspace, home: world.home ?? "" }),
		script,
		data: {
			[dataId.box]: packed(script),
			[dataId.policy]: packed(policy),
			[dataId.facts]: packedFacts(),
		},
	};
}

function noBox(isWanted: boolean): Markup {
	const text = isWanted
		? "This policy is too large for a page to decide by it. `rules check` and `rules explain` do."
		: "`rules report --box` writes this page with a box that decides commands in it; `rules check` and `rules explain` do so without a page.";
	return element("p", {}, marked(text));
}

/** The page in five numbers. */
function summary(study: Study): Markup {
	const { tree, tested, findings } = study;
	const agents = Object.values(tree.agents);
	const rules = new Set(agents.flatMap((one) => one.rules.map(({ span }) => `${span.file} ${span.start}`))).size;
	const proved = tested.claims.filter(({ answer }) => answer.kind === "proved").length;
	const passed = tested.results.filter(({ passed }) => passed).length;
	const errors = findings.filter(({ severity }) => severity === "error").length;
	const tiles: readonly (readonly [Content, Content, boolean?])[] = [
		[agents.length, agents.length === 1 ? "agent" : "agents"],
		[rules, rules === 1 ? "rule" : "rules"],
		tested.claims.length === 0
			? ["none", "claims"]
			: [
					`${proved} of ${tested.claims.length}`,
					"claims proved",
					tested.claims.some(({ answer }) => answer.kind === "broken"),
				],
		tested.results.length === 0
			? ["none", "expectations"]
			: [`${passed} of ${tested.results.length}`, "expectations passed", passed < tested.results.length],
		[
			findings.length,
			`${findings.length === 1 ? "finding" : "findings"}${errors === 0 ? "" : `, ${errors} of them errors`}`,
			errors > 0,
		],
	];
	return element(
		"ul",
		{ class: "tiles", "aria-label": "In short" },
		...tiles.map(([number, what, fails]) =>
			element("li", { class: fails === true ? "deny" : undefined }, element("strong", {}, number), what),
		),
	);
}

function treesOf(study: Study): TreesData {
	const shown = new Set(shownFiles(study));
	return { outlines: study.outlines, files: study.tree.files.map((file) => (shown.has(file) ? file : "")) };
}

/** The places that the page's script fills. */
function treesSection(study: Study): Markup {
	return together(
		element(
			"p",
			{},
			"Programs that are asked the same stand together; ",
			element("em", {}, "as at 3"),
			" leads to what is shown there.",
		),
		element("p", { id: "trees-state", class: "remark" }),
		...study.outlines.map((one, index) =>
			element(
				"section",
				{ class: "tree", "aria-labelledby": `tree-${index}` },
				element("h3", { id: `tree-${index}` }, `Tree of ${one.agent}`),
				element(
					"div",
					{ id: `tree-${index}-programs` },
					element("noscript", {}, element("p", {}, "Without scripts this page shows no trees.")),
					element("p", {}, marked(`\`rules tree --agent ${one.agent} --program NAME\` draws a part as text.`)),
				),
				element("p", { class: "remark" }, marked(leftOutText(one) ?? "")),
			),
		),
		leftOut(study.agentsLeftOut, "agent"),
	);
}

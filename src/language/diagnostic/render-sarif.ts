/**
 * Diagnostics as SARIF 2.1.0 (OASIS), which code hosts and editors show beside the code.
 */
import { createHash } from "node:crypto";
import { lineText } from "../source/line-text.js";
import { positionAt, type SourceFile } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import type { Diagnostic, Severity } from "./diagnostic.js";

/** What is told of the tool: its version, and each code that has a description. */
export interface SarifTool {
	readonly version: string;
	readonly rules: readonly SarifRule[];
}
export interface SarifRule {
	readonly code: string;
	readonly severity: Severity;
	readonly summary: string;
	/** What catalogues call it; a word of a plugin belongs to none. */
	readonly tags?: readonly { readonly id: string; readonly catalogue: SarifCatalogue | undefined }[];
	/** Where its page is read. */
	readonly helpUri?: string;
	/** Its page, in Markdown. */
	readonly page?: string;
}

/** A catalogue of weaknesses, techniques or risks. */
export interface SarifCatalogue {
	readonly name: string;
	readonly organization: string;
	readonly page: string;
	/** What stands before an id, in small letters, in a tag: code hosts read `external/cwe/cwe-78`. */
	readonly tag: string;
}

/** The log as JSON text. */
export function renderSarif(
	diagnostics: readonly Diagnostic[],
	sources: ReadonlyMap<string, SourceFile>,
	{ version, rules }: SarifTool,
): string {
	const used = new Set(diagnostics.map(({ code }) => code));
	const described = rules.filter(({ code }) => used.has(code));
	const catalogues = cataloguesOf(described);
	const others = [...used].filter((code) => !described.some((one) => one.code === code)).sort();
	const all = [
		...described.map(({ code, severity, summary, page, helpUri, tags = [] }) => ({
			id: code,
			shortDescription: { text: sentence(summary) },
			...(helpUri === undefined ? {} : { helpUri }),
			...(page === undefined ? {} : { help: { text: page, markdown: page } }),
			defaultConfiguration: { level: levels[severity] },
			...(tags.length === 0 ? {} : { properties: { tags: tags.map(tagText) } }),
			...relationshipsOf(tags, catalogues),
		})),
		...others.map((code) => ({ id: code })),
	];
	const places = new Map(all.map(({ id }, index) => [id, index] as const));
	const log = {
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		version: "2.1.0",
		runs: [
			{
				tool: {
					driver: {
						name: "bylaw",
						semanticVersion: version,
						rules: all,
						...(catalogues.length === 0
							? {}
							: { supportedTaxonomies: catalogues.map(({ name }, index) => ({ name, index })) }),
					},
				},
				...(catalogues.length === 0 ? {} : { taxonomies: catalogues.map((one) => taxonomyOf(one, described)) }),
				columnKind: "utf16CodeUnits",
				results: diagnostics.map((one) => resultOf(one, sources, places.get(one.code) as number)),
			},
		],
	};
	return `${JSON.stringify(log, null, 2)}\n`;
}

type Tags = NonNullable<SarifRule["tags"]>;

/** The catalogues that rules speak of. */
function cataloguesOf(rules: readonly SarifRule[]): readonly SarifCatalogue[] {
	const found = rules.flatMap(({ tags = [] }) => tags.flatMap(({ catalogue }) => catalogue ?? []));
	return [...new Map(found.map((one) => [one.name, one])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function taxonomyOf({ name, organization, page }: SarifCatalogue, rules: readonly SarifRule[]): object {
	const ids = rules.flatMap(({ tags = [] }) =>
		tags.flatMap(({ id, catalogue }) => (catalogue?.name === name ? [id] : [])),
	);
	return { name, organization, informationUri: page, taxa: [...new Set(ids)].sort().map((id) => ({ id })) };
}

/** A finding of the rule is one of what the catalogue's entry names. */
function relationshipsOf(tags: Tags, catalogues: readonly SarifCatalogue[]): object {
	const known = tags.flatMap(({ id, catalogue }) => (catalogue === undefined ? [] : [{ id, catalogue }]));
	if (known.length === 0) return {};
	return {
		relationships: known.map(({ id, catalogue: { name } }) => ({
			target: { id, toolComponent: { name, index: catalogues.findIndex((one) => one.name === name) } },
			kinds: ["relevant"],
		})),
	};
}

function tagText({ id, catalogue }: Tags[number]): string {
	return catalogue === undefined ? id : `${catalogue.tag}${id.toLowerCase()}`;
}

const levels = { error: "error", warning: "warning", info: "note" } as const;

function resultOf(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>, ruleIndex: number): object {
	const { code, severity, message, span, help, witness, labels = [], fix } = diagnostic;
	const lines = [
		sentence(message),
		...(help === undefined ? [] : [`Help: ${help}`]),
		...(witness === undefined ? [] : [`Example: ${witness}`]),
	];
	return {
		ruleId: code,
		ruleIndex,
		level: levels[severity],
		message: { text: lines.join("\n") },
		locations: [{ physicalLocation: locationOf(span, sources) }],
		...(labels.length === 0
			? {}
			: {
					relatedLocations: labels.map((label, id) => ({
						id,
						physicalLocation: locationOf(label.span, sources),
						message: { text: label.message },
					})),
				}),
		partialFingerprints: { "bylaw/v1": fingerprint(diagnostic, sources) },
		...(fix === undefined
			? {}
			: {
					fixes: [
						{
							description: { text: sentence(fix.title) },
							artifactChanges: [...new Set(fix.edits.map((edit) => edit.span.file))].map((file) => ({
								artifactLocation: { uri: uriOf(file) },
								replacements: fix.edits
									.filter((edit) => edit.span.file === file)
									.map((edit) => ({
										deletedRegion: regionOf(edit.span, sources),
										insertedContent: { text: edit.text },
									})),
							})),
						},
					],
				}),
	};
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

function locationOf(span: Span, sources: ReadonlyMap<string, SourceFile>): object {
	const region = regionOf(span, sources);
	return { artifactLocation: { uri: uriOf(span.file) }, ...(region === undefined ? {} : { region }) };
}

/** A file that could not be read has no region. */
function regionOf({ file, start, end }: Span, sources: ReadonlyMap<string, SourceFile>): object | undefined {
	const source = sources.get(file);
	if (source === undefined) return undefined;
	const from = positionAt(source, start);
	const to = positionAt(source, end);
	return {
		startLine: from.line,
		startColumn: from.column,
		endLine: to.line,
		endColumn: to.column,
		charOffset: start,
		charLength: end - start,
	};
}

/** A relative path is a relative reference; a pack keeps its name. */
function uriOf(file: string): string {
	const encoded = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
	if (file.startsWith("pack:")) return `pack:${encodeURIComponent(file.slice("pack:".length))}`;
	return file.startsWith("/") ? `file://${encoded}` : encoded;
}

/** The same for the same finding in the same line, wherever the line has moved to. */
export function fingerprint(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>): string {
	const { code, message, span } = diagnostic;
	const source = sources.get(span.file);
	const line = source === undefined ? "" : lineText(source, positionAt(source, span.start).line).trim();
	return createHash("sha256")
		.update(JSON.stringify([code, message, span.file, line]))
		.digest("hex");
}

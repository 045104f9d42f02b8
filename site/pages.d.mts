/** What stands in pages.mjs, for the tests. */
export interface Page {
	readonly path: string;
	readonly title: string;
}
export interface Target {
	readonly kind: "folder" | "page" | "file" | "whole";
	readonly path: string;
}
export const root: string;
export function sidebar(): readonly {
	readonly title: string;
	readonly long: boolean;
	readonly pages: readonly Page[];
}[];
export function pageFiles(): readonly string[];
export function pagesIn(folder: string): readonly string[];
export function titleOf(text: string): string | undefined;
export function linkedFiles(): readonly Target[];
export function examples(): readonly { readonly title: string; readonly policy: string; readonly command: string }[];

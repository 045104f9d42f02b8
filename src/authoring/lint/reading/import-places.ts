/** Which file each import of a file leads to, and what an import brings with it. */
import type { ImportStatement } from "../../../language/syntax/statements.js";
import type { LintContext, StatedStatement } from "../lint-context.js";

export interface PlacedImport {
	readonly stated: StatedStatement<ImportStatement>;
	readonly target: string;
}

/** The imports of the files that were asked for, in their order. In a policy without errors each leads somewhere. */
export function placedImports({ ownStatements, imports, roots }: LintContext): readonly PlacedImport[] {
	const isImport = (one: StatedStatement): one is StatedStatement<ImportStatement> => one.statement.kind === "import";
	const stated = ownStatements().filter(isImport);
	return roots.flatMap((file) => {
		const own = stated.filter((one) => one.file.file === file);
		const targets = imports.get(file) ?? [];
		if (own.length !== targets.length) return [];
		return own.map((one, at) => ({ stated: one, target: targets[at] as string }));
	});
}

/** A file and everything that it imports. */
export function importedWith(file: string, { imports }: LintContext): ReadonlySet<string> {
	const found = new Set<string>();
	const visit = (one: string): void => {
		if (found.has(one)) return;
		found.add(one);
		for (const next of imports.get(one) ?? []) visit(next);
	};
	visit(file);
	return found;
}

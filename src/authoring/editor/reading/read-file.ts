/** A file as the editor has read it. */
import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import type { SourceFile } from "../../../language/source/source-file.js";
import type { PolicyFile } from "../../../language/syntax/statements.js";

/** A text as read. Its path is the name that spans use. */
export interface ReadFile {
	readonly path: string;
	readonly source: SourceFile;
	readonly file: PolicyFile;
	/** Faults that reading found; those of what the text means are found in the background. */
	readonly diagnostics: readonly Diagnostic[];
}

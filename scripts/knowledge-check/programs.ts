/** The list of the programs that are read, and what a line of it may say. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A program of the list. */
export interface Listed {
	readonly name: string;
	/** Its package, with the version where the list names one. */
	readonly pack: string;
	readonly source: "debian" | "npm";
	/** Its file in the package, where that is not its name. */
	readonly binary?: string;
	readonly man?: string | false;
	readonly help?: readonly (readonly string[])[];
	readonly more?: readonly string[];
	readonly depth?: number;
	readonly completions?: false;
	/** What its texts show and what is no option of it, as the open list would name it. */
	readonly not?: readonly string[];
}

export interface ProgramList {
	readonly programs: readonly Listed[];
	/** Programs that neither Debian nor npm has, with the reason. */
	readonly none: Readonly<Record<string, string>>;
}

type Line = string | Omit<Listed, "pack" | "source">;
type Packages = Readonly<Record<string, readonly Line[]>>;

export function readProgramList(): ProgramList {
	const text = readFileSync(new URL("programs.yaml", import.meta.url), "utf8");
	const { debian, npm, none } = parse(text) as {
		debian: Packages;
		npm: Packages;
		none: Readonly<Record<string, string>>;
	};
	return { programs: [...listed("debian", debian), ...listed("npm", npm)], none };
}

function listed(source: "debian" | "npm", packages: Packages): readonly Listed[] {
	return Object.entries(packages).flatMap(([pack, lines]) =>
		lines.map((line) => ({ ...(typeof line === "string" ? { name: line } : line), pack, source })),
	);
}

/** What is done with the values of a Python program: what is read of them, and what calls of functions and methods come to. */
import { baseName } from "../../../language/source/normal-path.js";
import { data, type Names, type Value } from "./code-kinds.js";
import { doubt, type FoundEffects } from "./code-use.js";
import { type Asked, file, specials } from "./python-calls.js";
import {
	dataMethods,
	dataProperties,
	insideModules,
	moduleFunctions,
	moduleValues,
	otherModules,
} from "./python-facts.js";

export interface Given {
	readonly name?: string;
	readonly spread?: true;
	readonly value: Value;
}

export const pure: Value = { kind: "pure" };

/** They take what stands in a list that is Python's own, and give no part of it back that could be changed. */
const onlyLook = new Set(["print", "len", "str", "repr", "sorted"]);

/** They take lines of a file for a list. */
const takesLines = new Set(["list", "sorted", "enumerate", "map", "filter", "sum", "csv.writer"]);

export class PythonValues {
	constructor(
		protected readonly found: FoundEffects,
		protected readonly names: Names,
	) {}

	/** It is inert; what is not would be beyond the reader's sight. */
	protected data(value: Value): Value {
		const isInert =
			value.kind === "data" || value.kind === "pure" || (value.kind === "known" && value.name.startsWith("builtins."));
		if (!isInert) doubt("something of Python's own that is handed on");
		return data;
	}

	/** What is read of a value: its own properties, and what a module holds. */
	protected member(value: Value, name: string): Value {
		if (name.startsWith("_")) return doubt(`\`${name}\`, which is Python's own`);
		switch (value.kind) {
			case "data":
				if (dataProperties.has(name)) return data;
				return dataMethods.has(name) ? pure : doubt(`\`.${name}\``);
			case "pure":
				return doubt(`\`.${name}\` of a function`);
			case "file":
				return name === "buffer" ? file : name === "name" || name === "status" ? data : doubt(`\`.${name}\` of a file`);
			case "path":
				if (/^(?:name|stem|suffix|suffixes|parts|anchor)$/.test(name)) return data;
				if (name === "parent" && value.below !== true) return { kind: "path", text: `${value.text}/..` };
				return doubt(`\`.${name}\` of a path`);
			case "known":
				return this.#inModule(value.name, name);
		}
	}

	#inModule(module: string, name: string): Value {
		const whole = `${module}.${name}`;
		if (/^sys\.(?:stdin|stdout|stderr)$/.test(whole)) return file;
		// A type of the language, of which a method is taken: `str.join`.
		if (/^builtins\.(?:str|bytes|int|float|dict)$/.test(module))
			return dataMethods.has(name) &&
				/^(?:str|bytes)$|^fromkeys$|^from_bytes$|^fromhex$|^join$|^lower$|^upper$|^strip$/.test(name)
				? pure
				: doubt(`\`${whole}\``);
		if (moduleValues.has(whole)) return isShared(whole) ? { kind: "known", name: whole } : data;
		const isKnown =
			moduleFunctions.has(whole) || otherModules.has(whole) || insideModules.has(whole) || specials.has(whole);
		if (!isKnown) return doubt(`\`${whole}\``);
		if (otherModules.has(whole)) this.found.mayRunFiles = true;
		return { kind: "known", name: whole };
	}

	protected call(value: Value, given: readonly Given[]): Value {
		switch (value.kind) {
			case "pure":
				return this.#plainCall(given);
			case "known":
				return this.#knownCall(value.name, given);
			default:
				return doubt("a call of what is no function that is known");
		}
	}

	#plainCall(given: readonly Given[]): Value {
		for (const { value } of given) this.handed(value);
		return data;
	}

	/** What a function that computes may be given: what is inert, and other functions that compute. */
	protected handed(value: Value): void {
		if (value.kind === "known" && isFunction(value.name)) return;
		this.data(value);
	}

	#knownCall(name: string, given: readonly Given[]): Value {
		const special = specials.get(name);
		if (special !== undefined) return special(this.#asked(given), this.found);
		if (!isFunction(name)) return doubt(`a call of \`${name}\``);
		const short = name.replace(/^builtins\./, "");
		for (const { name: key, value } of given) {
			if (value.kind === "file" && (key === "file" ? short === "print" : takesLines.has(short))) continue;
			if (value.kind === "path") {
				if (value.below && (short === "list" || short === "sorted") && given.length === 1) return value;
				if (/^(?:print|str|repr|len)$/.test(short)) continue;
			}
			if (value.kind === "known" && isShared(value.name) && onlyLook.has(short)) continue;
			this.handed(value);
		}
		return data;
	}

	#asked(given: readonly Given[]): Asked {
		if (given.some(({ spread }) => spread)) doubt("a call whose values can't be known");
		const places = given.filter(({ name }) => name === undefined).map(({ value }) => value);
		const named = new Map(given.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const])));
		return {
			places,
			named,
			text: (value) => this.#text(value),
			path: (value) => this.#pathText(value),
			data: (value) => this.handed(value),
		};
	}

	#text(value: Value | undefined): string {
		if (value?.kind === "data" && value.text !== undefined) return value.text;
		return this.names.isCounting ? "" : doubt("a text that can't be known");
	}

	/** To Python a `~` is a character like others. */
	#pathText(value: Value | undefined): string {
		if (value?.kind === "path" && value.below === true) return doubt("a file whose name can't be known");
		const text = value?.kind === "path" ? value.text : this.#text(value);
		if (text.includes("\0") || (text === "" && !this.names.isCounting)) doubt("a file without a name");
		return text.startsWith("~") ? `./${text}` : text;
	}

	protected pathOf(value: Value & { kind: "path" }, next: Value): Value {
		if (value.below) return doubt("a path that can't be known");
		const text = this.#pathText(next);
		return { kind: "path", text: text.startsWith("/") ? text : `${value.text}/${text}` };
	}

	protected method(value: Value, name: string, given: readonly Given[]): Value {
		switch (value.kind) {
			case "file":
				if (
					!/^(?:read|readline|readlines|write|writelines|close|flush|seek|tell|isatty|fileno|decode|reconfigure)$/.test(
						name,
					)
				)
					doubt(`\`.${name}\` of a file`);
				return this.#plainCall(given);
			case "path":
				return this.#pathMethod(value, name, given);
			case "data":
				if (name === "format") {
					// `{0.name}` and `{0[name]}` look into what they are given.
					if (value.text === undefined || /\{[^{}]*[.[]/.test(value.text)) doubt("a `format` that can't be read");
					return this.#plainCall(given);
				}
				if (!dataMethods.has(name)) doubt(`\`.${name}\``);
				for (const { value: one } of given)
					if (!(one.kind === "known" && isShared(one.name) && name === "join")) this.handed(one);
				return data;
			default:
				return doubt(`\`.${name}\``);
		}
	}

	#pathMethod(path: Value & { kind: "path" }, name: string, given: readonly Given[]): Value {
		const { reads, writes } = this.found;
		for (const { value } of given) if (name !== "joinpath") this.data(value);
		const itself = (): string => this.#pathText(path);
		switch (name) {
			case "exists":
			case "is_file":
			case "is_dir":
			case "stat":
				reads.add(path.text);
				return data;
			case "read_text":
			case "read_bytes":
				if (path.below === true) this.found.below.push({ folder: path.text, only: path.only });
				else reads.add(path.text);
				return data;
			case "as_posix":
				return data;
			case "iterdir":
			case "glob":
			case "rglob":
				if (
					given.some(({ value }) => value.kind !== "data" || (value.text !== undefined && /^\/|\.\./.test(value.text)))
				)
					doubt("files elsewhere");
				if (given.some(({ value }) => value.kind !== "data" || value.text === undefined) && !this.names.isCounting)
					doubt("files whose names can't be known");
				reads.add(path.text);
				return { ...path, below: true, only: name === "iterdir" ? undefined : lastPart(given) };
			case "write_text":
			case "write_bytes":
			case "touch":
			case "mkdir":
				writes.add(itself());
				return data;
			case "unlink":
			case "rmdir":
				this.found.deletes.add(itself());
				return data;
			case "joinpath":
				return given.reduce<Value>((at, { value }) => this.pathOf(at as Value & { kind: "path" }, value), path);
			default:
				return doubt(`\`.${name}\` of a path`);
		}
	}
}

/** The glob for names that `glob("src/*.py")` ends in; absent where it is not known. */
function lastPart([first]: readonly Given[]): string | undefined {
	const text = first?.value.kind === "data" ? first.value.text : undefined;
	return text === undefined || text.endsWith("/") ? undefined : baseName(text);
}

/** Lists of Python's own that change what it does when they are changed. */
export function isShared(name: string): boolean {
	return name === "sys.path" || name === "sys.argv";
}

function isFunction(name: string): boolean {
	return name.startsWith("builtins.") || moduleFunctions.has(name);
}

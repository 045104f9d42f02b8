/**
 * Python programs of a small kind: what they read, write, delete and run. Modules, functions and methods that compute are known by their names, files are
 * named by literal texts, and whatever is not known to be harmless stops the reader.
 */
import { data, isOpenVariable, Names, type Value } from "./code-kinds.js";
import { type CodeUse, codeUse, deepest, doubt, type FoundEffects, newFound } from "./code-use.js";
import { builtinFunctions, insideModules, otherModules } from "./python-facts.js";
import { type PythonToken, pythonTokens } from "./python-tokens.js";
import { type Given, isShared, PythonValues, pure } from "./python-values.js";

/** What a Python program does. */
export function readPython(texts: readonly string[]): CodeUse {
	return codeUse(texts, (found) => {
		if (texts.length !== 1) doubt("more than one Python program");
		const tokens = pythonTokens(texts[0] as string);
		// First it is counted how often each name is set: what is set once holds what it was set to.
		const counted = new Names();
		new Reader(tokens, newFound(), counted).program();
		new Reader(tokens, found, new Names(counted)).program();
	});
}

const keywords = new Set(
	"False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
		" ",
	),
);
const operators = new Set("+ - * / // % @ ** << >> & | ^ < > <= >= == != and or in is not".split(" "));
const settings = new Set("= += -= *= /= //= %= @= &= |= ^= >>= <<= **=".split(" "));

class Reader extends PythonValues {
	readonly #tokens: readonly PythonToken[];
	#at = 0;
	#depth: number;
	/** What was read last may be assigned to: an element of what is inert. */
	#isElement = false;

	constructor(tokens: readonly PythonToken[], found: FoundEffects, names: Names, depth = 0) {
		super(found, names);
		this.#tokens = tokens;
		this.#depth = depth;
	}

	program(): void {
		while (this.#token().kind !== "end") this.#statement();
	}

	#token(ahead = 0): PythonToken {
		return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as PythonToken;
	}

	#is(text: string, ahead = 0): boolean {
		const token = this.#token(ahead);
		return (token.kind === "name" || token.kind === "sign") && token.text === text;
	}

	#take(text: string): boolean {
		if (!this.#is(text)) return false;
		this.#at++;
		return true;
	}

	#want(text: string): void {
		if (!this.#take(text)) doubt(`Python code in which \`${text}\` is missing`);
	}

	#kind(kind: PythonToken["kind"]): boolean {
		if (this.#token().kind !== kind) return false;
		this.#at++;
		return true;
	}

	#name(): string {
		const token = this.#token();
		if (token.kind !== "name" || keywords.has(token.text)) return doubt("Python code in which a name is missing");
		if (token.text.startsWith("__")) doubt(`\`${token.text}\`, which is Python's own`);
		this.#at++;
		return token.text;
	}

	#bind(name: string, value: Value): void {
		// Elsewhere in the program the same name may still be the built-in one.
		if (name === "open") doubt("another `open`");
		this.names.set(name, value);
	}

	#inside<T>(read: () => T): T {
		if (++this.#depth > deepest) doubt("Python code that is nested too deeply");
		const value = read();
		this.#depth--;
		return value;
	}

	#statement(): void {
		const token = this.#token();
		const word = token.kind === "name" ? token.text : "";
		switch (word) {
			case "if":
			case "while":
				this.#at++;
				this.#condition();
				this.#block();
				while (this.#is("elif")) {
					this.#at++;
					this.#condition();
					this.#block();
				}
				if (this.#take("else")) this.#block();
				return;
			case "for":
				this.#at++;
				this.#loop();
				this.#block();
				if (this.#take("else")) this.#block();
				return;
			case "try":
				this.#at++;
				this.#block();
				while (this.#take("except")) {
					if (!this.#is(":")) {
						this.handed(this.#expression());
						if (this.#take("as")) this.#bind(this.#name(), data);
					}
					this.#block();
				}
				if (this.#take("else")) this.#block();
				if (this.#take("finally")) this.#block();
				return;
			case "with":
				this.#at++;
				do {
					const value = this.#expression();
					if (value.kind !== "file") doubt("a `with` of something else than a file");
					if (this.#take("as")) this.#bind(this.#name(), value);
				} while (this.#take(","));
				this.#block();
				return;
			case "def":
				this.#at++;
				this.#function();
				return;
			default:
				this.#simpleLine();
		}
	}

	#condition(): void {
		this.data(this.#expression());
	}

	#block(): void {
		this.#want(":");
		this.#inside(() => {
			if (!this.#kind("line")) this.#simpleLine();
			else if (this.#kind("indent")) while (!this.#kind("dedent")) this.#statement();
			else doubt("Python code in which a block is missing");
		});
	}

	#function(): void {
		this.#bind(this.#name(), pure);
		this.#want("(");
		while (!this.#take(")")) {
			if (!this.#take("*") && !this.#take("**") && this.#take("/")) {
				this.#take(",");
				continue;
			}
			if (this.#take(",")) continue;
			this.#bind(this.#name(), data);
			if (this.#take(":")) this.data(this.#expression());
			if (this.#take("=")) this.data(this.#expression());
			if (!this.#is(")")) this.#want(",");
		}
		if (this.#take("->")) this.data(this.#expression());
		this.#block();
	}

	#simpleLine(): void {
		do {
			if (this.#token().kind === "line") break;
			this.#simple();
		} while (this.#take(";"));
		if (!this.#kind("line") && this.#token().kind !== "end") doubt("Python code that can't be read");
	}

	#simple(): void {
		const token = this.#token();
		const word = token.kind === "name" ? token.text : "";
		switch (word) {
			case "pass":
			case "break":
			case "continue":
				this.#at++;
				return;
			case "import":
				this.#at++;
				do this.#import();
				while (this.#take(","));
				return;
			case "from":
				this.#at++;
				this.#importFrom();
				return;
			case "return":
			case "raise":
				this.#at++;
				if (this.#endsHere()) return;
				this.data(this.#list());
				if (this.#take("from")) this.data(this.#expression());
				return;
			case "assert":
			case "del":
				this.#at++;
				this.data(this.#list());
				return;
			case "global":
			case "nonlocal":
				this.#at++;
				do this.#name();
				while (this.#take(","));
				return;
			default:
				this.#assignment();
		}
	}

	#endsHere(): boolean {
		return this.#token().kind === "line" || this.#token().kind === "end" || this.#is(";");
	}

	/** Targets, then a value; or an expression alone. */
	#assignment(): void {
		const targets: string[] = [];
		let several = false;
		while (this.#token().kind === "name" || this.#is("(") || this.#is("[")) {
			const names = this.#targets();
			if (names === undefined) break;
			targets.push(...names.list);
			several ||= names.several;
		}
		if (targets.length > 0) {
			const value = this.#list();
			for (const name of targets) this.#bind(name, several ? this.data(value) : value);
			if (!several && value.kind === "known") doubt("another name for something of Python's own");
			return;
		}
		const [first, second] = [this.#token(), this.#token(1)];
		// `x: int = 1`, `x += 1`
		if (first.kind === "name" && !keywords.has(first.text) && second.kind === "sign") {
			if (second.text === ":") {
				const name = this.#name();
				this.#at++;
				this.data(this.#expression());
				if (this.#take("=")) this.#bind(name, this.data(this.#list()));
				return;
			}
			if (second.text !== "=" && settings.has(second.text)) {
				this.data(this.#expression());
				this.#at++;
				this.data(this.#list());
				return;
			}
		}
		let value = this.#list();
		while (this.#token().kind === "sign" && settings.has((this.#token() as { text: string }).text)) {
			if (!this.#isElement) doubt("an assignment to something that is not the program's own");
			this.#at++;
			value = this.#list();
			this.data(value);
		}
	}

	/** `a, (b, c) =`: the names, where such targets stand here. */
	#targets(): { readonly list: readonly string[]; readonly several: boolean } | undefined {
		const list: string[] = [];
		let depth = 0;
		let several = false;
		for (let ahead = 0; ; ahead++) {
			const token = this.#token(ahead);
			if (token.kind === "name") {
				if (keywords.has(token.text)) return undefined;
				if (token.text.startsWith("__")) doubt(`\`${token.text}\`, which is Python's own`);
				list.push(token.text);
				const next = this.#token(ahead + 1);
				if (next.kind !== "sign" || !/^[,)=\]]$/.test(next.text)) return undefined;
			} else if (token.kind !== "sign") return undefined;
			else if (token.text === "=") {
				if (depth !== 0 || list.length === 0) return undefined;
				this.#at += ahead + 1;
				return { list, several };
			} else if (/^[([]$/.test(token.text)) {
				depth++;
				several = true;
			} else if (/^[)\]]$/.test(token.text)) depth--;
			else if (token.text === "," || token.text === "*") several = true;
			else return undefined;
		}
	}

	#import(): void {
		let module = this.#name();
		const first = module;
		while (this.#take(".")) module += `.${this.#name()}`;
		this.#module(module);
		if (this.#take("as")) this.#bind(this.#name(), { kind: "known", name: module });
		else this.#bind(first, { kind: "known", name: first });
	}

	#importFrom(): void {
		let module = this.#name();
		while (this.#take(".")) module += `.${this.#name()}`;
		this.#module(module);
		this.#want("import");
		const parens = this.#take("(");
		do {
			if (parens && this.#is(")")) break;
			const name = this.#name();
			const value = this.member({ kind: "known", name: module }, name);
			this.#bind(this.#take("as") ? this.#name() : name, value);
		} while (this.#take(","));
		if (parens) this.#want(")");
	}

	/** A module that is not there before folders are looked into may be a file of the working folder. */
	#module(name: string): void {
		if (insideModules.has(name)) return;
		if (!otherModules.has(name)) doubt(`the module \`${name}\``);
		this.found.mayRunFiles = true;
	}

	#loop(): void {
		const list = this.#loopTargets();
		this.#want("in");
		const value = elementOf(this.#list());
		for (const name of list.names) this.#bind(name, list.several ? this.data(value) : value);
	}

	#loopTargets(): { readonly names: readonly string[]; readonly several: boolean } {
		const names: string[] = [];
		let several = false;
		while (!this.#is("in")) {
			if (this.#take("(") || this.#take(")") || this.#take(",") || this.#take("*")) several = true;
			else names.push(this.#name());
		}
		return { names, several };
	}

	/** Expressions with commas between them. */
	#list(): Value {
		this.#take("*");
		let value = this.#expression();
		while (this.#take(",")) {
			this.data(value);
			value = data;
			if (this.#endsHere() || this.#is("=") || this.#is(")") || this.#is("]") || this.#is(":")) break;
			this.#take("*");
			this.data(this.#expression());
			this.#isElement = false;
		}
		return value;
	}

	#expression(): Value {
		return this.#inside(() => {
			if (this.#take("lambda")) {
				while (!this.#take(":")) {
					if (this.#take("*") || this.#take("**") || this.#take(",")) continue;
					this.#bind(this.#name(), data);
					if (this.#take("=")) this.data(this.#expression());
				}
				this.data(this.#expression());
				return pure;
			}
			const value = this.#operation();
			if (!this.#take("if")) return value;
			this.data(value);
			this.data(this.#operation());
			this.#want("else");
			this.data(this.#expression());
			this.#isElement = false;
			return data;
		});
	}

	#operation(): Value {
		let value = this.#operand();
		for (;;) {
			const token = this.#token();
			if (token.kind === "sign" && token.text === ":=") return doubt("a name that is set inside an expression");
			if ((token.kind !== "name" && token.kind !== "sign") || !operators.has(token.text)) return value;
			this.#at++;
			// `not in`, `is not`
			if ((token.text === "not" || token.text === "is") && (this.#is("in") || this.#is("not"))) this.#at++;
			const right = this.#operand();
			if (value.kind === "path" && token.text === "/") {
				value = this.pathOf(value, right);
				continue;
			}
			this.data(value);
			this.data(right);
			value = data;
			this.#isElement = false;
		}
	}

	#operand(): Value {
		let signed = false;
		while (this.#take("-") || this.#take("+") || this.#take("~") || this.#take("not")) signed = true;
		const value = this.#trailers(this.#atom());
		if (!signed) return value;
		this.#isElement = false;
		return this.data(value);
	}

	#atom(): Value {
		this.#isElement = false;
		const token = this.#token();
		switch (token.kind) {
			case "number":
				this.#at++;
				return data;
			case "string":
				return this.#strings();
			case "name": {
				if (/^(?:True|False|None)$/.test(token.text)) {
					this.#at++;
					return token.text === "True" ? { kind: "data", isTrue: true } : data;
				}
				const name = this.#name();
				const own = this.names.get(name);
				if (own !== undefined) return own;
				if (name === "open") return { kind: "known", name: "open" };
				return builtinFunctions.has(name) ? { kind: "known", name: `builtins.${name}` } : doubt(`\`${name}\``);
			}
			case "sign":
				if (token.text === "...") {
					this.#at++;
					return data;
				}
				if (token.text === "(" || token.text === "[" || token.text === "{") {
					this.#at++;
					return this.#brackets(token.text);
				}
		}
		return doubt("Python code that can't be read");
	}

	/** Texts that stand side by side are one. */
	#strings(): Value {
		let text: string | undefined = "";
		for (let token = this.#token(); token.kind === "string"; token = this.#token()) {
			text = text === undefined || token.text === undefined ? undefined : text + token.text;
			for (const part of token.parts) new Reader(part, this.found, this.names, this.#depth).#part();
			this.#at++;
		}
		return text === undefined ? data : { kind: "data", text };
	}

	/** What stands between the braces of an f-string. */
	#part(): void {
		this.data(this.#expression());
		if (this.#token().kind !== "line") doubt("an f-string that can't be read");
	}

	/** What stands in brackets: a list of any kind, or what a `for` behind it makes. */
	#brackets(opening: string): Value {
		const closing = opening === "(" ? ")" : opening === "[" ? "]" : "}";
		if (this.#take(closing)) return data;
		return this.#inside(() => {
			this.#bindBehind();
			let value: Value | undefined;
			let several = opening !== "(";
			let words: string[] | undefined = opening === "{" ? undefined : [];
			for (let first = true; first || !this.#is(closing); first = false) {
				const spread = this.#take("**") || this.#take("*");
				const one = this.#expression();
				several ||= spread;
				if (spread || one.kind !== "data" || one.text === undefined || this.#is("for")) words = undefined;
				else words?.push(one.text);
				if (this.#take(":")) {
					this.data(one);
					this.data(this.#expression());
				} else if (several) this.data(one);
				several = this.#comprehension(one) || several;
				value = one;
				if (!this.#take(",")) break;
				several = true;
				this.data(one);
			}
			this.#want(closing);
			this.#isElement = false;
			if (!several && value !== undefined) return value;
			return words === undefined ? data : { kind: "data", words };
		});
	}

	/** `for x in y if z` behind what it makes: whether any stands here. */
	#comprehension(made: Value): boolean {
		if (!this.#is("for") && !this.#is("if")) return false;
		this.data(made);
		while (this.#is("for") || this.#is("if")) {
			if (this.#take("if")) this.data(this.#operation());
			else {
				this.#at++;
				// Its names were bound before.
				while (!this.#take("in")) this.#at++;
				elementOf(this.#operation());
			}
		}
		return true;
	}

	/** The names that `for` binds in these brackets stand before it: they are bound first. */
	#bindBehind(): void {
		const start = this.#at;
		let depth = 0;
		for (let at = start; at < this.#tokens.length; at++) {
			const token = this.#tokens[at] as PythonToken;
			if (token.kind === "sign" && /^[([{]$/.test(token.text)) depth++;
			if (token.kind === "sign" && /^[)\]}]$/.test(token.text) && --depth < 0) break;
			if (depth !== 0 || token.kind !== "name" || token.text !== "for") continue;
			this.#at = at + 1;
			const { names, several } = this.#loopTargets();
			this.#want("in");
			const value = elementOf(this.#operation());
			for (const name of names) this.#bind(name, several ? this.data(value) : value);
		}
		this.#at = start;
	}

	#trailers(start: Value): Value {
		let value = start;
		for (;;) {
			if (this.#take("(")) {
				value = this.call(value, this.#given());
				this.#isElement = false;
			} else if (this.#take("[")) value = this.#element(value);
			else if (this.#take(".")) {
				const name = this.#name();
				if (this.#is("(") && value.kind !== "known") {
					this.#at++;
					value = this.method(value, name, this.#given());
				} else value = this.member(value, name);
				this.#isElement = false;
			} else return value;
		}
	}

	#given(): readonly Given[] {
		return this.#inside(() => {
			const given: Given[] = [];
			this.#bindBehind();
			while (!this.#take(")")) {
				const spread = this.#take("**") || this.#take("*");
				const token = this.#token();
				const name = token.kind === "name" && this.#is("=", 1) ? this.#name() : undefined;
				if (name !== undefined) this.#at++;
				const value = this.#expression();
				given.push({ value, ...(name === undefined ? {} : { name }), ...(spread ? { spread: true as const } : {}) });
				if (this.#is("for")) this.#comprehension(value);
				if (!this.#is(")")) this.#want(",");
			}
			return given;
		});
	}

	#element(value: Value): Value {
		let variable: string | undefined;
		let isFirst = true;
		while (!this.#take("]")) {
			if (this.#take(":") || this.#take(",")) {
				isFirst = false;
				continue;
			}
			const index = this.#expression();
			this.data(index);
			if (isFirst && index.kind === "data") variable = index.text;
			isFirst = false;
		}
		const isOpen =
			value.kind === "known" &&
			(isShared(value.name) || (value.name === "os.environ" && variable !== undefined && isOpenVariable(variable)));
		if (!isOpen) this.data(value);
		this.#isElement = !isOpen;
		return data;
	}
}

/** What a loop over a value gives: lines of a file, paths below a path. */
function elementOf(value: Value): Value {
	if (value.kind === "data" || value.kind === "file" || (value.kind === "known" && isShared(value.name))) return data;
	return value.kind === "path" && value.below === true ? value : doubt("a loop over what is no list");
}

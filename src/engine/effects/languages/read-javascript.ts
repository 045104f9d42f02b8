/**
 * JavaScript programs of a small kind, as `node -e` runs them: what they read, write, delete and run. Functions that compute are known by their names, files
 * are named by literal texts, and whatever is not known to be harmless stops the reader.
 */
import { data, isOpenVariable, Names, type Value } from "./code-kinds.js";
import { type CodeUse, codeUse, deepest, doubt, type FoundEffects, newFound } from "./code-use.js";
import { specials } from "./javascript-calls.js";
import {
	dataMethods,
	globalNames,
	knownFunctions,
	knownValues,
	moduleNames,
	modules,
	reachingNames,
} from "./javascript-facts.js";
import { checkScript, type ScriptToken, scriptToken } from "./javascript-tokens.js";

/** What a JavaScript program does. */
export function readJavaScript(texts: readonly string[]): CodeUse {
	return codeUse(texts, (found) => {
		if (texts.length !== 1) doubt("more than one JavaScript program");
		const code = texts[0] as string;
		checkScript(code);
		// First it is counted how often each name is set: what is set once holds what it was set to.
		const counted = new Names();
		new Reader(code, newFound(), counted, 0).program();
		new Reader(code, found, new Names(counted), 0).program();
	});
}

const pure: Value = { kind: "pure" };

const keywords = new Set(
	"async await break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof let new of return static super switch this throw try typeof var void while with yield arguments".split(
		" ",
	),
);
const literals = new Set("true false null undefined NaN Infinity".split(" "));
const binary = new Set("+ - * / % ** == != === !== < > <= >= && || ?? & | ^ << >> >>> in instanceof".split(" "));
const assigning = new Set("= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??=".split(" "));
/** Behind these a slash divides. */
const endsOperand = new Set([")", "]", "}"]);

class Reader {
	readonly #code: string;
	readonly #found: FoundEffects;
	readonly #names: Names;
	#at = 0;
	#depth: number;
	/** How many blocks and functions stand around this place. */
	#blocks = 0;
	/** What was read last may be assigned to: a name of the program's own, or a part of what is inert. */
	#target: string | "part" | undefined;

	constructor(code: string, found: FoundEffects, names: Names, depth: number) {
		this.#code = code;
		this.#found = found;
		this.#names = names;
		this.#depth = depth;
	}

	program(): void {
		while (this.#peek().kind !== "end") this.#statement();
	}

	#peek(isOperand = true): ScriptToken {
		return scriptToken(this.#code, this.#at, isOperand).token;
	}

	#next(isOperand = true): ScriptToken {
		const { token, end } = scriptToken(this.#code, this.#at, isOperand);
		this.#at = end;
		return token;
	}

	#is(text: string, isOperand = false): boolean {
		const token = this.#peek(isOperand);
		return (token.kind === "sign" || token.kind === "name") && token.text === text;
	}

	#take(text: string): boolean {
		if (!this.#is(text)) return false;
		this.#next(false);
		return true;
	}

	#want(text: string): void {
		if (!this.#take(text)) doubt(`JavaScript code in which \`${text}\` is missing`);
	}

	#inside<T>(read: () => T): T {
		if (++this.#depth > deepest) doubt("JavaScript code that is nested too deeply");
		const value = read();
		this.#depth--;
		return value;
	}

	#name(): string {
		const token = this.#next();
		if (token.kind !== "name" || keywords.has(token.text) || literals.has(token.text))
			return doubt("JavaScript code in which a name is missing");
		return token.text;
	}

	/** A property's name, which may be a word of the language. */
	#property(): string {
		const token = this.#next();
		if (token.kind !== "name") return doubt("JavaScript code in which a name is missing");
		return checked(token.text);
	}

	#bind(name: string, value: Value, isOutermost = false): void {
		if (name.startsWith("__") || reachingNames.has(name)) doubt(`\`${name}\``);
		const isSame = value.kind === "known" && value.name === name;
		// Elsewhere in the program the same name may still be the one of the language, but where it is declared for all of it.
		if ((globalNames.has(name) || moduleNames.has(name)) && !isSame && !(isOutermost && !globalNames.has(name)))
			doubt(`another \`${name}\``);
		this.#names.set(name, value);
	}

	#statement(): void {
		this.#inside(() => this.#oneStatement());
	}

	#oneStatement(): void {
		const token = this.#peek();
		if (token.kind === "sign" && token.text === "{") {
			this.#block();
			return;
		}
		if (token.kind === "sign" && token.text === ";") {
			this.#next();
			return;
		}
		switch (token.kind === "name" ? token.text : "") {
			case "const":
			case "let":
			case "var":
				this.#declaration();
				this.#endOfStatement();
				return;
			case "function":
				this.#next();
				this.#bind(this.#name(), pure);
				this.#functionRest();
				return;
			case "if":
				this.#next();
				this.#condition();
				this.#nested();
				if (this.#take("else")) this.#nested();
				return;
			case "while":
				this.#next();
				this.#condition();
				this.#nested();
				return;
			case "for":
				this.#next();
				this.#loop();
				return;
			case "try":
				this.#next();
				this.#block();
				if (this.#take("catch")) {
					if (this.#take("(")) {
						this.#pattern(data);
						this.#want(")");
					}
					this.#block();
				}
				if (this.#take("finally")) this.#block();
				return;
			case "return":
			case "throw":
				this.#next();
				if (!this.#endsHere()) this.#data(this.#expression());
				this.#endOfStatement();
				return;
			case "break":
			case "continue":
				this.#next();
				this.#endOfStatement();
				return;
			default:
				// `node -p` shows what the last of them is.
				this.#data(this.#expression());
				this.#endOfStatement();
		}
	}

	#endsHere(): boolean {
		const token = this.#peek(false);
		return token.kind === "end" || token.newLine || this.#is(";") || this.#is("}");
	}

	#endOfStatement(): void {
		if (this.#take(";")) return;
		if (!this.#endsHere()) doubt("JavaScript code that can't be read");
	}

	#nested(): void {
		this.#blocks++;
		this.#statement();
		this.#blocks--;
	}

	#block(): void {
		this.#want("{");
		this.#blocks++;
		while (!this.#is("}", true)) {
			if (this.#peek().kind === "end") doubt("a block without an end");
			this.#statement();
		}
		this.#blocks--;
		this.#want("}");
	}

	#condition(): void {
		this.#want("(");
		this.#data(this.#expression());
		this.#want(")");
	}

	#declaration(): void {
		const keyword = this.#next();
		const isOutermost = this.#blocks === 0 && keyword.kind === "name" && keyword.text !== "var";
		do {
			if (this.#is("{") || this.#is("[")) {
				const start = this.#at;
				this.#skipPattern();
				this.#want("=");
				const value = this.#assignment();
				const end = this.#at;
				this.#at = start;
				this.#pattern(value, isOutermost);
				this.#at = end;
				continue;
			}
			const name = this.#name();
			const value = this.#take("=") ? this.#assignment() : data;
			this.#bind(name, value, isOutermost);
		} while (this.#take(","));
	}

	#skipPattern(): void {
		let depth = 0;
		do {
			const token = this.#next(false);
			if (token.kind === "end") doubt("JavaScript code that can't be read");
			if (token.kind === "sign" && /^[[{(]$/.test(token.text)) depth++;
			if (token.kind === "sign" && /^[\]})]$/.test(token.text)) depth--;
		} while (depth > 0);
	}

	/** Names that take a value apart; each is bound to its part. */
	#pattern(value: Value, isOutermost = false): void {
		this.#inside(() => {
			if (this.#take("{")) {
				while (!this.#take("}")) {
					if (this.#take("...")) this.#bind(this.#name(), this.#data(value), isOutermost);
					else {
						const name = this.#property();
						const part = this.#member(value, name);
						if (this.#take(":")) this.#pattern(part, isOutermost);
						else if (keywords.has(name)) doubt(`\`${name}\` as a name`);
						else this.#bind(name, part, isOutermost);
						if (this.#take("=")) this.#data(this.#assignment());
					}
					if (!this.#is("}")) this.#want(",");
				}
			} else if (this.#take("[")) {
				this.#data(value);
				while (!this.#take("]")) {
					if (this.#take(",") || this.#take("...")) continue;
					this.#pattern(data, isOutermost);
					if (this.#take("=")) this.#data(this.#assignment());
				}
			} else this.#bind(this.#name(), value, isOutermost);
		});
	}

	#loop(): void {
		this.#want("(");
		const start = this.#at;
		if (this.#is("const") || this.#is("let") || this.#is("var")) {
			this.#next();
			if (this.#is("{") || this.#is("[")) this.#skipPattern();
			else this.#name();
			if (this.#take("of") || this.#take("in")) {
				this.#data(this.#expression());
				this.#want(")");
				const end = this.#at;
				this.#at = start;
				this.#next();
				this.#pattern(data);
				this.#at = end;
				this.#nested();
				return;
			}
			this.#at = start;
			this.#blocks++;
			this.#declaration();
			this.#blocks--;
		} else if (!this.#is(";")) this.#expression();
		this.#want(";");
		if (!this.#is(";")) this.#data(this.#expression());
		this.#want(";");
		if (!this.#is(")")) this.#expression();
		this.#want(")");
		this.#nested();
	}

	/** Parameters and body. */
	#functionRest(): void {
		this.#want("(");
		this.#parameters();
		this.#block();
	}

	#parameters(): void {
		this.#blocks++;
		while (!this.#take(")")) {
			this.#take("...");
			this.#pattern(data);
			if (this.#take("=")) this.#data(this.#assignment());
			if (!this.#is(")")) this.#want(",");
		}
		this.#blocks--;
	}

	#expression(): Value {
		let value = this.#assignment();
		while (this.#take(",")) value = this.#assignment();
		return value;
	}

	/** It is inert; what is not would be beyond the reader's sight. */
	#data(value: Value): Value {
		if (value.kind !== "data" && value.kind !== "pure") doubt("something of Node's own that is handed on");
		return data;
	}

	#assignment(): Value {
		return this.#inside(() => {
			if (this.#isArrow()) return this.#arrow();
			let value = this.#operation();
			if (this.#take("?")) {
				this.#data(value);
				this.#data(this.#assignment());
				this.#want(":");
				this.#data(this.#assignment());
				this.#target = undefined;
				return data;
			}
			const token = this.#peek(false);
			if (token.kind !== "sign" || !assigning.has(token.text)) return value;
			const target = this.#target;
			if (target === undefined) doubt("an assignment to something that is not the program's own");
			this.#next(false);
			value = this.#data(this.#assignment());
			if (target !== undefined && target !== "part") this.#names.set(target, data);
			this.#target = undefined;
			return value;
		});
	}

	/** `x =>`, `(a, b) =>` */
	#isArrow(): boolean {
		const start = this.#at;
		const first = this.#peek();
		let found = false;
		if (first.kind === "name" && !keywords.has(first.text)) {
			this.#next();
			found = this.#is("=>");
		} else if (first.kind === "sign" && first.text === "(") {
			let depth = 0;
			let isOperand = true;
			do {
				const token = this.#next(isOperand);
				if (token.kind === "end") doubt("brackets without an end");
				if (token.kind === "sign" && /^[[{(]$/.test(token.text)) depth++;
				if (token.kind === "sign" && /^[\]})]$/.test(token.text)) depth--;
				isOperand = token.kind === "sign" && !endsOperand.has(token.text);
			} while (depth > 0);
			found = this.#is("=>");
		}
		this.#at = start;
		return found;
	}

	#arrow(): Value {
		this.#blocks++;
		if (this.#take("(")) this.#parameters();
		else this.#bind(this.#name(), data);
		this.#want("=>");
		if (this.#is("{", true)) this.#block();
		else this.#data(this.#assignment());
		this.#blocks--;
		this.#target = undefined;
		return pure;
	}

	#operation(): Value {
		let value = this.#operand();
		for (;;) {
			const token = this.#peek(false);
			if ((token.kind !== "sign" && token.kind !== "name") || !binary.has(token.text)) return value;
			this.#next(false);
			this.#data(value);
			const right = this.#operand();
			if (token.text === "instanceof") this.#handed(right);
			else this.#data(right);
			value = data;
			this.#target = undefined;
		}
	}

	#operand(): Value {
		const token = this.#peek();
		const text = token.kind === "sign" || token.kind === "name" ? token.text : "";
		if (/^(?:[-+!~]|typeof|void)$/.test(text)) {
			this.#next();
			this.#data(this.#inside(() => this.#operand()));
			this.#target = undefined;
			return data;
		}
		if (text === "++" || text === "--") {
			this.#next();
			this.#data(this.#inside(() => this.#operand()));
			if (this.#target === undefined) doubt("an assignment to something that is not the program's own");
			return data;
		}
		const value = this.#trailers(this.#atom());
		const behind = this.#peek(false);
		if (behind.kind === "sign" && /^(?:\+\+|--)$/.test(behind.text) && !behind.newLine) {
			if (this.#target === undefined) doubt("an assignment to something that is not the program's own");
			this.#data(value);
			this.#next(false);
			this.#target = undefined;
			return data;
		}
		return value;
	}

	#atom(): Value {
		this.#target = undefined;
		const token = this.#next();
		switch (token.kind) {
			case "number":
				return { kind: "data", number: token.text };
			case "regex":
				return data;
			case "string":
				for (const part of token.parts) {
					const inner = new Reader(part, this.#found, this.#names, this.#depth + 1);
					inner.#blocks = this.#blocks + 1;
					inner.#part();
				}
				return token.text === undefined ? data : { kind: "data", text: token.text };
			case "name":
				return this.#named(token.text);
			case "sign":
				if (token.text === "(") {
					const value = this.#expression();
					this.#want(")");
					this.#target = undefined;
					return value;
				}
				if (token.text === "[") return this.#array();
				if (token.text === "{") return this.#object();
		}
		return doubt("JavaScript code that can't be read");
	}

	#part(): void {
		this.#data(this.#expression());
		if (this.#peek(false).kind !== "end") doubt("a template that can't be read");
	}

	#named(name: string): Value {
		if (literals.has(name)) return data;
		if (name === "function") {
			if (!this.#is("(")) this.#bind(this.#name(), pure);
			this.#functionRest();
			return pure;
		}
		if (name === "new") return this.#made();
		const own = this.#names.get(name);
		if (own !== undefined) {
			this.#target = own.kind === "data" ? name : undefined;
			return own;
		}
		if (globalNames.has(name) || modules.has(name)) return { kind: "known", name };
		return doubt(`\`${name}\``);
	}

	/** `new Map([…])` */
	#made(): Value {
		let value = this.#named(this.#name());
		while (this.#take(".")) value = this.#member(value, this.#property());
		if (value.kind !== "known" || !knownFunctions.has(value.name)) doubt("something new of a kind that is not known");
		if (this.#take("(")) for (const one of this.#given()) this.#handed(one.value);
		this.#target = undefined;
		return data;
	}

	#array(): Value {
		let words: string[] | undefined = [];
		while (!this.#take("]")) {
			if (this.#take(",")) {
				words = undefined;
				continue;
			}
			const spread = this.#take("...");
			const value = this.#assignment();
			this.#data(value);
			if (spread || value.kind !== "data" || value.text === undefined) words = undefined;
			else words?.push(value.text);
			if (!this.#is("]")) this.#want(",");
		}
		this.#target = undefined;
		return words === undefined ? data : { kind: "data", words };
	}

	#object(): Value {
		const keys: string[] = [];
		while (!this.#take("}")) {
			if (this.#take("...")) {
				this.#data(this.#assignment());
				keys.push("...");
			} else {
				const token = this.#next();
				const key =
					token.kind === "name" || token.kind === "number" || token.kind === "string" ? token.text : undefined;
				if (key === undefined) return doubt("an object that can't be read");
				keys.push(checked(key));
				if (this.#take(":")) this.#data(this.#assignment());
				else if (token.kind === "name" && !keywords.has(key)) this.#data(this.#named(key));
				else doubt("an object that can't be read");
			}
			if (!this.#is("}")) this.#want(",");
		}
		this.#target = undefined;
		return { kind: "data", keys };
	}

	#trailers(start: Value): Value {
		let value = start;
		for (;;) {
			const token = this.#peek(false);
			if (token.kind === "string") return token.newLine ? doubt("a text behind a value") : doubt("a tagged template");
			if (token.kind !== "sign") return value;
			const isOptional = token.text === "?.";
			if (isOptional) this.#next(false);
			if (this.#take("(")) {
				value = this.#call(value, this.#given());
				this.#target = undefined;
			} else if (this.#take("[")) {
				const index = this.#expression();
				this.#want("]");
				value = this.#element(value, index);
			} else if (isOptional || this.#take(".")) {
				const name = this.#property();
				if (value.kind === "data" && this.#is("(")) {
					if (!dataMethods.has(name)) doubt(`\`.${name}\``);
					value = pure;
				} else value = this.#member(value, name);
				this.#target = value.kind === "data" ? "part" : undefined;
			} else return value;
		}
	}

	#element(value: Value, index: Value): Value {
		if (index.kind !== "data") return doubt("an element that can't be known");
		if (index.text !== undefined) {
			const part = this.#member(value, checked(index.text));
			this.#target = value.kind === "data" ? "part" : undefined;
			return part;
		}
		// A text that can't be known may be the name of what reaches everything.
		if (index.number === undefined) return doubt("an element that can't be known");
		this.#data(value);
		this.#target = "part";
		return data;
	}

	#member(value: Value, name: string): Value {
		checked(name);
		switch (value.kind) {
			case "data":
				return data;
			case "known": {
				if (value.name === "process.env")
					return isOpenVariable(name) ? data : doubt("a variable that may hold a secret");
				const whole = `${value.name}.${name}`;
				if (knownValues.has(whole)) return data;
				const isKnown =
					knownFunctions.has(whole) || specials.has(whole) || /^process\.(?:env|stdout|stderr)$/.test(whole);
				return isKnown ? { kind: "known", name: whole } : doubt(`\`${whole}\``);
			}
			default:
				return doubt(`\`.${name}\` of a function`);
		}
	}

	#given(): readonly { readonly value: Value; readonly spread: boolean }[] {
		const given: { readonly value: Value; readonly spread: boolean }[] = [];
		while (!this.#take(")")) {
			const spread = this.#take("...");
			given.push({ value: this.#assignment(), spread });
			if (!this.#is(")")) this.#want(",");
		}
		return given;
	}

	/** What a function that computes may be given: what is inert, and other functions that compute. */
	#handed(value: Value): void {
		if (value.kind === "known" && knownFunctions.has(value.name)) return;
		this.#data(value);
	}

	#call(value: Value, given: readonly { readonly value: Value; readonly spread: boolean }[]): Value {
		const special = value.kind === "known" ? specials.get(value.name) : undefined;
		if (special !== undefined) {
			if (given.some(({ spread }) => spread)) doubt("a call whose values can't be known");
			return special(
				given.map((one) => one.value),
				this.#found,
				this.#names.isCounting,
			);
		}
		if (value.kind === "known" ? !knownFunctions.has(value.name) : value.kind !== "pure")
			doubt("a call of what is no function that is known");
		for (const one of given) this.#handed(one.value);
		return data;
	}
}

/** The name, unless everything is reached through it. */
function checked(name: string): string {
	return name.startsWith("__") || reachingNames.has(name) ? doubt(`\`${name}\``) : name;
}

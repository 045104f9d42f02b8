/**
 * An argv as its program reads it: options with their values, operands with their roles, the subcommand.
 * Where two readings are possible, both are kept: a word may be an operand, and an option may be given.
 */
import type { OperandFacts, OptionFact, Program, Role, Style, Subcommand, Usage } from "../knowledge/program.js";
import type { Word } from "./request.js";

/** An option found. */
export interface FoundOption {
	/** What is known of it; absent for an option that no table lists. */
	readonly fact?: OptionFact;
	/** Its name with dashes, as the table has it or as it was written. */
	readonly name: string;
	readonly value?: Word;
	/** What this value is, where it is not the option's first one. */
	readonly role?: Role;
	/** The reading is certain: the option is given. */
	readonly sure: boolean;
	/** Place of its word in the arguments. */
	readonly index: number;
}

/** A place among the operands. `sure`: one operand. `maybe`: an operand, or the value of the option before. `many`: any number of operands. */
export interface OperandSlot {
	readonly kind: "sure" | "maybe" | "many";
	readonly word: Word;
	/** The subcommand's full name, where the word is one. */
	readonly canonical?: string;
	readonly role: Role;
	readonly index: number;
}

/** A command that a program runs, as far as its arguments show it. */
export type Inner =
	| { readonly kind: "argv"; readonly words: readonly Word[] }
	| { readonly kind: "line"; readonly word: Word }
	| { readonly kind: "word"; readonly word: Word };

export interface Arguments {
	readonly program?: Program;
	/** `push`, `remote add`; absent where there is none or it can't be known. */
	readonly subcommand?: string;
	/** How the words were read: the subcommand's facts where there is one. */
	readonly usage?: Usage;
	readonly style?: Style;
	readonly options: readonly FoundOption[];
	readonly operands: readonly OperandSlot[];
	/** Words whose value can't be known stand where options can: any option may be given. */
	readonly open: boolean;
	/** An option is given that the program's table does not list. */
	readonly strange: boolean;
	readonly inner: readonly Inner[];
	/** Folders that its paths and inner commands are relative to, each relative to the one before: `git -C DIR`. */
	readonly folders: readonly Word[];
	/** An option is given with which nothing is done: `--help`. */
	readonly informs: boolean;
}

/** Reads the arguments of a program; without facts every option-like word can be read in two ways. */
export function readArguments(program: Program | undefined, args: readonly Word[]): Arguments {
	return program === undefined ? readStrange(args) : new Reader(program, args).read();
}

/** The facts of an option by a name with dashes, the subcommand's before the program's. */
export function optionNamed(args: Arguments, name: string): OptionFact | undefined {
	const loose = args.style === "go" || args.style === "long";
	return (
		findOption(args.usage?.options ?? [], name, loose) ??
		(args.program && args.program !== args.usage ? findOption(args.program.options, name, loose) : undefined)
	);
}

function findOption(options: readonly OptionFact[], name: string, loose: boolean): OptionFact | undefined {
	const same = loose ? (one: string): boolean => bare(one) === bare(name) : (one: string): boolean => one === name;
	return options.find((option) => option.names.some(same));
}

function bare(name: string): string {
	return name.replace(/^-{1,2}/, "");
}

/** The name that an option goes by: its first long spelling, or its first. */
export function nameOf(fact: OptionFact): string {
	return fact.names.find((name) => name.startsWith("--")) ?? (fact.names[0] as string);
}

class Reader {
	private readonly options: FoundOption[] = [];
	private readonly operands: OperandSlot[] = [];
	private readonly inner: Inner[] = [];
	private open = false;
	private strange = false;
	private subcommand: string | undefined;
	private usage: Usage;
	private style: Style;
	/** After words that can't be known: what follows may be read otherwise. */
	private doubtful = false;

	constructor(
		private readonly program: Program,
		private readonly args: readonly Word[],
	) {
		this.usage = program;
		this.style = program.style;
	}

	read(): Arguments {
		let at = this.bundledFirst();
		while (at < this.args.length) {
			const word = this.args[at] as Word;
			if (word.kind !== "known") {
				const mayBeOption = !this.ended && (word.kind === "unknown" || /^[*?[\-{]/.test(word.pattern));
				if (mayBeOption) {
					this.open = true;
					this.doubtful = true;
				}
				this.operand(word, at, word.kind === "unknown" && word.words === "one" ? "maybe" : "many");
				at++;
				if (this.stopsAtOperand()) this.ended = true;
				continue;
			}
			if (!this.ended && word.text === "--" && this.style !== "none" && this.style !== "find") {
				// It may be the value of an option that no table lists; then options go on.
				if (this.doubtful) {
					this.operand(word, at, "maybe");
					this.maybeEnded = true;
				} else this.ended = true;
				at++;
				continue;
			}
			if (!this.ended && this.isOption(word.text)) {
				if (this.maybeEnded) this.operand(word, at, "maybe");
				at = this.option(word.text, at);
				if (this.options[this.options.length - 1]?.fact?.ends) this.ended = true;
				continue;
			}
			if (!this.ended && this.style === "find" && this.operandsOver && /^[(),!]$/.test(word.text)) {
				at++;
				continue;
			}
			if (!this.ended) {
				const words = this.enterSubcommand(at);
				if (words > 0) {
					at += words;
					continue;
				}
			}
			this.operand(word, at, this.doubtful && !this.ended ? "maybe" : "sure");
			at++;
			if (this.stopsAtOperand()) this.ended = true;
		}
		this.assignRoles();
		this.findInner();
		return {
			program: this.program,
			...(this.subcommand === undefined ? {} : { subcommand: this.subcommand }),
			usage: this.usage,
			style: this.style,
			options: this.options,
			operands: this.operands,
			open: this.open,
			strange: this.strange,
			inner: this.inner,
			folders: this.options.flatMap((option) =>
				option.fact?.folder && option.value
					? [option.sure ? option.value : { kind: "unknown" as const, source: "a folder", words: "one" as const }]
					: [],
			),
			informs: this.options.some((option) => option.sure && option.fact?.informs === true),
		};
	}

	private operandsOver = false;
	/** Options have ended: what follows is operands. */
	private ended = false;
	/** Options may have ended. */
	private maybeEnded = false;

	/** `tar xzf FILE`: the first word is a bundle without a dash, and its values are the words behind it. The place behind all of them. */
	private bundledFirst(): number {
		const first = this.args[0];
		if (!this.program.bundledFirst || first?.kind !== "known" || !/^[A-Za-z]+$/.test(first.text)) return 0;
		const facts = [...first.text].map((letter) => this.factsNamed(`-${letter}`, false)[0]);
		if (facts.includes(undefined)) return 0;
		// It stays a word that patterns can name: `deny tar xf`.
		this.operands.push({ kind: "sure", word: first, canonical: first.text, role: "value", index: 0 });
		this.subcommandWords = 1;
		let at = 1;
		for (const fact of facts as OptionFact[]) {
			const takes = fact.value === "required";
			this.found(fact, takes ? this.valueAt(at) : undefined, 0);
			if (takes) at++;
		}
		return at;
	}

	private isOption(text: string): boolean {
		switch (this.style) {
			case "none":
				return false;
			case "pairs":
				return /^[A-Za-z_][\w-]*=/.test(text) || (text.length > 1 && text.startsWith("-"));
			case "find":
				if (/^-[^0-9]/.test(text)) {
					if (!/^-([HLP]|O\d*|D)$/.test(text)) this.operandsOver = true;
					return true;
				}
				if (/^[(),!]$/.test(text)) this.operandsOver = true;
				return false;
			default:
				return text.length > 1 && text.startsWith("-");
		}
	}

	private stopsAtOperand(): boolean {
		const inProgram = this.subcommand === undefined && Object.keys(this.program.subcommands).length > 0;
		return !inProgram && (this.style === "posix" || this.style === "go");
	}

	private operand(word: Word, index: number, kind: OperandSlot["kind"]): void {
		this.operands.push({ kind, word, role: "value", index });
		this.entered ||= this.subcommand === undefined;
	}
	/** An operand was seen before any subcommand: there is none any more. */
	private entered = false;

	/** Takes up a subcommand whose words stand here; how many words it has. */
	private enterSubcommand(at: number): number {
		if (this.subcommand !== undefined || this.entered || this.doubtful) return 0;
		const names = Object.keys(this.program.subcommands);
		if (names.length === 0) return 0;
		const first = this.args[at];
		if (first?.kind !== "known") return 0;
		const second = this.args[at + 1];
		const pair = second?.kind === "known" ? `${first.text} ${second.text}` : undefined;
		const found = (pair && this.subcommandNamed(pair)) || this.subcommandNamed(first.text);
		if (!found) return 0;
		const [name, facts, words] = found;
		this.subcommand = name;
		this.usage = facts;
		this.style = facts.style ?? this.program.style;
		const canonical = name.split(" ");
		for (let index = 0; index < words; index++) {
			this.operands.push({
				kind: "sure",
				word: this.args[at + index] as Word,
				canonical: canonical[index] ?? name,
				role: "value",
				index: at + index,
			});
		}
		this.subcommandWords = words;
		return words;
	}
	private subcommandWords = 0;

	private subcommandNamed(words: string): [string, Subcommand, number] | undefined {
		const count = words.split(" ").length;
		if (Object.hasOwn(this.program.subcommands, words))
			return [words, this.program.subcommands[words] as Subcommand, count];
		for (const [name, facts] of Object.entries(this.program.subcommands)) {
			if (facts.aliases.includes(words)) return [name, facts, count];
		}
		return undefined;
	}

	/** Reads the option at a place; the place behind it and its value. */
	private option(text: string, at: number): number {
		if (this.style === "go" || this.style === "long") return this.longOption(text, at, true);
		if (this.style === "find") return this.primary(text, at);
		if (this.style === "pairs" && !text.startsWith("-")) return this.pair(text, at);
		return text.startsWith("--") ? this.longOption(text, at, false) : this.bundle(text, at);
	}

	/** The letters behind one that no table lists: its value, or options of their own. The next word may belong to the last of them. */
	private behindStranger(letters: string, at: number): number {
		this.doubtful = true;
		const seen = new Set<string>();
		for (let letter = 0; letter < letters.length; letter++) {
			const name = `-${letters[letter]}`;
			if (seen.has(name)) continue;
			seen.add(name);
			const fact = this.factsNamed(name, false)[0];
			const rest = letters.slice(letter + 1);
			if (fact === undefined) this.unlisted(name, undefined, at);
			else if (fact.value === undefined) this.found(fact, undefined, at);
			else
				this.found(
					fact,
					rest !== "" ? { kind: "known", text: rest } : fact.value === "required" ? this.args[at + 1] : undefined,
					at,
				);
		}
		return at + 1;
	}

	/** `of=FILE` */
	private pair(text: string, at: number): number {
		const equals = text.indexOf("=") + 1;
		const fact = this.factsNamed(text.slice(0, equals), false)[0];
		if (fact) this.found(fact, { kind: "known", text: text.slice(equals) }, at);
		else this.unlisted(text.slice(0, equals), text.slice(equals), at);
		return at + 1;
	}

	/** Further values of an option, each a word of its own; the place behind them. */
	private furtherValues(fact: OptionFact, at: number): number {
		let next = at;
		for (const role of fact.further ?? []) {
			const value = this.valueAt(next);
			if (value === undefined) break;
			this.options.push({ fact, name: nameOf(fact), value, role, sure: !this.doubtful, index: next });
			next++;
		}
		return next;
	}

	private found(fact: OptionFact, value: Word | undefined, index: number, sure = true): void {
		this.options.push({
			fact,
			name: nameOf(fact),
			...(value === undefined ? {} : { value }),
			sure: sure && !this.doubtful,
			index,
		});
	}

	private unlisted(name: string, value: string | undefined, index: number): void {
		this.strange = true;
		this.options.push({
			name,
			...(value === undefined ? {} : { value: { kind: "known", text: value } }),
			sure: !this.doubtful,
			index,
		});
	}

	/** The next word as an option's value; words that can't be known make the rest doubtful. */
	private valueAt(at: number): Word | undefined {
		const word = this.args[at];
		if (word !== undefined && word.kind !== "known" && !(word.kind === "unknown" && word.words === "one")) {
			this.doubtful = true;
			this.open = true;
		}
		return word;
	}

	private longOption(text: string, at: number, loose: boolean): number {
		const equals = text.indexOf("=");
		const name = equals < 0 ? text : text.slice(0, equals);
		const glued = equals < 0 ? undefined : text.slice(equals + 1);
		const facts = this.factsNamed(name, loose);
		if (facts.length === 0) {
			this.unlisted(name, glued, at);
			return this.afterUnlisted(at, glued !== undefined);
		}
		if (facts.length > 1) return this.ambiguous(facts, glued, at);
		const fact = facts[0] as OptionFact;
		const takesNext = fact.value === "required" && glued === undefined;
		const value =
			glued !== undefined ? ({ kind: "known", text: glued } as const) : takesNext ? this.valueAt(at + 1) : undefined;
		this.found(fact, value, at);
		if (takesNext && fact.runs === "argv") return this.runsRest(at + 1);
		return this.furtherValues(fact, at + (takesNext ? 2 : 1));
	}

	/** An abbreviation of several options: it may be any of them, and the next word may be its value. */
	private ambiguous(facts: readonly OptionFact[], glued: string | undefined, at: number): number {
		const next = this.args[at + 1];
		for (const fact of facts) {
			const value =
				glued !== undefined ? ({ kind: "known", text: glued } as const) : fact.value === "required" ? next : undefined;
			this.found(fact, value, at, false);
		}
		if (glued === undefined && facts.some((fact) => fact.value === "required")) this.doubtful = true;
		return at + 1;
	}

	/** The options that a long name can mean: itself, or those that it abbreviates. */
	private factsNamed(name: string, loose: boolean): OptionFact[] {
		const lists = this.usage === this.program ? [this.program.options] : [this.usage.options, this.program.options];
		for (const options of lists) {
			const exact = findOption(options, name, loose);
			if (exact) return [exact];
		}
		if (!this.program.abbreviates || name.length < 3) return [];
		const facts = new Set<OptionFact>();
		for (const options of lists) {
			for (const option of options)
				if (option.names.some((one) => one.startsWith("--") && one.startsWith(name))) facts.add(option);
		}
		return [...facts];
	}

	/** Behind an option that no table lists, the next word may be its value: from there on everything can be read in two ways. */
	private afterUnlisted(at: number, glued: boolean): number {
		const next = this.args[at + 1];
		if (glued || next === undefined) return at + 1;
		this.doubtful = true;
		if (next.kind === "known" && next.text.startsWith("-") && this.style !== "none") return at + 1;
		this.operand(next, at + 1, next.kind === "known" ? "maybe" : "many");
		return at + 2;
	}

	/** `-abc`, `-ofile`, `-5` */
	private bundle(text: string, at: number): number {
		const whole = this.factsNamed(text, false)[0];
		if (whole && text.length > 2) {
			const takesNext = whole.value === "required";
			this.found(whole, takesNext ? this.valueAt(at + 1) : undefined, at);
			return this.furtherValues(whole, at + (takesNext ? 2 : 1));
		}
		if (/^-\d+$/.test(text)) {
			const number = this.factsNamed("-NUM", false)[0];
			if (number) {
				this.found(number, { kind: "known", text: text.slice(1) }, at);
				return at + 1;
			}
		}
		for (let letter = 1; letter < text.length; letter++) {
			const name = `-${text[letter]}`;
			const rest = text.slice(letter + 1);
			const fact = this.factsNamed(name, false)[0];
			if (!fact) {
				this.unlisted(name, rest === "" ? undefined : rest, at);
				return rest === "" ? this.afterUnlisted(at, false) : this.behindStranger(rest, at);
			}
			if (fact.value === undefined) {
				this.found(fact, undefined, at);
				continue;
			}
			if (rest !== "" || fact.value === "optional") {
				this.found(fact, rest === "" ? undefined : { kind: "known", text: rest }, at);
				return this.furtherValues(fact, at + 1);
			}
			this.found(fact, this.valueAt(at + 1), at);
			return fact.runs === "argv" ? this.runsRest(at + 1) : this.furtherValues(fact, at + 2);
		}
		return at + 1;
	}

	private primary(text: string, at: number): number {
		const fact = findOption(this.usage.options, text, false);
		if (!fact) {
			this.unlisted(text, undefined, at);
			return this.afterUnlisted(at, false);
		}
		if (fact.runs === "argv") {
			this.found(fact, undefined, at);
			return this.runsRest(at + 1);
		}
		const takesNext = fact.value === "required";
		this.found(fact, takesNext ? this.valueAt(at + 1) : undefined, at);
		return this.furtherValues(fact, at + (takesNext ? 2 : 1));
	}

	/** The words up to `;` or `{} +`, or the end, are a command of their own. */
	private runsRest(at: number): number {
		let end = at;
		while (end < this.args.length) {
			const word = this.args[end] as Word;
			const before = this.args[end - 1];
			if (word.kind === "known" && word.text === ";") break;
			if (word.kind === "known" && word.text === "+" && before?.kind === "known" && before.text === "{}") break;
			end++;
		}
		this.inner.push({ kind: "argv", words: filledIn(this.args.slice(at, end), ["{}"]) });
		return end + 1;
	}

	/** Gives each operand its role: the first ones, the last ones, and the rest between them. Where readings differ, the role that covers all of them. */
	private assignRoles(): void {
		const skip = Math.max(0, ...this.options.map((option) => option.fact?.replaces ?? 0));
		const own = this.operands.slice(this.subcommandWords);
		const certain =
			own.every((slot) => slot.kind === "sure") &&
			this.options.every((option) => option.sure || !option.fact?.replaces);
		const giving = this.options.filter((option) => option.fact?.operands !== undefined);
		const readings = [
			...(giving.some((option) => option.sure) ? [] : [this.usage.operands]),
			...giving.map((option) => option.fact?.operands as OperandFacts),
		].map((facts) => (certain ? rolesOf(facts, own.length, skip) : own.map(() => anyRole(facts))));
		own.forEach((slot, index) => {
			this.operands[this.subcommandWords + index] = {
				...slot,
				role: widest(readings.map((roles) => roles[index] ?? "value")),
			};
		});
	}

	/**
	 * To a shell `-c` is a flag, and the first operand its script: `-ce`, `-c -e SCRIPT`, `-oc NAME SCRIPT` and `+x -c SCRIPT` are all read so.
	 * Only where the script is the word right behind a `-c` that ends its own word is it read here; anything else is in doubt.
	 */
	private shellInDoubt(): boolean {
		const script = this.program.options.find(
			(option) => option.names.includes("-c") && option.runs === "line" && option.replaces,
		);
		if (script === undefined) return false;
		const words = this.args.map((word) => (word.kind === "known" ? word.text : ""));
		const bundles = words.some(
			(word) => /^[-+][^-]/.test(word) && word.length > 2 && /c/.test(word) && !/^-[a-bd-np-zA-NP-Z]*c$/.test(word),
		);
		const values = this.options.filter((option) => option.fact === script);
		const odd = values.some(
			(option) => option.value === undefined || (option.value.kind === "known" && /^[-+]/.test(option.value.text)),
		);
		const own = this.operands.some((slot) => slot.word.kind === "known" && slot.word.text.startsWith("+"));
		return bundles || odd || own;
	}

	private findInner(): void {
		for (const option of this.options) {
			const runs = option.fact?.runs;
			if (!option.value || !runs || runs === "argv") continue;
			this.inner.push({ kind: runs, word: option.value });
		}
		const options = this.usage === this.program ? this.usage.options : [...this.usage.options, ...this.program.options];
		// Any option may be given, one that runs a command among them.
		if (this.open && options.some((option) => option.runs !== undefined))
			this.inner.push({ kind: "argv", words: [anyWords] });
		if (this.shellInDoubt()) this.inner.push({ kind: "argv", words: [anyWords] });
		const runs = this.usage.runs;
		if (!runs) return;
		const own = this.operands.slice(this.subcommandWords);
		const indices = own.map((slot) => slot.index);
		let first = runs.skip;
		while (runs.assignments && isAssignment(own[first]?.word)) first++;
		const start = indices[first];
		if (start === undefined) return;
		const marks = this.options.flatMap((option) =>
			option.fact?.names.includes("-I") && option.value?.kind === "known" ? [option.value.text] : [],
		);
		const tail = this.args.slice(start);
		const words = runs.more ? [...filledIn(tail, ["{}", ...marks]), anyWords] : tail;
		if (own.slice(0, first + 1).some((slot) => slot.kind !== "sure")) {
			this.inner.push({ kind: "argv", words: [{ kind: "unknown", source: "the command", words: "any" }] });
		} else if (runs.joined) this.inner.push({ kind: "line", word: joined(words) });
		else this.inner.push({ kind: "argv", words });
	}
}

const anyWords: Word = { kind: "unknown", source: "…", words: "any" };

/** The words with names put in where a mark stands: which, nobody knows. `find` and `xargs` put in whole paths where the mark is the whole word. */
function filledIn(words: readonly Word[], marks: readonly string[]): readonly Word[] {
	return words.map((word, index) => {
		if (word.kind !== "known" || !marks.some((mark) => mark !== "" && word.text.includes(mark))) return word;
		// A path that `find` names begins where it was told to look, not with a dash.
		if (word.text === "{}" && index > 0) return { kind: "globbed", pattern: "./*" };
		return { kind: "unknown", source: word.text, words: "one" };
	});
}

function isAssignment(word: Word | undefined): boolean {
	return word?.kind === "known" && word.text.includes("=");
}

function joined(words: readonly Word[]): Word {
	const texts = words.map((word) => (word.kind === "known" ? word.text : undefined));
	return texts.every((text): text is string => text !== undefined)
		? { kind: "known", text: texts.join(" ") }
		: { kind: "unknown", source: "the command line", words: "one" };
}

function rolesOf(facts: OperandFacts, count: number, skip: number): Role[] {
	const first = facts.first.slice(skip);
	const roles: Role[] = [];
	const lastFrom = count - facts.last.length;
	for (let index = 0; index < count; index++) {
		if (index < first.length) roles.push(first[index] as Role);
		else if (index >= lastFrom && facts.last.length > 0) roles.push(facts.last[index - lastFrom] as Role);
		else roles.push(facts.rest ?? facts.last[0] ?? "value");
	}
	return roles;
}

/** The role of an operand whose place can't be known: everything that an operand here can be. */
function anyRole(facts: OperandFacts): Role {
	return widest([...facts.first, ...facts.last, ...(facts.rest ? [facts.rest] : [])]);
}

function widest(all: readonly Role[]): Role {
	const roles = new Set(all);
	if (roles.has("code")) return "code";
	if (roles.has("both") || (roles.has("read") && roles.has("write"))) return "both";
	if (roles.has("write")) return "write";
	return roles.has("read") ? "read" : "value";
}

/** A program without facts: an option-like word may take the next word as its value, or not. */
function readStrange(args: readonly Word[]): Arguments {
	const options: FoundOption[] = [];
	const operands: OperandSlot[] = [];
	let open = false;
	let ended = false;
	let afterOption = false;
	let doubtful = false;
	args.forEach((word, index) => {
		if (word.kind !== "known") {
			if (!ended && (word.kind === "unknown" || /^[*?[\-{]/.test(word.pattern))) {
				open = true;
				doubtful = true;
			}
			operands.push({
				kind: word.kind === "unknown" && word.words === "one" ? "maybe" : "many",
				word,
				role: "both",
				index,
			});
			afterOption = false;
			return;
		}
		if (!ended && word.text === "--") {
			// Behind an option, `--` may be that option's value.
			ended = !afterOption && !doubtful;
			if (!ended) operands.push({ kind: "maybe", word, role: "both", index });
			return;
		}
		if (!ended && word.text.length > 1 && word.text.startsWith("-")) {
			const equals = word.text.indexOf("=");
			options.push({
				name: equals < 0 ? word.text : word.text.slice(0, equals),
				...(equals < 0 ? {} : { value: { kind: "known", text: word.text.slice(equals + 1) } }),
				sure: !afterOption && !doubtful,
				index,
			});
			afterOption = equals < 0;
			return;
		}
		operands.push({ kind: afterOption || doubtful ? "maybe" : "sure", word, role: "both", index });
		afterOption = false;
	});
	return { options, operands, open, strange: options.length > 0, inner: [], folders: [], informs: false };
}

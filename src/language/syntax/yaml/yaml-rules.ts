/** Statements of a YAML policy that stand in agents and groups: rules with their clauses, settings, claims and examples. */
import { isBareWord } from "../../../../grammar/tokens.js";
import { clauses, isClauseKeyword } from "../../policy/clauses.js";
import { type SettingKeyword, settingHead } from "../../policy/settings.js";
import { isRuleKeyword } from "../../policy/terms.js";
import type { Span } from "../../source/span.js";
import { readConditions, readEvents, readNames, readOptions, readPaths, readPatterns } from "../dsl/read-part.js";
import { limitHelp, limitOf } from "../limits.js";
import type {
	Clause,
	ClauseKeyword,
	EventList,
	ExpectStep,
	Pattern,
	PeopleAsked,
	RuleKeyword,
	RuleStatement,
	SettingStatement,
	Statement,
	Text,
} from "../statements.js";
import type { PlainKeyword } from "./yaml-keywords.js";
import { isEffect, valueAt, YamlParts } from "./yaml-parts.js";
import type { Entry, MappingNode, YamlNode } from "./yaml-tree.js";

export class YamlRules extends YamlParts {
	protected plainItem(keyword: PlainKeyword, item: MappingNode): Statement[] {
		const { span } = item;
		const subject = valueAt(item, keyword) as YamlNode;
		const override = this.flag(item, "override");
		switch (keyword) {
			case "never":
			case "always": {
				if (subject.kind !== "mapping") return this.leave(subject);
				const entry = subject.entries.find(({ key }) => isEffect(key.text));
				const patterns = entry ? this.inside(readPatterns, entry.value) : [];
				if (!entry || patterns.length === 0) return this.leave(subject);
				return [
					{ kind: "claim", keyword, effect: this.whole(entry.key), patterns, clauses: this.clauses(subject), span },
				];
			}
			case "expect": {
				const effect = this.effect(subject);
				const command = valueAt(item, "command");
				const by = valueAt(item, "by");
				if (!effect || command?.kind !== "text") return this.leave(command ?? item);
				if (by?.kind === "text" && isKeywordBehindExpect(by.text)) {
					this.report(
						"bad-name",
						by.span,
						`\`${by.text}\` can't be the id of a rule here`,
						"in the DSL it would be a keyword: give the rule another id",
					);
					return [];
				}
				if (by && (by.kind !== "text" || !/^[A-Za-z_][\w.-]*$/.test(by.text))) return this.leave(by);
				return [
					{
						kind: "expect",
						effect,
						forced: this.flag(item, "forced"),
						...(by?.kind === "text" ? { by: this.whole(by) } : {}),
						...this.expected(item),
						command: this.whole(command),
						span,
					},
				];
			}
			default:
				return isRuleKeyword(keyword) ? this.rule(keyword, item) : this.setting(keyword, subject, override, span);
		}
	}

	/** The facts, the time and the past of an example. */
	private expected(item: MappingNode): Pick<Extract<Statement, { kind: "expect" }>, "facts" | "at" | "after"> {
		const [facts, at, after] = [valueAt(item, "facts"), this.textAt(item, "at"), valueAt(item, "after")];
		const said =
			facts?.kind !== "mapping"
				? []
				: facts.entries.flatMap(({ key, value }) =>
						value.kind === "text" ? [{ fact: this.whole(key), value: this.whole(value) }] : this.leave(value),
					);
		return {
			...(said.length === 0 ? {} : { facts: said }),
			...(at ? { at } : {}),
			...(after?.kind === "list" ? { after: after.items.flatMap((one) => this.step(one)) } : {}),
			...(after?.kind === "text" ? { after: this.step(after) } : {}),
		};
	}

	/** What came before an example: a command that passed, or a mapping that says how it ended, and when. */
	private step(node: YamlNode): readonly ExpectStep[] {
		if (node.kind === "text") return [{ command: this.whole(node) }];
		if (node.kind !== "mapping") return this.leave(node);
		const [command, ended, ago] = ["run", "ended", "ago"].map((key) => this.textAt(node, key));
		return command ? [{ command, ...(ended ? { ended } : {}), ...(ago ? { ago } : {}) }] : this.leave(node);
	}

	private rule(keyword: RuleKeyword, item: MappingNode): RuleStatement[] {
		const subject = valueAt(item, keyword) as YamlNode;
		const patterns = this.inside(readPatterns, subject);
		if (patterns.length === 0) return this.leave(subject);
		const of = valueAt(item, "of");
		const access = of?.kind === "text" && isAccess(of.text) ? of.text : undefined;
		if (keyword === "constrain" && access === undefined && this.readsAsAccess(patterns)) return [];
		const people = keyword === "ask" && of !== undefined ? this.people(of) : undefined;
		if (keyword !== "constrain" && this.readsAsPeople(patterns, people !== undefined)) return [];
		const rule: RuleStatement = {
			kind: "rule",
			keyword,
			locked: this.flag(item, "locked"),
			override: this.flag(item, "override"),
			...(access && keyword === "constrain" ? { access } : {}),
			...(people ? { people } : {}),
			patterns,
			clauses: this.clauses(item),
			span: item.span,
		};
		return [rule];
	}

	/** `release`, or `{ group: release, n: 2, for: this session }`. */
	private people(node: YamlNode): PeopleAsked | undefined {
		const [group, n, holds] =
			node.kind === "mapping" ? ["group", "n", "for"].map((key) => valueAt(node, key)) : [node, undefined, undefined];
		if (group?.kind !== "text") {
			this.leave(node);
			return undefined;
		}
		if (n !== undefined && (n.kind !== "text" || !/^\d+$/.test(n.text))) {
			this.leave(n, "this is no number of people", "for example `of: { group: release, n: 2 }`");
			return undefined;
		}
		if (holds !== undefined && (holds.kind !== "text" || !/^(?:this (?:call|session)|[\w.]+)$/.test(holds.text))) {
			this.leave(holds, "a yes is for one call, for the session or for a time", peopleHelp);
			return undefined;
		}
		return {
			...(n?.kind === "text" ? { count: this.whole(n) } : {}),
			group: this.whole(group),
			...(holds?.kind === "text" ? { holds: this.whole(holds) } : {}),
			span: node.span,
		};
	}

	/** `ask: 2 of release npm publish` means something else in the DSL than programs called `2` and `of`. */
	private readsAsPeople(patterns: readonly Pattern[], areNamed: boolean): boolean {
		const [first] = patterns;
		const [word, second] = first?.words ?? [];
		if (first === undefined || first.exactly || word?.kind !== "plain") return false;
		const isCount = /^\d+$/.test(word.text) && second?.kind === "plain" && second.text === "of";
		if (word.text !== "of" && !isCount && !(areNamed && word.text === "for")) return false;
		this.report(
			"bad-shape",
			word.span,
			`\`${word.text}\` is no program here`,
			`write the people as a key of its own: \`of: { group: release, n: 2 }\`; a program of this name stands in double quotes: '"${word.text}"'`,
		);
		return true;
	}

	protected setting(word: SettingKeyword, subject: YamlNode, override: boolean, span: Span): SettingStatement[] {
		const head = { kind: "setting", override, span } as const;
		const { form, keyword } = settingHead(word);
		switch (form) {
			case "effect": {
				const word = this.effect(subject);
				return word ? [{ ...head, form, keyword, word }] : [];
			}
			case "name":
			case "word": {
				const [word, ...more] = this.bareWords(subject);
				return word && more.length === 0 ? [{ ...head, form, keyword, word }] : this.leave(subject);
			}
			case "names":
				return this.made(readNames, subject, (names) => ({ ...head, form, keyword, names }));
			case "paths":
				return this.made(readPaths, subject, (paths) => ({ ...head, form, keyword, paths }));
			case "variables": {
				const entry = subject.kind === "mapping" ? subject.entries[0] : undefined;
				const names = entry ? this.inside(readNames, entry.value) : [];
				if (!entry || names.length === 0 || !isBareWord(entry.key.text)) return this.leave(subject);
				return [{ ...head, form, keyword, name: this.whole(entry.key), names }];
			}
			case "amount": {
				const [name, ...words] = this.bareWords(subject);
				return name ? [{ ...head, form, keyword, name, words }] : this.leave(subject);
			}
		}
	}

	/** `constrain: writes of *` means something else in the DSL than a program called `writes`. */
	private readsAsAccess(patterns: readonly Pattern[]): boolean {
		const [first] = patterns;
		const word = first?.words[0];
		if (first === undefined || first.exactly || word?.kind !== "plain" || !isAccess(word.text)) return false;
		// A program may be called so.
		if (word.text === "network" && first.words[1]?.text !== "of") return false;
		this.report(
			"bad-shape",
			word.span,
			`\`${word.text}\` is no program here`,
			`write \`of: ${word.text}\` as a key of its own; a program of this name stands in double quotes: '"${word.text}"'`,
		);
		return true;
	}

	/** The clauses of a rule or a claim, in the order of its keys. */
	private clauses(mapping: MappingNode): Clause[] {
		return mapping.entries.flatMap((entry) =>
			isClauseKeyword(entry.key.text) ? this.clause(entry.key.text, entry) : [],
		);
	}

	private clause(word: ClauseKeyword, { value, span }: Entry): Clause[] {
		const { form, keyword } = clauses[word];
		switch (form) {
			case "patterns":
				return this.made(readPatterns, value, (patterns) => ({ form, keyword, patterns, span }));
			case "paths":
				return this.made(readPaths, value, (paths) => ({ form, keyword, paths, span }));
			case "hosts":
				return this.made(readPaths, value, (hosts) => ({ form, keyword, hosts, span }));
			case "options":
				return this.made(readOptions, value, (options) => ({ form, keyword, options, span }));
			case "powers":
				return this.made(readNames, value, (powers) => ({ form, keyword, powers, span }));
			case "names":
				return this.made(readNames, value, (names) => ({ form, keyword, names, span }));
			case "facts":
				return this.made(readConditions, value, (conditions) => ({ form, keyword, conditions, span }));
			case "text":
			case "name":
			case "date":
				return value.kind === "text" ? [{ form, keyword, text: this.whole(value), span }] : this.leave(value);
			case "events": {
				// Several mappings are several clauses; several texts are alternatives of one.
				const several =
					value.kind === "list" && value.items.some(({ kind }) => kind === "mapping") ? value.items : [value];
				return several.flatMap((one) => this.happened(keyword, one));
			}
			case "limit": {
				const words = value.kind === "mapping" ? this.limitWords(value) : this.bareWords(value);
				const limit = words.length === 0 ? undefined : limitOf(words);
				return limit === undefined
					? this.leave(value, "this is no limit", limitHelp)
					: [{ form, keyword, ...limit, span }];
			}
		}
	}

	private happened(keyword: "after" | "before", node: YamlNode): Clause[] {
		const form = "events";
		const { span } = node;
		if (node.kind !== "mapping") {
			const events = this.eventList(node);
			return events ? [{ form, keyword, events, since: [], same: [], span }] : [];
		}
		const [events, since, same] = ["events", "since", "same"].map((key) => valueAt(node, key));
		const [times, last] = ["times", "last"].map((key) => this.textAt(node, key));
		const own = events && this.eventList(events);
		if (own === undefined) return this.leave(node);
		const wiping = since === undefined ? [] : this.inside(readEvents, since);
		return [
			{
				form,
				keyword,
				events: own,
				...(times ? { times } : {}),
				since: wiping,
				...(last ? { last } : {}),
				same: same === undefined ? [] : this.inside(readNames, same),
				span,
			},
		];
	}

	/** Patterns of one list; what one text says of its patterns can't be said of some of them only. */
	private eventList(node: YamlNode): EventList | undefined {
		const lists = this.inside(readEvents, node);
		const [first, ...more] = lists;
		if (first === undefined) return undefined;
		if (more.length > 0 && lists.some(({ clauses: own }) => own.length > 0)) {
			this.leave(
				node,
				"of several texts none can have a clause",
				"write the patterns as one text, and the clause behind them: it speaks of all of them",
			);
			return undefined;
		}
		return { patterns: lists.flatMap(({ patterns }) => patterns), clauses: first.clauses, span: node.span };
	}

	/** `{ n: 40, of: paths, per: 1h }` as it is written in one line. */
	private limitWords(node: MappingNode): readonly Text[] {
		const of = valueAt(node, "of");
		const per = valueAt(node, "per");
		const n = valueAt(node, "n");
		if (n?.kind !== "text" || per?.kind !== "text" || (of !== undefined && of.kind !== "text")) return this.leave(node);
		const counted = of === undefined ? [] : of.text.split(" ").map((text) => ({ text, span: of.span }));
		return [this.whole(n), ...counted, { text: "per", span: per.span }, this.whole(per)];
	}
}

const peopleHelp = "for example `for: this call`, `for: this session`, `for: 1h`";

function isKeywordBehindExpect(text: string): boolean {
	return isEffect(text) || text === "forced" || text === "by";
}

function isAccess(text: string): text is NonNullable<RuleStatement["access"]> {
	return text === "reads" || text === "writes" || text === "network";
}

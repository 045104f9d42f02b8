/**
 * The grammar of `.rules` files: one method a production. It yields Chevrotain's concrete syntax tree;
 * what the productions mean is read in `src/language/syntax/dsl/read-dsl.ts`.
 */
import { type CstNode, CstParser, type IParserErrorMessageProvider, type TokenType, tokenMatcher } from "chevrotain";
import * as t from "./tokens.js";

/** `skipValidations`: the grammar is checked by a test, not at every start. */
export class PolicyParser extends CstParser {
	/** Called with each plain statement as soon as its tree is whole. */
	onStatement: ((node: CstNode) => void) | undefined = undefined;

	constructor(errorMessageProvider: IParserErrorMessageProvider, skipValidations = true) {
		super(t.allTokens, {
			recoveryEnabled: true,
			nodeLocationTracking: "onlyOffset",
			maxLookahead: 2,
			errorMessageProvider,
			skipValidations,
		});
		this.performSelfAnalysis();
	}

	/** A whole file. */
	policy = this.RULE("policy", () => {
		this.MANY(() =>
			this.OR([
				{ ALT: () => this.SUBRULE(this.importStatement) },
				{ ALT: () => this.SUBRULE(this.setStatement) },
				{ ALT: () => this.SUBRULE(this.groupStatement) },
				{ ALT: () => this.SUBRULE(this.agentStatement) },
				{ ALT: () => this.SUBRULE(this.programStatement) },
				{ ALT: () => this.handedOn(this.SUBRULE(this.plainStatement)) },
			]),
		);
	});

	private handedOn(node: CstNode): void {
		this.ACTION(() => this.onStatement?.(node));
	}

	/** What may stand in a block and outside of one. */
	plainStatement = this.RULE("plainStatement", () => {
		this.OR([
			{ ALT: () => this.SUBRULE(this.modifiedStatement) },
			{ ALT: () => this.SUBRULE(this.claimStatement) },
			{ ALT: () => this.SUBRULE(this.expectStatement) },
		]);
	});

	/** What `locked` and `override` may stand before; which goes with which is checked when the statement is read. */
	modifiedStatement = this.RULE("modifiedStatement", () => {
		this.MANY(() => this.OR([{ ALT: () => this.CONSUME(t.Locked) }, { ALT: () => this.CONSUME(t.Override) }]));
		this.OR1([
			{ ALT: () => this.SUBRULE(this.ruleStatement) },
			{ ALT: () => this.SUBRULE(this.constrainStatement) },
			{ ALT: () => this.SUBRULE(this.choiceSetting) },
			{ ALT: () => this.SUBRULE(this.namesSetting) },
			{ ALT: () => this.SUBRULE(this.pathsSetting) },
			{ ALT: () => this.SUBRULE(this.variablesSetting) },
			{ ALT: () => this.SUBRULE(this.amountSetting) },
		]);
	});

	importStatement = this.RULE("importStatement", () => {
		this.CONSUME(t.Import);
		this.OR([{ ALT: () => this.CONSUME(t.QuotedText) }, { ALT: () => this.CONSUME(t.Word) }]);
	});

	setStatement = this.RULE("setStatement", () => {
		this.CONSUME(t.SetWord);
		this.CONSUME(t.SetName);
		this.CONSUME(t.Equals);
		this.SUBRULE(this.patterns);
	});

	groupStatement = this.RULE("groupStatement", () => {
		this.CONSUME(t.Group);
		this.SUBRULE(this.blockHead);
		this.SUBRULE(this.block);
	});

	agentStatement = this.RULE("agentStatement", () => {
		this.CONSUME(t.Agent);
		this.SUBRULE(this.blockHead);
		this.SUBRULE(this.block);
	});

	/** `writer extends default, readers` */
	blockHead = this.RULE("blockHead", () => {
		this.SUBRULE(this.name);
		this.OPTION(() => {
			this.CONSUME(t.Extends);
			this.SUBRULE(this.names);
		});
	});

	block = this.RULE("block", () => {
		this.CONSUME(t.LeftBrace);
		this.MANY(() => this.handedOn(this.SUBRULE(this.plainStatement)));
		this.CONSUME(t.RightBrace);
	});

	/** `allow go, cargo within .` */
	ruleStatement = this.RULE("ruleStatement", () => {
		this.CONSUME(t.RuleWord);
		this.OPTION(() => this.SUBRULE(this.people));
		this.SUBRULE(this.patterns);
		this.MANY(() => this.SUBRULE(this.clause));
	});

	/** `2 of release for this session`: on `ask` alone. */
	people = this.RULE("people", () => {
		this.OPTION(() => this.CONSUME(t.PeopleCount));
		this.CONSUME(t.Of);
		this.SUBRULE(this.name);
		this.OPTION1(() => {
			this.CONSUME(t.For);
			this.OR([{ ALT: () => this.CONSUME(t.ThisOne) }, { ALT: () => this.CONSUME(t.Word) }]);
		});
	});

	/** `constrain writes of * to ., /tmp/build` */
	constrainStatement = this.RULE("constrainStatement", () => {
		this.CONSUME(t.Constrain);
		this.OPTION(() => {
			this.OR([
				{ ALT: () => this.CONSUME(t.Reads) },
				{ ALT: () => this.CONSUME(t.Writes) },
				{ ALT: () => this.CONSUME(t.Network) },
			]);
			this.CONSUME(t.Of);
		});
		this.SUBRULE(this.patterns);
		this.MANY(() => this.SUBRULE(this.clause));
	});

	/** `never allow rm touching /etc` */
	claimStatement = this.RULE("claimStatement", () => {
		this.OR([{ ALT: () => this.CONSUME(t.Never) }, { ALT: () => this.CONSUME(t.Always) }]);
		this.CONSUME(t.EffectWord);
		this.OPTION(() => this.SUBRULE(this.people));
		this.SUBRULE(this.patterns);
		this.MANY(() => this.SUBRULE(this.clause));
	});

	clause = this.RULE("clause", () => {
		this.OR([
			{ ALT: () => this.SUBRULE(this.patternsClause) },
			{ ALT: () => this.SUBRULE(this.pathsClause) },
			{ ALT: () => this.SUBRULE(this.hostsClause) },
			{ ALT: () => this.SUBRULE(this.optionsClause) },
			{ ALT: () => this.SUBRULE(this.namesClause) },
			{ ALT: () => this.SUBRULE(this.factsClause) },
			{ ALT: () => this.SUBRULE(this.textClause) },
			{ ALT: () => this.SUBRULE(this.eventsClause) },
			{ ALT: () => this.SUBRULE(this.limitClause) },
		]);
	});

	patternsClause = this.RULE("patternsClause", () => {
		this.CONSUME(t.clauseWords.patterns);
		this.SUBRULE(this.patterns);
	});

	pathsClause = this.RULE("pathsClause", () => {
		this.CONSUME(t.clauseWords.paths);
		this.SUBRULE(this.paths);
	});

	/** `at localhost, 10.0.0.0/8`: words as those of paths. */
	hostsClause = this.RULE("hostsClause", () => {
		this.CONSUME(t.clauseWords.hosts);
		this.SUBRULE(this.paths);
	});

	/** `with -r & -f, --recursive` */
	optionsClause = this.RULE("optionsClause", () => {
		this.CONSUME(t.clauseWords.options);
		this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.alternative) });
	});

	alternative = this.RULE("alternative", () => {
		this.AT_LEAST_ONE_SEP({ SEP: t.Ampersand, DEF: () => this.SUBRULE(this.patternWord) });
	});

	namesClause = this.RULE("namesClause", () => {
		this.OR([{ ALT: () => this.CONSUME(t.clauseWords.powers) }, { ALT: () => this.CONSUME(t.clauseWords.names) }]);
		this.SUBRULE(this.names);
	});

	/** `when branch is main, release/*` */
	factsClause = this.RULE("factsClause", () => {
		this.CONSUME(t.clauseWords.facts);
		this.SUBRULE(this.condition);
	});

	/** `branch is main, release/*`, `env CI is true` */
	condition = this.RULE("condition", () => {
		this.AT_LEAST_ONE(() => this.CONSUME(t.Word));
		this.CONSUME(t.Is);
		this.SUBRULE(this.paths);
	});

	textClause = this.RULE("textClause", () => {
		this.OR([
			{ ALT: () => this.CONSUME(t.clauseWords.text) },
			{ ALT: () => this.CONSUME(t.clauseWords.name) },
			{ ALT: () => this.CONSUME(t.clauseWords.date) },
		]);
		this.SUBRULE(this.name);
	});

	/** `after failed npm test 3 times since passed npm test`, and what is said of it behind. */
	eventsClause = this.RULE("eventsClause", () => {
		this.CONSUME(t.clauseWords.events);
		this.SUBRULE(this.events);
		this.OPTION(() => {
			this.CONSUME(t.Count);
			this.CONSUME(t.Times);
		});
		this.MANY(() => this.SUBRULE(this.eventBound));
	});

	/** `since passed npm test`, `last 30m`, `same path` */
	eventBound = this.RULE("eventBound", () => {
		this.OR([
			{
				ALT: () => {
					this.CONSUME(t.Since);
					this.SUBRULE(this.events);
				},
			},
			{
				ALT: () => {
					this.CONSUME(t.Last);
					this.CONSUME(t.Word);
				},
			},
			{
				ALT: () => {
					this.CONSUME(t.Same);
					this.SUBRULE(this.names);
				},
			},
		]);
	});

	/** `passed npm test`, `* touching ~/.ssh`: what a clause here says, it says of all of them. */
	events = this.RULE("events", () => {
		this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.eventPattern) });
		this.MANY({
			GATE: () => tokenMatcher(this.LA(1), t.OfEvents),
			DEF: () => this.SUBRULE(this.clause),
		});
	});

	eventPattern = this.RULE("eventPattern", () => {
		this.OPTION(() => this.CONSUME(t.Fate));
		this.SUBRULE(this.pattern);
	});

	/** `at most 40 paths per 1h` */
	limitClause = this.RULE("limitClause", () => {
		this.CONSUME(t.clauseWords.limit);
		this.AT_LEAST_ONE(() => this.CONSUME(t.Word));
	});

	/** `default deny`, `sandbox require` */
	choiceSetting = this.RULE("choiceSetting", () => {
		this.OR([
			{
				ALT: () => {
					this.CONSUME(t.settingWords.effect);
					this.CONSUME(t.EffectWord);
				},
			},
			{
				ALT: () => {
					this.CONSUME(t.settingWords.word);
					this.CONSUME(t.Word);
				},
			},
			{
				ALT: () => {
					this.CONSUME(t.settingWords.name);
					this.CONSUME1(t.Word);
				},
			},
		]);
	});

	/** `syntax pipes, redirects` */
	namesSetting = this.RULE("namesSetting", () => {
		this.CONSUME(t.settingWords.names);
		this.SUBRULE(this.names);
	});

	/** `trust /usr/bin, /bin` */
	pathsSetting = this.RULE("pathsSetting", () => {
		this.CONSUME(t.settingWords.paths);
		this.SUBRULE(this.paths);
	});

	/** `environment keep PATH, HOME` */
	variablesSetting = this.RULE("variablesSetting", () => {
		this.CONSUME(t.settingWords.variables);
		this.CONSUME(t.Word);
		this.SUBRULE(this.names);
	});

	/** `limit output 16KiB keep head 1KiB tail 1KiB spill` */
	amountSetting = this.RULE("amountSetting", () => {
		this.CONSUME(t.settingWords.amount);
		this.AT_LEAST_ONE(() => this.CONSUME(t.Word));
	});

	/** `expect nudge forced by no-grep: grep x`, `expect allow when branch is main at 2026-12-31T10:00Z: git push`, `expect deny after failed "npm test": git push` */
	expectStatement = this.RULE("expectStatement", () => {
		this.CONSUME(t.Expect);
		this.CONSUME(t.EffectWord);
		this.OPTION(() => this.CONSUME(t.Forced));
		this.OPTION1(() => {
			this.CONSUME(t.By);
			this.CONSUME(t.ExpectName);
		});
		this.MANY(() => this.CONSUME(t.ExpectFact));
		this.OPTION2(() => this.CONSUME(t.ExpectTime));
		this.MANY1(() => this.CONSUME(t.ExpectStep));
		this.OR([{ ALT: () => this.CONSUME(t.ExpectCommand) }, { ALT: () => this.CONSUME(t.ExpectText) }]);
	});

	/** `program deploy can read, network { option --target PATH write }` */
	programStatement = this.RULE("programStatement", () => {
		this.CONSUME(t.Program);
		this.SUBRULE(this.name);
		this.OPTION(() => {
			this.CONSUME(t.Can);
			this.SUBRULE(this.names);
		});
		this.OPTION1(() => {
			this.CONSUME(t.LeftBrace);
			this.MANY(() => this.SUBRULE(this.programOption));
			this.CONSUME(t.RightBrace);
		});
	});

	programOption = this.RULE("programOption", () => {
		this.CONSUME(t.Option);
		this.AT_LEAST_ONE(() => this.CONSUME(t.Word));
		this.MANY(() => {
			this.CONSUME(t.Comma);
			this.AT_LEAST_ONE1(() => this.CONSUME1(t.Word));
		});
	});

	patterns = this.RULE("patterns", () => {
		this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.pattern) });
	});

	/** `exactly git status`, `git push --force` */
	pattern = this.RULE("pattern", () => {
		this.OPTION(() => this.CONSUME(t.Exactly));
		this.AT_LEAST_ONE(() => this.SUBRULE(this.patternWord));
	});

	patternWord = this.RULE("patternWord", () => {
		this.OR([
			{ ALT: () => this.CONSUME(t.Word) },
			{ ALT: () => this.CONSUME(t.RegexWord) },
			{ ALT: () => this.CONSUME(t.QuotedText) },
		]);
	});

	paths = this.RULE("paths", () => {
		this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.patternWord) });
	});

	names = this.RULE("names", () => {
		this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.name) });
	});

	name = this.RULE("name", () => {
		this.OR([{ ALT: () => this.CONSUME(t.Word) }, { ALT: () => this.CONSUME(t.QuotedText) }]);
	});
}

/** Productions by name, for messages and diagrams. */
export type Production = keyof {
	[K in keyof PolicyParser as PolicyParser[K] extends (...args: never[]) => unknown ? K : never]: true;
};
export type { TokenType };

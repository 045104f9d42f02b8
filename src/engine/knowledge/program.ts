/**
 * What programs can do and how they read their arguments, as facts.
 * This folder holds data and its shape; it reads no command and decides nothing.
 */
import type { Power } from "../../language/syntax/statements.js";

/**
 * How a program tells options from operands.
 * `gnu`: getopt_long with permutation: `-abc` are three options, `-ofile` glues a value, `--name=value`, options may follow operands, `--` ends them.
 * `posix`: the same, but the first operand ends the options.
 * `long`: words with one or two dashes are whole options (`-name value`, `-name=value`), nothing is bundled, options may follow operands (terraform, ffmpeg).
 * `go`: as `long`, but the first operand ends the options (Go's flag package).
 * `find`: operands first, then an expression of `-primary value` words; words are never abbreviated or bundled.
 * `pairs`: words `name=value` are options named `name=`, all others operands (dd).
 * `none`: every word is an operand (echo).
 */
export type Style = "gnu" | "posix" | "long" | "go" | "find" | "pairs" | "none";

/** A language that a program runs: what its options of the role `code` hold, its files, and its input. */
export const languages = [
	"applescript",
	"dc",
	"elixir",
	"emacs",
	"expect",
	"gdb",
	"groovy",
	"guile",
	"haskell",
	"javascript",
	"julia",
	"lldb",
	"lua",
	"ocaml",
	"octave",
	"perl",
	"php",
	"prolog",
	"python",
	"r",
	"racket",
	"raku",
	"ruby",
	"shell",
	"tcl",
	"vim",
] as const;
export type Language = (typeof languages)[number];

/** What an operand or an option's value is: a path with what happens to it, code in the program's own language, or neither. */
export type Role = "value" | "read" | "write" | "both" | "code";

/**
 * Which paths follow from the words of a command without standing there.
 * `below`: what its operands name is taken with everything below it; `through`: through links, too; `visible`: without hidden names, and what hidden folders hold;
 * `rights`: rights of everything below change, and nothing that lies there. `links`: what is taken with everything below it is so through links. `here`: without an operand that is a path, the folder it runs in is meant.
 * Of what lies below, by the option's value: `only`: names that fit it; `caseless`: the same without regard to case; `globs`: names that fit it as a line of `.gitignore`
 * with braces would, hidden ones, too, or none that do where it begins with `!`; `types`: the same for one of the program's types; `skip`: no files that fit it;
 * `bars`: no folders. Of files the last one that fits decides; what fits none is taken unless the first one asks for names.
 * `into`: the last operand, or the option's value, may be a folder; it gets files with the last parts of the others' names.
 * `url`: the last part of each operand, which is an address, is written. `clone`: the same for a repository, and what lies below it.
 * `members`: the operands that are no paths are names in an archive, and are written; where there are none, `unknown`.
 * `unknown`: names that nobody knows are written below the folder that output goes to.
 * `hosts`: a word with a colon before its first slash is on another machine. `fills`: names that nobody knows are written below what its operands write. `suffix`: the option's value stands behind the names of files that are kept.
 * `prefix`: files whose names begin with the last operand are written, or with the program's own prefix.
 * `beside`: a file is written beside each operand, with one of the program's suffixes behind its name, or without it.
 * `lists`: `@FILE` among the operands is a file of further operands.
 * `output`: the option's value is the folder that output goes to.
 * `none`: with this option nothing is written after names, nor where there are none.
 * Of an option's value: `whole`: it is taken with everything below it, and what is written there has names that nobody knows. `target`: it is seen from the
 * folder that the last operand names. `member`: it is a name in the folder that output goes to.
 * `family`: files whose names begin with the first operand's, or the option's value, are written and read as it is. `backups`: so are those that begin with the
 * names of what is written. `products`: files are written that are called as the operands are up to their last dot, in the folder that the command runs in and
 * beside the option's value.
 * `unseen`: what is done stands in a file or in a setting, and may be anything to any path. `includes`: files that the named ones speak of are read.
 * `compared`: files below the folder that output goes to are read. `parents`: copies keep the folders of their sources' names.
 * `braces`: the value stands for several where it has braces or brackets. `matched`: `#1` in the value is what stood in an address's braces. `literal`: neither.
 * `unlinked`: links below are not followed. `completes`: where the first operand's name has no dot, one of the program's suffixes stands behind it.
 * `renames`: members of an archive get other names than they have there. `template`: the last `XXX` of an operand becomes something else.
 * `numbered`: files whose names begin with a number are written into the folder that output goes to. `repository`: the first operand may be a folder that holds a
 * repository, which is read; `pushes`: it is written, too. `stores`: where an operand is the address of a store
 * (`s3://b`), those beside it behind the verb are paths. `sends`: operands may name files that are sent (`a@FILE`). `commands`: operands of several words are lines
 * of the program's own language (`+LINE`), and names of files may stand in them. `host`: the first operand, or the option's value, is a host. `addresses`: operands are addresses, with a
 * scheme or without. `siblings`: files are written beside the operands, called as they are up to their last dot.
 * `ending`: the option's value stands behind the names that are made. `converts`: it is the ending that the operands' names get instead of their own. `flattens`:
 * members of an archive lose their folders. `serves`: the folders that are the values of options, or else the one that it runs in, are read with everything below them, through links; the latter not
 * where operands or an option that follows `none` say that something else is done, unless an option says `serves`.
 * `pathspecs`: operands are those of git, which stand for names in the work tree, or for revisions.
 * `commits`: of those, one that is a commit's hash is no name.
 */
export const followings = [
	...["below", "through", "links", "rights", "visible", "here", "into", "url", "clone", "members", "unknown"],
	...["hosts", "fills", "suffix", "prefix", "beside", "lists", "output", "only", "skip", "whole", "target"],
	...["member", "unseen", "includes", "compared", "parents", "backups", "family", "products", "braces"],
	...["matched", "literal", "unlinked", "completes", "renames", "template", "siblings", "stores", "numbered"],
	...["repository", "pushes", "sends", "commands", "host", "addresses", "ending", "converts", "flattens"],
	...["caseless", "globs", "types", "bars", "serves", "pathspecs", "commits", "none"],
] as const;
export type Following = (typeof followings)[number];

/**
 * How a word names hosts. `url`: an address with its scheme, where it is one; `address`: one with a scheme or without; `remote`: `host:path`, or an address;
 * `host`: a host by itself, of operands the first; `hosts`: every one; `repository`: the first operand is a remote of git by its name or its address, and without it one
 * is meant by default; `connection`: the name of a database, or words or an address that say where it is; `statement`: what is asked of it, which may go to
 * another; `request`: an address behind the name of a method, or without one; `package`: the name of a package, or where it lies; `image`: an image, which may begin with its
 * registry; `database`: the name of one, which may stand behind a host; `resolver`: `@HOST`; `second`: every operand but the first is a host; `none`: it names none. Of the value of an option or a variable: `resolved`: the address behind a
 * name and a port; `elsewhere`: with this others are talked to as well, or instead; `many`: addresses, parted by blanks; `requirements`: a file that names packages; `source`: an address, or `HOST/NAME`; `setting`: `NAME=VALUE`, with addresses in it. In the place of the usual hosts: `registry`, an address;
 * `server`, a host; `owner`: `[HOST/]OWNER/NAME`, or an address; `proxies`: addresses that are tried one after the other, or `direct`.
 */
const hostForms = [
	...["url", "address", "remote", "host", "hosts", "repository", "connection", "statement", "none", "request"],
	...["package", "image", "resolver", "second", "database", "resolved", "elsewhere", "many", "requirements"],
	...["registry", "server", "owner", "proxies", "source", "setting"],
] as const;
export type HostForm = (typeof hostForms)[number];

/** Whom a program that uses the network talks to. Where this stands, its words name all of them, and all options that say whom are listed. */
export interface HostFacts {
	readonly operands?: HostForm;
	/** By the names of options; `*`: those of all others. */
	readonly values?: Readonly<Record<string, HostForm>>;
	/** Braces and brackets stand for several addresses. */
	readonly globs?: true;
	/** What it reads as its input may name others. */
	readonly fed?: true;
	/** Others are talked to, too: it goes where a host sends it, or where its settings say. */
	readonly elsewhere?: true;
	/** But not with one of these options: `--max-redirect=0`. */
	readonly unless?: readonly string[];
	/** Hosts that are spoken to by ssh are those that its settings make of them. */
	readonly ssh?: true;
	/** With one of these as its first word it reads none of its files. */
	readonly unread?: readonly string[];
	/** Operands of this form have it talk to others, an expression. */
	readonly strays?: string;
	/** What this program's table says holds here, too, where nothing else is said: `npx` and `npm`. */
	readonly like?: string;
	/** Those that are talked to where nothing says otherwise; `*.example` is some host below, `?` one that nobody knows. */
	readonly usual?: readonly string[];
	/** It may talk to these besides. */
	readonly perhaps?: readonly string[];
	/** Beside a host that takes the place of the usual ones, some below it may be talked to. */
	readonly below?: true;
	/** What it fetches is run and may talk to anybody, but not with one of these options. */
	readonly runs?: readonly string[];
	/** What variables say, by their names, in which `{1}` is the first operand; of those that the command is given, and of those that it finds. */
	readonly variables?: Readonly<Record<string, HostForm>>;
	/** What its settings say, the nearest first. */
	readonly files?: readonly HostFile[];
}

/**
 * A file that may say whom a program talks to: in the home folder (`~/x`), of the machine (`/x`), or in the folder that it runs in; `*` in its name stands for several. Expressions are asked line by line, without
 * regard to case; blank lines and those that begin with `#` or `;` say nothing.
 */
export interface HostFile {
	readonly at: string;
	/** Where nobody can say what files hold, it is taken not to be there. */
	readonly quiet?: true;
	/** In the folders above, too: which of them it takes is not known. */
	readonly up?: true;
	/** Where this lies in the folder that it runs in, the file there is the one. */
	readonly beside?: string;
	/** Its first group takes the place of the usual hosts. */
	readonly instead?: string;
	/** Its first group is talked to, too, or may be. */
	readonly also?: string;
	/** A line that says nothing of hosts. With it, every other line is a doubt. */
	readonly harmless?: string;
	/** A line that may say more than is read here. */
	readonly doubts?: string;
	/** It is JSON: each text below a key of one of these names says where something lies. */
	readonly keys?: readonly string[];
	/** How the groups, or those texts, name hosts. */
	readonly form?: HostForm;
}

/** One option, every spelling of it. */
export interface OptionFact {
	/** Spellings with their dashes: `-o`, `--output`. The first long one (or the first) is its name. */
	readonly names: readonly string[];
	/** `required`: the rest of the word or else the next word. `optional`: only glued (`-O[PAGER]`, `--color[=WHEN]`). Absent: a flag. */
	readonly value?: "required" | "optional";
	/** The value is never glued: behind this letter further letters may stand, and the value is the next word (`bash -oc NAME SCRIPT`). */
	readonly apart?: boolean;
	/** What the value is; `value` when absent. */
	readonly role?: Role;
	/** Roles of further values, each a word of its own behind the first: `--slurpfile NAME FILE` has `["read"]`. */
	readonly further?: readonly Role[];
	/** Powers that this option brings beyond plain use. */
	readonly powers: readonly Power[];
	/** Powers that a value of a certain form brings besides: `tar -f HOST:FILE`, `strace -o '|COMMAND'`. */
	readonly forms?: readonly WordForm[];
	/** With this option given, so many of the leading operands of `operands` are not expected (`grep -e`). */
	readonly replaces?: number;
	/**
	 * With this option given, the operands are these instead (`sed -i`, `cp -t DIR`). Where several such options are given, or one only may be,
	 * an operand has every role that one of the readings gives it.
	 */
	readonly operands?: OperandFacts;
	/** Paths stand inside the value, behind `@`, `=`, `:` or `,` (`curl -d @FILE`, `-F name=@FILE`): each part counts as one, read where `role` says nothing else. */
	readonly parts?: boolean;
	/** A path stands in the value behind a leading `@`, or behind `=@` or `=<` (`curl -d @FILE`, `-F name=@FILE;type=…`): it is read. */
	readonly at?: boolean;
	/** No options follow it: the words behind its value are operands (`python -m NAME`). */
	readonly ends?: boolean;
	/** The value is the folder that paths in all other words, and those of a command that it runs, are relative to: `git -C`, `env -C`. */
	readonly folder?: boolean;
	/**
	 * The value (or what follows) is a command: one `word` naming a program, a command `line` for a shell, or an `argv` up to `;` or `+` (or the end).
	 * `operand`: the first operand is a command line for a shell, wherever the option stands before it (`sh -c -e LINE`).
	 */
	readonly runs?: "word" | "line" | "argv" | "operand";
	/** With this option nothing is run or changed, whatever else is given: only where the program looks for it before it does anything. */
	readonly informs?: boolean;
	/** Paths that follow from the words where this option is given. */
	readonly follows?: Following;
	/** The value is a path that no folder among the options moves: the archive of `tar -C`. */
	readonly fixed?: boolean;
	/** Paths inside the value, each the first group of a regular expression, and what is done to them: `-Wl,-Map=FILE`. */
	readonly inside?: readonly PathForm[];
	/** The path that it names where it has no value: `gawk -o` writes `awkprof.out`. */
	readonly absent?: string;
	/** The folder is one for the operands and options behind it alone: `tar -C`. */
	readonly positional?: boolean;
	/** Its value says which code runs, or where it comes from: who allows the program in its plain use does not allow another source (`npx --package`). */
	readonly source?: boolean;
	/** What the value is instead where one of these options is given, by one of its names: the archive of `tar -x` is read. */
	readonly roleWith?: Readonly<Record<string, Role>>;
}

/** Operands in order: roles, of which at most one repeats. `{first: [value], rest: read, last: []}` is grep's. */
export interface OperandFacts {
	readonly first: readonly Role[];
	readonly rest?: Role;
	readonly last: readonly Role[];
}

/** A form that an operand or a value may have, and the powers that it brings then. */
export interface WordForm {
	/** The source of a regular expression; it is tried on the whole word, unanchored. */
	readonly form: string;
	readonly powers: readonly Power[];
}

/** A path inside a value: the first group of a regular expression, and what is done to it. */
export interface PathForm {
	readonly form: string;
	readonly role: Role;
	/** It is taken with everything below it. */
	readonly below?: true;
}

/** What follows where the first operand has a form: `ar x`. */
export interface Mode {
	readonly form: string;
	readonly follows: readonly Following[];
}

/** Paths that a command takes without being told, seen from the folder that it runs in: `npm pkg set` writes `package.json`. */
export interface ImplicitPaths {
	readonly reads?: readonly string[];
	readonly writes?: readonly string[];
}

/** Where among the operands the command stands that a program runs. */
export interface Runs {
	/** Operands before it. */
	readonly skip: number;
	/** Assignments may stand before it. */
	readonly assignments: boolean;
	/** Its words are joined by blanks and read by a shell. */
	readonly joined: boolean;
	/** Its first word may be a package with a version: `wrangler@3`. */
	readonly packages?: boolean;
	/** The folder, here or above, where packages lie that were installed: one of them is not fetched. */
	readonly installed?: string;
	/** More words that can't be known follow it, or stand in it where a mark is (`xargs`). */
	readonly more?: boolean;
	/** Options may stand between those operands and it, too: `ssh HOST -p 22 COMMAND`. */
	readonly late?: boolean;
}

/** How a program's words read: shared by programs and their subcommands. */
export interface Usage {
	readonly options: readonly OptionFact[];
	readonly operands: OperandFacts;
	/** Powers of its plain use: its very purpose. */
	readonly powers: readonly Power[];
	/** Powers that any operand at all brings (`env NAME`, `hostname NEW`): beyond plain use. */
	readonly operandPowers: readonly Power[];
	/** Only operands after so many bring the `operandPowers`: `git config NAME VALUE` writes, `git config NAME` does not. */
	readonly operandPowersAfter?: number;
	/** Powers of a command without operands, assignments aside: `env` alone shows the environment. Beyond plain use. */
	readonly barePowers?: readonly Power[];
	/** Powers that operands of a certain form bring: `git push origin :branch` deletes. A word that can't be known may have any form. */
	readonly operandForms?: readonly WordForm[];
	/** Powers of plain use that it does not use where one of these options is given, by their names: `gzip --keep` deletes nothing. */
	readonly spares?: Readonly<Record<string, readonly Power[]>>;
	/** Paths that follow from its words. */
	readonly follows?: readonly Following[];
	/** Hosts that follow from its words. */
	readonly hosts?: HostFacts;
	/** Paths that follow where the first operand says so. */
	readonly modes?: readonly Mode[];
	/** Paths that it takes without being told. */
	readonly implicit?: ImplicitPaths;
	/** Files that it looks for in the folder that it runs in, and runs code of: `make` and `Makefile`. */
	readonly obeys?: readonly string[];
	/** Its operands, after `skip` of them (and assignments if it takes them), are the command that it runs. */
	readonly runs?: Runs;
}

/** One program. */
export interface Program extends Usage {
	readonly name: string;
	/** Other names of the same program with the same options: `egrep`. */
	readonly aliases: readonly string[];
	readonly summary: string;
	readonly style: Style;
	/** A unique prefix of a long option stands for it. */
	readonly abbreviates: boolean;
	/** The first word, without a dash, may be a bundle of options whose values are the words behind it, in their order: `tar xzf FILE`. */
	readonly bundledFirst?: boolean;
	/** Words that begin with `+` are options too, with the same letters, and a lone `-` ends the options: shells. */
	readonly plus?: boolean;
	/** By their words: `push`, `remote add`. Options before the subcommand are the program's own. A subcommand's own options come first, the program's after them. */
	readonly subcommands: Readonly<Record<string, Subcommand>>;
	/** Variables that change what it runs or writes. */
	readonly variables: readonly string[];
	/** Operands may be `REVISION:PATH`: the path is read. */
	readonly revisions?: boolean;
	/** Its last operand becomes a link to what the others name, or the folder that such links come to lie in (`ln`). */
	readonly links?: boolean;
	/** What stands behind the names of the files that it makes or unpacks: `.gz`. */
	readonly suffixes?: readonly string[];
	/** Globs for the names of files, by what it calls their type. */
	readonly types?: Readonly<Record<string, readonly string[]>>;
	/** Its operands are verbs of the vocabulary, and more of them than a table lists. */
	readonly verbs?: boolean;
	/** The language that it runs. */
	readonly language?: Language;
	/** Runs or obeys files of the working tree. */
	readonly projectFiles: boolean;
	/** Checked by running it or by its manual page. */
	readonly verified: boolean;
	/** The package and the version of it of which every option and subcommand stands here: `coreutils 9.1`. What stands nowhere here is then no option of that version. */
	readonly complete?: string;
	/** Each option that its help lists stands here. It may have others, which its help hides. */
	readonly listed?: boolean;
}

/** A subcommand: its aliases, its style where that differs, and how its words read. */
export interface Subcommand extends Usage {
	readonly aliases: readonly string[];
	readonly style?: Style;
}

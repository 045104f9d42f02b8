/** What the words of a call of the sqlite3 shell do: every file that is named is found, and what can't be read is said to be unclear. */
import { expect, test } from "@jest/globals";
import { readSqlite, readSqliteInput } from "../../../../src/engine/effects/languages/read-sqlite.js";

const read = (texts: readonly string[]) => {
	const use = readSqlite(texts);
	return use.kind === "unclear" ? "unclear" : { reads: use.reads, writes: use.writes, runs: use.runs };
};
const nothing = { reads: [], writes: [], runs: [] };

test.each([
	"select 1",
	"select 'it''s .read f', \"a\"\"b\", [c], `d`, x'00' -- readfile('f')\n from t /* attach 'f' as g */ where a = ?1 and b = :b;",
	"create table attach(a); select attach from attach; insert into t values ('vacuum into ''f''')",
	"pragma journal_mode = wal; pragma main.table_info(t);",
	".tables",
	".mode csv",
	".output stdout",
	".log off",
	".schema 'a b'",
])("%s opens no file", (text) => {
	expect(read([text])).toEqual(nothing);
});

test.each<[string, Partial<typeof nothing> | Record<string, readonly string[]>]>([
	[".backup f", { writes: ["f"] }],
	[".backup main 'a b'", { writes: ["a b"] }],
	['.once "f"', { writes: ["f"] }],
	[".output |rm x", { runs: ["rm x"] }],
	[".import '|cat f' t", { runs: ["cat f"] }],
	[".import --skip 1 -v f t", { reads: ["f"] }],
	[".open file:a%20b?mode=ro", { reads: ["a b"], writes: ["a b"] }],
	[".system ls 'a b'", { runs: ['ls "a b"'] }],
	["ATTACH DATABASE 'f' AS g", { reads: ["f"], writes: ["f"] }],
	['explain attach "f" as g', { reads: ["f"], writes: ["f"] }],
	["select 1; attach 'f' as g", { reads: ["f"], writes: ["f"] }],
	["vacuum main into 'f'", { writes: ["f"] }],
	["select ReadFile ( 'f' )", { reads: ["f"] }],
	["select [writefile]('f', readfile(\"g\"))", { reads: ["g"], writes: ["f"] }],
])("%s names its files", (text, wanted) => {
	expect(read([text])).toEqual({ ...nothing, ...wanted });
});

test.each([
	".read f",
	".rea f",
	".READ f",
	".cd f",
	".load f",
	".archive -x",
	".once -e",
	".once -x",
	".output f g",
	".excel",
	".session a open",
	".testcase x",
	".parameter set $a readfile('f')",
	".import f t u",
	'.backup "a\\x62"',
	'.shell echo "$(rm x)"',
	"attach 'a' || 'b' as g",
	"attach ?1 as g",
	"vacuum into f()",
	"select readfile(name) from t",
	"select readfile('a' || name) from t",
	"select load_extension('f')",
	"select edit(a) from t",
	"select * from fsdir where path = 'f'",
	"select * from \"fsdir\"('f')",
	"select * from zipfile('f')",
	"pragma temp_store_directory = 'f'",
	"pragma writable_schema = on",
	"create virtual table t using csv(filename = 'f')",
	"create virtual table temp.t using \"zipfile\"('f')",
	"select 'not closed",
])("%s is unclear", (text) => {
	expect(read([text])).toBe("unclear");
});

test("its input has dot commands where no statement has begun", () => {
	const use = (text: string) => {
		const found = readSqliteInput(text);
		return found.kind === "unclear" ? "unclear" : found.writes;
	};
	expect(use(".once f\nselect 1;\n")).toEqual(["f"]);
	expect(use("select 1;\n.save f\n")).toEqual(["f"]);
	expect(use("# .save f\nselect\n'.save f';\n")).toEqual([]);
	expect(use("select 1\n;\n.save f\n")).toEqual(["f"]);
	expect(use(".read f\n")).toBe("unclear");
	// One that seems to stand inside a statement may stand behind its end.
	expect(use("select 1; -- end\n.save f\n")).toBe("unclear");
});

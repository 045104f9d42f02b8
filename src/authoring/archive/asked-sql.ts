/**
 * How a database counts what records of an archive have in common: what was asked, from where (below stand-ins where nothing can tell one home or project from
 * another), and what had been answered, each by a number.
 */
import {
	beforePieces,
	bitsOfNumbers,
	counting,
	elsewhere,
	lengthening,
	piece,
	putting,
	spelling,
} from "../replay/put-together.js";
import { allStandIns } from "../replay/stand-in-home.js";
import { sqlText } from "./duckdb.js";

/** Places in an archive: the file by its number, and the row in it. As numbers they are exact. */
export const rowsOfFile = 2 ** 32;

/** `decided`: all decisions; `asked`: those that the columns hold. */
export function viewsOf(files: readonly string[], session: string | undefined): readonly string[] {
	const list = `[${files.map(sqlText).join(", ")}]`;
	const ofSession = session === undefined ? "" : ` and (session = ${sqlText(session)} or parent = ${sqlText(session)})`;
	const decided = `create view decided as select agent, force, script, argv, call, nullif(env, []) as env, tools, workspace, cwd, home, effect, code, rules, masked, time, session, parent, as_written,
	(file_index * ${rowsOfFile} + file_row_number)::double as place
from read_parquet(${list}, hive_partitioning = false, file_row_number = true) where type = 'decision'`;
	return [decided, `create view asked as select * from decided where as_written is null${ofSession}`];
}

export const homesSql = "select count(distinct home)::double from folders where workspace is not null";

/** What is asked, but for the folders. */
export const requestColumns = "agent, force, script, argv, call, env, tools";
/** Of these, what may be absent. */
const absentable = ["script", "argv", "call", "env", "tools"];
export const answerColumns = "effect, code, rules, masked";

/** All that a request says. A list as text has the letters of its words in their order. */
const said = `concat_ws(' ', script, ${["argv", "call", "env", "tools"].map((list) => `${list}::varchar`).join(", ")})`;

/** The words of it alone. */
const words = "coalesce(script, array_to_string(argv, chr(10)), array_to_string(flatten(call), chr(10)), '')";
const source = ({ source: expression }: RegExp): string => sqlText(expression);
const [puts, spells, counts, lengthens, isElsewhere] = [putting, spelling, counting, lengthening, elsewhere].map(
	(one) => `regexp_matches(${words}, ${source(one)}, ${sqlText(one.flags || "c")})`,
);
/** The pieces of which it may put names together, as `put-together.ts` has them. */
const pieces = [words, ...beforePieces.map((before) => `regexp_replace(${words}, ${source(before)}, ' ', 'g')`)]
	.map((text) => `regexp_extract_all(${text}, ${source(piece)})`)
	.join(", ");
/** A bit for the first letter or the last one. Letters of both cases are one, and some others as well. */
const bitOf = (side: "left" | "right", text: string): string => `(1::bigint << (ascii(${side}(${text}, 1)) & 31))`;
const bitsOf = (side: "left" | "right"): string =>
	`list_reduce(list_transform(pieces, lambda x : ${bitOf(side, "x")}), lambda x, y : x | y, if(counts, ${bitsOfNumbers}, 0)::bigint)`;
const withPutting = (
	from: string,
): string => `select * exclude (pieces, counts), ${bitsOf("left")} as first_letters, ${bitsOf("right")} as last_letters
from (select * exclude (puts), if(puts and not puts_any, flatten([${pieces}]), []) as pieces
from (select *, if(puts, ${spells} or (${lengthens} and ${isElsewhere}), false) as puts_any, puts and ${counts} as counts from (select *, ${puts} as puts from ${from})))`;

/** Does it say a name that would be replaced, or are there pieces of which it might put it together? Whether it may, is looked at again for these. */
const saysOne = (name: string): string =>
	`coalesce(contains(said, ${name}) or (first_letters & first_of_${name} <> 0 and last_letters & last_of_${name} <> 0), false)`;
/** Or does it say what would stand for one? Then its folders are as they are. */
const saysName = `${saysOne("name")} or ${saysOne("other")} or ((says_stand_in or puts_any) and name is not null)`;
const lettersOf = (name: string): string =>
	`${bitOf("left", name)} as first_of_${name}, ${bitOf("right", name)} as last_of_${name}`;
const saysStandIn = allStandIns.map((standIn) => `contains(${said}, ${sqlText(standIn)})`).join(" or ");

const numbered = (name: string, columns: string, from: string): string =>
	`(row_number() over () - 1)::integer as ${name}, ${columns} from (select distinct ${columns} from ${from})`;

export const textsSql = `create table texts as select *, ${said} as said, (${saysStandIn}) as says_stand_in from (${withPutting(`(select ${numbered("text", requestColumns, "asked")})`)})`;
export const beforesSql = `create table befores as select ${numbered("before", answerColumns, "asked")}`;
export const foldersSql = `create table folders as select ${numbered("folder", "home, workspace, cwd", "asked")}`;
export const generalsSql =
	"create table generals (folder integer, home_of varchar, workspace_of varchar, cwd_of varchar, name varchar, other varchar)";

/** Where records stand, below stand-ins where names may be replaced. */
export const placedView = `create view placed as select f.folder, g.folder is not null as is_general, name, other,
	${["home", "workspace", "cwd"].map((one) => `if(g.folder is null, f.${one}, ${one}_of) as ${one}_of`).join(", ")}
from folders f left join generals g using (folder)`;

const spotColumns = ["home_of", "workspace_of", "cwd_of"];
/** Those in one project are beside each other. */
export const spotsSql = `create table spots as select (row_number() over (order by ${spotColumns.join(", ")}, is_general) - 1)::integer as spot, *
from (select is_general, ${spotColumns.join(", ")}, min(folder) as folder from placed group by is_general, ${spotColumns.join(", ")})`;

const sameIn = (table: string, columns: readonly string[]): string =>
	columns.map((column) => `p.${column} is not distinct from ${table}.${column}`).join(" and ");

export const standingSql = `create table standing as select f.home, f.workspace, f.cwd, p.folder, s.spot, name, other, ${lettersOf("name")}, ${lettersOf("other")}
from placed p join spots s on p.is_general = s.is_general and ${sameIn("s", spotColumns)} join folders f on f.folder = p.folder`;

/** Every record as numbers. */
export const numberedView = `create view numbered as select text, spot, if(${saysName}, folder, null) as own, before, place, folder, epoch_ms(time)::double as time
from asked p
join texts t on p.agent = t.agent and p.force = t.force and ${sameIn("t", absentable)}
join standing s on ${sameIn("s", ["home", "workspace", "cwd"])}
join befores b on p.effect = b.effect and p.code = b.code and p.rules = b.rules and p.masked = b.masked`;

export const groupsSql = `create table groups as
select text, spot, own, before, count(*)::integer as times, min(place) as place
from numbered group by text, spot, own, before`;

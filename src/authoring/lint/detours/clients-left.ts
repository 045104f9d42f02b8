/** Hosts that are kept from some programs, and others that reach them as well: `deny curl, wget reaching 169.254.169.254` beside `allow web.fetch`. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { isAmong } from "../../../engine/decide/evaluate/host-lists.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { isGoverned } from "../../analysis/programs/governed-names.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { clauseText } from "../reading/clause-text.js";
import { type WrittenHost, writtenHosts } from "../reading/written-hosts.js";
import { grantLabels, isLong, isRefused, openCommands, openText, restrictionsOf, saysOnly } from "./restriction.js";

export function clientsLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const clause = statement.clauses.find(({ keyword }) => keyword === "reaching");
	if (statement.keyword !== "deny" || clause === undefined || isLong(stated)) return undefined;
	if (!statement.clauses.every((one) => saysOnly(one) || one === clause)) return undefined;
	const named = agents.map(({ rule }) => rule.restricts && programsOf(rule.restricts));
	if (named.length === 0 || named.includes(undefined)) return undefined;
	const refused = new Set(named.flatMap((one) => [...(one ?? [])]));
	if (refused.size > mostPrograms) return undefined;
	const hosts = writtenHosts(subject)
		.filter((list) => list.stated.statement === statement && list.keyword === "reaching")
		.flatMap((list) => list.hosts.filter(({ negated }) => !negated));
	for (const restriction of restrictionsOf(stated, subject))
		for (const host of hosts.slice(0, mostHosts).flatMap((one) => samplesOf(one, subject))) {
			const all = clients(host, refused).filter(([program = ""]) => isGoverned(program, [restriction.setting]));
			if (!all.some((argv) => refused.has(argv[0] ?? "") && isRefused(argv, restriction))) continue;
			const others = all.filter(([program = ""]) => !refused.has(program));
			// Where a locked rule speaks for all that comes, a question is no denial.
			const open = openCommands(others, restriction, statement.locked);
			if (open.length === 0) continue;
			return {
				message: `this keeps ${host} from ${joinWords([...refused], mostPrograms)}, and ${openText(open)} and ${open.length === 1 ? "reaches" : "each reaches"} it, too`,
				span: statement.span,
				labels: [{ span: clause.span, message: "this is kept from some only" }, ...grantLabels(open, restriction)],
				help: `speak of every program: \`deny * ${clauseText(clause)}\``,
				witness: open[0]?.text ?? "",
			};
		}
	return undefined;
}

const mostPrograms = 4;
const mostHosts = 4;

/** Commands of the services that the refused programs speak to, as they are typed. */
function clients(host: string, refused: ReadonlySet<string>): readonly (readonly string[])[] {
	return services
		.map((lines) => lines.split(",").map((line) => line.replaceAll("HOST", host).split(" ")))
		.filter((commands) => commands.some(([program = ""]) => refused.has(program)))
		.flat();
}

/** For each service the programs that are there to talk to a host of it. */
const services: readonly string[] = [
	"web.fetch http://HOST/,web.fetch https://HOST/,curl http://HOST/,curl https://HOST/,wget http://HOST/,http GET http://HOST/,xh http://HOST/,aria2c http://HOST/,lynx http://HOST/,w3m http://HOST/,ssh HOST,scp x HOST:x,sftp HOST,rsync x HOST:x,lftp HOST,ftp HOST,mosh HOST,nc HOST 80,telnet HOST",
	"psql -h HOST,psql --host=HOST x,pg_dump -h HOST,pg_dump --host=HOST x,pg_dumpall -h HOST,pg_restore -h HOST -d x x,createdb -h HOST x,dropdb -h HOST x,createuser -h HOST x,dropuser -h HOST x,pgcli -h HOST,pgbench -h HOST x,vacuumdb -h HOST x,reindexdb -h HOST x,pg_isready -h HOST,pg_basebackup -h HOST -D x",
	"mysql -h HOST,mariadb -h HOST,mysqldump -h HOST x,mariadb-dump -h HOST x,mysqladmin -h HOST status,mariadb-admin -h HOST status,mysqlimport -h HOST x x,mysqlshow -h HOST,mycli -h HOST",
	"redis-cli -h HOST,valkey-cli -h HOST,redis-benchmark -h HOST,iredis -h HOST",
	"mongosh --host=HOST,mongo --host HOST,mongodump --host=HOST,mongorestore --host=HOST x,mongoexport --host=HOST -c x,mongoimport --host=HOST x",
	"clickhouse-client --host=HOST,clickhouse-client --host HOST,clickhouse --host HOST",
	"sqlcmd -S HOST,bcp x out x -S HOST",
	"cqlsh HOST,nodetool -h HOST status",
	"ldapsearch -H ldap://HOST,ldapadd -H ldap://HOST,ldapmodify -H ldap://HOST,ldapdelete -H ldap://HOST x,ldapwhoami -H ldap://HOST",
	"smbclient //HOST/x,smbget smb://HOST/x,smbmap -H HOST",
	"mosquitto_pub -h HOST -t x -m x,mosquitto_sub -h HOST -t x",
	"kafka-topics.sh --bootstrap-server HOST:9092 --list,kafka-console-producer.sh --bootstrap-server HOST:9092 --topic x,kafka-console-consumer.sh --bootstrap-server HOST:9092 --topic x,kcat -b HOST -L",
	"snmpget HOST x,snmpwalk HOST,snmpset HOST x s x",
	"impacket-psexec HOST,winrm HOST,rdesktop HOST,xfreerdp /v:HOST",
];

/** A host that the list speaks of: one that the policy names elsewhere is likelier to be let through than one that is made up. */
function samplesOf(host: WrittenHost, subject: ValidPolicyContext): readonly string[] {
	const { text } = host;
	if (/^[\w.-]+$/.test(text)) return [text];
	const elsewhere = writtenHosts(subject)
		.filter(({ keyword }) => keyword !== "reaching")
		.flatMap((list) => list.hosts.flatMap((one) => (one.negated || !/^[\w.-]+$/.test(one.text) ? [] : [one.text])))
		.filter((one) => isAmong({ host: one }, [host]) === "yes");
	const made = text.startsWith("*.")
		? `x${text.slice(1)}`
		: /^\d+(?:\.\d+){3}\/\d+$/.test(text)
			? inside(text)
			: undefined;
	return [...new Set([...elsewhere, ...(made === undefined ? [] : [made])])].slice(0, mostHosts);
}

/** The first machine of a network. */
function inside(network: string): string {
	const parts = network.replace(/\/.*$/, "").split(".");
	return [...parts.slice(0, 3), String(Number(parts[3]) + 1)].join(".");
}

/** Commands that take a request in a language of its own: whatever may be asked for there may be asked for by them, whether it looks or changes something. */

/** What they take: "statement", "request", "command"; undefined for a command that is none, or one of which an option says which it takes. */
export function takesAnyRequest(words: readonly string[]): string | undefined {
	if (words.some((word) => word.startsWith("-") && !says.test(word))) return undefined;
	const operands = words.filter((word) => !word.startsWith("-"));
	return rows.find(
		({ beginning }) => beginning.length === operands.length && beginning.every((word, at) => operands[at] === word),
	)?.takes;
}

/** They say where, and how the answer looks. */
const says =
	/^--?(?:h|host|port|p|u|U|user\w*|d|D|dbname|database|db|project\w*|project[-_]id|o|output\w*|format|quiet|no-psqlrc|X|hostname|R|repo|url|connection|profile|region)(?:=|$)/;

const rows = [
	...of(
		"statement",
		"bq query,psql,mysql,mariadb,sqlite3,sqlcmd,sqlplus,duckdb,clickhouse-client,clickhouse client,snowsql,snow sql,trino,presto,beeline,cqlsh,mongosh,mongo,usql,pgcli,mycli,isql,cockroach sql,wp db query,drush sql:query,prisma db execute,wrangler d1 execute,turso db shell,heroku pg:psql,gcloud spanner databases execute-sql,aws dynamodb execute-statement,aws rds-data execute-statement,aws athena start-query-execution,supabase db query,influx query,databricks sql,dbt run-operation,php bin/console doctrine:query:sql,php bin/console dbal:run-sql,psql -c",
	),
	...of(
		"command",
		"redis-cli,valkey-cli,etcdctl,zkCli.sh,adb shell,ssh,docker exec,kubectl exec,podman exec,docker compose exec,heroku run,ansible,rcon,telnet",
	),
	...of(
		"request",
		"gh api,glab api,az rest,tea api,gcloud curl,vercel api,netlify api,oci raw-request,kubectl proxy,stripe post,doctl api,grpcurl,consul kv",
	),
];

function of(
	takes: string,
	texts: string,
): readonly { readonly beginning: readonly string[]; readonly takes: string }[] {
	return texts.split(",").map((text) => ({ beginning: text.split(" "), takes }));
}

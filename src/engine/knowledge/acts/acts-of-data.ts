/** Acts on databases, caches and queues that rules refuse, each with the other words for it: by the frameworks that bring their schemas along, and by their own clients. */
import { type Act, actsIn } from "./act.js";

export const actsOfData: readonly Act[] = actsIn(`
throws away what the database holds: {php artisan,artisan,./artisan,sail artisan} {migrate:fresh,db:wipe,migrate:reset,migrate:refresh}
throws away what the database holds: {rails,bin/rails,./bin/rails,bundle exec rails,rake,bin/rake,./bin/rake,bundle exec rake} {db:drop,db:reset,db:purge,db:migrate:reset,db:truncate_all,db:drop:all,db:schema:load}
throws away what the database holds: {python manage.py,python3 manage.py,./manage.py,manage.py,django-admin,python -m django} {flush,reset_db,migrate x zero} | ~{python manage.py,python3 manage.py,./manage.py} sqlflush
throws away what the database holds: {php bin/console,bin/console,./bin/console,symfony console} {doctrine:database:drop --force,doctrine:schema:drop --force,doctrine:fixtures:load,doctrine:migrations:migrate first} | ~{php bin/console,bin/console} {doctrine:query:sql x,dbal:run-sql x}
throws away what the database holds: prisma {migrate reset,db push --force-reset,db push --accept-data-loss} | ~prisma db execute --file=x
throws away what the database holds: {sequelize,sequelize-cli} {db:drop,db:migrate:undo:all} | ~{sequelize,sequelize-cli} db:seed:undo:all
throws away what the database holds: typeorm {schema:drop,query x} | ~typeorm schema:sync
throws away what the database holds: mikro-orm {schema:drop --run,schema:fresh --run,migration:fresh,database:drop}
throws away what the database holds: node ace {migration:fresh,db:wipe,migration:reset,migration:refresh,db:truncate}
throws away what the database holds: payload {migrate:fresh,migrate:reset,migrate:refresh}
throws away what the database holds: {php spark,./spark} {migrate:refresh,migrate:rollback --batch=0}
throws away what the database holds: {php yii,./yii} {migrate/fresh,migrate/down all}
throws away what the database holds: mix {ecto.drop,ecto.reset} | ~mix ecto.rollback --all
throws away what the database holds: {mvn,./mvnw} flyway:clean | flyway clean
throws away what the database holds: liquibase {drop-all,dropAll} | ~{mvn,./mvnw} liquibase:dropAll
throws away what the database holds: {wp,wp-cli} db {reset,drop,clean} | {wp,wp-cli} site empty | ~{wp,wp-cli} db {query x,import x}
throws away what the database holds: {drush,vendor/bin/drush} {sql:drop,sql-drop,site:install} | ~{drush,vendor/bin/drush} {sql:query x,sqlq x}
throws away what the database holds: supabase db {reset,reset --linked}
throws away what the database holds: hasura migrate apply --down=all | hasura {metadata clear,migrate delete --all}
throws away what the database holds: atlas schema clean | ~atlas {schema apply --auto-approve,migrate down}
throws away what the database holds: dbmate {drop,down}
throws away what the database holds: goose {reset,down-to 0} | ~goose down
throws away what the database holds: migrate {drop,down} | ~migrate force 1
throws away what the database holds: sqlx database {drop,reset} | ~sqlx migrate revert
throws away what the database holds: diesel {database reset,database drop,migration revert --all} | ~diesel migration redo --all
throws away what the database holds: sea-orm-cli migrate {fresh,reset,refresh} | ~sea-orm-cli migrate down
throws away what the database holds: dotnet ef database {drop,drop --force,update 0}
throws away what the database holds: sqitch revert | ~sqitch {rebase,checkout x}
throws away what the database holds: airflow db {reset,downgrade} | ~airflow db clean
throws away what the database holds: superset {load-examples --force,db downgrade}
takes migrations back: {php artisan,./artisan,sail artisan} {migrate:rollback,migrate:reset,migrate:refresh}
takes migrations back: {rails,bin/rails,./bin/rails,bundle exec rails,rake,bundle exec rake} {db:rollback,db:migrate:down VERSION=1,db:migrate:redo,db:migrate VERSION=0}
takes migrations back: {knex,sequelize,sequelize-cli} {migrate:rollback,migrate:down,migrate:rollback --all,db:migrate:undo,db:migrate:undo:all}
takes migrations back: typeorm {migration:revert,migration:down}
takes migrations back: alembic downgrade base | flask db downgrade | alembic downgrade -1 | ~alembic stamp base
takes migrations back: flyway undo | ~flyway {clean,repair}
takes migrations back: liquibase {rollback x,rollback-count 1,rollback-to-date x,rollbackCount 1} | ~liquibase drop-all
takes migrations back: mix ecto.rollback | ~mix ecto.reset
changes the schema without a migration: prisma {db push,migrate dev} | ~prisma db execute --file=x
changes the schema without a migration: drizzle-kit {push,push --force}
builds tables anew: dbt {run,build,seed,retry,clone} --full-refresh
works on what is live: dbt {run,build,seed,snapshot,test,run-operation x,retry,clone} --target={x:prod}
drops a table > bq rm x | bq query "DROP TABLE x" | bq query "DELETE FROM x"
deletes data sets: bq rm -r x | bq rm -f x | bq rm x | ~bq query "DROP SCHEMA x"
drops the database: mysqladmin drop x | mysql -e "DROP DATABASE x" | mariadb-admin drop x | ~mysql -e "drop database x"
drops the database > dropdb {x:shop} | psql -c "DROP DATABASE x" | dropdb --force {x:shop} | mysqladmin drop {x:shop}
drops a role: dropuser x | psql -c "DROP ROLE x" | ~psql -c "DROP USER x"
copies the database: mysqldump x | mariadb-dump x | mysqlpump x | ~mysqldump --all-databases | ~mydumper
copies the database: pg_dump x | pg_dumpall | ~pg_basebackup --pgdata=x
copies the database: mongodump | mongoexport --collection=x
overwrites the database: pg_restore --clean --dbname=x x | ~psql --file=x x
overwrites the database: mongorestore --drop | mongoimport --drop x
empties the store: redis-cli {FLUSHALL,FLUSHDB} | redis-cli {flushall,flushdb} | ~redis-cli {SHUTDOWN,DEBUG x,EVAL x 0}
runs code in the store: redis-cli {EVAL x 0,EVALSHA x 0,FUNCTION x,SCRIPT x} | ~redis-cli --eval x
changes how the store works: redis-cli CONFIG SET x y | ~redis-cli {DEBUG x,REPLICAOF x 1,SLAVEOF x 1,MODULE LOAD x}
deletes topics: {kafka-topics,kafka-topics.sh} --delete --topic=x | {kafka-delete-records,kafka-delete-records.sh} --offset-json-file=x | ~{kafka-configs,kafka-configs.sh} --alter --topic=x --add-config=retention.ms=1
deletes topics: rpk topic delete x | ~rpk topic trim-prefix x
sets readers back: {kafka-consumer-groups,kafka-consumer-groups.sh} {--reset-offsets,--delete,--delete-offsets} --group=x
empties the queue: rabbitmqadmin {purge queue name=x,delete queue name=x} | rabbitmqctl {purge_queue x,delete_queue x} | ~rabbitmqctl {reset,force_reset,delete_vhost x}
empties the queue: nats stream {purge x,rm x,delete x} | ~nats stream rmm x
empties the queue: celery {purge,amqp queue.purge x}
empties the queue: aws sqs {purge-queue --queue-url=x,delete-queue --queue-url=x}
empties the queue: gcloud pubsub subscriptions {seek x --time=x,delete x} | ~gcloud pubsub topics delete x
deletes an index: curl -X DELETE http://localhost:9200/x | ~curl --request=DELETE http://localhost:9200/_all
starts runs: airflow dags {trigger x,backfill x} | ~airflow tasks run x y z
`);

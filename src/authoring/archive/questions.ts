/** Questions that every fleet asks, by name, in SQL over the views of an archive. */

/** A question that is ready. */
export interface ReadyQuestion {
	readonly name: string;
	/** What it answers, on one line. */
	readonly about: string;
	readonly sql: string;
	/** It asks about the rules of a policy, in the table `rules`. */
	readonly needsPolicy?: true;
}

export const readyQuestions: readonly ReadyQuestion[] = [
	{
		name: "denied-most",
		about: "which programs agents are refused most, on how many machines, by which rules",
		sql: `with refusals as (
  select agent, machine, repository, command, coalesce(rules[1], code) as rule, unnest(refused) as program
  from decisions where effect = 'deny'
), most as (
  select agent, program, count(*) as denied, count(distinct machine) as machines,
    count(distinct repository) as repositories
  from refusals
  group by all
  order by denied desc, agent, program
  limit 100
), said as (
  select agent, program, rule, command, count(*) as times
  from refusals semi join most using (agent, program)
  group by all
), usual_rules as (
  select agent, program, first(rule order by times desc, rule) as usual_rule
  from (select agent, program, rule, sum(times) as times from said group by all)
  group by all
), usual_commands as (
  select agent, program, first(command order by times desc, command) as usual_command
  from (select agent, program, command, sum(times) as times from said where command is not null group by all)
  group by all
)
select *
from most join usual_rules using (agent, program) left join usual_commands using (agent, program)
order by denied desc, agent, program`,
	},
	{
		name: "noisy-rules",
		about: "which rules stop agents most, and how often a person then said yes",
		sql: `select rule, effect, count(*) as times, count(distinct machine) as machines, count(distinct agent) as agents,
  count(*) filter (effect = 'ask' and id in (select id from approvals)) as approved
from (select id, machine, agent, effect, unnest(rules) as rule from decisions where effect <> 'allow')
group by rule, effect
order by times desc, rule, effect
limit 100`,
	},
	{
		name: "silent-rules",
		about: "which rules of the policy decided nothing (with `--rules`, or by the nearest policy)",
		needsPolicy: true,
		sql: `select r.agent, r.id as rule, r.effect, r.place
from rules r
anti join (
  select distinct agent, unnest(rules) as id from (select distinct agent, rules from decisions)
) fired on fired.agent = r.agent and fired.id = r.id
order by r.agent, r.line, rule`,
	},
	{
		name: "people-asked",
		about: "who was asked by which rule, how often a yes came, and from whom",
		sql: `with yes as (
  select id, min(approved_by) as one, max(approved_by) as other from approvals group by id
), approved as (
  select id, one as people from yes where one is not distinct from other
  union all
  select id, string_agg(distinct approved_by, ', ' order by approved_by)
  from approvals semi join (select id from yes where one <> other) using (id) group by id
)
select d.agent, rule, count(*) as asked, count(a.id) as approved, count(*) - count(a.id) as not_approved,
  max(a.people) as people
from (select id, agent, coalesce(rules[1], code) as rule from decisions where effect = 'ask') d
left join approved a on a.id = d.id
group by all
order by asked desc, agent, rule
limit 100`,
	},
	{
		name: "versions",
		about: "how many machines last decided by which policy, engine and harness",
		sql: `select policy, engine, harness, harness_version, count(*) as machines, max(last) as last
from (
  select machine, harness, arg_max(policy, time) as policy, arg_max(engine, time) as engine,
    arg_max(harness_version, time) as harness_version, max(time) as last
  from decisions group by machine, harness
)
group by all
order by machines desc, policy, engine, harness, harness_version`,
	},
	{
		name: "bundles",
		about: "how many machines last decided by which release of a bundle, and how old it was",
		sql: `select bundle, bundle_version, bundle_state, count(*) as machines, max(last) as last
from (
  select machine, bundle, arg_max(bundle_version, time) as bundle_version, arg_max(bundle_state, time) as bundle_state,
    max(time) as last
  from decisions where bundle is not null group by machine, bundle
)
group by all
order by bundle, bundle_version desc, bundle_state`,
	},
	{
		name: "shadow",
		about: "what a release that decides nothing yet would have answered otherwise",
		sql: `select shadow_version, effect, shadow_effect, coalesce(shadow_rules[1], 'no rule') as rule, count(*) as times,
  count(distinct machine) as machines, mode(command) as usual_command
from decisions
where shadow_effect is not null and shadow_effect <> effect
group by all
order by times desc, shadow_version, effect, shadow_effect, rule
limit 100`,
	},
	{
		name: "silent-machines",
		about: "which machines wrote nothing in the last three days of the archive",
		sql: `with machines as (
  select machine, max(time) as last, count(*) as records from records where day > '1970-01-01' group by machine
)
select machine, last, records, date_diff('day', last, newest) as days_silent
from machines, (select max(last) as newest from machines)
where machine is not null and last < newest - interval 3 days
order by last, machine`,
	},
	{
		name: "gaps",
		about: "of which machines records are missing, by their numbers",
		sql: `select machine, log, min(seq) as first, max(seq) as last, max(seq) - min(seq) + 1 - count(distinct seq) as missing
from records
semi join (
  select machine, log from records where seq is not null group by machine, log
  having count(*) <> max(seq) - min(seq) + 1 or 2 * sum(seq) <> (min(seq) + max(seq)) * count(*)
) unclear on unclear.machine is not distinct from records.machine and unclear.log = records.log
where seq is not null
group by machine, log
having missing > 0
order by missing desc, machine, log`,
	},
	{
		name: "unverified",
		about: "whose chains were broken when they came in",
		sql: `select log, machine, count(*) as records, min(time) as first, max(time) as last
from records
where not verified
group by log, machine
order by records desc, log, machine`,
	},
	{
		name: "days",
		about: "how many decisions each day had, by effect",
		sql: `select day, sum(decisions)::bigint as decisions, count(machine) as machines, sum(allow)::bigint as allow,
  sum(ask)::bigint as ask, sum(nudge)::bigint as nudge, sum(deny)::bigint as deny
from (
  select day, machine, count(*) as decisions,
    count(*) filter (effect = 'allow') as allow, count(*) filter (effect = 'ask') as ask,
    count(*) filter (effect = 'nudge') as nudge, count(*) filter (effect = 'deny') as deny
  from decisions group by day, machine
)
group by day
order by day`,
	},
	{
		name: "slow",
		about: "how long deciding took, by entrance and harness, in microseconds",
		sql: `with counted as (
  select surface, harness, latency_us, count(*) as times from decisions where latency_us is not null group by all
), summed as (
  select *, sum(times) over (partition by surface, harness order by latency_us) as upto,
    sum(times) over (partition by surface, harness) as total
  from counted
)
select surface, harness, max(total)::bigint as decisions, min(latency_us) filter (2 * upto >= total) as median,
  min(latency_us) filter (20 * upto >= 19 * total) as p95, max(latency_us) as longest
from summed
group by surface, harness
order by p95 desc, surface, harness`,
	},
];

-- The ready questions of `rules audit query`, in ClickHouse's dialect, over the tables of records.sql.

-- denied-most: which programs agents are refused most, on how many machines, by which rules
select agent, program, count() as denied, uniqExact(machine) as machines, uniqExact(repository) as repositories,
    topK(1)(rule)[1] as usual_rule, topK(1)(ifNull(command, ''))[1] as usual_command
from (select agent, machine, repository, command, arrayJoin(refused) as program, if(empty(rules), code, rules[1]) as rule from decisions where effect = 'deny')
group by agent, program
order by denied desc, agent, program
limit 100;

-- noisy-rules: which rules stop agents most, and how often a person then said yes
select rule, effect, count() as times, uniqExact(machine) as machines, uniqExact(agent) as agents,
    countIf(effect = 'ask' and id in (select id from approvals)) as approved
from (select id, machine, agent, effect, arrayJoin(rules) as rule from decisions where effect != 'allow')
group by rule, effect
order by times desc, rule, effect
limit 100;

-- people-asked: who was asked by which rule, how often a yes came, and from whom
select d.agent, if(empty(d.rules), d.code, d.rules[1]) as rule, count() as asked, countIf(isNotNull(a.id)) as approved,
    countIf(isNull(a.id)) as not_approved, max(a.people) as people
from decisions as d
left join (select id, arrayStringConcat(arraySort(groupUniqArray(approved_by)), ', ') as people from approvals group by id) as a on a.id = d.id
where d.effect = 'ask'
group by d.agent, rule
order by asked desc, d.agent, rule
limit 100
settings join_use_nulls = 1;

-- versions: how many machines last decided by which policy, engine and harness
select policy, engine, harness, harness_version, count() as machines, max(last) as last
from (
    select machine, harness, argMax(tuple(policy), time).1 as policy, argMax(tuple(engine), time).1 as engine,
        argMax(tuple(harness_version), time).1 as harness_version, max(time) as last
    from decisions group by machine, harness
)
group by policy, engine, harness, harness_version
order by machines desc, policy, engine, harness, harness_version;

-- bundles: how many machines last decided by which release of a bundle, and how old it was
select bundle, bundle_version, bundle_state, count() as machines, max(last) as last
from (
    select machine, bundle, argMax(tuple(bundle_version), time).1 as bundle_version, argMax(tuple(bundle_state), time).1 as bundle_state,
        max(time) as last
    from decisions where bundle is not null group by machine, bundle
)
group by bundle, bundle_version, bundle_state
order by bundle, bundle_version desc, bundle_state;

-- shadow: what a release that decides nothing yet would have answered otherwise
select shadow_version, effect, shadow_effect, if(empty(shadow_rules), 'no rule', shadow_rules[1]) as rule, count() as times,
    uniqExact(machine) as machines, topK(1)(ifNull(command, ''))[1] as usual_command
from decisions
where shadow_effect is not null and shadow_effect != effect
group by shadow_version, effect, shadow_effect, rule
order by times desc, shadow_version, effect, shadow_effect, rule
limit 100;

-- silent-machines: which machines wrote nothing in the last three days of the archive
with (select max(time) from records where day > '1970-01-01') as newest
select machine, max(time) as last, count() as records, dateDiff('day', last, newest) as days_silent
from records
where machine is not null and day > '1970-01-01'
group by machine
having last < newest - interval 3 day
order by last, machine;

-- gaps: of which machines records are missing, by their numbers
select machine, log, min(seq) as first, max(seq) as last, last - first + 1 - uniqExact(seq) as missing
from records
where seq is not null
group by machine, log
having missing > 0
order by missing desc, machine, log;

-- unverified: whose chains were broken when they came in
select log, machine, count() as records, min(time) as first, max(time) as last
from records
where not verified
group by log, machine
order by records desc, log, machine;

-- days: how many decisions each day had, by effect
select day, count() as decisions, uniqExact(machine) as machines, countIf(effect = 'allow') as allow, countIf(effect = 'ask') as ask,
    countIf(effect = 'nudge') as nudge, countIf(effect = 'deny') as deny
from decisions
group by day
order by day;

-- slow: how long deciding took, by entrance and harness, in microseconds
select surface, harness, count(latency_us) as decisions, quantileExactLow(0.5)(latency_us) as median,
    quantileExact(0.95)(latency_us) as p95, max(latency_us) as longest
from decisions
where latency_us is not null
group by surface, harness
order by p95 desc, surface, harness;

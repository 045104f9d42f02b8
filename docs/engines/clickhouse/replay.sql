-- Replays the records of records.sql under another policy: each distinct request is decided once, by rules-check.sh.

-- What was asked, as lines for `rules check --jsonl`. A record's time is a part of its request where the policy asks the time: put it in as "at" then.
create view requests as
select id, machine, seq, effect, code, rules, has(env, 'HOME') as sets_home,
    concat('{', arrayStringConcat(arrayFilter(field -> field != '', [
        concat('"agent":', toJSONString(agent)),
        if(isNull(script), '', concat('"script":', toJSONString(script))),
        if(empty(argv), '', concat('"argv":', toJSONString(argv))),
        if(empty(call), '', concat('"call":', toJSONString(call))),
        concat('"force":', if(force, 'true', 'false')),
        if(isNull(cwd), '', concat('"cwd":', toJSONString(cwd))),
        if(isNull(coalesce(workspace, cwd)), '', concat('"workspace":', toJSONString(coalesce(workspace, cwd)))),
        if(isNull(home), '', concat('"home":', toJSONString(home))),
        if(empty(tools), '', concat('"tools":', toJSONString(tools))),
        if(empty(env), '', concat('"env":', toJSONString(mapFromArrays(arrayMap(name -> toString(name), env), arrayMap(name -> '', env)))))
    ]), ',')) as request
from records
where type = 'decision' and (isNotNull(script) or notEmpty(argv) or notEmpty(call));

create table distinct_requests engine = MergeTree order by number as
select request, rowNumberInAllBlocks() as number from (select distinct request from requests);

create table answers engine = MergeTree order by number as
select JSONExtractUInt(line, 'id') as number, JSONExtractString(line, 'effect') as effect, JSONExtractString(line, 'code') as code,
    JSONExtract(line, 'rules', 'Array(Tuple(id String))').id as rules, JSONExtractString(line, 'error') as error
from executable('rules-check.sh', LineAsString, 'line String', (
    select concat(request, ',"id":', toString(number), '}') from distinct_requests order by number
));

create table replayed engine = MergeTree order by (machine, seq) settings allow_nullable_key = 1 as
select r.id as id, r.machine as machine, r.seq as seq, r.effect as before, a.effect as after, a.code as code, a.rules as rules,
    -- The value of HOME is not in a log, and answers hang on it, but for those that refuse the request as such.
    if(a.error = '' and r.sets_home and a.code not in ('environment', 'unknown-agent'), 'HOME', a.error) as error,
    indexOf(['allow', 'ask', 'nudge', 'deny'], toString(a.effect)) - indexOf(['allow', 'ask', 'nudge', 'deny'], toString(r.effect)) as stricter
from requests as r
join distinct_requests as d on d.request = r.request
join answers as a on a.number = d.number;

select multiIf(error != '', 'undecided', stricter = 0, 'same', stricter > 0, 'stricter', 'looser') as change, before, after, rules, count() as times,
    any(id) as sample
from replayed
group by change, before, after, rules
order by times desc, change, before, after, rules;

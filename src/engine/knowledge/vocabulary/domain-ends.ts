/** What names of hosts end in. They tell a slip of the finger; nothing is decided by them. */

/** The codes of countries, by ISO 3166, with those that the domain name system has besides. */
export const countryEnds: ReadonlySet<string> = new Set(
	`ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw`.split(
		" ",
	),
);

/** Ends that are set aside for examples, tests and networks of one's own. */
export const reservedEnds: readonly string[] = "example internal localhost invalid localdomain intranet".split(" ");

/** Slips of the short ends that are best known. */
export const shortEnds: ReadonlyMap<string, string> = new Map([
	...slips("com", "cmo ocm con comm coom cim cpm"),
	...slips("org", "ogr rog orgg orrg ogrg"),
	...slips("net", "nte ent nett neet"),
	...slips("dev", "dve devv edv"),
	...slips("info", "ifno inof nifo"),
	...slips("local", "loacl lcoal locla locall"),
	...slips("corp", "copr crop corpp"),
	...slips("test", "tset tets"),
]);

/** Those that are surely meant. */
export const domainEnds: ReadonlySet<string> = new Set([
	...countryEnds,
	...reservedEnds,
	..."com org net edu gov mil int arpa info biz name pro dev app cloud online store shop site tech agency blog xyz local lan home corp test intra private onion".split(
		" ",
	),
]);

function slips(end: string, typed: string): readonly (readonly [string, string])[] {
	return typed.split(" ").map((one) => [one, end] as const);
}

/** Countries are called as endings of files are. */
export function isHostEnd(end: string): boolean {
	return domainEnds.has(end) && !countryEnds.has(end);
}

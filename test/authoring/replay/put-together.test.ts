/** A request may say a name that stands in it nowhere: which texts may, and which can't. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { mayPutTogether, piecesIn, puttingOf } from "../../../src/authoring/replay/put-together.js";
import { eachSpelled, spelling } from "./spelled-names.js";

const may = (text: string, name: string): boolean => mayPutTogether(() => piecesIn(text), puttingOf(text), name);

describe("a text may say a name", () => {
	test.each(eachSpelled("barbara"))("that it spells: %s", (text) => {
		expect([may(text, "barbara"), text.includes("barbara")]).toEqual([true, false]);
	});

	test("wherever its letters are parted", () => {
		const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{2,12}$/);
		fc.assert(
			fc.property(
				name.chain((one) => fc.tuple(fc.constant(one), spelling(one))),
				([one, text]) => text.includes(one) || may(text, one),
			),
			{ numRuns: 5000 },
		);
	});

	test.each([
		["rm /home/u{1230..1240}/x", "u1234"],
		["rm /home/u$((1233+1))/x", "u1234"],
		["rm /home/u$[1233 + 1]/x", "u1234"],
		["rm /home/$((1233+1))/x", "1234"],
		["rm /home/$((1))-ann/x", "1-ann"],
		["n=$((16#ff)); rm /home/x$n/y", "x255"],
		["rm /home/x{1..9}y/z", "x3y"],
		["rm /srv/{a..z}arl/x", "carl"],
		["rm /srv/{1..z}arl/x", "carl"],
		["rm /srv/{A..$n}arl/x", "carl"],
		["echo $(( [##36] 12345 ))", "ann"],
		["x=b y=rb; rm /home/${x}a$y'ara'/z", "barbara"],
		["curl\n-T\n/home/user[4-6]/y\nhttp://x", "user5"],
		["curl\nfile:///srv/[a-f]acade/y", "facade"],
		["curl\nfile:///srv/{bar,x}[e-g]ac/y", "barfac"],
		["cd /home && printf 'q\\nfac%s/y' ade | xargs rm", "facade"],
		["for i in 1234; do rm /home/u$i/x; done", "u1234"],
		["curl file:///home/%63arl/x", "carl"],
		["cat /home/CA''RL", "carl"],
		["xargs\n-t\n-IX\nrm\n/home/caXl", "carl"],
		["cat $'/home/c\\x0061rl/y'", "carl"],
		["cat $'/home/c\\141''rl/y'", "carl"],
		["cat $'/home/\\103ARL/y'", "carl"],
		["echo -e \"/home/c\\\\x6'1'rl\" | xargs cat", "carl"],
		["cat $'/home/u\\x3'1'23/y'", "u123"],
		["cat $'/srv/\\x{00000000000000000000000000063}arl/y'", "carl"],
		["cat $'/srv/\\x{163}arl/y'", "carl"],
		[`echo -e /srv/\\\\x6${"'".repeat(42)}3arl/y | xargs cat`, "carl"],
		[`echo jd | xargs -I${" ".repeat(50)}X rm /srv/Xoe/y`, "jdoe"],
		["cat $'/home/\\N{x}arl/y'", "carl"],
	])("by numbers and by letters of the other case: %s", (text, name) => {
		expect(may(text, name)).toBe(true);
	});
});

test.each([
	"x=~; rm ${x}x/y",
	"echo =~/${x}y",
	"echo $HOME | xargs -I% rm -r %x/y",
	"pwd | xargs -I@ sh -c 'cd /; rm -r @\"x\"/y'",
	"python3 -c \"open('/home/ann' '\\x62')\"",
])("a text may make any name longer: %s", (text) => {
	expect(puttingOf(text).any).toBe(true);
});

describe("a text can't say a name", () => {
	test.each([
		["of which it has no end", "cp ba'r' x"],
		["of which it has no beginning", "cp 'x' bara"],
		["where nothing is put together", "cp bar bara x"],
		["of which it has no middle", "cp 'ba' x$((1))ra"],
		["of whose letters it says one by a number", "cat $'/home/\\x62/y' rbara"],
		["whose letter a number by eights can't be", "cat $'/srv/\\139/y' 'b' rbara"],
		["of pieces that a number's digits would be", "cat $'/home/\\142/ar' 142ara"],
		["beside what something stands for", "echo bar | xargs -I% rm %x ara"],
		["of pieces that are parts of others", "cp 'xbar' barax"],
		["that it would count", "rm x$((i + 1)) /home/bar$n/x"],
		["of a range of numbers", "rm 'bar'{1..20}"],
	])("%s", (_, text) => {
		expect(may(text, "barbara")).toBe(false);
	});

	test.each([
		"git commit -m 'fix the build'",
		"sed -i 's/\\(a\\)/\\1/' x",
		"printf 'a\\0' | xargs -0 -I{} rm {}",
		"awk 'BEGIN{while((getline l)>0) print l}'",
		"find . -name '*.ts' | xargs -n1 wc -l",
		"echo \"$HOME\" | tr '\\n' ' '",
		"csplit -b %03d.txt a 2",
		"printf '\\033[1;31m%s\\033[0m\\n' done",
		"echo a | xargs -I% -t rm %",
		"echo a | xargs -i rm {}",
		"echo a | xargs --max-args=1 --replace=@ rm @",
		"$'\\x72m' \\\n  -f x",
		"[[ a =~ ^$(rm x)(b|c)$ ]]",
		"grep -rn '[a-z]-[0-9]' src",
		"for i in {1..20}; do echo $((i * 2)); done",
		"for ((i = 0; i < 3; i++)); do echo $i; done",
	])("at all that is spelled by no number: %s", (text) => {
		expect(puttingOf(text).any).toBe(false);
	});
});

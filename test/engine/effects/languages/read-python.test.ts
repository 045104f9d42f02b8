import { spawnSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CodeUse } from "../../../../src/engine/effects/languages/code-use.js";
import { readPython } from "../../../../src/engine/effects/languages/read-python.js";
import { installed } from "./run-really.js";
import { canTrace, tracedEffects } from "./trace.js";

/** The program itself, and not a script that looks for it. */
const [found] = installed(["python3"]);
const python =
	found && spawnSync(found, ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout.trim();

function does(code: string): Partial<CodeUse & { kind: "read" }> | string {
	const use = readPython([code]);
	if (use.kind === "unclear") return use.why;
	const { kind: _, mayRunFiles: __, ...found } = use;
	return Object.fromEntries(Object.entries(found).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** Statements that only compute; names are their own. */
const harmless = [
	"print(1)",
	"import sys; print(sys.version, sys.version_info[:2], sys.argv[0])",
	"import os\nprint(os.getcwd(), os.sep, os.path.join('a', 'b'))",
	"import json; print(json.dumps({'a': [1, 2.5, None]}, indent=2, sort_keys=True))",
	"import json, sys\nd = json.loads('{\"a\": 1}')\nprint(d['a'], d.get('b', 0))",
	"import json, sys; t = sys.stdin.read(); print(len(t))",
	"for line in ['a', 'b']: pass",
	"x = 1\nwhile x < 10:\n    x += 1\n    if x == 5:\n        continue\nelse:\n    print('done')",
	"print(f'{1 + 1:>4} {len([1, 2])!r} {{}}')",
	"print('a' 'b', \"\"\"c\nd\"\"\", r'\\d', b'\\x00', 'é\\u00e9')",
	"print([x * 2 for x in range(3) if x], {k: v for k, v in [(1, 2)]}, sum(x for x in [1]))",
	"def f(a, b=2, *c, **d):\n    '''doc'''\n    return a + b\nprint(f(1))",
	"print(sorted([3, 1], key=lambda x: -x), max('ab', key=len), list(map(str, [1])))",
	"try:\n    int('x')\nexcept (ValueError, KeyError) as e:\n    print(e)\nfinally:\n    pass",
	"from datetime import datetime, timedelta\nprint(datetime.now().year > 2000, datetime(2020, 1, 1).isoformat(), timedelta(days=1))",
	"from collections import Counter, defaultdict\nc = Counter('aab')\nprint(c.most_common(1))\ne = defaultdict(list)\ne['x'].append(1)",
	"import re, math, base64, hashlib\nprint(re.sub('a', 'b', 'aa'), math.sqrt(2), base64.b64encode(b'x').decode(), hashlib.sha256(b'x').hexdigest())",
	"import urllib.parse as u; print(u.quote('a b'), u.urlparse('https://x.example/y').path)",
	"a, (b, *c) = 1, (2, 3)\nprint(a, b, c)",
	"x: int = 5\nassert x == 5, 'no'\nx **= 2\nprint(x if x > 3 else 0)",
	"print('{} {:>3}'.format(1, 2), '%s' % 3, 'a,b'.split(','))",
	"print(1,\n      2)\nprint(1 + \\\n      2)  # why",
	"import os; print(os.environ.get('HOME'), os.environ['PATH'][:1])",
	"from pathlib import Path; print(Path('a') / 'b')",
];

/** What takes hold of something else, wherever it stands. */
const dangerous = [
	"__import__('os').system('x')",
	"eval('1')",
	"exec('1')",
	"compile('1', 'a', 'exec')",
	"getattr(1, 'x')",
	"globals()",
	"input()",
	"breakpoint()",
	"().__class__.__bases__[0].__subclasses__()",
	"(lambda: 0).__globals__",
	"(x for x in [1]).gi_frame.f_globals",
	"'{0.__class__}'.format(1)",
	"open('a' + 'b', 'w')",
	"open('made', 'w').write('x')",
	"[open][0]('made', 'w')",
	"print.__self__",
	"socket.socket()",
	"help()",
];

const dangerousLines = [
	"import subprocess; subprocess.run(['ls'])",
	"import os; os.system('ls')",
	"import os; os.remove('a')",
	"import shutil; shutil.rmtree('a')",
	"import socket",
	"import requests",
	"import importlib",
	"import ctypes",
	"import pickle",
	"from os import *",
	"import os; print(os.environ)",
	"import os; print(os.environ['SECRET'])",
	"import os as o; [o][0].remove('a')",
	"import sys; sys.modules['os'].system('x')",
	"import sys; sys.path.insert(0, '/tmp')",
	"import sys; sys.stdout = 1",
	"import json; json.loads = print",
	"def open(x): pass\nopen('a')",
	"from pathlib import Path; Path('a').write_text('x')",
	"class A: pass",
	"@print\ndef f(): pass",
	"import urllib.request; urllib.request.urlopen('https://x.example')",
	"# coding: utf-7\n+AAo-import os",
	"x = `1`",
	"with 1 as x: pass",
	"async def f(): pass",
	"print(o := 1)",
];

test.each(harmless)("does nothing: %j", (code) => {
	expect(does(code)).toEqual({});
});

test.each([...dangerous, ...dangerousLines])("does something, or can't be read: %j", (code) => {
	expect(does(code)).not.toEqual({});
});

describe("what it does is told", () => {
	test.each<readonly [string, object]>([
		["open('a').read()", { reads: ["a"] }],
		["print(open('~/x').read())", { reads: ["./~/x"] }],
		["s=open('a').read()\nopen('a','w').write(s.replace('x','y'))", { reads: ["a"], writes: ["a"] }],
		["with open('a', 'r+', encoding='utf-8') as f:\n    f.write('x')", { reads: ["a"], writes: ["a"] }],
		[
			"import json\nwith open('a') as f, open('b', mode='w') as g:\n    json.dump(json.load(f), g, indent=2)",
			{ reads: ["a"], writes: ["b"] },
		],
		["p = 'x.json'\nopen(p)", { reads: ["x.json"] }],
		[
			"from pathlib import Path\np = Path('src')\nfor q in p.glob('*.py'):\n    print(q.name, q.read_text())",
			{ reads: ["src"], below: [{ folder: "src", only: "*.py" }] },
		],
		[
			"from pathlib import Path\nprint([p.read_bytes() for p in Path('a').iterdir()])",
			{ reads: ["a"], below: [{ folder: "a" }] },
		],
		["import shutil; shutil.copytree('a', 'b')", { reads: ["a"], below: [{ folder: "a" }], writes: ["b"] }],
		["from pathlib import Path\n(Path('a') / 'b').write_text('x')", { writes: ["a/b"] }],
		["import os\nos.remove('a'); os.rename('b', 'c')", { deletes: ["a", "b"], writes: ["c"] }],
		["import shutil; shutil.rmtree('/etc')", { deletes: ["/etc"] }],
		["import os; os.system('rm x')", { runs: ["rm x"] }],
		["import subprocess as s; s.run(['rm', \"it's\"], check=True)", { runs: ["'rm' 'it'\\''s'"] }],
		["from subprocess import check_output\nprint(check_output('rm x', shell=True).decode())", { runs: ["rm x"] }],
		["import urllib.request; print(urllib.request.urlopen('https://x.example').read())", { network: true }],
	])("%j", (code, found) => {
		expect(does(code)).toEqual(found);
	});

	test.each([
		"p = 'a'\nfor i in [1]:\n    open(p, 'w')\n    p = 'b'",
		"for p in ['a', 'b']: open(p, 'w')",
		"import subprocess; subprocess.run(['a', x])",
		"import subprocess; subprocess.run('a', shell=1)",
		"import subprocess; subprocess.run(['a'], shell=True)",
		"import subprocess; subprocess.run(['a'], env={})",
		"import subprocess; subprocess.run(['a'], executable='b')",
		"import os; os.remove('a' if 1 else 'b')",
		"open('a', 'w' + '')",
		"open('a', opener=print)",
		"from pathlib import Path\nfor p in Path('.').glob('*'): p.unlink()",
		"from pathlib import Path\nfor p in Path('.').glob('../*'): print(p)",
		"import urllib.request; urllib.request.urlopen('file:///etc/passwd')",
	])("or it is unclear: %j", (code) => {
		expect(readPython([code]).kind).toBe("unclear");
	});
});

test("a module that a file may stand in for may run that file", () => {
	expect(readPython(["import json"])).toMatchObject({ kind: "read", mayRunFiles: true });
	expect(readPython(["import sys, os"])).not.toHaveProperty("mayRunFiles");
});

/** Programs of several of them, each with names of its own. */
const program = fc
	.array(fc.constantFrom(...harmless), { minLength: 1, maxLength: 4 })
	.map((parts) =>
		[...new Set(parts)].map(
			(part, index) => `def part${index}():\n    ${part.replaceAll("\n", "\n    ")}\npart${index}()`,
		),
	);

test("a harmless program with a dangerous piece in it anywhere is not harmless", () => {
	fc.assert(
		fc.property(program, fc.constantFrom(...dangerous), fc.nat(), (parts, piece, place) => {
			const at = place % (parts.length + 1);
			const forms = [
				piece,
				`print(${piece})`,
				`if 0:\n    ${piece}`,
				`y = [${piece}]`,
				`print(f"{1}", [0 for z in [${piece}]])`,
				`h = lambda w: ${piece}`,
			];
			const code = [...parts.slice(0, at), forms[place % forms.length], ...parts.slice(at)].join("\n");
			const use = readPython([code]);
			if (use.kind === "read") expect(use.writes.length + use.runs.length).toBeGreaterThan(0);
		}),
		{ numRuns: 500 },
	);
});

test("any text is read to an end", () => {
	const pieces = fc.constantFrom(
		..." \n\t'\"\\#()[]{}:;,.=+-*/@`$!",
		"import os",
		"print(",
		"f'{",
		"lambda x:",
		"for x in",
		"def f():\n  ",
		"'''",
		"os.remove('a')",
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
			readPython([parts.join("")]);
		}),
		{ numRuns: 3_000 },
	);
});

(python !== undefined && canTrace ? test : test.skip)(
	"what is read as harmless does nothing when it runs",
	() => {
		fc.assert(
			fc.property(program, (parts) => {
				const code = parts.join("\n");
				expect(does(code)).toEqual({});
				expect(tracedEffects([python as string, "-c", code], '{"a": 1}\n')).toEqual([]);
			}),
			{ numRuns: 15 },
		);
	},
	120_000,
);

import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CodeUse } from "../../../../src/engine/effects/languages/code-use.js";
import { readJavaScript } from "../../../../src/engine/effects/languages/read-javascript.js";
import { canTrace, tracedEffects } from "./trace.js";

function does(code: string): Partial<CodeUse & { kind: "read" }> | string {
	const use = readJavaScript([code]);
	if (use.kind === "unclear") return use.why;
	const { kind: _, mayRunFiles: __, ...found } = use;
	return Object.fromEntries(Object.entries(found).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** Statements that only compute. */
const harmless = [
	"console.log(1)",
	"console.log(process.version, process.versions.node, process.platform, process.argv[1])",
	"console.log(process.cwd(), process.memoryUsage().rss > 0); process.stdout.write('x')",
	"const text = JSON.stringify({ a: [1, , 2], 'b-c': null, d: undefined }, null, 2)\nconsole.log(text)",
	"const one = JSON.parse('{\"a\": {\"b\": 1}}'); console.log(one.a.b, one?.c?.d ?? 0, one['a'])",
	"let sum = 0\nfor (let i = 0; i < 3; i++) sum += i\nconsole.log(sum)",
	"for (const [k, v] of Object.entries({ a: 1 })) { if (!v) continue; console.log(k, v) }",
	"console.log([3, 1].sort((x, y) => x - y).map(x => ({ x })).filter(Boolean), [...'ab'].join(''))",
	"console.log(`a${1 + 1}b${['x', 'y'].map((z) => z + '}').join(',')}`, 'it\\'s \\u00e9\\x41\\n')",
	"console.log('a/b'.replace(/\\//g, '_'), 4 / 2 / 1, /[/\"']/.test('x'))",
	"function add(a, b = 2, ...c) { return a + b }\nconsole.log(add(1))",
	"try { JSON.parse('{') } catch (e) { console.log(e.message) } finally { }",
	"console.log(new Date(0).toISOString(), new Map([[1, 2]]).get(1), new Set([1]).size, new URL('https://x.example/y').host)",
	"const os2 = require('os'), p = require('node:path'); console.log(os2.cpus().length, p.join('a', 'b'), os2.EOL)",
	"const { createHash } = require('crypto'); console.log(createHash('sha256').update('x').digest('hex'))",
	"console.log(os.platform(), path.basename('a/b'), util.inspect({ a: 1 }))",
	"console.log(process.env.HOME, process.env['NODE_ENV'])",
	"const { a: first, ...others } = { a: 1, b: 2 }, [second] = [3]; console.log(first, others, second)",
	"// a comment\n/* another\n one */ console.log(typeof 1 === 'number' ? 1 : 2)",
	"let n = 1; n++; while (n < 5) { n *= 2; if (n == 4) break }\nconst o = {}; o.x = 1; o['y'] = 2; console.log(o)",
	"setTimeout(() => console.log('later'), 1)",
];

const dangerous = [
	"eval('1')",
	"Function('1')()",
	"new Function('1')",
	"[].constructor.constructor('1')()",
	"[]['constructor']",
	"[]['constr' + 'uctor']",
	"({}).__proto__",
	"import('fs')",
	"require('x')",
	"require('./x')",
	"require('fs').promises",
	"process.binding('fs')",
	"process.mainModule",
	"process.env",
	"process.env.SECRET",
	"Object.keys(process.env)",
	"process.kill(1)",
	"process.chdir('/')",
	"globalThis.process",
	"this.process",
	"fetch('https://x.example')",
	"[require][0]('child_process')",
	"JSON.stringify(process)",
	"fs.writeFileSync('made', 'x')",
	"fs.readFileSync('a' + 'b')",
	"fs.readFileSync('made', { flag: 'w' })",
	"fs.createWriteStream('made')",
	"require('child_process').execSync('ls')",
	"child_process.execSync('ls')",
	"(0, eval)('1')",
	"String.raw`x`",
	"Reflect.get([], 'constructor')",
	"new Proxy({}, {})",
	"Error.prepareStackTrace",
	"module.constructor",
	"[1].map(eval)",
	"(() => 1).call(1)",
	"vm.runInThisContext('1')",
	"http.get('http://x.example')",
];

const dangerousLines = [
	"const eval2 = eval; eval2('1')",
	"[1].map(child_process => 1); child_process.exec('ls')",
	"{ let fs = []; }; fs.rm('x')",
	"function require(x) { } require('y')",
	"var path = []; path.at(0)",
	"const { constructor: c } = []; c",
	"import fs from 'fs'",
	"class A { }",
	"label: for (;;) { }",
	"async function f() { }",
	"x = 1",
	"JSON.parse = 1",
	"console.log = 1",
	"a <!-- b\n",
	"with ({}) { }",
	"console.log(\\u0065val('1'))",
	"const o = { get a() { return 1 } }",
	"const o = { __proto__: 1 }",
];

test.each(harmless)("does nothing: %j", (code) => {
	expect(does(code)).toEqual({});
});

test.each([...dangerous, ...dangerousLines])("does something, or can't be read: %j", (code) => {
	expect(does(code)).not.toEqual({});
});

describe("what it does is told", () => {
	test.each<readonly [string, object]>([
		["console.log(require('./package.json').version)", { reads: ["./package.json"] }],
		["console.log(fs.readFileSync(0, 'utf8'))", {}],
		[
			"const d = JSON.parse(fs.readFileSync('a.json', 'utf8')); d.x = 1; fs.writeFileSync('b.json', JSON.stringify(d))",
			{ reads: ["a.json"], writes: ["b.json"] },
		],
		["const file = 'a'; fs.writeFileSync(file, 'x')", { writes: ["a"] }],
		["require('fs').rmSync('/etc', { recursive: true, force: true })", { deletes: ["/etc"] }],
		[
			"const { renameSync: r, existsSync } = require('fs'); if (existsSync('a')) r('b', 'c')",
			{ reads: ["a"], deletes: ["b"], writes: ["c"] },
		],
		["require('child_process').execSync('rm x', { stdio: 'inherit' })", { runs: ["rm x"] }],
		["child_process.spawnSync('rm', ['-r', \"it's\"])", { runs: ["'rm' '-r' 'it'\\''s'"] }],
	])("%j", (code, found) => {
		expect(does(code)).toEqual(found);
	});

	test.each([
		"let f = 'a'; for (const x of [1]) { fs.writeFileSync(f, 'x'); f = 'b' }",
		"for (const f of ['a', 'b']) fs.unlinkSync(f)",
		"child_process.execSync('ls', { shell: './x' })",
		"child_process.spawnSync('ls', [], { env: {} })",
		"child_process.spawnSync('ls', [process.argv[1]])",
		"const s = { flag: 'w' }; fs.readFileSync('a', s)",
	])("or it is unclear: %j", (code) => {
		expect(readJavaScript([code]).kind).toBe("unclear");
	});
});

/** Programs of several of them, each in a block of its own. */
const program = fc
	.array(fc.constantFrom(...harmless), { minLength: 1, maxLength: 4 })
	.map((parts) => [...new Set(parts)].map((part) => `{\n${part}\n}`));

test("a harmless program with a dangerous piece in it anywhere is not harmless", () => {
	fc.assert(
		fc.property(program, fc.constantFrom(...dangerous), fc.nat(), (parts, piece, place) => {
			const at = place % (parts.length + 1);
			const forms = [
				`${piece};`,
				`console.log(${piece})`,
				`if (0) { ${piece} }`,
				`const y = [${piece}]`,
				`const w = () => ${piece}`,
				`console.log(\`\${1}\${[${piece}]}\`)`,
			];
			const code = [...parts.slice(0, at), forms[place % forms.length], ...parts.slice(at)].join("\n");
			expect(does(code)).not.toEqual({});
		}),
		{ numRuns: 800 },
	);
});

test("any text is read to an end", () => {
	const pieces = fc.constantFrom(
		..." \n\t'\"`\\#()[]{}:;,.=+-*/@$!<>?",
		"const a =",
		"console.log(",
		"${",
		"x =>",
		"for (const x of",
		"function f() {",
		"/*",
		"//",
		"fs.rmSync('a')",
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
			readJavaScript([parts.join("")]);
		}),
		{ numRuns: 3_000 },
	);
});

(canTrace ? test : test.skip)(
	"what is read as harmless does nothing when it runs",
	() => {
		fc.assert(
			fc.property(program, (parts) => {
				const code = parts.join("\n");
				expect(does(code)).toEqual({});
				expect(tracedEffects([process.execPath, "-e", code], "")).toEqual([]);
			}),
			{ numRuns: 15 },
		);
	},
	120_000,
);

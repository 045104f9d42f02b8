/** What of JavaScript and of Node's own modules only computes: from their references. What stands in no list here may do anything. */

const names = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== "");

function ofModules(lists: Readonly<Record<string, string>>): ReadonlySet<string> {
	return new Set(Object.entries(lists).flatMap(([module, list]) => names(list).map((name) => `${module}.${name}`)));
}

/** Functions and constructors of the language that compute or print. */
const globalFunctions = names(`
	parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone atob btoa
	Number String Boolean BigInt Date RegExp Array Object Map Set URL URLSearchParams Error TypeError RangeError SyntaxError TextEncoder TextDecoder
	Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer
	setTimeout setImmediate queueMicrotask clearTimeout
`);

/** Their names, and the names of what holds others. A program that calls something of its own so is not followed. */
export const globalNames: ReadonlySet<string> = new Set([
	...globalFunctions,
	...names(
		"console JSON Math Intl Buffer process performance require module exports globalThis global Symbol Reflect Proxy Promise eval Function fetch root GLOBAL WebAssembly Atomics Iterator navigator",
	),
]);

export const modules: ReadonlySet<string> = new Set(
	names("fs path os crypto util url querystring child_process assert"),
);

/** What Node takes for modules of its own in code of the command line. */
export const moduleNames: ReadonlySet<string> = new Set(
	names(`
		assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector
		net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi
		worker_threads zlib
	`),
);

export const knownFunctions: ReadonlySet<string> = new Set([
	...globalFunctions,
	"assert",
	...ofModules({
		console: "log error warn info debug table dir assert count time timeEnd group groupEnd trace",
		JSON: "parse stringify",
		Math: "abs acos asin atan atan2 cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc",
		Object: "keys values entries assign fromEntries freeze is hasOwn",
		Array: "from isArray of",
		Number: "isInteger isSafeInteger isNaN isFinite parseInt parseFloat",
		String: "fromCharCode fromCodePoint",
		Date: "now parse UTC",
		Buffer: "from alloc byteLength concat isBuffer",
		Intl: "DateTimeFormat NumberFormat Collator PluralRules",
		performance: "now",
		process: "cwd uptime memoryUsage hrtime exit cpuUsage nextTick",
		"process.hrtime": "bigint",
		"process.stdout": "write",
		"process.stderr": "write",
		path: "join resolve basename dirname extname normalize relative isAbsolute parse format",
		os: "platform arch cpus totalmem freemem hostname release type homedir tmpdir uptime loadavg endianness version availableParallelism",
		crypto: "randomUUID randomBytes randomInt createHash createHmac getHashes",
		util: "inspect format isDeepStrictEqual",
		url: "URL fileURLToPath pathToFileURL parse",
		querystring: "parse stringify escape unescape",
		assert: "equal notEqual strictEqual notStrictEqual deepEqual deepStrictEqual ok",
	}),
]);

export const knownValues: ReadonlySet<string> = ofModules({
	Math: "PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2",
	Number: "MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE EPSILON",
	process: "version versions platform arch argv pid execPath release title ppid",
	"process.stdout": "columns isTTY rows",
	path: "sep delimiter",
	os: "EOL",
});

/** Methods of texts, numbers, lists, dates and what else is inert. */
export const dataMethods: ReadonlySet<string> = new Set(
	names(`
		at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map pop
		push reduce reduceRight reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with
		charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith
		substring substr toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimEnd trimStart
		toFixed toPrecision toExponential toString toLocaleString valueOf toISOString toJSON toDateString toTimeString toUTCString toLocaleDateString
		toLocaleTimeString getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getTimezoneOffset getUTCFullYear
		getUTCMonth getUTCDate getUTCDay getUTCHours getUTCMinutes getUTCSeconds setDate setMonth setFullYear setHours setMinutes setSeconds
		get set has add delete clear append getAll test exec hasOwnProperty format encode decode
		update digest equals compare readUInt8 readUInt16BE readUInt32BE readUInt16LE readUInt32LE isFile isDirectory isSymbolicLink
	`),
);

/** Through these everything is reached. */
export const reachingNames: ReadonlySet<string> = new Set(
	names("constructor prototype call apply bind caller callee arguments mainModule binding dlopen"),
);

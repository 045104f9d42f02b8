/**
 * What of Python's own library only computes: from the library reference. What stands in no list here may do anything.
 */

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((name) => name !== ""));

/** Every name of a module: `json` and `loads dumps` are `json.loads` and `json.dumps`. */
function ofModules(lists: Readonly<Record<string, string>>): ReadonlySet<string> {
	return new Set(
		Object.entries(lists).flatMap(([module, list]) => [...names(list)].map((name) => `${module}.${name}`)),
	);
}

/** Built-in functions that compute or print. Those that look names up, ask for input or run code are not among them. */
export const builtinFunctions = names(`
	print len str int float complex bool bytes bytearray list dict set frozenset tuple range enumerate zip map filter sorted reversed sum min max abs
	round divmod pow any all chr ord hex oct bin repr ascii hash iter next slice isinstance issubclass callable id format
	Exception ValueError KeyError IndexError TypeError RuntimeError OSError IOError FileNotFoundError StopIteration SystemExit AssertionError
	ZeroDivisionError AttributeError NotImplementedError ImportError UnicodeDecodeError UnicodeError ArithmeticError OverflowError
	PermissionError KeyboardInterrupt LookupError EOFError
`);

/** Methods of texts, numbers, lists and what else is inert. */
export const dataMethods = names(`
	append extend insert pop index count sort reverse copy clear add discard update union intersection difference symmetric_difference issubset
	issuperset isdisjoint get items keys values setdefault fromkeys popitem
	join split rsplit splitlines strip lstrip rstrip lower upper title capitalize casefold swapcase startswith endswith replace find rfind rindex
	encode decode zfill center ljust rjust expandtabs partition rpartition isdigit isalpha isalnum isspace isupper islower isnumeric isdecimal
	isidentifier istitle isascii translate maketrans removeprefix removesuffix hex fromhex bit_length to_bytes from_bytes is_integer as_integer_ratio
	conjugate group groups groupdict start end span match search fullmatch findall finditer sub subn expand
	strftime isoformat timestamp date time timetuple weekday isoweekday isocalendar total_seconds astimezone utcoffset toordinal ctime
	digest hexdigest most_common elements total appendleft popleft rotate tolist quantize normalize limit_denominator
	writerow writerows
`);

/** Properties of the same. Frames, code and classes are not reached through them. */
export const dataProperties = names(`
	year month day hour minute second microsecond tzinfo days seconds microseconds real imag numerator denominator start stop step pattern flags lastindex
	lastgroup string major minor micro releaselevel serial st_size st_mtime st_mode st_ctime st_atime st_nlink st_uid st_gid st_ino scheme netloc path query
	fragment hostname port username returncode stdout stderr args errno strerror filename msg pos lineno colno fieldnames line_num
	total used free sysname nodename release version machine maxlen default_factory
`);

/** Modules that are read here. Those `inside` are there before Python looks into any folder: a file of the working folder can't stand in for them. */
export const insideModules = names("sys os os.path time io builtins");
export const otherModules = names(`
	json re math cmath datetime collections itertools functools operator statistics random string textwrap base64 hashlib hmac zlib binascii struct uuid
	urllib urllib.parse urllib.request html csv decimal fractions platform copy bisect heapq unicodedata difflib pprint typing secrets ast calendar
	pathlib shutil subprocess glob fnmatch tomllib locale keyword numbers shlex posixpath timeit
`);

/** Functions of modules that compute, and look at nothing but what they are given and the clock. */
export const moduleFunctions = ofModules({
	sys: "exit getsizeof getdefaultencoding getrecursionlimit setrecursionlimit getfilesystemencoding intern",
	os: "getcwd getpid getppid getuid cpu_count uname getlogin urandom fspath getpgid",
	"os.path": "join basename dirname split splitext normpath isabs relpath abspath commonprefix commonpath",
	time: "time time_ns perf_counter perf_counter_ns monotonic process_time sleep strftime strptime gmtime localtime mktime ctime asctime",
	io: "StringIO BytesIO",
	json: "loads dumps JSONDecodeError",
	re: "compile match search fullmatch findall finditer sub subn split escape error",
	math: "sqrt floor ceil trunc log log2 log10 log1p exp expm1 pow sin cos tan asin acos atan atan2 sinh cosh tanh degrees radians hypot dist fabs fmod modf gcd lcm factorial comb perm isclose isnan isinf isfinite isqrt prod fsum gamma lgamma erf copysign frexp ldexp remainder",
	cmath: "sqrt exp log phase polar rect",
	datetime: "datetime date time timedelta timezone",
	"datetime.datetime": "now utcnow today fromtimestamp utcfromtimestamp strptime fromisoformat combine fromordinal",
	"datetime.date": "today fromtimestamp fromisoformat fromordinal",
	"datetime.timezone": "utc",
	collections: "Counter OrderedDict defaultdict deque ChainMap",
	itertools:
		"chain count cycle repeat accumulate combinations combinations_with_replacement permutations product groupby islice starmap takewhile dropwhile filterfalse zip_longest compress tee pairwise batched",
	"itertools.chain": "from_iterable",
	functools: "reduce cmp_to_key",
	operator: "itemgetter add sub mul truediv floordiv mod neg eq ne lt le gt ge and_ or_ xor contains",
	statistics: "mean median mode stdev pstdev variance pvariance fmean quantiles harmonic_mean geometric_mean multimode",
	random: "random randint randrange choice choices sample shuffle uniform seed gauss getrandbits betavariate",
	textwrap: "dedent indent wrap fill shorten",
	base64:
		"b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode standard_b64encode standard_b64decode",
	hashlib: "md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_256 sha3_512 new",
	hmac: "new compare_digest",
	zlib: "compress decompress crc32 adler32",
	binascii: "hexlify unhexlify crc32",
	struct: "pack unpack calcsize unpack_from iter_unpack",
	uuid: "uuid3 uuid4 uuid5 UUID",
	"urllib.parse":
		"quote unquote quote_plus unquote_plus urlencode urlparse urlsplit urljoin parse_qs parse_qsl urlunparse urlunsplit",
	html: "escape unescape",
	decimal: "Decimal getcontext",
	fractions: "Fraction",
	platform: "python_version python_version_tuple python_implementation system machine release node",
	copy: "copy deepcopy",
	bisect: "bisect bisect_left bisect_right insort insort_left insort_right",
	heapq: "heappush heappop heapify heappushpop heapreplace nlargest nsmallest merge",
	unicodedata: "name lookup category normalize numeric decimal digit east_asian_width combining bidirectional",
	difflib: "unified_diff ndiff context_diff get_close_matches",
	pprint: "pprint pformat",
	secrets: "token_hex token_bytes token_urlsafe randbelow choice",
	ast: "literal_eval",
	calendar: "month isleap monthrange weekday calendar leapdays",
	fnmatch: "fnmatch fnmatchcase filter translate",
	tomllib: "loads TOMLDecodeError",
	keyword: "iskeyword issoftkeyword",
	shlex: "quote split join",
	csv: "writer",
});

/** Values in modules. */
export const moduleValues = ofModules({
	sys: "version version_info argv platform executable maxsize byteorder prefix base_prefix exec_prefix implementation hexversion maxunicode float_info int_info api_version copyright",
	os: "sep linesep name pathsep curdir pardir extsep devnull",
	"os.path": "sep pathsep curdir pardir extsep",
	time: "timezone tzname altzone daylight",
	re: "I IGNORECASE M MULTILINE S DOTALL X VERBOSE A ASCII U UNICODE",
	math: "pi e tau inf nan",
	"datetime.timezone": "utc",
	datetime: "UTC MINYEAR MAXYEAR",
	string: "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace",
	subprocess: "PIPE DEVNULL STDOUT",
	unicodedata: "unidata_version",
	keyword: "kwlist",
	typing: "List Dict Any Optional Union Tuple Set Callable Iterable Iterator",
	uuid: "NAMESPACE_DNS NAMESPACE_URL",
	decimal: "ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP",
});

/**
 * Puts every mutant of a module into one text: where the program may be broken it asks `mutant(ID)`, which is true for the one that is tried, or leaves what
 * may change to one of the functions in `switch.mjs`. No file with `await` or `yield` inside of a condition can be broken.
 * (Mutant schemata: Untch, Offutt, Harrold, "Mutation analysis using mutant schemata", ISSTA 1993.)
 */
import { parseSync } from "@swc/core";

const operators = { "&&": "||", "||": "&&", "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const methods = { some: "every", every: "some", filter: "" };
/** The answers of three-valued logic, and the effect that opens in place of the one that closes. */
const words = { yes: ["unknown"], no: ["unknown"], unknown: ["yes", "no"], deny: ["allow"] };

/** The module with its mutants. `first`: the id of the first one. A mutant is told as its id, its line and what is broken. */
export function instrument(file, source, first) {
	// Spans count in bytes and go on from file to file; the `;` in front is where this one begins.
	const bytes = Buffer.from(`;${source}`);
	const module = parseSync(bytes.toString(), { syntax: "typescript", target: "es2022" });
	const base = module.body[0].span.start;
	const begin = (node) => node.span.start - base;
	const end = (node) => node.span.end - base;
	const between = (from, to) => bytes.subarray(from, to).toString();
	const plain = (node) => between(begin(node), end(node));
	const mutants = [];
	const lines = source.split("\n");

	function note(node, what) {
		const id = first + mutants.length;
		const line = between(0, begin(node)).split("\n").length;
		const equivalent =
			/\/\/ equivalent: ./.test(lines[line - 1]) || /^\s*\/\/ equivalent: ./.test(lines[line - 2] ?? "");
		mutants.push({ id, file, line, what, equivalent, text: plain(node).split("\n")[0].slice(0, 100) });
		return id;
	}

	/** The text for a node with what may stand in its place. `role`: what the node is to its parent. */
	function render(node, role) {
		if (isOutside(node)) return plain(node);
		if (role === "condition") return `mutant.condition(${note(node, "true")}, ${note(node, "false")}, ${inside(node)})`;
		if (role === "loop")
			return node.type === "BooleanLiteral" ? plain(node) : `mutant.loop(${note(node, "false")}, ${inside(node)})`;
		switch (node.type) {
			case "ExpressionStatement":
				return node.expression.type === "CallExpression" && node.expression.callee.type !== "Super"
					? // In braces, or an `else` that follows is taken for its own.
						`{ if (!mutant(${note(node, "is left out")})) { ${inside(node)} } }`
					: inside(node);
			case "BinaryExpression": {
				const { operator } = node;
				const other = operators[operator];
				if (other === undefined) return inside(node);
				const id = note(node, `\`${operator}\` becomes \`${other}\``);
				const [left, right] = [render(node.left), render(node.right)];
				if (operator === "&&" || operator === "||")
					return `mutant.${operator === "&&" ? "both" : "either"}(${id}, ${left}, () => (${right}))`;
				return `mutant.compare(${id}, ${left}, ${right}, (a, b) => a ${operator} b, (a, b) => a ${other} b)`;
			}
			case "UnaryExpression":
				return node.operator === "!"
					? `mutant.not(${note(node, "without `!`")}, ${render(node.argument)})`
					: inside(node);
			case "CallExpression": {
				const { callee } = node;
				const name =
					callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.property.value;
				const other = Object.hasOwn(methods, name) ? methods[name] : undefined;
				if (other === undefined) return inside(node);
				const id = note(node, other === "" ? `without \`${name}\`` : `\`${name}\` becomes \`${other}\``);
				const rest = inside({ ...node, callee: undefined, span: { start: callee.span.end, end: node.span.end } });
				const call = (method) => (method === "" ? "($all) => $all" : `($all) => $all?.${method}${rest}`);
				return `mutant.call(${id}, ${render(callee.object)}, ${call(name)}, ${call(other)})`;
			}
			case "BooleanLiteral":
				return role === "value" ? changed(node, [String(!node.value)]) : plain(node);
			case "StringLiteral":
				return role === "value" && Object.hasOwn(words, node.value)
					? changed(
							node,
							words[node.value].map((other) => JSON.stringify(other)),
						)
					: plain(node);
			default:
				return inside(node);
		}
	}

	function changed(node, others) {
		const choices = others.map((other) => `mutant(${note(node, `${plain(node)} becomes ${other}`)}) ? ${other} : `);
		return `(${choices.join("")}${plain(node)})`;
	}

	function inside(node) {
		let text = "";
		let at = begin(node);
		for (const { child, role } of childrenOf(node).sort((a, b) => begin(a.child) - begin(b.child))) {
			if (begin(child) < at) continue;
			text += between(at, begin(child)) + render(child, role);
			at = end(child);
		}
		return text + between(at, end(node));
	}

	return {
		text: `const mutant = globalThis.bylawMutant;\n${inside(module.body.length === 0 ? module : { ...module, span: { start: base + 1, end: base + bytes.length } })}`,
		mutants,
	};
}

/** Nodes below a node, through lists and what wraps them, each with what it is to its parent. */
function childrenOf(node) {
	const found = [];
	for (const [key, value] of Object.entries(node)) {
		if (key === "span" || key === "type") continue;
		collect(value, roleOf(node, key), found);
	}
	return found;
}

function collect(value, role, found) {
	if (Array.isArray(value)) for (const one of value) collect(one, role, found);
	else if (value !== null && typeof value === "object") {
		if (typeof value.type === "string" && value.span !== undefined) found.push({ child: value, role });
		else for (const [key, one] of Object.entries(value)) if (key !== "span") collect(one, role, found);
	}
}

function roleOf({ type }, key) {
	if (key === "test") {
		if (type === "IfStatement" || type === "ConditionalExpression") return "condition";
		if (type === "WhileStatement" || type === "ForStatement" || type === "DoWhileStatement") return "loop";
		return undefined; // of a `case`
	}
	const values = {
		ReturnStatement: ["argument"],
		ArrowFunctionExpression: ["body"],
		ConditionalExpression: ["consequent", "alternate"],
		VariableDeclarator: ["init"],
		KeyValueProperty: ["value"],
		CallExpression: ["arguments"],
	};
	return values[type]?.includes(key) ? "value" : undefined;
}

/** Types, imports and what is assigned to are no values. */
function isOutside({ type }) {
	return (
		(type.startsWith("Ts") &&
			!["TsAsExpression", "TsSatisfiesExpression", "TsNonNullExpression", "TsConstAssertion"].includes(type)) ||
		/^(?:Import|ExportAll|ExportNamed)/.test(type) ||
		/Pattern$/.test(type) ||
		// Its span ends before its type.
		type === "Identifier"
	);
}

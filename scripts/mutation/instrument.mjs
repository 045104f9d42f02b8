/**
 * Puts every mutant of a module into one text: where the program may be broken it asks `mutant(ID)`, which is true for the one that is tried.
 * (Mutant schemata: Untch, Offutt, Harrold, "Mutation analysis using mutant schemata", ISSTA 1993.)
 */
import { parseSync } from "@swc/core";

const operators = { "&&": "||", "||": "&&", "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const methods = { some: "every", every: "some" };
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

	function note(node, what) {
		const id = first + mutants.length;
		const line = between(0, begin(node)).split("\n").length;
		mutants.push({ id, file, line, what, text: plain(node).split("\n")[0].slice(0, 100) });
		return id;
	}

	/** What may stand in the place of a node: what is changed, and the text. `role`: what the node is to its parent. */
	function changesOf(node, role) {
		if (role === "loop") return node.type === "BooleanLiteral" ? [] : [["false", "false"]];
		if (role === "condition")
			return [
				["true", "true"],
				["false", "false"],
			];
		switch (node.type) {
			case "BinaryExpression": {
				const other = operators[node.operator];
				return other === undefined
					? []
					: [[`\`${node.operator}\` becomes \`${other}\``, `(${plain(node.left)}) ${other} (${plain(node.right)})`]];
			}
			case "UnaryExpression":
				return node.operator === "!" ? [["without `!`", plain(node.argument)]] : [];
			case "CallExpression": {
				const { callee } = node;
				if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
				const name = callee.property.value;
				if (name === "filter") return [["without `filter`", plain(callee.object)]];
				const other = Object.hasOwn(methods, name) ? methods[name] : undefined;
				const rest = between(end(callee), end(node));
				return other === undefined
					? []
					: [[`\`${name}\` becomes \`${other}\``, `(${plain(callee.object)}).${other}${rest}`]];
			}
			case "BooleanLiteral":
				return role === "value" ? [[String(!node.value), String(!node.value)]] : [];
			case "StringLiteral":
				return role === "value" && Object.hasOwn(words, node.value)
					? words[node.value].map((other) => [`"${node.value}" becomes "${other}"`, JSON.stringify(other)])
					: [];
			default:
				return [];
		}
	}

	function render(node, role) {
		if (isOutside(node)) return plain(node);
		if (
			node.type === "ExpressionStatement" &&
			node.expression.type === "CallExpression" &&
			node.expression.callee.type !== "Super"
		) {
			const id = note(node, "is left out");
			return `if (!mutant(${id})) { ${inside(node)} }`;
		}
		const changes = changesOf(node, role).map(([what, text]) => [note(node, what), text]);
		return changes.length === 0
			? inside(node)
			: `(${changes.map(([id, text]) => `mutant(${id}) ? (${text}) : `).join("")}(${inside(node)}))`;
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

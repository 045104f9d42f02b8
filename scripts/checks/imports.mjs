import { parseSync } from "@swc/core";

/**
 * Everything that a TypeScript module takes from another one, types included, with the line: `import`, `export … from`,
 * `import("…")` in code and in types, `require("…")`, `import x = require("…")`. A name that is computed is `undefined`.
 */
export function importsOf(text, file) {
	// Offsets count in bytes and go on from file to file; the `;` in front is where this one begins.
	const source = `;${text.replace(/^#!/, "//")}`;
	let module;
	try {
		module = parseSync(source, { syntax: "typescript", target: "es2022" });
	} catch (error) {
		throw new Error(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
	}
	const begin = module.body[0].span.start;
	const bytes = Buffer.from(source);
	const lineAt = (offset) =>
		bytes
			.subarray(0, offset - begin)
			.toString()
			.split(/\r\n|\n|\r/).length;
	const found = [];
	visit(module, (node) => {
		const name = nameIn(node);
		if (name !== undefined) found.push({ specifier: name.value, line: lineAt(name.span.start) });
	});
	return found;
}

/** The node that names the other module; only a plain string has a `value`. */
function nameIn(node) {
	switch (node.type) {
		case "ImportDeclaration":
		case "ExportAllDeclaration":
		case "ExportNamedDeclaration":
			return node.source ?? undefined;
		case "TsExternalModuleReference":
			return node.expression;
		case "TsImportType":
			return node.argument;
		case "CallExpression": {
			const { callee } = node;
			if (callee.type !== "Import" && !(callee.type === "Identifier" && callee.value === "require")) return undefined;
			const name = node.arguments[0]?.expression ?? node;
			return name.type === "StringLiteral" ? name : { span: name.span };
		}
		default:
			return undefined;
	}
}

function visit(node, seen) {
	if (Array.isArray(node)) {
		for (const item of node) visit(item, seen);
	} else if (node !== null && typeof node === "object") {
		if (typeof node.type === "string") seen(node);
		for (const value of Object.values(node)) if (typeof value === "object") visit(value, seen);
	}
}

/** The concrete syntax tree that the parser makes: children by name, tokens in the order of their offsets. What recovery made up is left out. */
import type { CstElement, CstNode, IToken } from "chevrotain";

function isNode(element: CstElement): element is CstNode {
	return "children" in element;
}
export function children(node: CstNode, name: string): CstNode[] {
	return ((node.children[name] ?? []) as CstElement[]).filter(isNode);
}
export function child(node: CstNode, name: string): CstNode | undefined {
	return children(node, name)[0];
}
export function firstChild(node: CstNode): CstNode | undefined {
	for (const name in node.children) {
		const found = (node.children[name] as CstElement[]).find(isNode);
		if (found !== undefined) return found;
	}
	return undefined;
}
export function tokens(node: CstNode, name: string): IToken[] {
	return ((node.children[name] ?? []) as CstElement[]).filter(
		(element): element is IToken => !isNode(element) && isWritten(element),
	);
}
export function token(node: CstNode, name: string): IToken | undefined {
	return tokens(node, name)[0];
}
/** The token of a word of a pattern or a path. */
export function wordToken({ children }: CstNode): IToken | undefined {
	const found = (children.Word ?? children.RegexWord ?? children.QuotedText)?.[0];
	return found !== undefined && !isNode(found) && isWritten(found) ? found : undefined;
}

/** The first token below a node; those that recovery made up are left out. Elements of one name stand in the order of the text: of a block with thousands few are looked at. */
export function firstToken(node: CstNode): IToken | undefined {
	let first: IToken | undefined;
	for (const name in node.children) {
		for (const element of node.children[name] as CstElement[]) {
			const own = isNode(element) ? firstToken(element) : isWritten(element) ? element : undefined;
			if (own === undefined) continue;
			if (first === undefined || own.startOffset < first.startOffset) first = own;
			break;
		}
	}
	return first;
}

function isWritten(token: IToken): boolean {
	return token.startOffset >= 0 && !token.isInsertedInRecovery;
}

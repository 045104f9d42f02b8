export function textOf(path: string): string | undefined;

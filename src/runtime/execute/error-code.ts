/** `ENOENT`, `EAGAIN`, …: what the system calls an error; its message where it is none of the system's. */
export function errorCode(error: unknown): string {
	if (typeof error !== "object" || error === null) return String(error);
	if ("code" in error && typeof error.code === "string") return error.code;
	return "message" in error ? String(error.message) : "unknown reason";
}

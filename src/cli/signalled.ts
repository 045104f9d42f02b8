/** When a server is asked to end. */

/** Done when the process is asked to end; asked again, it ends at once. */
export function signalled(): Promise<void> {
	return new Promise((resolve) => {
		const end = (): void => {
			for (const signal of endings) process.off(signal, end);
			resolve();
		};
		for (const signal of endings) process.on(signal, end);
	});
}

const endings = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Said by the process that watches the time to the one that it waits for: the reply is wanted as JSON. */
export const watched = "--watched";

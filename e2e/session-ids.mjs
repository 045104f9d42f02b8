/** Of which session a harness speaks, whatever it calls it. */
export function sessionIn({ said }) {
	return said?.session_id ?? said?.sessionId ?? said?.taskId ?? said?.session ?? said?.ended?.session;
}

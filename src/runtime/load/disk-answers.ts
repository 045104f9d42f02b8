/** What a disk was asked and what it answered, taken down, and asked again later: as long as all answers are the same, so is the policy. */
import { createHash } from "node:crypto";
import type { Disk } from "./disk.js";

/** A question, what it was about, and the answer; of texts their SHA-256, or null where there is none. */
export type DiskAnswer = readonly [question: keyof Disk, about: string, answer: unknown];

/** A disk that takes down what it is asked. */
export function recording(disk: Disk): { readonly disk: Disk; readonly answers: readonly DiskAnswer[] } {
	const answers: DiskAnswer[] = [];
	const taken = <T>(question: keyof Disk, ask: (about: string) => T): ((about: string) => T) => {
		return (about) => {
			const answer = ask(about);
			answers.push([question, about, kept(answer)]);
			return answer;
		};
	};
	return {
		answers,
		disk: {
			text: taken("text", disk.text),
			isFolder: taken("isFolder", disk.isFolder),
			policiesIn: taken("policiesIn", disk.policiesIn),
			packFile: taken("packFile", disk.packFile),
			realPath: taken("realPath", disk.realPath),
		},
	};
}

/** Would the disk answer the same today? */
export function isUnchanged(answers: readonly DiskAnswer[], disk: Disk): boolean {
	return answers.every(([question, about, answer]) => {
		try {
			return JSON.stringify(kept(disk[question](about))) === JSON.stringify(answer);
		} catch {
			return false;
		}
	});
}

function kept(answer: unknown): unknown {
	if (answer === undefined) return null;
	if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
	return "text" in answer && typeof answer.text === "string"
		? createHash("sha256").update(answer.text).digest("hex")
		: null;
}

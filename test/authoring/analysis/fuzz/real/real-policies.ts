/** Random policies about real programs of the knowledge base. */
import fc, { type Arbitrary } from "fast-check";
import { type Arbitraries, arbitrariesOf } from "../small-policies.js";
import type { Vocabulary } from "../small-world.js";

const operands = ["*", "**", "a", "a*", "src/*", "/a|x/"];

const vocabularies: Readonly<Record<string, Pick<Vocabulary, "operands" | "options">>> = {
	git: {
		operands: ["push", "status", "log", "commit", "remote add", "config", "diff", "clean", "a", "*"],
		options: ["--force", "-f", "--output", "-C", "-c", "--no-verify", "-m", "--ext-diff", "--upload-pack", "-d"],
	},
	npm: {
		operands: ["install", "publish", "run", "ci", "exec", "config", "test", "*"],
		options: ["--global", "-g", "--save-dev", "--prefix", "--ignore-scripts", "--registry"],
	},
	find: { operands, options: ["-exec", "-delete", "-name", "-fprint", "-type", "-ok", "-execdir"] },
	sort: { operands, options: ["-o", "--output", "--compress-program", "-r", "-u", "-T", "--files0-from"] },
	tar: {
		operands: ["xf", "cf", ...operands],
		options: ["-x", "-c", "-f", "-xf", "-C", "--to-command", "--checkpoint-action"],
	},
	sed: { operands: ["s/a/b/", ...operands], options: ["-i", "-n", "-e", "-f", "--sandbox"] },
	awk: { operands: ["1", ...operands], options: ["-f", "-F", "-v"] },
	dd: { operands: ["a", "*"], options: ["if=", "of=", "bs="] },
	cp: { operands, options: ["-r", "-f", "-t", "--target-directory", "-a", "--backup"] },
	curl: { operands: ["http://*", "*", "a"], options: ["-o", "-d", "-X", "--output", "-K", "-T", "-O"] },
	docker: {
		operands: ["run", "ps", "build", "exec", "image", "a", "*"],
		options: ["-v", "--privileged", "--rm", "-it", "--volume", "-H"],
	},
	xargs: { operands: ["rm", "ls", "*"], options: ["-n", "-I", "-0", "-a"] },
	python: { operands, options: ["-c", "-m", "-i", "-B"] },
	make: { operands: ["all", "*"], options: ["-C", "-f", "-n", "--eval"] },
	rm: { operands, options: ["-r", "-f", "-rf", "--no-preserve-root", "-i"] },
	ssh: { operands: ["host", "*"], options: ["-o", "-p", "-L", "-F"] },
};

const names = Object.keys(vocabularies);
const made = new Map<string, Arbitraries>();

/** What policies about a few of the programs are made of. */
export const realPolicies: Arbitrary<Arbitraries & { readonly names: readonly string[] }> = fc
	.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
	.map((focused) => {
		const key = focused.join();
		const one = made.get(key) ?? arbitrariesOf(focused, vocabularies);
		made.set(key, one);
		return { ...one, names: focused };
	});

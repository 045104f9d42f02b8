/**
 * A bill of materials of the package, as CycloneDX 1.6 has it: the packages whose code is in the bundles, with the checksums of the lock file, and what is installed beside them.
 * The same sources make the same text: it has no date and no number of its own.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";
import { bundledPackages } from "./bundled.mjs";

/** The text for the source files that esbuild read. */
export function sbom(inputs) {
	const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
	const own = component("application", manifest);
	const bundled = bundledPackages(inputs).map((one) => ({
		...component("library", one, locked[one.folder]?.integrity),
		// As `npm sbom` names them.
		properties: [
			{ name: "cdx:npm:package:bundled", value: "true" },
			{ name: "cdx:npm:package:path", value: one.folder },
		],
	}));
	const beside = [
		["optional", manifest.optionalDependencies],
		["excluded", manifest.peerDependencies],
	].flatMap(([scope, packages]) =>
		Object.entries(packages).map(([name, version]) => {
			const { license, integrity } = locked[`node_modules/${name}`];
			return { ...component("library", { name, version, license }, integrity), scope };
		}),
	);
	// A version that lies in two folders is one component.
	const components = [...new Map([...bundled, ...beside].map((one) => [one["bom-ref"], one])).values()];
	const bom = {
		$schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
		bomFormat: "CycloneDX",
		specVersion: "1.6",
		version: 1,
		metadata: { component: own },
		components,
		dependencies: [
			{ ref: own["bom-ref"], dependsOn: components.map((one) => one["bom-ref"]) },
			...components.map((one) => ({ ref: one["bom-ref"] })),
		],
	};
	return `${JSON.stringify(bom, null, "\t")}\n`;
}

function component(type, { name, version, license }, integrity) {
	const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
	const [, scope, rest] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name);
	return {
		type,
		"bom-ref": purl,
		...(scope === undefined ? {} : { group: scope }),
		name: rest,
		version,
		...(integrity === undefined ? {} : { hashes: hashes(integrity) }),
		licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
		purl,
	};
}

/** `sha512-…` in base64, as the lock file has it, in hexadecimal digits. */
function hashes(integrity) {
	const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
	if (algorithm !== "512") throw new Error(`the lock file has a checksum of another sort: ${integrity}`);
	return [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }];
}

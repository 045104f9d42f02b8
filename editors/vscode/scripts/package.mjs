/**
 * Packs the extension into `dist/bylaw-rules-VERSION.vsix`, without a network: a bundle of the client, the grammar, and the two manifests that VS Code wants.
 * `--out FOLDER` writes elsewhere. The same sources make the same file, byte for byte.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { licences } from "../../../scripts/build/licences.mjs";
import { zip } from "./zip.mjs";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const repository = resolve(extension, "../..");
const { values: options } = parseArgs({ options: { out: { type: "string", default: join(extension, "dist") } } });
const read = (path) => readFileSync(path, "utf8");
const manifest = JSON.parse(read(join(extension, "package.json")));

const bundle = await build({
	absWorkingDir: repository,
	entryPoints: ["editors/vscode/src/extension.mjs"],
	bundle: true,
	platform: "node",
	format: "cjs",
	target: "node20",
	external: ["vscode"],
	legalComments: "none",
	charset: "utf8",
	metafile: true,
	write: false,
	logLevel: "error",
});

const { scripts: _, private: __, ...shipped } = manifest;
const files = new Map([
	["package.json", `${JSON.stringify(shipped, null, "\t")}\n`],
	["dist/extension.cjs", bundle.outputFiles[0].text],
	["language-configuration.json", read(join(extension, "language-configuration.json"))],
	["syntaxes/rules.tmLanguage.json", read(join(repository, "grammar/rules.tmLanguage.json"))],
	["snippets.json", read(join(extension, "snippets.json"))],
	["icon.png", readFileSync(join(extension, "icon.png"))],
	...manifest.contributes.yamlValidation.map(({ url }) => [url.slice(2), read(join(repository, url))]),
	...manifest.contributes.walkthroughs.flatMap(({ steps }) =>
		steps.map(({ media: { markdown } }) => [markdown.slice(2), read(join(extension, markdown))]),
	),
	["README.md", read(join(extension, "README.md"))],
	["LICENSE.txt", read(join(repository, "LICENSE"))],
	["THIRD-PARTY-LICENSES.txt", licences(Object.keys(bundle.metafile.inputs))],
]);
const packed = zip([
	["[Content_Types].xml", contentTypes([...files.keys(), "extension.vsixmanifest"])],
	["extension.vsixmanifest", vsixManifest(manifest)],
	...[...files].map(([name, text]) => [`extension/${name}`, text]),
]);
const target = join(options.out, `${manifest.name}-${manifest.version}.vsix`);
mkdirSync(options.out, { recursive: true });
writeFileSync(target, packed);
console.log(`wrote ${target}, ${Math.round(packed.length / 1024)} KB`);

/** What the files are, by the ends of their names. */
function contentTypes(names) {
	const types = {
		json: "application/json",
		cjs: "application/javascript",
		md: "text/markdown",
		png: "image/png",
		txt: "text/plain",
		vsixmanifest: "text/xml",
	};
	const ends = [...new Set(names.map((name) => name.split(".").at(-1)))].sort();
	const lines = ends.map((end) => {
		if (types[end] === undefined) throw new Error(`what a file that ends in .${end} is, nobody said`);
		return `<Default Extension=".${end}" ContentType="${types[end]}"/>`;
	});
	return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join("")}</Types>\n`;
}

function vsixManifest({ name, displayName, description, version, publisher, categories, engines, icon, keywords }) {
	return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
	<Metadata>
		<Identity Language="en-US" Id="${xml(name)}" Version="${xml(version)}" Publisher="${xml(publisher)}"/>
		<DisplayName>${xml(displayName)}</DisplayName>
		<Description xml:space="preserve">${xml(description)}</Description>
		<Categories>${xml(categories.join(","))}</Categories>
		<Properties>
			<Property Id="Microsoft.VisualStudio.Code.Engine" Value="${xml(engines.vscode)}"/>
			<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
		</Properties>
		<License>extension/LICENSE.txt</License>
		<Icon>extension/${xml(icon)}</Icon>
		<Tags>${xml(keywords.join(","))}</Tags>
	</Metadata>
	<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
	<Dependencies/>
	<Assets>
		<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
		<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
		<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
		<Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${xml(icon)}" Addressable="true"/>
	</Assets>
</PackageManifest>
`;
}

function xml(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

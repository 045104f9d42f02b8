/** Names below which anybody may have one: `com`, `co.uk`, `github.io`. The well-known ones: what is missing here is only not told. */

/** Has anybody who asks for it a name right below this one? */
export function isPublicSuffix(name: string): boolean {
	const labels = name.split(".");
	const [first = "", second = ""] = labels;
	if (labels.length === 1) return topLevels.has(first) || /^[a-z]{2}$/.test(first);
	return hosted.has(name) || (labels.length === 2 && secondLevels.has(first) && /^[a-z]{2}$/.test(second));
}

function names(text: string): ReadonlySet<string> {
	return new Set(text.split(/\s+/));
}

const topLevels = names(
	"com org net info biz name pro app dev cloud tech site online store shop xyz blog page zip mov link live news world systems network software tools run build",
);

/** Below the code of a country. */
const secondLevels = names("co com org net or ne nom ltd plc me");

/** Of services that give a name to whoever signs up. */
const hosted = names(
	"github.io gitlab.io pages.dev workers.dev r2.dev vercel.app netlify.app herokuapp.com onrender.com fly.dev up.railway.app web.app firebaseapp.com appspot.com run.app cloudfunctions.net amazonaws.com s3.amazonaws.com cloudfront.net elasticbeanstalk.com azurewebsites.net blob.core.windows.net azureedge.net cloudapp.azure.com ngrok.io ngrok.app ngrok-free.app trycloudflare.com loca.lt surge.sh glitch.me repl.co replit.app blogspot.com wordpress.com deno.dev supabase.co sslip.io nip.io duckdns.org",
);

/** What agents send all day: one command, one pipeline, and scripts put together from fixed pieces to a given length. */

export const statusLine = "git status";

/** 180 characters. */
export const pipeline =
	"git log --oneline --since=2.weeks -- src test | grep -v chore | awk '{ print $1 }' | sort -u | head -n 20 | xargs -n 1 git diff --stat | sed -n 's/ *|.*//p' | sort | uniq -c | tail -n 9";

/** A script of at most that many characters, and at least 60 less. */
export function everydayScript(length) {
	let text = "#!/usr/bin/env bash\nset -euo pipefail\n\n";
	for (let round = 0; ; round++) {
		const piece = pieces[round % pieces.length](round);
		if (text.length + piece.length > length) break;
		text += piece;
	}
	for (let round = 0; ; round++) {
		const line = `cp "build/part-${round}.txt" dist/\n`;
		if (text.length + line.length > length) return text;
		text += line;
	}
}

/** Each is some five lines of real life; the number keeps them from being alike. */
const pieces = [
	(n) => `# Step ${n}: the sources that changed.
for file in src/module-${n}/*.ts test/module-${n}/*.ts; do
  if [ -f "$file" ]; then
    wc -l "$file" >> /tmp/lines-${n}.txt
  else
    echo "missing: $file" >&2
  fi
done

`,
	(n) => `branch_${n}=$(git rev-parse --abbrev-ref HEAD)
if [ "$branch_${n}" != "main" ] && git diff --quiet; then
  echo "on $branch_${n}, nothing to do for ${n}"
fi

`,
	(n) => `npm ci --no-audit --prefix "packages/p${n}" || exit 1
npm run build --prefix "packages/p${n}" 2>&1 | tee "/tmp/build-${n}.log" | tail -n 40
npm test --prefix "packages/p${n}" -- --reporter=dot --grep 'step ${n}' && echo "tests of p${n} passed"

`,
	(n) => `grep -n "TODO" src/part-${n}.ts | cut -d: -f1 | sort -n | uniq -c | head -n 10
find build/${n} -name '*.tmp' -type f -mtime +${(n % 9) + 1} -exec rm {} +
du -sk build/${n} | awk '{ total += $1 } END { print total }'

`,
	(n) => `report_${n}() {
  local title="$1"
  printf '%s: %s\\n' "$title" "$(date +%F)"
  sort -u "logs/$title-${n}.log" | head -n 5
}
report_${n} nightly

`,
	(n) => `mkdir -p "out/${n}/assets" && cp -R "assets/${n}/." "out/${n}/assets/"
tar -czf "out/bundle-${n}.tgz" -C "out/${n}" assets
ls -la "out/bundle-${n}.tgz"; python3 scripts/check.py --input "out/bundle-${n}.tgz" --level ${n % 5}

`,
	(n) => `while read -r name version; do
  case "$name" in
    lodash|chalk) echo "pinned: $name@$version" ;;
    @types/*) echo "types: $name" ;;
    *) printf '%s\\n' "$name" >> /tmp/unpinned-${n}.txt ;;
  esac
done < deps-${n}.txt

`,
	(n) => `cat > config/service-${n}.json <<'EOF'
{ "name": "service-${n}", "port": ${8000 + (n % 1000)}, "retries": 3,
  "paths": ["./data/${n}", "./cache/${n}"], "verbose": false }
EOF
jq -r '.paths[]' config/service-${n}.json | xargs mkdir -p

`,
	(n) => `export LOG_LEVEL=debug BUILD_ID="ci-${n}"
curl -fsS --retry 3 --max-time 20 "https://packages.example.com/v1/packages/p${n}" | jq '.versions | length'
sed -n '1,${(n % 50) + 10}p' CHANGELOG.md | grep -E '^## [0-9]+' || true

`,
	(n) => `for i in 1 2 3; do
  if timeout 20 node scripts/probe.js --port ${3000 + (n % 1000)} --attempt "$i"; then
    break
  fi
  echo "attempt $i of step ${n} failed"
done

`,
];

#!/usr/bin/env bash
# Reviews what a change does to the policies of a repository: lints them, runs their tests, and shows each command that is decided otherwise than before. Of action.yml and gitlab.yml.
#
#	review.sh review     lint.sarif, gl-code-quality-report.json, NAME.junit.xml and comment.md in BYLAW_OUT; ends with 1 where a policy has errors, a test fails or something got looser
#	review.sh comment    puts comment.md below the change, in place of the one that it put there before
#
# What it is told by variables: BYLAW, the program (`rules`); BYLAW_BASE, the commit before the change (no comparison where it is empty); BYLAW_POLICIES, paths from the
# repository's folder, one a line (each `policy.rules` and `policy.rules.yaml` that git has); BYLAW_OUT, a folder (`bylaw-review`); BYLAW_WIDENING, `fail` or `tell`.
#
# The change may come from anyone: no plugin that it names is run, no hook of git, and what it holds stands in the comment as text alone.
set -euo pipefail

bylaw=${BYLAW:-rules}
out=${BYLAW_OUT:-bylaw-review}
base=${BYLAW_BASE:-}
widening=${BYLAW_WIDENING:-fail}
marker='<!-- bylaw review -->'
longest=55000

say() { printf '%s\n' "$*" >>"$out/comment.md"; }

# A block of text that ends where we say: its fence is longer than any in it.
block() {
	local text fence='```'
	text=$(head -c "$longest" "$1")
	while [[ $text == *"$fence"* ]]; do fence+='`'; done
	say "$fence$2"
	say "$text"
	say "$fence"
	if [ "$(wc -c <"$1")" -gt "$longest" ]; then say '…and more: the rest is in the log of this job.'; fi
}

# A path as the comment shows it: a name may hold whatever a file system takes.
shown() { printf '%s' "$1" | LC_ALL=C tr -c 'A-Za-z0-9_./+@ -' '?'; }

policies() {
	if [ -n "${BYLAW_POLICIES:-}" ]; then
		printf '%s\n' "$BYLAW_POLICIES" | sed '/^[[:space:]]*$/d'
	else
		{
			git ls-files -z -- 'policy.rules' 'policy.rules.yaml' '*/policy.rules' '*/policy.rules.yaml'
			if [ -n "$base" ]; then
				git ls-tree -r -z --name-only "$base" | grep -zE '(^|/)policy\.rules(\.yaml)?$' || true
			fi
		} | sort -zu | tr '\0' '\n'
	fi
}

review() {
	local failed=0 before='' path status name
	mkdir -p "$out"
	: >"$out/comment.md"
	case $widening in fail | tell) ;; *) echo "BYLAW_WIDENING is \`fail\` or \`tell\`" >&2; exit 2 ;; esac
	if [ -n "$base" ]; then
		base=$(git rev-parse --verify --quiet --end-of-options "$base^{commit}") || { echo "git does not have the commit before the change: fetch it (fetch-depth: 0)" >&2; exit 2; }
		before=$(mktemp -d)
		# shellcheck disable=SC2064 # the folder's name now
		trap "git worktree remove --force '$before/tree' >/dev/null 2>&1 || true; rm -rf '$before'" EXIT
		git -c core.hooksPath=/dev/null worktree add --quiet --detach "$before/tree" "$base"
	fi
	local -a all=() now=()
	while IFS= read -r path; do all+=("$path"); done < <(policies)
	for path in ${all[@]+"${all[@]}"}; do if [ -e "$path" ]; then now+=("./$path"); fi; done
	say "$marker"
	say '### Policies'
	if [ "${#all[@]}" = 0 ]; then
		say 'There is no policy here.'
		echo 'no policy was found: name it (BYLAW_POLICIES)' >&2
		exit 2
	fi

	if [ "${#now[@]}" -gt 0 ]; then
		status=0
		"$bylaw" lint --no-plugins --format sarif "${now[@]}" >"$out/lint.sarif" || status=$?
		"$bylaw" lint --no-plugins --format gitlab "${now[@]}" >"$out/gl-code-quality-report.json" || true
		if [ "$status" -gt 1 ]; then exit 2; fi
		if [ "${GITHUB_ACTIONS:-}" = true ]; then "$bylaw" lint --no-plugins --format github "${now[@]}" || true; fi
		if [ "$status" = 0 ]; then say '- Lint: no errors.'; else
			failed=1
			say '- **Lint: errors.**'
			"$bylaw" lint --no-plugins --level error "${now[@]}" >"$out/lint.txt" 2>&1 || true
			block "$out/lint.txt" text
		fi
	fi

	for path in "${all[@]}"; do
		name=$(shown "$path")
		if [ ! -e "$path" ]; then
			failed=1
			say "- **\`$name\` is gone.** What it denied, nothing denies."
			continue
		fi
		status=0
		"$bylaw" test --format junit "./$path" >"$out/${name//[\/ ]/_}.junit.xml" 2>"$out/errors.txt" || status=$?
		case $status in
		0) say "- \`$name\`: its tests pass." ;;
		*)
			failed=1
			say "- **\`$name\`: its tests fail.**"
			"$bylaw" test "./$path" >"$out/test.txt" 2>&1 || true
			block "$out/test.txt" text
			;;
		esac
		[ -n "$before" ] || continue
		if [ ! -e "$before/tree/$path" ]; then
			say "- \`$name\` is new: there is nothing to compare it with."
			continue
		fi
		status=0
		"$bylaw" diff --no-widening "$before/tree/$path" "./$path" >"$out/diff.txt" 2>&1 || status=$?
		sed "s|$before/tree/||g" "$out/diff.txt" | tee "$out/diff-shown.txt"
		case $status in
		0) say "- \`$name\`: nothing got looser." ;;
		1)
			say "- **\`$name\`: something got looser, or it is not settled that nothing did.**"
			if [ "$widening" = fail ]; then failed=1; fi
			;;
		*)
			failed=1
			say "- **\`$name\` could not be compared.**"
			;;
		esac
		block "$out/diff-shown.txt" text
	done
	rm -f "$out/lint.txt" "$out/test.txt" "$out/diff.txt" "$out/diff-shown.txt" "$out/errors.txt"
	if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$out/comment.md" >>"$GITHUB_STEP_SUMMARY"; fi
	return "$failed"
}

comment() {
	local id
	if [ -n "${BYLAW_GITHUB_CHANGE:-}" ]; then
		id=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$BYLAW_GITHUB_CHANGE/comments" --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id" | head -1)
		if [ -n "$id" ]; then
			gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$out/comment.md"
		else
			gh api --silent --method POST "repos/$GITHUB_REPOSITORY/issues/$BYLAW_GITHUB_CHANGE/comments" --field "body=@$out/comment.md"
		fi
	elif [ -n "${CI_MERGE_REQUEST_IID:-}" ] && [ -n "${BYLAW_TOKEN:-}" ]; then
		local notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
		ask() { printf 'header = "PRIVATE-TOKEN: %s"\n' "$BYLAW_TOKEN" | curl --config - --fail --silent --show-error "$@"; }
		id=$(ask "$notes?per_page=100" | node -e 'let text="";process.stdin.on("data",(d)=>(text+=d)).on("end",()=>{const own=JSON.parse(text).find(({body})=>body.startsWith(process.argv[1]));if(own)console.log(own.id)})' "$marker")
		if [ -n "$id" ]; then
			ask --request PUT --data-urlencode "body@$out/comment.md" "$notes/$id" >/dev/null
		else
			ask --request POST --data-urlencode "body@$out/comment.md" "$notes" >/dev/null
		fi
	else
		echo 'there is no change to comment on, or no token for it: the text is in the log'
		cat "$out/comment.md"
	fi
}

case ${1:-} in
review | comment) "$1" ;;
*) echo "review.sh review|comment" >&2; exit 2 ;;
esac

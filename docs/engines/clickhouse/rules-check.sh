#!/bin/sh
# Decides for ClickHouse: a request a line comes in, an answer a line goes out. It belongs into the server's folder user_scripts, with the policy beside it.
exec rules check --jsonl --brief --lenient --rules "$(dirname -- "$0")/policy.rules"

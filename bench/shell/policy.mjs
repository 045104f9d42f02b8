/** A policy of the size that teams write: thirty rules, of every kind, with the syntax that everyday scripts need. */
export const policyText = `
set shells = sh, bash, zsh, dash, ksh, fish

agent default {
  default ask

  locked deny @shells because "A shell inside the shell hides what runs."
  locked deny * using privilege because "No agent raises its privileges."
  locked deny mkfs, fdisk, parted, mount, umount because "Disks are not an agent's business."
  locked deny shutdown, reboot, halt
  deny git push --force, git push --delete because "History that others have is not rewritten."
  deny git except git status, git diff, git log, git add, git commit, git push, git fetch, git rev-parse because "Use the version-control tools."
  deny npm install --global because "Nothing is installed for the whole machine."
  deny rm --recursive touching ~, /etc, /usr because "Only the workspace is cleaned."
  deny chmod, chown touching /etc/**
  deny curl, wget with --output, --upload-file
  deny dd
  deny * touching **/.env, **/.env.*, ~/.ssh, ~/.aws because "Secrets stay out of agents' sight."
  constrain writes of * to ., /tmp because "Write in the workspace."
  constrain reads of cat, head, tail to ., /tmp, /etc/os-release
  ask npm publish, cargo publish because "A person looks at every release."
  ask docker, podman
  ask make install
  nudge grep --recursive, find use file.search because "Plain search lacks context."
  nudge sed --in-place use file.edit
  nudge go build use go.build

  allow git status, git diff, git log, git add, git commit, git push, git fetch, git rev-parse
  allow npm, node, npx, yarn, pnpm granting everything
  allow go, cargo, python3, pytest, make granting everything
  allow ls, cat, head, tail, wc, sort, uniq, cut, tr, grep, date, basename, dirname, seq, comm, diff, du
  allow awk, sed, find, xargs, jq, tar, env, time, timeout, nice
  allow echo, printf, test, [, true, false, :, set, export, read, exit, return, shift, local, cd
  allow mkdir, touch, cp, mv, rm, ln, tee within ., /tmp
  allow sort, tar granting write
  allow curl, wget granting network
  allow ./** without --force

  syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs
  environment accept *
  limit timeout 30s max 5m
  limit output 64KiB keep tail
}
`;

/** What surfaces and tools are asked under: each effect, a path that is denied, and a limit. */
export const policy = `agent default {
  default deny
  allow echo, true
  allow cat within .
  ask npm publish because "A person looks at every release."
  nudge grep use file.search because "Plain search lacks context."
  deny git because "Use the version-control tools, not \`{command}\`." id no-git
  deny * touching **/.env because "\`{path}\` holds secrets." id no-secrets
  syntax sequences
  limit timeout 30s
}
`;

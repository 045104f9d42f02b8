/** What the help says below the verbs. The manual page is made of it as well. */
export const footer = `
Without --rules, the policy is \`policy.rules\` or \`policy.rules.yaml\` in this folder or the nearest above.
Exit codes: 0 the answer is yes, 1 the answer is no, 2 the question was wrong.

Examples:
  rules init                     # write a policy for this folder
  rules check -- git push -f     # may this run?
  rules run -- npm test          # run it if it may`;

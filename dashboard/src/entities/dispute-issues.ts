import type { DisputeIssue } from '../api/disputes.ts'

/** The titles and descriptions of the issues for which an agent can be reported. */
export const ISSUES: Readonly<
  Record<DisputeIssue, { readonly title: string; readonly description: string }>
> = {
  incorrect_response: { title: 'Incorrect response', description: 'The answer was wrong.' },
  policy_violation: {
    title: 'Policy violation',
    description: 'The agent violated the policy of the workspace.',
  },
  security_concern: {
    title: 'Security concern',
    description:
      'The agent endangers data or systems. If the dispute is upheld, the agent also loses its verification.',
  },
}

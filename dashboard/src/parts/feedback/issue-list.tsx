import type { Problem } from '../../api/problem.ts'

/** Rewrites a message of the schema validator for people. */
export const readableMessage = (message: string): string =>
  message
    .replace('must NOT have fewer than 1 characters', 'must not be empty')
    .replace('must match format "email"', 'must be an e-mail address such as ada@example.com')
    .replace(/must match (pattern|format) ".*"/, 'has an invalid format')
    .replace('NOT', 'not')

/** Lists the values that the registry rejected, by the names of the contract. */
export const IssueList = ({ issues }: Pick<Problem, 'issues'>) => (
  <ul>
    {issues.map(({ path, message }) => (
      <li key={path}>
        <code>{path.replace(/^\/(body|query|path)\//, '')}</code> {readableMessage(message)}
      </li>
    ))}
  </ul>
)

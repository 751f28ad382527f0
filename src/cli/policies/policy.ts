import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { PolicyContent } from '../../domain/policies/policy.ts'
import type { Policy } from '../../domain/records.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { allOrganizations, unknownWorkspace } from '../arguments/values.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatFields } from '../../terminal/text.ts'

const WORKSPACE = { name: 'WORKSPACE', description: 'Identifier of the workspace' } as const

/** `policy ...`: shows and replaces the policy of a workspace. */
export const policy = [
  operatorCommand({
    path: 'policy get',
    summary: 'Show the policy of a workspace',
    about:
      'With --json it prints the whole signed record, whose member `content` is valid input for `policy set`.',
    operands: [WORKSPACE],
    flags: {},
    examples: ['policy get ws_0198', 'policy get ws_0198 --json'],
    read: (_, [workspace_id]) => ({ workspace_id: workspace_id! }),
    async execute({ store }, { workspace_id }: { workspace_id: string }) {
      const found = await store.getPolicy({
        reach: await allOrganizations({ store }),
        workspace_id,
      })
      if (!found) throw unknownWorkspace(workspace_id)
      return found
    },
    show: (found) => `${formatPolicy(found)}\n\n${JSON.stringify(found.content, null, 2)}`,
  }),

  operatorCommand({
    path: 'policy set',
    summary: 'Replace the policy of a workspace',
    about:
      'Reads the content as JSON from a file, or from standard input. The platform signs it as the next version, and running installations are instructed to reload it.',
    operands: [WORKSPACE],
    flags: {
      file: { value: 'PATH', description: 'File with the content', fallback: 'standard input' },
    },
    examples: ['policy set ws_0198 --file policy.json', 'policy set ws_0198 --json < policy.json'],
    read: async ({ file }, [workspace_id]) => ({
      workspace_id: workspace_id!,
      content: await readContent(file),
    }),
    async execute(
      { store, context, signer },
      { workspace_id, content }: { workspace_id: string; content: PolicyContent },
    ) {
      const written = await store.setPolicy(context(), {
        workspace_id,
        content,
        signer: await signer(),
      })
      if (!written) throw unknownWorkspace(workspace_id)
      return written
    },
    show: formatPolicy,
  }),
]

function formatPolicy({
  policy_id,
  workspace_id,
  version,
  hash,
  signing_key_id,
  updated_at,
}: Policy): string {
  return formatFields([
    ['Policy', policy_id],
    ['Workspace', workspace_id],
    ['Version', `${version}, since ${updated_at}`],
    ['Hash', hash],
    ['Signed by', signing_key_id],
  ])
}

/** Reads and validates the content of a policy. @throws CommandError naming the file and the invalid member */
async function readContent(file: string | undefined): Promise<PolicyContent> {
  const name = file ?? 'The policy on standard input'
  const content = parseJson(name, await readSource(file))
  const { schemaViolation } = await import('../arguments/contract.ts')
  const violation = schemaViolation('PolicyContentInput', content)
  if (violation !== undefined)
    throw new CommandError(`${name} is not a valid policy: ${violation}.`)
  return content as PolicyContent
}

async function readSource(file: string | undefined): Promise<string> {
  if (file === undefined && process.stdin.isTTY)
    throw new UsageError('Give the content with --file PATH, or on standard input.')
  if (file === undefined) return text(process.stdin)
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(
      `${file} cannot be read: ${cause.code === 'ENOENT' ? 'there is no such file' : cause.message}.`,
    )
  })
}

function parseJson(name: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new CommandError(`${name} is not JSON: ${(cause as Error).message}.`)
  }
}

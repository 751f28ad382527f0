import { markdownOf } from '../../domain/compliance/markdown.ts'
import { contentOf, signReport } from '../../domain/compliance/report.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { allOrganizations, unknownWorkspace } from '../arguments/values.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell } from '../../terminal/text.ts'
import { version } from '../../version.ts'

interface Request {
  readonly svc_id: string
  readonly workspace_id: string
  readonly frameworks: readonly string[]
  readonly format: string
}

/** `compliance ...`: reports compliance evidence about an agent. */
export const compliance = [
  operatorCommand({
    path: 'compliance report',
    summary: 'Report which controls the records of an agent support',
    about:
      "Evaluates controls of SOC 2, ISO 27001, ISO 42001, HIPAA, GDPR, the EU AI Act and the NIST AI RMF from the registry's own records. The report supports an audit; it is not a certification.",
    operands: [
      { name: 'AGENT', description: 'Identifier of the agent, its svc_id' },
      { name: 'WORKSPACE', description: 'Identifier of the workspace' },
    ],
    flags: {
      frameworks: {
        value: 'LIST',
        description: 'Names separated by commas',
        fallback: 'all known frameworks',
      },
      format: { value: 'FORMAT', description: 'markdown or json', default: 'markdown' },
    },
    examples: [
      'compliance report af5f7e68 ws_0198',
      'compliance report af5f7e68 ws_0198 --frameworks hipaa,eu_ai_act --format json',
    ],
    read({ frameworks, format }, [svc_id, workspace_id]): Request {
      if (format !== 'markdown' && format !== 'json')
        throw new UsageError(`--format must be markdown or json, not "${format}".`)
      return {
        svc_id: svc_id!,
        workspace_id: workspace_id!,
        frameworks: frameworks?.split(',') ?? [],
        format,
      }
    },
    async execute(
      { store, now: clock, signer: loadSigner },
      { svc_id, workspace_id, frameworks, format }: Request,
    ) {
      const [signer, now] = [await loadSigner(), clock()]
      const found = await store.readComplianceFacts({
        reach: await allOrganizations({ store }),
        svc_id,
        workspace_id,
        now,
        signer,
      })
      if (found.kind === 'workspace_not_found') throw unknownWorkspace(workspace_id)
      if (found.kind === 'agent_not_found')
        throw new CommandError(
          `There is no agent ${cell(svc_id)} that the workspace's organization owns or has installed there.`,
        )
      const report = signReport(
        contentOf(found.facts, { frameworks, now, platform_version: version() }),
        signer,
      )
      return format === 'json' ? { report } : { markdown: markdownOf(report, signer) }
    },
    show: ({ report, markdown }) => markdown?.trimEnd() ?? JSON.stringify(report, null, 2),
  }),
]

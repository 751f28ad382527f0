import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'

export type Report = Schemas['ComplianceReport']
export type Framework = Schemas['ComplianceFramework']
export type Evidence = Schemas['ComplianceEvidence']

/** Selects a report about one agent in one workspace, on the given frameworks or on all. */
export interface ReportRequest {
  readonly workspace_id: string
  readonly svc_id: string
  readonly frameworks: readonly string[]
}

const REPORT = '/agents/{svc_id}/compliance/{workspace_id}/report'
const query = ({ frameworks }: ReportRequest) =>
  frameworks.length === 0 ? {} : { frameworks: frameworks.join(',') }
const path = ({ svc_id, workspace_id }: ReportRequest) => ({ svc_id, workspace_id })

/** Reads a report. It is not refreshed until the user asks for a new one. */
export const useReport = (request: ReportRequest) =>
  useQuery({
    queryKey: ['compliance', request],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(REPORT, { params: { path: path(request), query: query(request) }, signal }),
      ) as Promise<Report>,
    staleTime: Infinity,
  })

/** Reads a report as a Markdown document, which has its own signature. */
export const useReportMarkdown = () =>
  useMutation({
    mutationFn: (request: ReportRequest) =>
      unwrap(
        api.GET(REPORT, {
          params: { path: path(request), query: { ...query(request), format: 'markdown' } },
          parseAs: 'text',
        }),
      ),
  })

/** Lists the agents of the newest 200 installations in a workspace, including ended ones, by name. */
export const useInstalledAgents = (workspace_id: string) =>
  useQuery({
    queryKey: ['installations', 'agents', workspace_id],
    queryFn: ({ signal }) => readAgents(workspace_id, signal),
  })

type NamedAgents = readonly (readonly [svc_id: string, name: string])[]

async function readAgents(workspace_id: string, signal: AbortSignal): Promise<NamedAgents> {
  const { items } = await unwrap(
    api.GET('/workspaces/{workspace_id}/installations', {
      params: { path: { workspace_id }, query: { limit: 200 } },
      signal,
    }),
  )
  const names = new Map(
    items.map(({ agent_id, agent_name = agent_id, agent_version = '' }) => [
      agent_id,
      `${agent_name} ${agent_version}`.trim(),
    ]),
  )
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b))
}

import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type OrganizationState = Schemas['OrganizationState']
export type QuotaUsage = Schemas['QuotaUsage']
export type Plan = Schemas['Plan']

/** Reads an organization with its plan and usage. */
export const useOrganizationState = (org_id: string) =>
  useQuery({
    queryKey: ['organization', org_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/orgs/{org_id}', { params: { path: { org_id } }, signal })),
    refetchInterval: 6 * DEFAULT_POLL_MS,
  })

/** Sets the retention of audit records, in days. */
export const useSetRetention = (org_id: string) =>
  useMutation({
    mutationFn: (audit_log_retention_days: number) =>
      unwrap(
        api.PUT('/enterprise/orgs/{org_id}/retention', {
          params: { path: { org_id } },
          body: { audit_log_retention_days },
        }),
      ),
    onSuccess: invalidate('organization', org_id),
  })

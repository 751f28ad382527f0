import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries } from './queries.ts'

export type OrganizationState = Schemas['OrganizationState']

const keyOf = (org_id: string) => ['organization', org_id]

/** An organization with its plan, and how much of each quota is used. */
export const useUsage = (org_id: string) => useQuery({ queryKey: keyOf(org_id), queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}', { params: { path: { org_id } }, signal })) })

/** Sets how many days audit records are kept. */
export const useSetRetention = (org_id: string) =>
  useMutation({
    mutationFn: (audit_log_retention_days: number) => answer(api.PUT('/enterprise/orgs/{org_id}/retention', { params: { path: { org_id } }, body: { audit_log_retention_days } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(org_id) }),
  })

import { useMutation } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries } from './queries.ts'

export type OrganizationState = Schemas['OrganizationState']

/** Sets how many days audit records are kept. */
export const useSetRetention = (org_id: string) =>
  useMutation({
    mutationFn: (audit_log_retention_days: number) => answer(api.PUT('/enterprise/orgs/{org_id}/retention', { params: { path: { org_id } }, body: { audit_log_retention_days } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['organization', org_id] }),
  })

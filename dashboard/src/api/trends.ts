import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'

export type TrendPeriod = Schemas['TrendPeriod']
export type TrendPoint = Schemas['TrendPoint']

/** The registry adds to the figures once a minute. */
const POLL_MS = 60_000

/** Reads the figures of an organization's installations over a period. */
export const useFleetTrends = (org_id: string, period: TrendPeriod) =>
  useQuery({
    queryKey: ['fleet-trends', org_id, period],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/orgs/{org_id}/installations/trends', {
          params: { path: { org_id }, query: { period } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })

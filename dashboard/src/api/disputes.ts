import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, queryClient } from './query-client.ts'

export type Dispute = Schemas['Dispute']
export type DisputeIssue = Schemas['DisputeIssue']
export type DisputeState = Schemas['DisputeState']
export type DisputeSide = 'made' | 'received'
export const STATES: readonly DisputeState[] = ['open', 'under_review', 'upheld', 'rejected']

interface DisputeFilters {
  readonly organization_id: string
  readonly side: DisputeSide
  readonly state?: DisputeState | undefined
  readonly agent_id?: string
  readonly limit?: number
  readonly cursor?: string | undefined
}

/** Lists the disputes that the organization opened, or those about its agents. */
export const useDisputes = (query: DisputeFilters) =>
  useQuery({
    queryKey: ['disputes', query],
    queryFn: ({ signal }) => unwrap(api.GET('/disputes', { params: { query }, signal })),
    refetchInterval: 6 * DEFAULT_POLL_MS,
  })

/** Reads a dispute and polls it until it is decided. */
export const useDispute = (dispute_id: string) =>
  useQuery({
    queryKey: ['dispute', dispute_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/disputes/{dispute_id}', { params: { path: { dispute_id } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.decided_at === undefined ? DEFAULT_POLL_MS : false,
  })

export const useReportAgent = (svc_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['OpenDisputeRequest']) =>
      unwrap(api.POST('/agents/{svc_id}/disputes', { params: { path: { svc_id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['disputes'] }),
  })

export const useAddComment = (dispute_id: string) =>
  useMutation({
    mutationFn: (text: string) =>
      unwrap(
        api.POST('/disputes/{dispute_id}/comments', {
          params: { path: { dispute_id } },
          body: { text },
        }),
      ),
    onSuccess: (dispute) => {
      queryClient.setQueryData(['dispute', dispute_id], dispute)
    },
  })

/** A dispute with the information that an operator needs to judge it. */
export type DisputeCase = Schemas['DisputeCase']
export type Judgement = Schemas['JudgeDisputeRequest']['judgement']

/** Lists the disputes of all organizations in one state. */
export const useCases = (state: DisputeState, cursor: string | undefined) =>
  useQuery({
    queryKey: ['cases', state, cursor],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/operator/disputes', { params: { query: { state, cursor } }, signal })),
    refetchInterval: DEFAULT_POLL_MS,
  })

/** Reads a case and polls it until it is decided. */
export const useCase = (dispute_id: string) =>
  useQuery({
    queryKey: ['case', dispute_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/operator/disputes/{dispute_id}', { params: { path: { dispute_id } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.dispute.decided_at === undefined ? DEFAULT_POLL_MS : false,
  })

export const useJudgeCase = (dispute_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['JudgeDisputeRequest']) =>
      unwrap(
        api.POST('/operator/disputes/{dispute_id}/judgement', {
          params: { path: { dispute_id } },
          body,
        }),
      ),
    onSuccess: (judged) => {
      queryClient.setQueryData(['case', dispute_id], judged)
      return queryClient.invalidateQueries({ queryKey: ['cases'] })
    },
  })

import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { LIVE_MS, queries } from './queries.ts'

export type Dispute = Schemas['Dispute']
export type Issue = Schemas['DisputeIssue']
export type State = Schemas['DisputeState']
export type Side = 'made' | 'received'
export const STATES: readonly State[] = ['open', 'under_review', 'upheld', 'rejected']

interface Listed {
  readonly organization_id: string
  readonly side: Side
  readonly state: State | undefined
  readonly cursor: string | undefined
}

/** Disputes that the organization reported, or those about its agents. */
export const useDisputes = ({ organization_id, side, state, cursor }: Listed) =>
  useQuery({
    queryKey: ['disputes', organization_id, side, state, cursor],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/disputes', {
          params: { query: { organization_id, side, state, cursor } },
          signal,
        }),
      ),
    refetchInterval: 6 * LIVE_MS,
  })

/** One dispute, asked for again while it is not decided. */
export const useDispute = (dispute_id: string) =>
  useQuery({
    queryKey: ['dispute', dispute_id],
    queryFn: ({ signal }) =>
      answer(api.GET('/disputes/{dispute_id}', { params: { path: { dispute_id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.decided_at === undefined ? LIVE_MS : false),
  })

export const useReport = (svc_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['OpenDisputeRequest']) =>
      answer(api.POST('/agents/{svc_id}/disputes', { params: { path: { svc_id } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['disputes'] }),
  })

export const useComment = (dispute_id: string) =>
  useMutation({
    mutationFn: (text: string) =>
      answer(
        api.POST('/disputes/{dispute_id}/comments', {
          params: { path: { dispute_id } },
          body: { text },
        }),
      ),
    onSuccess: (dispute) => {
      queries.setQueryData(['dispute', dispute_id], dispute)
    },
  })

/** What is known of the agent that a dispute is about; anew once the dispute is decided, because that moves its reputation. */
export const useAccused = (svc_id: string, state: State) =>
  useQuery({
    queryKey: ['agent', svc_id, 'dispute', state],
    queryFn: ({ signal }) =>
      answer(api.GET('/agents/{svc_id}', { params: { path: { svc_id } }, signal })),
  })

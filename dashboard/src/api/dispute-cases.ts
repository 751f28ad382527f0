import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import type { DisputeState } from './disputes.ts'
import { DEFAULT_POLL_MS, queryClient } from './query-client.ts'

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

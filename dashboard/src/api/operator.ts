import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import type { State } from './disputes.ts'
import { LIVE_MS, queries } from './queries.ts'

/** A dispute with what its judge has to know. */
export type Case = Schemas['DisputeCase']
export type Judgement = Schemas['JudgeDisputeRequest']['judgement']

/** Disputes of all organizations in one state. */
export const useCases = (state: State, cursor: string | undefined) =>
  useQuery({
    queryKey: ['cases', state, cursor],
    queryFn: ({ signal }) =>
      answer(api.GET('/operator/disputes', { params: { query: { state, cursor } }, signal })),
    refetchInterval: LIVE_MS,
  })

/** One of them, asked for again while it is not decided. */
export const useCase = (dispute_id: string) =>
  useQuery({
    queryKey: ['case', dispute_id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/operator/disputes/{dispute_id}', { params: { path: { dispute_id } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.dispute.decided_at === undefined ? LIVE_MS : false,
  })

export const useJudge = (dispute_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['JudgeDisputeRequest']) =>
      answer(
        api.POST('/operator/disputes/{dispute_id}/judgement', {
          params: { path: { dispute_id } },
          body,
        }),
      ),
    onSuccess: (judged) => {
      queries.setQueryData(['case', dispute_id], judged)
      return queries.invalidateQueries({ queryKey: ['cases'] })
    },
  })

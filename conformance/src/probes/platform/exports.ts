import type { Probe } from '../../engine/types.ts'
import { isSuccess } from '../../judge/assertions.ts'
import { DELIVERY_TIMEOUT_MS } from './forwarding.ts'
import { INTAKE } from './paid-operations.ts'
import { requestJson, sendWithKey } from './target.ts'

const FILTERS = ['event_type', 'workspace_id']
const OPERATIONS = ['exportLogs', 'exportCollector', 'exportAlerts'] as const

/** Requests an export without filters, so that there is something to deliver, and records the delivery. */
const deliveryProbes = (operation: (typeof OPERATIONS)[number]): readonly Probe[] => [
  {
    id: `unfiltered.${operation}`,
    effect: 'write',
    after: [`valid.${operation}`],
    run: async (context) => {
      const [valid] = context.recorded(`valid.${operation}`)
      const json = Object.fromEntries(
        Object.entries(requestJson(valid)).filter(([name]) => !FILTERS.includes(name)),
      )
      if (valid) await sendWithKey(context, { path: valid.request.path, json })
    },
  },
  {
    id: `delivered.${operation}`,
    effect: 'write',
    after: [`unfiltered.${operation}`],
    // A platform may deliver at intervals.
    run_after_if_selected: OPERATIONS.map((each) => `unfiltered.${each}`),
    run: async (context) => {
      const [exported] = context.recorded(`unfiltered.${operation}`)
      const mayArrive = exported !== undefined && isSuccess(exported)
      await context.recordReceived(`${INTAKE}/${operation}`, mayArrive ? DELIVERY_TIMEOUT_MS : 0)
    },
  },
]

export const exportProbes: readonly Probe[] = OPERATIONS.flatMap(deliveryProbes)

import type { AgentCaller } from '../../ports/agent-caller.ts'
import type { ExportSender } from '../../ports/exports/sender.ts'
import { exampleOf } from './contract.ts'

/** Matches the names that RFC 2606 reserves for examples, which never belong to anyone. */
const RESERVED = /(^|\.)example(\.(com|net|org))?$/

const isReserved = (url: string): boolean => RESERVED.test(new URL(url).hostname)

/**
 * Returns a caller that answers tasks for the addresses in the examples with the answer in the example `InvoiceIsRead`, and passes on all
 * others.
 */
export const withExampleAgent = (caller: AgentCaller): AgentCaller => ({
  async call(request) {
    if (!isReserved(request.url)) return caller.call(request)
    const { task_id } = JSON.parse(request.body) as { task_id: string }
    const { status, result, output, execution_time_ms } = exampleOf<{
      status: string
      result: object
      output: object
      execution_time_ms: number
    }>('InvoiceIsRead')
    const body = Buffer.from(JSON.stringify({ task_id, status, result, output }))
    return {
      answer: { kind: 'answered', http_status: 200, encoded: false, body },
      execution_time_ms,
    }
  },
  close: () => caller.close(),
})

/** Returns a sender that accepts exports to the addresses in the examples, and passes on all others. */
export const withExampleDestinations = (sender: ExportSender): ExportSender => ({
  async send(request, operatorOwned) {
    if (!isReserved(request.url)) return sender.send(request, operatorOwned)
    return { kind: 'responded', status: 202, headers: {}, body: Buffer.from('{}') }
  },
  close: () => sender.close(),
})

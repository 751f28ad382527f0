import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts an agent that completes every task at once, and counts how many times it received each. */
export async function startUpstream() {
  const received = new Map<string, number>()
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { task_id } = JSON.parse(Buffer.concat(chunks).toString()) as { task_id: string }
        received.set(task_id, (received.get(task_id) ?? 0) + 1)
        const result = { text: 'done' }
        res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ task_id, status: 'completed', result, output: result }))
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a2a/tasks`,
    close: () => {
      server.close().closeAllConnections()
    },
  }
}

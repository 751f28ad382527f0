import type { printer } from '../scripts/quickstart/printer.ts'
import { runLifecycle } from '../scripts/quickstart/steps.ts'
import type { SandboxInfo } from '../src/sandbox/sandbox.ts'
import { exampleRequests, requestOfExample } from '../test/http/example-requests.ts'
import type { TestRequest } from '../test/http/client.ts'

/** Prints nothing. */
const SILENT: ReturnType<typeof printer> = {
  intro: () => undefined,
  step: () => undefined,
  exchange: () => undefined,
  fields: () => undefined,
  explanation: () => undefined,
  outro: () => undefined,
  steps: 0,
}

/** Sends one request with `fetch`, without a client library. */
export async function send(base_url: string, sent: TestRequest): Promise<Response> {
  const { method, path, headers, body } = sent
  return fetch(base_url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Runs the quickstart, and then sends every example of the contract. Returns what failed. */
export async function sendTraffic(base_url: string, info: SandboxInfo): Promise<readonly string[]> {
  const failures: string[] = []
  const { api_key, workspace_id, organization_id } = info.organizations.find(
    ({ plan }) => plan === 'enterprise',
  )!
  const target = { base_url, api_key, workspace_id, organization_id, issuer: info.issuer }
  await runLifecycle(target, SILENT).catch((cause: Error) => failures.push(cause.message))
  for (const example of exampleRequests) {
    const response = await send(base_url, requestOfExample(example))
    const text = await response.text()
    if (response.ok) continue
    const { operation, example: name = 'no body' } = example
    failures.push(`${operation.id} with ${name}: ${response.status} ${text.slice(0, 300)}`)
  }
  return failures
}

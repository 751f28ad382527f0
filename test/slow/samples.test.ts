import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samples as ofThisRun } from '../kit/samples.ts'
import { createContracts } from '../../src/contracts.ts'
import { readContract, type Operation } from '../../src/docs/document.ts'
import { LANGUAGES } from '../../src/docs/samples/languages.ts'
import { requestOf, type SampleRequest } from '../../src/docs/samples/request.ts'
import { exampleAccess } from '../../src/sandbox/examples/access.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { newFolder } from '../kit/folder.ts'
import { isToolMissing } from '../kit/tools.ts'

const run = promisify(execFile)
const { api_key, session_token, runtime_token } = exampleAccess()
const VARIABLES: Readonly<Record<string, string>> = {
  SVC_API_KEY: api_key,
  SVC_ADMIN_SESSION: session_token,
  SVC_RUNTIME_TOKEN: runtime_token,
  SVC_AGENT_SESSION: 'sess_sample',
  SVC_CLIENT_ID: 'client_sample',
}

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
let received: Received[] = []
let statuses: number[] = []
/** The origin to which requests are passed on. If undefined, every request gets an empty object. */
let origin: string | undefined
const recorder = createServer(async (req, res) => {
  const body = await textOf(req)
  const { method, url, headers } = req
  received.push({ method, url, headers, body })
  const response =
    origin === undefined ? undefined : await passOn(origin, { method, url, headers, body })
  if (response) statuses.push(response.status)
  res.writeHead(response?.status ?? 200, {
    'Content-Type': 'application/json',
    Connection: 'close',
  })
  res.end(response?.text ?? '{}')
})

async function textOf(req: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of req.setEncoding('utf8')) text += chunk as string
  return text
}

async function passOn(to: string, { method, url, headers, body }: Received) {
  const {
    host,
    connection,
    'content-length': length,
    'transfer-encoding': coding,
    ...passed
  } = headers
  const response = await fetch(`${to}${url}`, {
    method: method!,
    headers: passed as Record<string, string>,
    ...(body !== '' && { body }),
  })
  return { status: response.status, text: await response.text() }
}

/** Compiling the examples in Go takes longer than everything else here. */
const INTERPRETED = LANGUAGES.filter(({ id }) => id !== 'go')

/** Programs that send the samples of a language one after another. */
const PROGRAMS = {
  curl: {
    needs: 'curl',
    write: (samples: readonly string[], folder: string) => {
      const quiet = samples.map((sample) => `${sample} -sS -o /dev/null`)
      writeFileSync(join(folder, 'main.sh'), quiet.join('\n'))
      return ['bash', '-eu', 'main.sh']
    },
  },
  typescript: {
    needs: undefined,
    write: (samples: readonly string[], folder: string) => {
      for (const [index, sample] of samples.entries())
        writeFileSync(join(folder, `sample${index}.ts`), `${sample}\nexport {}\n`)
      const imports = samples.map((_, index) => `await import('./sample${index}.ts')\n`)
      writeFileSync(join(folder, 'main.ts'), imports.join(''))
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      return [process.execPath, 'main.ts']
    },
  },
  python: {
    needs: 'python',
    write: (samples: readonly string[], folder: string) => {
      const programs = samples.map((sample) => `exec(${JSON.stringify(sample)}, {})\n`)
      writeFileSync(join(folder, 'main.py'), programs.join(''))
      return ['python3', 'main.py']
    },
  },
  go: {
    needs: 'go',
    write: (samples: readonly string[], folder: string) => {
      for (const [index, sample] of samples.entries())
        writeFileSync(
          join(folder, `sample${index}.go`),
          sample.replace('func main()', `func sample${index}()`),
        )
      const calls = samples.map((_, index) => `\tsample${index}()\n`)
      writeFileSync(join(folder, 'main.go'), `package main\n\nfunc main() {\n${calls.join('')}}\n`)
      writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.22\n')
      return ['go', 'run', '.']
    },
  },
} as const

/** Runs the samples of operations in a language, and returns what was received. */
async function send(
  language: (typeof LANGUAGES)[number],
  requests: readonly SampleRequest[],
): Promise<readonly Received[]> {
  received = []
  statuses = []
  const folder = newFolder('samples')
  const [command, ...args] = PROGRAMS[language.id].write(requests.map(language.write), folder)
  const { http_proxy, HTTP_PROXY, ...environment } = process.env
  await run(command!, args, { cwd: folder, env: { ...environment, ...VARIABLES } })
  return received
}

/** Returns the parts of a received request that a sample states. */
const statedBy = (request: SampleRequest, { method, url, headers, body }: Received) => ({
  method,
  url,
  headers: request.headers.map(({ name }) => headers[name.toLowerCase()]),
  body: body === '' ? undefined : (JSON.parse(body) as unknown),
})

const expected = ({ method, url, headers, body }: SampleRequest) => ({
  method,
  url: url.replace(/^http:\/\/[^/]+/, ''),
  headers: headers.map(({ text, variable }) =>
    variable === undefined ? text : `${text}${VARIABLES[variable]}`,
  ),
  body,
})

describe('the samples of the API reference', () => {
  let sandbox: Sandbox
  let requestsOf: (select: (operation: Operation) => boolean) => readonly SampleRequest[]
  beforeAll(async () => {
    await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve))
    const { port } = recorder.address() as AddressInfo
    sandbox = await startSandbox(0)
    const contracts = createContracts(`http://127.0.0.1:${port}/api/v1`)
    const read = (['platform', 'agent'] as const).map((name) =>
      readContract(name, contracts(name, '3.0').document),
    )
    requestsOf = (select) =>
      read.flatMap((contract) =>
        contract.operations
          .filter(select)
          .map((operation) =>
            requestOf(
              contract.name === 'agent'
                ? { ...contract, base_url: `http://127.0.0.1:${port}` }
                : contract,
              operation,
            ),
          ),
      )
  })
  afterAll(async () => {
    await sandbox.serving.stop()
    recorder.closeAllConnections()
    await new Promise((resolve) => recorder.close(resolve))
  })

  describe.for(ofThisRun(INTERPRETED, [...LANGUAGES]))('in $title', (language) => {
    const { needs } = PROGRAMS[language.id]
    const isMissing = needs !== undefined && isToolMissing(needs)

    it.skipIf(isMissing)('send the request of each example', async () => {
      origin = undefined
      const requests = requestsOf(() => true)
      expect(requests.length).toBeGreaterThan(90)
      const got = await send(language, requests)
      expect(got.map((one, index) => statedBy(requests[index]!, one))).toEqual(
        requests.map(expected),
      )
    })

    it.skipIf(isMissing)('work in the sandbox', async () => {
      origin = new URL(sandbox.info.base_url).origin
      const ids = [
        'searchAgents',
        'evaluateWorkspacePolicy',
        'renewLease',
        'listTasks',
        'updateWorkspace',
      ]
      await send(
        language,
        requestsOf(({ id }) => ids.includes(id)),
      )
      expect(statuses).toEqual([200, 200, 200, 200, 200])
    })
  })
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { integer } from '../../config/values.ts'
import type { WitnessDecision } from '../../domain/transparency/witness.ts'
import { command } from '../../terminal/command.ts'
import { CommandError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { firstSignal } from '../../terminal/signals.ts'

/** `witness`: cosigns the checkpoints of logs, so that a truncated or forked log is detected. */
export const witness = command({
  path: 'witness',
  summary: 'Run a witness that cosigns the logs of registries',
  about: [
    'Serves the witness protocol of C2SP (c2sp.org/tlog-witness). The witness cosigns a checkpoint of a log only if the log still contains all entries of the last one that it cosigned, so nobody can show different logs to different people, and a registry that truncates its log is refused. Run it on a different machine from the registry, ideally at a different organization.',
    '',
    'FOLDER contains the key of the witness and the latest checkpoint of each log: back it up, and do not share it between witnesses. LOGS is a file with the verifier key of a log on each line; a registry shows its own at /log/key.',
  ].join('\n'),
  flags: {
    name: {
      value: 'NAME',
      description: 'Name of the witness in its signatures, such as witness.example.com/w1',
      required: true,
    },
    folder: { value: 'FOLDER', description: 'Folder of the witness', default: 'witness' },
    logs: { value: 'LOGS', description: 'File with the verifier keys of the logs', required: true },
    host: { value: 'HOST', description: 'Address to listen on', default: '127.0.0.1' },
    port: { value: 'PORT', description: 'Port to listen on; 0 for any free one', default: '8090' },
  },
  examples: [
    'witness --name witness.example.com/w1 --logs logs.txt',
    'witness --name witness.example.com/w1 --logs logs.txt --folder /var/lib/witness --host 0.0.0.0',
  ],
  async run({ name, folder, logs, host, port }, terminal) {
    const signalled = firstSignal()
    const [{ isKeyName, formatVerifierKey }, { openWitnessState, readLogs }, witnessServer] =
      await Promise.all([
        import('../../domain/transparency/note.ts'),
        import('../../witness/state.ts'),
        import('../../witness/server.ts'),
      ])
    if (!isKeyName(name))
      throw new CommandError(
        '--name must not be empty, and may contain neither white space, control characters nor plus signs.',
      )
    const watched = readLogs(logs)
    const state = openWitnessState(folder, randomBytes)
    // All checkpoints are read at startup, so that a damaged one is reported before the log grows.
    for (const { name: origin } of watched) state.latest(origin)
    const onError = (cause: unknown) => terminal.printError(`error: ${(cause as Error).message}`)
    const server = witnessServer.createWitness({
      name,
      state,
      logs: watched,
      now_ms: Date.now,
      onDecision: (decision) => terminal.printError(formatDecision(decision)),
      onError,
    })
    const address = await listen(server, host, integer('--port', port, 0, 65_535))
    server.on('error', onError)
    terminal.print(
      formatFields([
        ['Address', address],
        ['Key', formatVerifierKey(witnessServer.witnessKey({ name, state }))],
        ['Logs', watched.map((key) => key.name).join(', ') || 'none'],
      ]),
    )
    await signalled
    server.close()
    server.closeIdleConnections()
    await state.close()
    return 0
  },
})

const formatDecision = (decision: WitnessDecision): string =>
  decision.kind === 'consistent'
    ? `cosigned ${decision.checkpoint.origin} at size ${decision.checkpoint.size}`
    : `refused a checkpoint: ${decision.kind.replaceAll('_', ' ')}`

async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
}

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Starts a mail server that stores received e-mails. */
export async function startMailbox() {
  const mails: { readonly id: string; readonly to: string; readonly pin: string | undefined }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope: { rcptTo } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        mails.push({
          id: /^Message-ID: *<([^@>]+)/im.exec(raw)![1]!,
          to: rcptTo[0]!.address,
          pin: /Your PIN is (\d{8})/.exec(raw)?.[1],
        })
        done()
      })
    },
  })
  // A replica that is killed breaks its connection, which is not an error of the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

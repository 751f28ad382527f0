import type { Readable } from 'node:stream'
import { gathered } from '../../domain/gathered.ts'
import { ScanFailed } from '../../domain/images/failures.ts'

/** Reads a stream to its end as bytes, up to a limit. @throws ScanFailed */
export async function readBytes(stream: Readable, limit: number): Promise<Buffer> {
  const kept = gathered(limit)
  for await (const chunk of interrupted(stream))
    if (!kept.add(chunk))
      throw new ScanFailed('IMAGE_TOO_LARGE', `an answer of more than ${limit} bytes`)
  return kept.bytes
}

export const readText = async (stream: Readable, limit: number): Promise<string> =>
  (await readBytes(stream, limit)).toString('utf8')

/** The chunks of a download; one that breaks off is the registry's failure. */
export async function* interrupted(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (cause) {
    if (cause instanceof ScanFailed) throw cause
    throw new ScanFailed('REGISTRY_UNREACHABLE', 'the download broke off')
  }
}

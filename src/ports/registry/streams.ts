import type { Readable } from 'node:stream'
import { createBoundedBuffer } from '../../domain/bounded-buffer.ts'
import { ScanFailed } from '../../domain/images/failures.ts'

/**
 * Reads a stream to its end as bytes, up to a limit.
 * @throws ScanFailed if it is longer or breaks off
 */
export async function readBytes(stream: Readable, limit: number): Promise<Buffer> {
  const kept = createBoundedBuffer(limit)
  for await (const chunk of chunksOf(stream))
    if (!kept.add(chunk))
      throw new ScanFailed('IMAGE_TOO_LARGE', `an answer of more than ${limit} bytes`)
  return kept.bytes
}

export const readText = async (stream: Readable, limit: number): Promise<string> =>
  (await readBytes(stream, limit)).toString('utf8')

/**
 * Yields the chunks of a download.
 * @throws ScanFailed if the download breaks off, which is the registry's failure
 */
export async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (cause) {
    if (cause instanceof ScanFailed) throw cause
    throw new ScanFailed('REGISTRY_UNREACHABLE', 'the download broke off')
  }
}

import type { Readable } from 'node:stream'
import { readBounded } from '../../domain/bounded-buffer.ts'
import { ScanFailed } from '../../domain/images/failures.ts'

/**
 * Reads the whole stream as bytes, up to a limit.
 * @throws ScanFailed if it is longer, arrives in too many chunks, or is interrupted
 */
export async function readBytes(stream: Readable, limit: number): Promise<Buffer> {
  const bytes = await readBounded(chunksOf(stream), limit)
  if (bytes) return bytes
  throw new ScanFailed(
    'IMAGE_TOO_LARGE',
    `a response of more than ${limit} bytes, or in too many small pieces`,
  )
}

export const readText = async (stream: Readable, limit: number): Promise<string> =>
  (await readBytes(stream, limit)).toString('utf8')

/**
 * Yields the chunks of a download.
 * @throws ScanFailed if the download is interrupted
 */
export async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (cause) {
    if (cause instanceof ScanFailed) throw cause
    throw new ScanFailed('REGISTRY_UNREACHABLE', 'the download was interrupted')
  }
}

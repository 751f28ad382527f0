import { createBoundedBuffer } from '../../domain/bounded-buffer.ts'

const LINE_FEED = 10

/** Splits a stream of bytes into lines. */
export interface LineSplitter {
  add(chunk: Buffer): void
  /** Reports the last line if it does not end with a line feed. */
  end(): void
  /** Returns whether a line has begun and not ended. */
  isWithinLine(): boolean
}

export interface LineOptions {
  readonly max_bytes: number
  /** Receives each line without its line feed, cut to `max_bytes`. */
  readonly onLine: (line: Buffer) => void
  /** Called when a line becomes longer than `max_bytes`, or arrives in too many chunks, before it has ended. */
  readonly onLong?: () => void
}

/** Creates a splitter that keeps at most `max_bytes` in memory, however long a line is. */
export function createLineSplitter({ max_bytes, onLine, onLong }: LineOptions): LineSplitter {
  let line = createBoundedBuffer(max_bytes)
  let isLong = false

  const append = (part: Buffer): void => {
    if (isLong || part.length === 0) return
    isLong = !line.add(part)
    if (!isLong) return
    line.add(part.subarray(0, max_bytes - line.bytes.length))
    onLong?.()
  }
  const finish = (): void => {
    const { bytes } = line
    line = createBoundedBuffer(max_bytes)
    isLong = false
    onLine(bytes)
  }

  return {
    add(chunk) {
      let rest = chunk
      for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED)) {
        append(rest.subarray(0, at))
        finish()
        rest = rest.subarray(at + 1)
      }
      append(rest)
    },
    end() {
      if (line.bytes.length > 0) finish()
    },
    isWithinLine: () => line.bytes.length > 0,
  }
}

/**
 * Reads all chunks into one buffer. Returns undefined if there are more than `limit` bytes, or too many chunks. Leaving the loop early
 * cancels a stream, or destroys its connection.
 */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Buffer | undefined> {
  const buffer = createBoundedBuffer(limit)
  for await (const chunk of chunks) if (!buffer.add(chunk)) return undefined
  return buffer.bytes
}

/** A buffer for bytes that arrive in chunks. */
export interface BoundedBuffer {
  /**
   * Appends a chunk. Returns false, and stores none of it, if the chunk would exceed the byte limit or the limit on the number of chunks,
   * or if no memory could be reserved.
   */
  add(chunk: Uint8Array): boolean
  readonly bytes: Buffer
}

/** The initial size of the buffer. */
const FIRST_BYTES = 1024
/** Limits the number of chunks, because each chunk takes time to process: 1024, plus one for every 256 bytes of the byte limit. */
const [BASE_CHUNKS, BYTES_PER_CHUNK] = [1024, 256]

/**
 * Creates a buffer for at most `limit` bytes. It copies chunks into one block of memory, because one-byte chunks stored as separate objects
 * would take a hundred times their size (docs/specification/trust.md#answers-in-pieces).
 * @param reserve returns whether this many more bytes may be allocated
 */
export function createBoundedBuffer(
  limit: number,
  reserve: (bytes: number) => boolean = () => true,
): BoundedBuffer {
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  let remainingChunks = BASE_CHUNKS + Math.ceil(limit / BYTES_PER_CHUNK)
  return {
    add(chunk) {
      const newSize = size + chunk.length
      if (newSize > limit || (remainingChunks -= 1) < 0) return false
      if (newSize > buffer.length) {
        const capacity = Math.min(limit, Math.max(newSize, 2 * buffer.length, FIRST_BYTES))
        if (!reserve(capacity - buffer.length)) return false
        const enlarged = Buffer.allocUnsafeSlow(capacity)
        buffer.copy(enlarged, 0, 0, size)
        buffer = enlarged
      }
      buffer.set(chunk, size)
      size = newSize
      return true
    },
    get bytes() {
      return buffer.subarray(0, size)
    },
  }
}

// ---- Memory that many buffers share --------------------------------------------------------------------------------

/** Limits the memory of buffers (docs/specification/tasks.md#answer-memory). */
export interface BufferBounds {
  /** Bytes of all buffers together beyond which some are evicted or refused, but never the only buffer of an owner. */
  readonly total_bytes: number
  /** Maximum bytes of the buffers of one owner that has several. */
  readonly owner_bytes: number
}

/** The memory of one buffer. */
export interface BufferMemory {
  /** Reserves more bytes. Returns false if too little is left, which releases the memory, or if it has already been released. */
  reserve(bytes: number): boolean
  /** Protects the buffer from eviction, because everything has arrived. */
  complete(): void
  /** Releases the memory. */
  release(): void
  /** Returns whether the memory was refused, or given to another buffer. */
  isLost(): boolean
}

export interface BufferBudget {
  /** Returns the memory of a new buffer, which occupies nothing yet. @param onEvicted called when its memory is given to another buffer */
  open(owner: string, onEvicted: () => void): BufferMemory
  /** Returns the number of bytes that all buffers occupy. */
  held(): number
}

/** Milliseconds after which a buffer may be evicted by another buffer of its owner. Only a slow sender takes longer than this. */
const EVICTABLE_AFTER_MS = 1000

interface Owner {
  readonly name: string
  held: number
  /** The number of buffers that occupy memory. */
  buffers: number
  /** The incomplete buffers among them, the oldest first. */
  readonly incomplete: Set<Entry>
}
interface Entry {
  held: number
  since_ms: number
  state: 'counted' | 'released' | 'lost'
  readonly onEvicted: () => void
}

/**
 * Creates a budget for buffers that arrive from many senders. A buffer that would exceed the limit of its owner, or the total while its
 * owner would occupy more than an equal share of it, evicts the oldest other incomplete buffer of that owner if that one is slow, and is
 * refused otherwise. If any other owner exceeds the total, incomplete buffers of the owners that occupy the most are evicted. The only
 * buffer of an owner is neither evicted nor refused, and an owner that occupies at most an equal share loses nothing because of others.
 * @param now milliseconds of a monotonic clock
 */
export function createBufferBudget(bounds: BufferBounds, now: () => number): BufferBudget {
  const shared = new SharedMemory(bounds, now)
  return {
    open(name, onEvicted) {
      const entry: Entry = { held: 0, since_ms: 0, state: 'released', onEvicted }
      let owner: Owner | undefined
      return {
        reserve(bytes) {
          owner ??= shared.count(name, entry)
          return shared.reserve(owner, entry, bytes)
        },
        complete: () => void owner?.incomplete.delete(entry),
        release: () => void (owner && shared.release(owner, entry, 'released')),
        isLost: () => entry.state === 'lost',
      }
    },
    held: () => shared.held,
  }
}

class SharedMemory {
  readonly #bounds: BufferBounds
  readonly #now: () => number
  readonly #owners = new Map<string, Owner>()
  held = 0

  constructor(bounds: BufferBounds, now: () => number) {
    this.#bounds = bounds
    this.#now = now
  }

  /** Counts a buffer from its first byte on. */
  count(name: string, entry: Entry): Owner {
    const owner = this.#owners.get(name) ?? { name, held: 0, buffers: 0, incomplete: new Set() }
    this.#owners.set(name, owner)
    owner.buffers += 1
    owner.incomplete.add(entry)
    entry.state = 'counted'
    entry.since_ms = this.#now()
    return owner
  }

  reserve(owner: Owner, entry: Entry, bytes: number): boolean {
    if (entry.state !== 'counted') return false
    if (!this.#makeRoom(owner, entry, bytes)) {
      this.release(owner, entry, 'lost')
      return false
    }
    this.held += bytes
    entry.held += bytes
    owner.held += bytes
    return true
  }

  release(owner: Owner, entry: Entry, state: 'released' | 'lost'): void {
    if (entry.state !== 'counted') return
    entry.state = state
    this.held -= entry.held
    owner.held -= entry.held
    owner.buffers -= 1
    owner.incomplete.delete(entry)
    if (owner.buffers === 0) this.#owners.delete(owner.name)
  }

  /** Frees memory for more bytes of a buffer. Returns false if the buffer may not have them. */
  #makeRoom(owner: Owner, entry: Entry, bytes: number): boolean {
    const { total_bytes, owner_bytes } = this.#bounds
    const isAlone = () => owner.buffers === 1
    while (!isAlone() && owner.held + bytes > owner_bytes)
      if (!this.#evictSlow(owner, entry)) return false
    while (this.held + bytes > total_bytes) {
      if (isAlone() || owner.held + bytes <= this.#equalShare())
        return this.#evictLargest(this.held + bytes - total_bytes)
      if (!this.#evictSlow(owner, entry)) return false
    }
    return true
  }

  /** Evicts the oldest other incomplete buffer of an owner, if it is slow. Returns whether there was one. */
  #evictSlow(owner: Owner, except: Entry): boolean {
    for (const entry of owner.incomplete) {
      if (entry === except) continue
      if (this.#now() - entry.since_ms < EVICTABLE_AFTER_MS) return false
      this.#evict(owner, entry)
      return true
    }
    return false
  }

  /**
   * Evicts incomplete buffers, always of the owner that occupies the most, until this many bytes have been freed or no owner with several
   * buffers occupies more than an equal share. Returns true, because the bytes may be used in any case: only complete buffers, which are
   * released soon, and the only buffers of their owners can still exceed the total.
   */
  #evictLargest(bytes: number): true {
    const until = this.held - bytes
    for (let largest = this.#largest(); largest && this.held > until; largest = this.#largest())
      this.#evict(largest, largest.incomplete.values().next().value!)
    return true
  }

  #largest(): Owner | undefined {
    let largest: Owner | undefined
    for (const owner of this.#owners.values()) {
      const isEvictable = owner.buffers > 1 && owner.incomplete.size > 0
      if (isEvictable && owner.held > (largest?.held ?? this.#equalShare())) largest = owner
    }
    return largest
  }

  #evict(owner: Owner, entry: Entry): void {
    this.release(owner, entry, 'lost')
    entry.onEvicted()
  }

  #equalShare(): number {
    return this.#bounds.total_bytes / this.#owners.size
  }
}

import { Readable } from 'node:stream'

/** Objects in S3-compatible object storage whose keys begin with one prefix. */
export interface Bucket {
  /** Returns the keys, in the order of the bucket. @throws BucketFailed */
  list(): Promise<readonly string[]>
  /** @throws BucketFailed */
  read(key: string): Promise<Readable>
  /**
   * Stores what a stream contains. The object appears when it is complete, or not at all.
   * @throws BucketFailed, or the error of the stream
   */
  write(key: string, content: Readable): Promise<void>
  /** @throws BucketFailed */
  remove(key: string): Promise<void>
  close(): void
}

/** Thrown if S3-compatible object storage refuses a request or cannot be reached. */
class BucketFailed extends Error {
  constructor(bucket: string, cause: unknown) {
    super(
      `The bucket ${bucket} cannot be used: ${reasonOf(cause)}. Check its name, AWS_REGION, AWS_ENDPOINT_URL_S3 and the credentials.`,
      { cause },
    )
    this.name = 'BucketFailed'
  }
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
const DEFAULT_REGION = 'us-east-1'
/** An object can have 10,000 parts, so this allows 300 GB. */
const PART_BYTES = 32 * 1024 * 1024
const CONCURRENT_PARTS = 2
const [CONNECTION_TIMEOUT_MS, SOCKET_TIMEOUT_MS] = [10_000, 60_000]

/** Returns whether an address begins with `s3://`. */
export const isBucketAddress = (address: string): boolean => address.startsWith('s3://')

/** Returns the bucket and the key or prefix of an address such as `s3://backups/registry/`; undefined for any other string. */
export function parseBucketAddress(
  address: string,
): { readonly bucket: string; readonly key: string } | undefined {
  const [, bucket, key = ''] = ADDRESS.exec(address) ?? []
  return bucket === undefined ? undefined : { bucket, key }
}

/**
 * Opens a bucket. Credentials, region and endpoint are those of the AWS SDK: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`,
 * `AWS_ENDPOINT_URL_S3`, a shared configuration file, or the role of the machine.
 */
export async function openBucket(bucket: string, prefix: string): Promise<Bucket> {
  const { S3Client, GetObjectCommand, DeleteObjectCommand, paginateListObjectsV2 } =
    await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = new S3Client({
    ...locationOf(process.env),
    // Object storage other than Amazon's may not support its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
  })
  const failed = (cause: unknown): never => {
    throw new BucketFailed(bucket, cause)
  }
  return {
    async list() {
      const keys: string[] = []
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
      try {
        for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key }) => Key!))
      } catch (cause) {
        failed(cause)
      }
      return keys
    },
    async read(key) {
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        .catch(failed)
      return Readable.from(withReasons(Body as Readable, failed), { objectMode: false })
    },
    async write(key, content) {
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: content },
        partSize: PART_BYTES,
        queueSize: CONCURRENT_PARTS,
      })
      await upload.done().catch((cause: unknown) => {
        throw content.errored ?? new BucketFailed(bucket, cause)
      })
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(failed)
    },
    close: () => client.destroy(),
  }
}

/**
 * Returns the region, and how a store other than Amazon's is addressed: it may not have a host name for each bucket, and it ignores the
 * region.
 */
function locationOf({ AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION }: NodeJS.ProcessEnv) {
  const isForeign = (AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL) !== undefined
  return { forcePathStyle: isForeign, ...(isForeign && { region: AWS_REGION ?? DEFAULT_REGION }) }
}

/** Passes on the content of an object. If the connection fails, the error names the bucket. */
async function* withReasons(
  body: Readable,
  failed: (cause: unknown) => never,
): AsyncGenerator<unknown> {
  try {
    yield* body
  } catch (cause) {
    failed(cause)
  }
}

/** The SDK gives some errors, such as an unreachable address, no message. */
function reasonOf(cause: unknown): string {
  const { name, message, errors } = cause as AggregateError
  const text = message || String((errors?.[0] as Error | undefined)?.message ?? '')
  return `${name === 'Error' || name === 'AggregateError' ? '' : `${name}: `}${text}`.replace(
    /\.$/,
    '',
  )
}

import express, { type Request, type Response } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyError } from './body.ts'

const EMPTY = Buffer.alloc(0)

/**
 * Reads bodies of up to `limit` bytes: identity, gzip, deflate and br, counted after decompression. A body that says how long it is,
 * and is not encoded, is put together here; whatever takes more care is body-parser's.
 * @throws BodyError
 */
export function bodyReader(limit: number) {
  const raw = express.raw({ limit, type: () => true })
  const parsed = (req: Request, res: Response): Promise<Buffer> => new Promise((resolve, reject) => {
    raw(req, res, (error?: unknown) => {
      if (error) reject(bodyErrorOf(error as ParserError))
      else resolve(Buffer.isBuffer(req.body) ? req.body : EMPTY)
    })
  })
  return (req: IncomingMessage, res: ServerResponse): Promise<Buffer> =>
    (isPlain(req, limit) ? plain(req) : parsed(req as Request, res as Response))
}

function isPlain({ headers }: IncomingMessage, limit: number): boolean {
  const length = headers['content-length']
  return length !== undefined && Number(length) <= limit && headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined
}

/** The HTTP parser has seen to it that there are as many bytes as were announced. */
function plain(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    req.on('error', (cause) => reject(new BodyError('MALFORMED_REQUEST', BROKEN_OFF, { cause })))
  })
}

const UNKNOWN_ENCODING = 'The content encoding is not supported; use gzip, deflate, br or none.'
const BROKEN_OFF = 'The body broke off, or does not fit its length or encoding.'
type ParserError = Error & { readonly type?: string; readonly status?: number }

function bodyErrorOf(error: ParserError): Error {
  const bodyError = (code: BodyError['code'], message: string): BodyError => new BodyError(code, message, { cause: error })
  if (error.type === 'entity.too.large') return bodyError('BODY_TOO_LARGE', 'The request body is too large.')
  if (error.type === 'encoding.unsupported') return bodyError('UNSUPPORTED_MEDIA_TYPE', UNKNOWN_ENCODING)
  if ((error.status ?? 500) < 500) return bodyError('MALFORMED_REQUEST', BROKEN_OFF)
  return error
}

import type { ProblemDefinitions } from '../contract/typed.ts'

const unauthorized = (message: string) => ({ status: 401, error: 'unauthorized', message }) as const

/** Lists the errors about missing or invalid credentials. */
export const credentialProblems = {
  MISSING_API_KEY: unauthorized(
    'This operation requires an API key; send it in the X-API-Key header.',
  ),
  INVALID_API_KEY: unauthorized(
    'The API key is unknown or revoked; use a valid key, or ask an owner or admin for a new one.',
  ),
  API_KEY_EXPIRED: unauthorized('The API key has expired; ask an owner or admin for a new one.'),
  MISSING_BEARER_TOKEN: unauthorized(
    'This operation requires a bearer token; send it as `Authorization: Bearer <token>`.',
  ),
  INVALID_BEARER_TOKEN: unauthorized(
    'The bearer token is invalid, or this operation does not accept its kind; send a valid token.',
  ),
  INVALID_RUNTIME_TOKEN: unauthorized(
    'The runtime token is unknown, expired, replaced or revoked; refresh it with the refresh token, or recover the installation with an API key.',
  ),
  INVALID_SESSION: unauthorized(
    'The admin session is unknown, ended or expired; request a new PIN and sign in again.',
  ),
  INVALID_PIN: unauthorized(
    'The PIN is wrong, or its challenge is used up or expired; request a new PIN.',
  ),
  INVALID_INSTALL_TOKEN: unauthorized(
    'The install token is unknown; check that it was copied completely, or create a new one.',
  ),
  INSTALL_TOKEN_EXPIRED: unauthorized(
    'The install token has expired; create a new one and bootstrap within its lifetime.',
  ),
  INVALID_REFRESH_TOKEN: unauthorized(
    'The refresh token does not belong to an active or paused installation with this id; recover the installation with an API key.',
  ),
} as const satisfies ProblemDefinitions

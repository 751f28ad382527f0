import { DEFAULT_PORT, DEFAULT_STORE } from '../../config/config.ts'
import type { Flags } from '../../terminal/command.ts'
import { CONFIG_FLAG } from './settings.ts'

/** The flags of `serve`, which `check-config` accepts as well. */
export const SERVE_FLAGS = {
  ...CONFIG_FLAG,
  host: {
    value: 'HOST',
    description: 'Address to listen on; 0.0.0.0 for all interfaces',
    fallback: '127.0.0.1',
  },
  port: {
    value: 'PORT',
    description: 'Port to listen on; 0 for any free port',
    fallback: String(DEFAULT_PORT),
  },
  store: {
    value: 'ADDRESS',
    description: 'sqlite:PATH, json:PATH, memory: or postgres://USER@HOST/DATABASE',
    fallback: DEFAULT_STORE,
  },
  'public-url': {
    value: 'URL',
    description: 'Address at which clients reach the registry',
    fallback: 'http://HOST:PORT',
  },
  issuer: {
    value: 'NAME',
    description: 'Name of this platform in signatures, a URL or a URN',
    fallback: 'the public URL',
  },
  'metrics-port': {
    value: 'PORT',
    description: 'Separate port for /metrics; 0 for any free port',
    fallback: 'no metrics',
  },
  'metrics-host': {
    value: 'HOST',
    description: 'Address on which /metrics listens',
    fallback: '127.0.0.1',
  },
  workers: {
    value: 'COUNT',
    description: 'Processes that serve requests, with a PostgreSQL store; auto: one per processor',
    fallback: '1',
  },
  'trust-proxy': {
    value: 'NETWORKS',
    description: 'Networks of the reverse proxies whose X-Forwarded-For is trusted',
    fallback: 'none',
  },
} as const satisfies Flags

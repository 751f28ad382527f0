import type { Flags } from '../../terminal/command.ts'
import { CONFIG_FLAG, settingFlag } from './settings.ts'

/** The flags of `serve`, which `check-config` accepts as well. */
export const SERVE_FLAGS = {
  ...CONFIG_FLAG,
  host: settingFlag('host', 'HOST'),
  port: settingFlag('port', 'PORT'),
  store: settingFlag('store', 'ADDRESS'),
  'public-url': settingFlag('public-url', 'URL', 'Address at which clients reach the registry'),
  issuer: {
    ...settingFlag('issuer', 'NAME', 'Name of this platform in signatures, a URL or a URN'),
    fallback: 'the public URL',
  },
  'metrics-port': settingFlag(
    'metrics-port',
    'PORT',
    'Separate port for /metrics; 0 for any free port',
  ),
  'metrics-host': settingFlag('metrics-host', 'HOST', 'Address on which /metrics listens'),
  workers: settingFlag(
    'workers',
    'COUNT',
    'Processes that serve requests, with a PostgreSQL store; auto: one per processor',
  ),
  'trust-proxy': settingFlag(
    'trust-proxy',
    'NETWORKS',
    'Networks of the reverse proxies whose X-Forwarded-For is trusted',
  ),
} as const satisfies Flags

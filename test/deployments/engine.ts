import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../kit/folder.ts'
import { debianRoot, type DebianRoot } from './debian-root.ts'
import { buildFromModule } from './go-modules.ts'
import { mustRun, runProgram, startProgram, waitFor } from './programs.ts'

/** A Docker engine with a folder of its own, and Compose. */
export interface Engine {
  readonly env: NodeJS.ProcessEnv
  docker(...args: string[]): Promise<string>
}

const COMPOSE = { module: 'github.com/docker/compose/v2', version: 'v2.40.3' }

/** An image built from Debian packages instead of being pulled. */
interface Substitute {
  readonly root: DebianRoot
  /** Instructions of a Containerfile. */
  readonly changes: readonly string[]
}

const POSTGRES_PATH = '/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const SUBSTITUTES = {
  'docker.io/library/node:24-bookworm-slim': {
    root: { suite: 'bookworm', packages: [], node: true },
    changes: [],
  },
  'docker.io/library/postgres:17-bookworm': {
    root: {
      suite: 'trixie',
      packages: ['postgresql-17'],
      files: { '/usr/local/bin': 'test/deployments/images/postgres.sh' },
    },
    changes: [
      `ENV PATH=${POSTGRES_PATH}`,
      'VOLUME /var/lib/postgresql/data',
      'ENTRYPOINT ["/usr/local/bin/postgres.sh"]',
    ],
  },
  'docker.io/library/haproxy:3.0-bookworm': {
    root: { suite: 'trixie', packages: ['haproxy'] },
    changes: [
      'USER haproxy',
      'ENTRYPOINT ["haproxy", "-W", "-db"]',
      'CMD ["-f", "/usr/local/etc/haproxy/haproxy.cfg"]',
    ],
  },
  // The container that holds the namespaces of a Kubernetes pod.
  'localhost/pause:1': {
    root: { suite: 'bookworm', packages: [] },
    changes: ['ENTRYPOINT ["/usr/bin/sleep", "infinity"]'],
  },
} satisfies Record<string, Substitute>

export type ImageName = keyof typeof SUBSTITUTES

/** Starts an engine that has the images. */
export async function startEngine(images: readonly ImageName[]): Promise<Engine> {
  const folder = newFolder('engine', 'disk')
  const plugins = join(folder, 'config/cli-plugins')
  mkdirSync(plugins, { recursive: true })
  const { module, version } = COMPOSE
  const [compose] = await buildFromModule({ module, version, commands: ['cmd'] })
  copyFileSync(compose!, join(plugins, 'docker-compose'))
  // The legacy builder is used, because BuildKit needs the buildx plugin, which is a separate program.
  const env = {
    ...process.env,
    DOCKER_HOST: `unix://${folder}/docker.sock`,
    DOCKER_CONFIG: join(folder, 'config'),
    DOCKER_BUILDKIT: '0',
  }
  startProgram('dockerd', [
    ...['--host', env.DOCKER_HOST, '--data-root', join(folder, 'data')],
    ...['--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid')],
  ])
  const docker = (...args: string[]) => mustRun('docker', args, { env })
  await waitFor(
    async () => ((await runProgram('docker', ['info'], { env })).succeeded ? true : undefined),
    'the Docker engine did not start',
  )
  for (const name of images) await importImage(docker, name, SUBSTITUTES[name])
  return { env, docker }
}

async function importImage(
  docker: Engine['docker'],
  name: string,
  { root, changes }: Substitute,
): Promise<void> {
  const options = changes.flatMap((change) => ['--change', change])
  await docker('import', ...options, await debianRoot(root), name)
}

import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hasProgram, installPackages } from '../../kit/debian.ts'
import { newFolder, removeFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/port.ts'

const TOOLS = ['docker-registry', 'umoci', 'skopeo', 'htpasswd'] as const
const PACKAGES = ['docker-registry', 'umoci', 'skopeo', 'apache2-utils']

/** Returns which of Debian's tools for building, pushing and serving images are missing. */
export const missingImageTools = (): readonly string[] => TOOLS.filter((tool) => !hasProgram(tool))

/** Installs the tools if possible. */
export const installImageTools = (): void => installPackages(TOOLS, PACKAGES)

export interface RunningRegistry {
  /** `127.0.0.1:PORT`. */
  readonly host: string
  readonly url: string
  /** The folder with the pushed images. */
  readonly storage: string
  stop(): void
}

/** Starts Debian's docker-registry in a process of its own, with a password if there is a user. */
export async function startRegistry(user?: {
  readonly username: string
  readonly password: string
}): Promise<RunningRegistry> {
  const folder = newFolder('registry')
  const port = await freePort()
  const storage = join(folder, 'storage')
  if (user)
    writeFileSync(
      join(folder, 'htpasswd'),
      execFileSync('htpasswd', ['-Bbn', user.username, user.password]),
    )
  writeFileSync(
    join(folder, 'config.yml'),
    [
      'version: 0.1',
      'log: { level: error }',
      `storage: { filesystem: { rootdirectory: ${storage} } }`,
      `http: { addr: '127.0.0.1:${port}' }`,
      ...(user ? [`auth: { htpasswd: { realm: images, path: ${join(folder, 'htpasswd')} } }`] : []),
    ].join('\n'),
  )
  const child: ChildProcess = spawn('docker-registry', ['serve', join(folder, 'config.yml')], {
    stdio: 'ignore',
  })
  await untilAccepting(port)
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    storage,
    stop() {
      child.kill()
      removeFolder(folder)
    },
  }
}

async function untilAccepting(port: number): Promise<void> {
  for (let index = 0; index < 200; index += 1) {
    const up = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.destroy()
        resolve(true)
      }).on('error', () => resolve(false))
    })
    if (up) return
    await setTimeout(50)
  }
  throw new Error('docker-registry did not start listening')
}

/** One layer of an image: files by path, with their modes if they are unusual; null removes a file of a lower layer. */
type Layer = Readonly<
  Record<string, string | { readonly content: string; readonly mode: number } | null>
>
export interface ImageSpec {
  readonly layers: readonly Layer[]
  /** Flags of `umoci config`, such as `--config.user 1000`. */
  readonly config?: readonly string[]
}

/** Builds an image with umoci, layer by layer, and pushes it with skopeo. */
export function pushImage(
  { host }: Pick<RunningRegistry, 'host'>,
  ref: string,
  { layers, config = [] }: ImageSpec,
  user?: { readonly username: string; readonly password: string },
): void {
  const folder = newFolder('image')
  const image = `${join(folder, 'layout')}:built`
  const umoci = (...args: string[]) => execFileSync('umoci', args, { stdio: 'pipe' })
  umoci('init', '--layout', join(folder, 'layout'))
  umoci('new', '--image', image)
  for (const [index, layer] of layers.entries()) {
    const bundle = join(folder, `bundle-${index}`)
    umoci('unpack', '--rootless', '--image', image, bundle)
    for (const [path, file] of Object.entries(layer)) put(join(bundle, 'rootfs', path), file)
    umoci('repack', '--image', image, bundle)
  }
  if (config.length > 0) umoci('config', '--image', image, ...config)
  execFileSync(
    'skopeo',
    [
      'copy',
      '--insecure-policy',
      '--dest-tls-verify=false',
      ...(user ? ['--dest-creds', `${user.username}:${user.password}`] : []),
      `oci:${image}`,
      `docker://${host}/${ref}`,
    ],
    { stdio: 'pipe' },
  )
  removeFolder(folder)
}

function put(path: string, file: Layer[string]): void {
  if (file === null || file === undefined) return rmSync(path, { recursive: true })
  mkdirSync(dirname(path), { recursive: true })
  if (typeof file === 'string') return writeFileSync(path, file)
  writeFileSync(path, file.content)
  execFileSync('chmod', [file.mode.toString(8), path])
}

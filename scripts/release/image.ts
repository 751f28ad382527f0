import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { archiveOf, blobOf, entriesOf, layerOf, type Entry, type Layer } from './layer.ts'
import { writeLock, type Manifest } from './lock.ts'
import type { Source } from './statement.ts'

const TRIPLETS: Readonly<
  Record<string, readonly [architecture: string, triplet: string, loader: string]>
> = {
  x64: ['amd64', 'x86_64-linux-gnu', 'lib64/ld-linux-x86-64.so.2'],
  arm64: ['arm64', 'aarch64-linux-gnu', 'lib/ld-linux-aarch64.so.1'],
}
/** The Debian packages of the libraries that Node is linked with, and the libraries. */
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6'] as const
const LIBRARIES = [
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libstdc++.so.6',
]
const USER = 10_001
const HOME = 'var/lib/svc-registry'

interface ImageOptions {
  /** The packed platform. */
  readonly tarball: string
  readonly manifest: Manifest
  /** The folder of package-lock.json and of node_modules with Node. */
  readonly root: string
  readonly commit: string
  readonly made_at: Date
  readonly into: string
}

/** Returns whether an image can be built here: its libraries come from Debian. */
export const canBuildImage = (): boolean => {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' })
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' })
    return process.arch in TRIPLETS
  } catch {
    return false
  }
}

/**
 * Writes an OCI image as an archive, without a daemon: Node, the platform with the dependencies of package-lock.json, and the few
 * libraries that Node needs; no shell and no package manager. It runs as an unprivileged user and writes to one folder only.
 * @returns the file, and what it contains besides npm packages
 */
export async function writeImage(
  options: ImageOptions,
): Promise<{ file: string; contents: Source['others'] }> {
  const { manifest, root, commit, made_at, into } = options
  const scratch = mkdtempSync(join(tmpdir(), 'svc-image-'))
  try {
    const { versions, entries, packages } = libraries(scratch)
    const node = readFileSync(join(root, 'node_modules/node/bin/node'))
    const layers = [
      await layerOf([...SKELETON, ...entries], made_at),
      await layerOf([{ path: 'usr/bin/node', mode: 0o755, content: node }], made_at),
      await layerOf(entriesOf(application(options, scratch), 'app'), made_at),
    ]
    const [architecture] = TRIPLETS[process.arch]!
    const file = join(into, `${manifest.name}-${manifest.version}-linux-${architecture}.oci.tar`)
    const labels = {
      'org.opencontainers.image.title': manifest.name,
      'org.opencontainers.image.version': manifest.version,
      'org.opencontainers.image.revision': commit,
      'org.opencontainers.image.licenses': manifest.license,
      'org.opencontainers.image.base.packages': versions.join(' '),
    }
    writeFileSync(
      file,
      await layoutOf(layers, configOf(architecture, layers, labels, made_at), labels, made_at),
    )
    return { file, contents: [...packages, nodeOf(root, node)] }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const SKELETON: readonly Entry[] = [
  { path: 'etc', mode: 0o755 },
  {
    path: 'etc/passwd',
    mode: 0o644,
    content: `root:x:0:0:root:/:/sbin/nologin\nsvc-registry:x:${USER}:${USER}::/${HOME}:/sbin/nologin\n`,
  },
  { path: 'etc/group', mode: 0o644, content: `root:x:0:\nsvc-registry:x:${USER}:\n` },
  { path: 'etc/nsswitch.conf', mode: 0o644, content: 'hosts: files dns\n' },
  { path: 'tmp', mode: 0o1777 },
  { path: 'usr', mode: 0o755 },
  { path: 'usr/bin', mode: 0o755 },
  // This file makes operator commands available: `docker exec CONTAINER svc-registry ...`.
  {
    path: 'usr/bin/svc-registry',
    mode: 0o755,
    content: "#!/usr/bin/node\nimport('/app/svc-registry.js')\n",
  },
  { path: 'var', mode: 0o755 },
  { path: 'var/lib', mode: 0o755 },
  { path: HOME, mode: 0o700, uid: USER },
]

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Returns the Node executable, which npm installed next to package-lock.json, as a part of the release. This script may run on another
 * version of Node.
 */
function nodeOf(root: string, node: Buffer) {
  const manifest = readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return { uri: `pkg:generic/node@${version}`, sha256: sha256(node) }
}

/** Downloads the libraries from Debian. */
function libraries(scratch: string) {
  const [, triplet, loader] = TRIPLETS[process.arch]!
  const folder = mkdtempSync(join(scratch, 'debian-'))
  download(folder)
  const debs = readdirSync(folder).toSorted()
  const unpacked = join(folder, 'root')
  for (const deb of debs) execFileSync('dpkg-deb', ['-x', join(folder, deb), unpacked])
  const find = (name: string): Buffer => {
    const found = [`usr/lib/${triplet}`, `lib/${triplet}`]
      .map((place) => join(unpacked, place))
      .find((place) =>
        readdirSync(place, { withFileTypes: true }).some((each) => each.name === name),
      )
    if (found === undefined) throw new Error(`no Debian package contains ${name}`)
    return readFileSync(join(found, name))
  }
  return {
    versions: debs.map((deb) => basename(deb, '.deb')),
    packages: debs.map((deb) => {
      const [name, version] = basename(deb, '.deb').split('_')
      return {
        uri: `pkg:deb/debian/${name}@${version!}`,
        sha256: sha256(readFileSync(join(folder, deb))),
      }
    }),
    entries: [
      ...['lib', 'lib64', `lib/${triplet}`].map((path) => ({ path, mode: 0o755 })),
      { path: loader, mode: 0o755, content: find(basename(loader)) },
      ...LIBRARIES.map((name) => ({
        path: `lib/${triplet}/${name}`,
        mode: 0o644,
        content: find(name),
      })),
    ],
  }
}

/** Downloads the packages into a folder, and updates the package lists if that fails. */
function download(folder: string): void {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { cwd: folder, encoding: 'utf8' })
  // By default, apt-get downloads as a sandbox user, which cannot write to a folder of the current user.
  const attempt = () => apt('-o', 'APT::Sandbox::User=root', 'download', ...PACKAGES)
  if (attempt().status === 0) return
  apt('update')
  const { status, stderr } = attempt()
  if (status !== 0) throw new Error(`the Debian packages cannot be downloaded: ${stderr}`)
}

/** Unpacks the platform and installs its dependencies at the versions of package-lock.json. Returns the folder. */
function application({ tarball, manifest, root }: ImageOptions, scratch: string): string {
  execFileSync('tar', ['-xzf', tarball, '-C', scratch])
  const folder = join(scratch, 'package')
  writeLock(manifest, root, folder)
  execFileSync(
    'npm',
    [
      'ci',
      '--omit=dev',
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--silent',
    ],
    { cwd: folder, stdio: ['ignore', 2, 2] },
  )
  rmSync(join(folder, 'package-lock.json'))
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true })
  return folder
}

const READY =
  "fetch('http://127.0.0.1:8080/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"

const configOf = (
  architecture: string,
  layers: readonly Layer[],
  labels: Readonly<Record<string, string>>,
  made_at: Date,
) => ({
  created: made_at.toISOString(),
  architecture,
  os: 'linux',
  config: {
    User: `${USER}:${USER}`,
    ExposedPorts: { '8080/tcp': {} },
    Env: ['PATH=/usr/bin', 'NODE_ENV=production', 'SVC_HOST=0.0.0.0'],
    Entrypoint: ['/usr/bin/node', '/app/svc-registry.js'],
    Cmd: ['serve'],
    Volumes: { [`/${HOME}`]: {} },
    WorkingDir: `/${HOME}`,
    Labels: labels,
    // The health check is not part of the specification, but engines that know it run it.
    Healthcheck: { Test: ['CMD', '/usr/bin/node', '-e', READY], Interval: 10_000_000_000 },
  },
  rootfs: { type: 'layers', diff_ids: layers.map(({ diff_id }) => diff_id) },
})

/** Returns the archive of an image layout (OCI image specification 1.1). */
async function layoutOf(
  layers: readonly Layer[],
  config: object,
  annotations: Readonly<Record<string, string>>,
  made_at: Date,
): Promise<Buffer> {
  const media = (kind: string) => `application/vnd.oci.image.${kind}`
  const json = (value: object) => blobOf(Buffer.from(JSON.stringify(value)))
  const describe = (mediaType: string, { digest, bytes }: { digest: string; bytes: Buffer }) => ({
    mediaType,
    digest,
    size: bytes.length,
  })
  const configBlob = json(config)
  const manifest = json({
    schemaVersion: 2,
    mediaType: media('manifest.v1+json'),
    config: describe(media('config.v1+json'), configBlob),
    layers: layers.map((layer) => describe(media('layer.v1.tar+gzip'), layer)),
    annotations,
  })
  const index = {
    schemaVersion: 2,
    mediaType: media('index.v1+json'),
    manifests: [
      {
        ...describe(media('manifest.v1+json'), manifest),
        annotations: {
          'org.opencontainers.image.ref.name': annotations['org.opencontainers.image.version'],
        },
      },
    ],
  }
  const blobs = [...layers, configBlob, manifest].toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
  return archiveOf(
    [
      { path: 'oci-layout', mode: 0o644, content: JSON.stringify({ imageLayoutVersion: '1.0.0' }) },
      { path: 'index.json', mode: 0o644, content: JSON.stringify(index) },
      { path: 'blobs', mode: 0o755 },
      { path: 'blobs/sha256', mode: 0o755 },
      ...blobs.map(({ digest, bytes }) => ({
        path: `blobs/${digest.replace(':', '/')}`,
        mode: 0o644,
        content: bytes,
      })),
    ],
    made_at,
  )
}

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { newCertificate } from '../slow/deploy/proxy.ts'
import { newFolder } from '../kit/folder.ts'
import { startEngine, type ImageName } from './engine.ts'
import { atClose } from './programs.ts'
import { addPackage } from './package.ts'
import { shellIn } from './shell.ts'
import type { SessionEnvironment } from './session.ts'

const NODE: ImageName = 'docker.io/library/node:24-bookworm-slim'

export const openComposeOnSqlite = (): Promise<SessionEnvironment> => open('sqlite.yaml', [NODE])

export const openComposeOnPostgres = (): Promise<SessionEnvironment> =>
  open('postgres.yaml', [
    NODE,
    'docker.io/library/postgres:17-bookworm',
    'docker.io/library/haproxy:3.0-bookworm',
  ])

/** Starts a container engine with the images, and prepares a copy of deploy/compose with the package and a certificate. */
async function open(file: string, images: readonly ImageName[]): Promise<SessionEnvironment> {
  const engine = await startEngine(images)
  const folder = composeFolder()
  const run = shellIn(folder, engine.env)
  atClose(() => run(`docker compose -f ${file} down --volumes --timeout 5`))
  return { run }
}

function composeFolder(): string {
  const folder = join(newFolder('compose', 'disk'), 'compose')
  cpSync('deploy/compose', folder, { recursive: true })
  addPackage(folder)
  const { certificate, key } = newCertificate()
  cpSync(certificate, join(folder, 'certificate.pem'))
  cpSync(key, join(folder, 'key.pem'))
  return folder
}

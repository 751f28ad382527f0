import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newFolder } from '../kit/folder.ts'
import { startCluster } from './cluster.ts'
import { startEngine, type Engine } from './engine.ts'
import { addPackage } from './package.ts'
import type { SessionEnvironment } from './session.ts'
import { shellIn } from './shell.ts'

const NODE = 'docker.io/library/node:24-bookworm-slim'
const POSTGRES = 'docker.io/library/postgres:17-bookworm'
const PAUSE = 'localhost/pause:1'
/** The image that deploy/kubernetes/example names. */
const PLATFORM = 'registry.example.com/agent-registry:0.1.0'

/** Starts a cluster that has the images and a PostgreSQL database. Commands run in a copy of deploy/kubernetes/example. */
export async function openKubernetes(): Promise<SessionEnvironment> {
  const engine = await startEngine([NODE, POSTGRES, PAUSE])
  const images = await saveImages(engine)
  const kubeconfig = await startCluster({ images, pause: PAUSE })
  const folder = newFolder('kubernetes')
  cpSync('deploy/kubernetes', folder, { recursive: true })
  const run = shellIn(join(folder, 'example'), {
    ...process.env,
    KUBECONFIG: kubeconfig,
  })
  const { succeeded, errors } = await run(
    `kubectl apply --filename ${resolve('test/deployments/images/database.yaml')} && kubectl wait --for condition=available --namespace database deployment/postgres --timeout 60s`,
  )
  if (!succeeded) throw new Error(`the database did not start: ${errors}`)
  return { run }
}

/** Builds the image of the platform, and returns an archive of all images. */
async function saveImages({ docker }: Engine): Promise<string> {
  const folder = newFolder('images', 'disk')
  cpSync('deploy/compose/Containerfile', join(folder, 'Containerfile'))
  addPackage(folder)
  await docker('build', '--tag', PLATFORM, '--file', join(folder, 'Containerfile'), folder)
  const archive = join(folder, 'images.tar')
  await docker('save', '--output', archive, PLATFORM, POSTGRES, PAUSE)
  return archive
}

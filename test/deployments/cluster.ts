import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { newFolder } from '../kit/folder.ts'
import { API, BRIDGE, NODE_ADDRESS, PODS, SOCKET, writeClusterFiles } from './cluster-files.ts'
import { buildFromModule } from './go-modules.ts'
import { atClose, mustRun, runProgram, startProgram, waitFor } from './programs.ts'

interface ClusterOptions {
  /** An archive of the images that pods may use. */
  readonly images: string
  /** The image of the container that holds the namespaces of a pod. */
  readonly pause: string
}

const VERSION = '1.32.9'
const SERVICES = '10.96.0.0/16'
const ETCD = 'http://127.0.0.1:2479'

/**
 * Starts a one-node Kubernetes cluster (the real API server, controllers, scheduler, proxy and kubelet, with etcd and containerd), and
 * returns when its node is ready.
 * @returns the path of the kubeconfig file
 */
export async function startCluster({ images, pause }: ClusterOptions): Promise<string> {
  const programs = await buildPrograms()
  const folder = newFolder('cluster', 'disk')
  writeClusterFiles(folder, pause)
  /** Starts a program whose output goes to a log file named after it. */
  const start = (program: string, ...args: readonly string[]) => {
    const log = openSync(join(folder, `${basename(program)}.log`), 'a')
    startProgram(program, args, log)
    closeSync(log)
  }
  atClose(async () => {
    await runProgram(programs.proxy, ['--cleanup'])
    await runProgram('ip', ['link', 'delete', BRIDGE])
    await unmountBelow(folder)
  })
  await startControlPlane(folder, programs, start)
  await startNode(folder, programs, images, start)
  atClose(() =>
    kubectl(folder, 'delete', 'namespace', 'agent-registry', 'database', '--timeout=90s'),
  )
  return join(folder, 'client.yaml')
}

type Programs = Awaited<ReturnType<typeof buildPrograms>>
type Start = (program: string, ...args: readonly string[]) => void

async function buildPrograms() {
  const [api = '', controllers = '', scheduler = '', proxy = '', kubelet = ''] =
    await buildFromModule({
      module: 'k8s.io/kubernetes',
      version: `v${VERSION}`,
      staged: `v0${VERSION.slice(1)}`,
      commands: [
        'cmd/kube-apiserver',
        'cmd/kube-controller-manager',
        'cmd/kube-scheduler',
        'cmd/kube-proxy',
        'cmd/kubelet',
      ],
      link: `-X k8s.io/component-base/version.gitVersion=v${VERSION}`,
    })
  return { api, controllers, scheduler, proxy, kubelet }
}

async function startControlPlane(folder: string, programs: Programs, start: Start): Promise<void> {
  const at = (name: string) => join(folder, name)
  start(
    'etcd',
    ...['--data-dir', at('etcd'), '--listen-client-urls', ETCD, '--advertise-client-urls', ETCD],
    ...['--listen-peer-urls', 'http://127.0.0.1:2480'],
  )
  start(
    programs.api,
    ...['--etcd-servers', ETCD, '--cert-dir', at('certificates')],
    ...['--bind-address', '127.0.0.1', '--secure-port', new URL(API).port],
    ...['--token-auth-file', at('tokens.csv'), '--authorization-mode', 'RBAC'],
    ...['--service-account-issuer', API, '--service-account-key-file', at('accounts.pub')],
    ...['--service-account-signing-key-file', at('accounts.key')],
    ...['--service-cluster-ip-range', SERVICES, '--kubelet-preferred-address-types', 'InternalIP'],
  )
  await waitFor(() => works(folder, 'get', '--raw', '/readyz'), 'the API server is not ready')
  const alone = ['--kubeconfig', at('client.yaml'), '--leader-elect=false']
  start(
    programs.controllers,
    ...[...alone, '--service-account-private-key-file', at('accounts.key')],
    '--use-service-account-credentials=true',
  )
  start(programs.scheduler, ...alone)
}

async function startNode(
  folder: string,
  programs: Programs,
  images: string,
  start: Start,
): Promise<void> {
  const at = (name: string) => join(folder, name)
  await mustRun('ip', ['link', 'add', BRIDGE, 'type', 'bridge'])
  await mustRun('ip', ['address', 'add', `${NODE_ADDRESS}/24`, 'dev', BRIDGE])
  await mustRun('ip', ['link', 'set', BRIDGE, 'up'])
  start('containerd', '--config', at('containerd.toml'))
  const ctr = ['--address', at(SOCKET), '--namespace', 'k8s.io']
  await waitFor(
    async () => ((await runProgram('ctr', [...ctr, 'version'])).succeeded ? true : undefined),
    'containerd did not start',
  )
  await mustRun('ctr', [...ctr, 'images', 'import', images])
  const common = ['--kubeconfig', at('client.yaml'), '--hostname-override', 'node']
  start(programs.proxy, ...common, '--cluster-cidr', PODS)
  start(
    programs.kubelet,
    ...[...common, '--config', at('kubelet.yaml'), '--root-dir', at('kubelet')],
    ...['--cert-dir', at('kubelet-certificates'), '--node-ip', NODE_ADDRESS],
  )
  await waitFor(
    () => works(folder, 'wait', '--for=condition=ready', 'node/node', '--timeout=1s'),
    'the node is not ready',
  )
}

const kubectl = (folder: string, ...args: readonly string[]) =>
  runProgram('kubectl', ['--kubeconfig', join(folder, 'client.yaml'), ...args])

const works = async (folder: string, ...args: readonly string[]): Promise<true | undefined> =>
  (await kubectl(folder, ...args)).succeeded ? true : undefined

/** Unmounts what pods have left behind under a folder, the innermost first. */
async function unmountBelow(folder: string): Promise<void> {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
  for (const path of mounted.toReversed()) await runProgram('umount', ['--lazy', path])
}

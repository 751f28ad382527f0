import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const API = 'https://127.0.0.1:6443'
export const BRIDGE = 'svc-pods'
export const NODE_ADDRESS = '10.244.0.1'
export const PODS = '10.244.0.0/24'
/** Where containerd listens, in the folder of the cluster. */
export const SOCKET = 'containerd.sock'
/** The token with which kubectl and the components of the cluster authenticate to the API server. */
const TOKEN = randomBytes(24).toString('hex')

/** Writes the configuration files and keys of a one-node cluster. @param pause the image of the container that holds the namespaces of a pod */
export function writeClusterFiles(folder: string, pause: string): void {
  mkdirSync(join(folder, 'network'))
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const files = {
    'accounts.key': privateKey.export({ type: 'pkcs8', format: 'pem' }),
    'accounts.pub': publicKey.export({ type: 'spki', format: 'pem' }),
    'tokens.csv': `${TOKEN},administrator,administrator,system:masters\n`,
    'client.yaml': JSON.stringify(client),
    'kubelet.yaml': JSON.stringify(kubelet(folder)),
    'containerd.toml': containerd(folder, pause),
    'network/pods.conflist': JSON.stringify(network(folder)),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

const client = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'here', cluster: { server: API, 'insecure-skip-tls-verify': true } }],
  users: [{ name: 'administrator', user: { token: TOKEN } }],
  contexts: [{ name: 'here', context: { cluster: 'here', user: 'administrator' } }],
  'current-context': 'here',
}

const kubelet = (folder: string) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  address: NODE_ADDRESS,
  cgroupDriver: 'cgroupfs',
  enforceNodeAllocatable: [],
  failSwapOn: false,
  containerRuntimeEndpoint: `unix://${join(folder, SOCKET)}`,
  podLogsDir: join(folder, 'pod-logs'),
  // A virtual machine may forbid what the kubelet would change in the kernel.
  featureGates: { KubeletInUserNamespace: true },
  evictionHard: {
    'memory.available': '100Mi',
    'nodefs.available': '1%',
    'imagefs.available': '1%',
  },
})

const containerd = (folder: string, pause: string): string => `version = 2
root = "${folder}/containerd"
state = "${folder}/containerd-state"
[grpc]
  address = "${join(folder, SOCKET)}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pause}"
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/network"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`

const network = (folder: string) => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'bridge',
      bridge: BRIDGE,
      isGateway: true,
      ipMasq: true,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        dataDir: join(folder, 'addresses'),
        ranges: [[{ subnet: PODS }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { readImages } from '../../src/config/images.ts'
import { parseReference } from '../../src/domain/images/reference.ts'
import { hasNamespace, mayScan, registryOf } from '../../src/ports/images/registries.ts'
import { newFolder } from '../kit/folder.ts'

const REGISTRY = { SVC_IMAGES_REGISTRY: 'https://images.example.com' }
const file = (content: string): string => {
  const path = join(newFolder('registries'), 'registries.json')
  writeFileSync(path, content)
  return path
}
const more = (...entries: object[]) => ({
  ...REGISTRY,
  SVC_IMAGES_REGISTRIES: file(JSON.stringify(entries)),
})

describe('the settings of image registries', () => {
  it('are empty by default', () =>
    expect(readConfig({}, {}).images).toEqual({ registries: [], scanner: null }))
  it('define a default registry with all of its properties', () => {
    const {
      registries: [registry],
      scanner,
    } = readImages({
      SVC_IMAGES_REGISTRY: 'https://images.example.com:5000/',
      SVC_IMAGES_USERNAME: 'u',
      SVC_IMAGES_PASSWORD: 'p:q',
      SVC_IMAGES_AUTH_HOSTS: 'auth.example.com, other.example.com:8443',
      SVC_IMAGES_NAMESPACES: 'acme=org_1,shared=org_1 shared=org_2',
      SVC_IMAGES_SCANNER: '/usr/bin/trivy image  --scanners vuln,secret --format json',
    })
    expect(registry).toEqual({
      host: 'images.example.com:5000',
      url: 'https://images.example.com:5000',
      credentials: { username: 'u', password: 'p:q' },
      auth_hosts: ['auth.example.com', 'other.example.com:8443'],
      namespaces: { acme: ['org_1'], shared: ['org_1', 'org_2'] },
    })
    expect(scanner).toEqual([
      '/usr/bin/trivy',
      'image',
      '--scanners',
      'vuln,secret',
      '--format',
      'json',
    ])
  })
  it('read further registries from a file, under the names that references use', () => {
    const settings = readImages(
      more(
        {
          host: 'docker.io',
          url: 'https://registry-1.docker.io',
          auth_hosts: ['auth.docker.io'],
          username: 'u',
          password: 'p',
        },
        { url: 'http://10.0.0.5:5000', namespaces: ['acme=org_1'] },
      ),
    )
    const at = (ref: string) => registryOf(settings, parseReference(ref)!)?.url
    expect([
      at('acme/a:1'),
      at('images.example.com/a:1'),
      at('docker.io/library/a:1'),
      at('10.0.0.5:5000/acme/a:1'),
      at('ghcr.io/a/b:1'),
    ]).toEqual([
      'https://images.example.com',
      'https://images.example.com',
      'https://registry-1.docker.io',
      'http://10.0.0.5:5000',
      undefined,
    ])
  })
  it.each<[Record<string, string>, string]>([
    [{ SVC_IMAGES_REGISTRY: 'images.example.com' }, 'SVC_IMAGES_REGISTRY'],
    [{ SVC_IMAGES_REGISTRY: 'ftp://x' }, 'SVC_IMAGES_REGISTRY'],
    [{ SVC_IMAGES_REGISTRY: 'https://images.example.com/path' }, 'SVC_IMAGES_REGISTRY'],
    [{ SVC_IMAGES_REGISTRY: 'https://u:secret@images.example.com' }, 'SVC_IMAGES_REGISTRY'],
    [{ ...REGISTRY, SVC_IMAGES_USERNAME: 'u' }, 'SVC_IMAGES_PASSWORD'],
    [{ SVC_IMAGES_PASSWORD: 'secret' }, 'SVC_IMAGES_PASSWORD'],
    [{ SVC_IMAGES_SCANNER: 'trivy' }, 'SVC_IMAGES_SCANNER'],
    [{ ...REGISTRY, SVC_IMAGES_AUTH_HOSTS: 'https://x' }, 'SVC_IMAGES_AUTH_HOSTS'],
    [{ ...REGISTRY, SVC_IMAGES_NAMESPACES: 'acme' }, 'SVC_IMAGES_NAMESPACES'],
    [{ ...REGISTRY, SVC_IMAGES_REGISTRIES: '/nowhere' }, 'SVC_IMAGES_REGISTRIES'],
    [{ ...REGISTRY, SVC_IMAGES_REGISTRIES: file('{') }, 'SVC_IMAGES_REGISTRIES'],
    [{ ...REGISTRY, SVC_IMAGES_REGISTRIES: file('{}') }, 'SVC_IMAGES_REGISTRIES'],
    [{ SVC_IMAGES_REGISTRIES: file('[{"url":"https://a.example.com"}]') }, 'SVC_IMAGES_REGISTRY'],
    [more({ url: 'https://images.example.com' }), 'images.example.com appears twice'],
    [
      more({ url: 'https://a.example.com', username: 'u' }),
      'SVC_IMAGES_REGISTRIES: image registry 1',
    ],
    [more({}), 'registries.json must be an object with a url'],
    [more({ url: 'https://a.example.com' }, ['secret']), 'SVC_IMAGES_REGISTRIES: image registry 2'],
    [
      more({ url: 'https://a.example.com', host: 'https://x' }),
      'SVC_IMAGES_REGISTRIES: image registry 1',
    ],
  ])(
    '%j is rejected with an error that names the setting or the image registry and contains no password',
    (env, expected) => {
      let message = ''
      try {
        readImages(env)
      } catch (cause) {
        message = `${(cause as Error).name} ${(cause as Error).message}`
      }
      expect(message).toMatch(/^ConfigError /)
      expect(message).toContain(expected)
      expect(message).not.toContain('secret')
    },
  )
})

describe('an image registry that several organizations share', () => {
  const {
    registries: [registry],
  } = readImages({ ...REGISTRY, SVC_IMAGES_NAMESPACES: 'acme=org_1 shared=org_1 shared=org_2' })
  it.each<[string, string, boolean]>([
    ['acme/agent', 'org_1', true],
    ['acme/agent', 'org_2', false],
    ['shared/base', 'org_2', true],
    ['images.example.com/acme/agent', 'org_2', false],
    ['nobody/agent', 'org_1', false],
    ['acme-evil/agent', 'org_1', false],
    ['constructor/agent', 'org_1', false],
    ['agent', 'org_1', false],
  ])('%s may be scanned by %s: %s', (ref, organization_id, may) =>
    expect(mayScan(registry, parseReference(ref)!, organization_id)).toBe(may),
  )

  it('is closed to organizations that the operator does not list, and open to those listed under *', () => {
    const [closed, open] = [
      readImages(REGISTRY),
      readImages({ ...REGISTRY, SVC_IMAGES_NAMESPACES: '*=org_1' }),
    ]
    const may = ({ registries: [one] }: typeof closed, organization_id: string) =>
      mayScan(one, parseReference('acme/agent')!, organization_id)
    expect([
      may(closed, 'org_1'),
      hasNamespace(closed, 'org_1'),
      may(open, 'org_1'),
      hasNamespace(open, 'org_1'),
      may(open, 'org_2'),
      hasNamespace(open, 'org_2'),
    ]).toEqual([false, false, true, true, false, false])
    expect([
      hasNamespace(readImages({}), 'org_1'),
      mayScan(undefined, parseReference('acme/agent')!, 'org_1'),
    ]).toEqual([false, false])
  })
})

import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../kit/folder.ts'
import { isToolMissing } from '../../kit/tools.ts'

const KUBERNETES = join(import.meta.dirname, '../../../deploy/kubernetes')

describe.skipIf(isToolMissing('kubernetes'))('the Kubernetes manifests', () => {
  it('are built by Kustomize and valid against the Kubernetes 1.32 schemas', () => {
    const folder = newFolder()
    cpSync(KUBERNETES, folder, { recursive: true })
    cpSync(join(folder, 'example/settings.env.example'), join(folder, 'example/settings.env'))
    writeFileSync(join(folder, 'example/master-key'), `${'ab'.repeat(32)}\n`)
    const overlay = join(folder, 'example/kustomization.yaml')
    const component = '# components: [../request-scaling]'
    const sample = readFileSync(overlay, 'utf8')
    expect(sample).toContain(component)
    writeFileSync(overlay, sample.replace(component, component.slice(2)))
    const built = join(folder, 'built.yaml')
    writeFileSync(built, execFileSync('kubectl', ['kustomize', join(folder, 'example')]))
    expect(readFileSync(built, 'utf8')).toContain('name: svc_http_requests_per_second')
    const report = execFileSync(
      'python3',
      ['-m', 'kubernetes_validate', '--strict', '-k', '1.32', built],
      { encoding: 'utf8', stdio: 'pipe' },
    )
    expect(report).not.toContain('ERROR')
  })
})

import fc from 'fast-check'
import { PackageURL } from 'packageurl-js'
import { describe, expect, it } from 'vitest'
import {
  readApk,
  readDpkg,
  recordKindOf,
  type RecordKind,
  readRecord,
  readNpm,
  readDistribution,
  normalizedPythonName,
  readPython,
} from '../../../src/domain/images/package-records.ts'
import { takeInventory } from '../../../src/domain/images/inventory.ts'
import { assertTerminates } from '../../kit/bounds.ts'

const LAYER = `sha256:${'1'.repeat(64)}`
const DEBIAN =
  'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n'
const inventory = (...files: readonly (readonly [string, string])[]) =>
  takeInventory(files.map(([path, text]) => readRecord(recordKindOf(path)!, text, path, LAYER)))

describe('the record of a package manager', () => {
  it.each<[string, RecordKind | undefined]>([
    ['var/lib/dpkg/status', 'dpkg'],
    ['var/lib/dpkg/status.d/base', 'dpkg'],
    ['var/lib/dpkg/status.d/base.md5sums', undefined],
    ['var/lib/dpkg/status-old', undefined],
    ['lib/apk/db/installed', 'apk'],
    ['usr/lib/apk/db/installed', 'apk'],
    ['etc/os-release', 'os_release'],
    ['usr/lib/os-release', 'os_release'],
    ['node_modules/a/package.json', 'npm'],
    ['app/node_modules/@s/a/package.json', 'npm'],
    ['app/node_modules/a/node_modules/b/package.json', 'npm'],
    ['app/package.json', undefined],
    ['app/node_modules/a/lib/package.json', undefined],
    ['app/not_node_modules/a/package.json', undefined],
    ['usr/lib/python3/dist-packages/a-1.dist-info/METADATA', 'python'],
    ['a/b.egg-info', 'python'],
    ['a/b.egg-info/PKG-INFO', 'python'],
    ['a/b.egg-info/SOURCES.txt', undefined],
  ])('at %s is of kind %s', (path, kind) => expect(recordKindOf(path)).toBe(kind))
})

describe('packages of dpkg', () => {
  it('are the installed ones, with their source', () => {
    const text = [
      'Package: libssl3\nStatus: install ok installed\nArchitecture: amd64\nSource: openssl\nVersion: 3.0.11-1~deb12u2\nDescription: one\n two\n .\n Version: 9\n',
      'Package: gone\nStatus: deinstall ok config-files\nVersion: 1\n',
      'Package: gcc-12-base\nStatus: hold ok installed\nSource: gcc-12 (12.2.0-14)\nVersion: 12.2.0-14+b1\n',
      'Package: half\nStatus: install ok half-installed\nVersion: 1\n',
    ].join('\n')
    expect(readDpkg(text)).toEqual([
      {
        name: 'libssl3',
        version: '3.0.11-1~deb12u2',
        architecture: 'amd64',
        source: { name: 'openssl', version: '3.0.11-1~deb12u2' },
      },
      {
        name: 'gcc-12-base',
        version: '12.2.0-14+b1',
        source: { name: 'gcc-12', version: '12.2.0-14' },
      },
    ])
  })
  it('need no status in images without dpkg', () =>
    expect(readDpkg('Package: base-files\nVersion: 12.4\n')).toMatchObject([
      { name: 'base-files', version: '12.4' },
    ]))
})

describe('packages of apk', () => {
  it('have their origin as the source', () => {
    expect(
      readApk(
        'C:Q1\nP:libcrypto3\nV:3.1.4-r5\nA:x86_64\no:openssl\nF:lib\nR:x\n\nP:musl\nV:1.2.4-r2\n\n',
      ),
    ).toEqual([
      {
        name: 'libcrypto3',
        version: '3.1.4-r5',
        architecture: 'x86_64',
        source: { name: 'openssl', version: '3.1.4-r5' },
      },
      { name: 'musl', version: '1.2.4-r2' },
    ])
  })
})

describe('packages of npm', () => {
  it('are those whose package.json has a name and a version', () => {
    expect(readNpm('{"name":"@s/a","version":"1.2.3","scripts":{}}')).toEqual({
      name: '@s/a',
      version: '1.2.3',
    })
    for (const text of [
      '',
      '{}',
      'null',
      '[]',
      '{"name":"a"}',
      '{"name":1,"version":"1"}',
      '{"name":"../../a","version":"1"}',
      '{"name":"a b","version":"1"}',
      '{"type":"module"}',
    ])
      expect(readNpm(text)).toBeUndefined()
  })
})

describe('packages of Python', () => {
  it('are read from headers only, with normalized names', () => {
    expect(
      readPython(
        'Metadata-Version: 2.1\r\nName: Flask_SQLAlchemy.X\r\nVersion: 3.1\r\n\r\nName: other\r\n',
      ),
    ).toEqual({ name: 'flask-sqlalchemy-x', version: '3.1' })
    expect(readPython('Summary: no name\n\nName: body\nVersion: 1\n')).toBeUndefined()
    expect(['A.B', 'a_b', 'a--b'].map(normalizedPythonName)).toEqual(['a-b', 'a-b', 'a-b'])
  })
})

describe('a distribution', () => {
  it.each([
    [DEBIAN, 'Debian:12'],
    ['ID=alpine\nVERSION_ID=3.20.3\nPRETTY_NAME="Alpine Linux v3.20"', 'Alpine:v3.20'],
    ["ID=ubuntu\nVERSION_ID='24.04'", 'Ubuntu:24.04:LTS'],
    ['ID=ubuntu\nVERSION_ID="24.10"', 'Ubuntu:24.10'],
    ['ID=kali\nVERSION_ID="2024.1"', undefined],
    ['ID=debian', undefined],
  ])('%j belongs to the ecosystem %s', (text, ecosystem) =>
    expect(readDistribution(text)!.ecosystem).toBe(ecosystem),
  )
  it('without an identifier is ignored', () =>
    expect(['', 'NAME=x', 'ID=$(reboot)'].map(readDistribution)).toEqual([
      undefined,
      undefined,
      undefined,
    ]))
})

describe('the inventory of an image', () => {
  it('names every package by its ecosystem and a valid package URL', () => {
    const { distribution, packages } = inventory(
      ['etc/os-release', DEBIAN],
      ['var/lib/dpkg/status', 'Package: libstdc++6\nArchitecture: amd64\nVersion: 1:12.2.0-14\n'],
      ['app/node_modules/@s/a/package.json', '{"name":"@s/a","version":"1.0.0+b"}'],
      ['x/A.dist-info/METADATA', 'Name: A\nVersion: 1.0\n\n'],
    )
    expect(distribution?.name).toBe('Debian GNU/Linux 12 (bookworm)')
    expect(packages.map(({ ecosystem, name, version }) => [ecosystem, name, version])).toEqual([
      ['Debian:12', 'libstdc++6', '1:12.2.0-14'],
      ['PyPI', 'a', '1.0'],
      ['npm', '@s/a', '1.0.0+b'],
    ])
    const urls = packages.map(({ purl }) => PackageURL.fromString(purl))
    expect(
      urls.map(({ type, namespace, name, version }) => [type, namespace ?? null, name, version]),
    ).toEqual([
      ['deb', 'debian', 'libstdc++6', '1:12.2.0-14'],
      ['pypi', null, 'a', '1.0'],
      ['npm', '@s', 'a', '1.0.0+b'],
    ])
  })
  it('keeps the packages of a distribution without advisories, and names the ecosystem after its package manager', () => {
    expect(
      inventory(
        ['etc/os-release', 'ID=kali\nVERSION_ID=1'],
        ['var/lib/dpkg/status', 'Package: a\nVersion: 1\n'],
      ).packages[0]!.ecosystem,
    ).toBe('dpkg:kali')
    expect(
      inventory(['var/lib/dpkg/status', 'Package: a\nVersion: 1\n']).packages[0]!.ecosystem,
    ).toBe('dpkg:unknown')
  })
  it('prefers etc/os-release to usr/lib/os-release', () => {
    expect(
      inventory(['usr/lib/os-release', 'ID=alpine\nVERSION_ID=3.20.1'], ['etc/os-release', DEBIAN])
        .distribution?.id,
    ).toBe('debian')
  })
  it('parses any content without an error, and contains no control characters', () => {
    const kinds = fc.constantFrom<RecordKind>('dpkg', 'apk', 'npm', 'python', 'os_release')
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.stringMatching(
        /^((Package|Version|Name|P|V|ID|VERSION_ID|PRETTY_NAME)[:=][^\n]{0,12}\n){0,6}$/,
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(kinds, text), { maxLength: 4 }), (records) => {
        const taken = takeInventory(
          records.map(([kind, content]) => readRecord(kind, content, 'x', LAYER)),
        )
        expect(JSON.stringify(taken)).not.toMatch(/\\u00[01]/)
      }),
    )
  })
  it('is parsed in linear time', () => {
    const long = [
      ' '.repeat(1e6),
      '\n'.repeat(1e6),
      'Package: a\n'.repeat(1e6),
      'P:'.repeat(5e5),
      '\n \n'.repeat(3e5),
      `Name:${' '.repeat(1e6)}`,
    ]
    for (const kind of ['dpkg', 'apk', 'npm', 'python', 'os_release'] as const)
      for (const text of long) {
        expect(
          () => assertTerminates(() => readRecord(kind, text, 'x', LAYER)),
          `${kind} of ${JSON.stringify(text.slice(0, 12))}…`,
        ).not.toThrow()
      }
  })
})

it('the path of a record is truncated to a bounded length, because each package has one', () => {
  const path = `${'folder/'.repeat(500)}node_modules/a/package.json`
  const [found] = inventory([path, '{"name":"a","version":"1.0.0"}']).packages
  expect(found).toMatchObject({
    name: 'a',
    location: expect.stringMatching(/^folder\/.{1,1016}…$/),
  })
})

import type { Section } from '../../engine/types.ts'
import { check, inOrder, status, success } from '../../judge/assertions.ts'
import { checkNth } from './assertions.ts'

export const images: Section = {
  id: 'images',
  title: 'Container images',
  rules: [
    {
      id: 'IMG-01',
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/images.md#image-list',
      clause: { line: 262, quote: '| GET | /images | API key | |' },
      title:
        'GET /images with a valid key returns 2xx; with AUTH-01.listImages this identifies a platform',
      hint: 'Check that the address ends with /api/v1 and that the key belongs to this platform.',
      accepts: 'Any records, because the interface shows none.',
      needs: [],
      probes: ['images'],
      judge: (evidence) => checkNth(evidence, 'images', 2, success),
    },
    {
      id: 'IMG-02',
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/images.md#references',
      clause: { line: 263, quote: '`:ref` is URL-encoded (organization/name:tag)' },
      title:
        'Scanning an image by its encoded reference returns 2xx, and reading its report returns 2xx or 404',
      hint: 'Configure the router not to treat %2F as a slash.',
      accepts: 'Any records, because the interface shows none.',
      needs: [],
      probes: ['valid.scanImage', 'valid.scanReport'],
      judge: ({ one }) =>
        inOrder([
          () => check(one('valid.scanImage'), success),
          () =>
            check(
              one('valid.scanReport'),
              status('2xx or 404', (it) => it === 404 || (it >= 200 && it < 300)),
            ),
        ]),
    },
    {
      id: 'IMG-02.report',
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/images.md#report-state',
      clause: {
        line: 264,
        quote: '| GET | /images/:ref/scan-report | API key | same `:ref` encoding |',
      },
      title: 'The report of a scanned image is returned with 2xx',
      hint: 'Return a report as soon as the scan has been requested; one that states that the scan is in progress will do. Ignore this warning if there is no report before a scan has ended.',
      needs: ['IMG-02'],
      probes: ['valid.scanImage', 'valid.scanReport'],
      judge: ({ one }) => check(one('valid.scanReport'), success),
    },
  ],
}

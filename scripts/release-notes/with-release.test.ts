import { expect, test } from 'vitest'
import { withRelease } from './with-release.ts'

const CHANGELOG = '# Changelog\n\nAbout it.\n\n## 0.1.0 – 2026-01-01\n\n- All.\n'
const changeset = (summary: string, ...types: readonly string[]) => ({
  summary,
  releases: types.map((type) => ({ type })),
})
const RELEASES = [
  { type: 'none', newVersion: '0.0.0' },
  { type: 'minor', newVersion: '0.2.0' },
]

test('a release goes above the others, what breaks first', () => {
  const changesets = [changeset('Faster.', 'patch'), changeset('`a` is `b`\nnow, for $&.', 'patch', 'minor')]
  expect(withRelease(CHANGELOG, { changesets, releases: RELEASES }, '2026-02-02')).toBe(
    [
      '# Changelog',
      'About it.',
      '## 0.2.0 – 2026-02-02',
      '### To watch when you upgrade',
      '- `a` is `b`\n  now, for $&.',
      '### New and mended',
      '- Faster.',
      '## 0.1.0 – 2026-01-01',
      '- All.\n',
    ].join('\n\n'),
  )
})

test('a part that would be empty is left out', () => {
  const changed = withRelease(CHANGELOG, { changesets: [changeset('Faster.', 'patch')], releases: RELEASES }, '')
  expect(changed).not.toContain('To watch')
})

test('nothing is no release', () => {
  expect(() => withRelease(CHANGELOG, { changesets: [], releases: RELEASES.slice(0, 1) }, '')).toThrow('nothing')
})

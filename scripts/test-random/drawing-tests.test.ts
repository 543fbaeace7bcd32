import { expect, test } from 'vitest'
import { drawingTests } from './drawing-tests.ts'

test('tests draw at random when they, or what they import, do', () => {
  const sources: Readonly<Record<string, string>> = {
    'packages/a/src/own.test.ts': "import fc from 'fast-check'",
    'packages/a/src/none.test.ts': "import { x } from './x.ts'",
    'packages/a/test/far.test.ts': "import { rules } from './rules/all.ts'",
    'packages/a/test/rules/all.ts': "export { rules } from './random.ts'",
    'packages/a/test/rules/random.ts': "import fc from 'fast-check'",
  }
  const found = drawingTests(Object.keys(sources), (path) => sources[path] ?? '')
  expect(found).toEqual(['packages/a/src/own.test.ts', 'packages/a/test/far.test.ts'])
})

test('those of the workspace are found, the rules of the API on every store included', { timeout: 60_000 }, () => {
  expect(drawingTests()).toEqual(
    expect.arrayContaining([
      'packages/core/src/features/usage/query/trends.property.test.ts',
      'packages/core/test/compat/posthog-node.test.ts',
      'packages/http/test/api-on-postgres.test.ts',
    ]),
  )
})

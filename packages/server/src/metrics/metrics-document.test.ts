import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricsDocument } from './metrics-document.ts'

test('SERVE-25 docs/metrics.md lists the metrics there are', () => {
  const page = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8')
  expect(page, 'run `pnpm generate`').toBe(metricsDocument())
})

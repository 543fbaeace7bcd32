import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { durationHistogram } from './duration-histogram.ts'

const options = { name: 'took_seconds', help: 'How long', labelNames: ['op', 'kind'], buckets: [0.001, 0.5, 1, 10] }

const seconds = fc.oneof(fc.constantFrom(0, 0.001, 0.5, 1, 10, 11), fc.double({ min: 0, max: 20, noNaN: true }))
const labels = fc.record({ op: fc.constantFrom('read', 'write'), kind: fc.constantFrom('a', '"b"\n', '') })

test('a histogram of durations says what that of the library says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ labels, seconds }), { maxLength: 30 }), async (observed) => {
      const [ours, theirs] = [new Registry(), new Registry()]
      const series = durationHistogram(ours, options)
      const histogram = new Histogram({ ...options, registers: [theirs] })
      for (const { labels, seconds } of observed) {
        series(labels).observe(seconds)
        histogram.observe(labels, seconds)
      }
      expect(await ours.metrics()).toBe(await theirs.metrics())
    }),
    { numRuns: 100 },
  )
})

test('a series that nothing was observed of is not told', async () => {
  const registry = new Registry()
  durationHistogram(registry, options)({ op: 'read', kind: 'a' })
  expect(await registry.metrics()).toBe('# HELP took_seconds How long\n# TYPE took_seconds histogram\n')
})

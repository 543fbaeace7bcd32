import { expect, test } from 'vitest'
import { callsByVariant } from './usage-series.ts'

const BUCKET = { errors: 0, users: 0 }

test('a variant that was not answered on a day counts 0 there', () => {
  const buckets = [
    { ...BUCKET, start: '2026-11-20', count: 3, variants: [{ variant: 'b', count: 3 }] },
    {
      ...BUCKET,
      start: '2026-11-21',
      count: 2,
      variants: [
        { variant: null, count: 1 },
        { variant: 'a', count: 1 },
      ],
    },
  ]
  expect(callsByVariant({ buckets }, ['b'])).toEqual([
    { label: 'b', values: [3, 0] },
    { label: 'No result', values: [0, 1] },
    { label: 'a', values: [0, 1] },
  ])
})

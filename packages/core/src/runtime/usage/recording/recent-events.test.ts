import { expect, it } from 'vitest'
import { RecentEvents } from './recent-events.ts'

it('USAGE-38 remembers fewer events where their ids are long', () => {
  const short = new RecentEvents()
  const long = new RecentEvents()
  for (let n = 0; n < 40_000; n++) {
    short.add(1, String(n))
    long.add(1, `${n} ${'x'.repeat(200)}`)
  }
  expect(short.add(1, '0')).toBe(false)
  // 8 MiB contain 17,000 of them, and there are two generations.
  expect(long.add(1, `0 ${'x'.repeat(200)}`)).toBe(true)
  expect(long.add(1, `39999 ${'x'.repeat(200)}`)).toBe(false)
})

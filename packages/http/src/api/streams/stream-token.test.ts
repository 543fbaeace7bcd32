import type { Project } from '@flagdeck/core'
import { newProjectRow } from '@flagdeck/core/fixtures'
import { describe, expect, it } from 'vitest'
import { streamToken, streamTokenHolds, streamTokenProject } from './stream-token.ts'

const HOUR_MS = 3_600_000
const NOW_MS = 490_000 * HOUR_MS + 5

const project = (changes: Partial<Project> = {}): Project => ({
  ...newProjectRow({ organizationId: 'o' }),
  id: 7,
  secretApiToken: 'phs_1',
  ...changes,
})

describe('PROTO-34 the token of a stream', () => {
  it('names its project, and holds nothing of the secret', async () => {
    const token = await streamToken(project(), NOW_MS)
    expect(streamTokenProject(token, NOW_MS)).toBe(7)
    expect(streamTokenProject(token, NOW_MS + 2 * HOUR_MS)).toBeUndefined()
    expect(token).toMatch(/^7\.490000\.[\w-]{43}$/)
  })

  it('is the same for an hour, and good for the next one too', async () => {
    const token = await streamToken(project(), NOW_MS)
    expect(await streamToken(project(), NOW_MS + HOUR_MS - 6)).toBe(token)
    const same = project()
    expect(await streamToken(same, NOW_MS)).toBe(token)
    expect(await streamToken(same, NOW_MS + HOUR_MS)).not.toBe(token)
    const holds = (afterMs: number) => streamTokenHolds(project(), token, NOW_MS + afterMs)
    expect(await Promise.all([0, HOUR_MS, -HOUR_MS].map(holds))).toEqual([true, true, true])
    expect(await Promise.all([2 * HOUR_MS, -2 * HOUR_MS].map(holds))).toEqual([false, false])
  })

  it('is refused when anything in it was changed, and for another project or secret', async () => {
    const token = await streamToken(project(), NOW_MS)
    const [id = '', hour = '', signature = ''] = token.split('.')
    const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)
    for (const forged of [
      `8.${hour}.${signature}`,
      `${id}.${Number(hour) + 1}.${signature}`,
      `${id}.${hour}.${flipped}`,
      `${id}.${hour}.${signature}A`,
      `${id}.${hour}.`,
      `0${token}`,
      `${id}.NaN.${signature}`,
      '',
    ]) {
      expect(await streamTokenHolds(project(), forged, NOW_MS), forged).toBe(false)
    }
    expect(await streamTokenHolds(project({ id: 8 }), token, NOW_MS)).toBe(false)
    expect(await streamTokenHolds(project({ secretApiToken: 'phs_2' }), token, NOW_MS)).toBe(false)
  })

  it.each([
    '',
    'phs_1',
    '7',
    '7.1',
    '7.1.x',
    '-7.1.x',
    `99999999999.490000.${'a'.repeat(43)}`,
    `9999999999.490000.${'a'.repeat(43)}`,
  ])('is none of %j', (text) => expect(streamTokenProject(text, NOW_MS)).toBeUndefined())
})

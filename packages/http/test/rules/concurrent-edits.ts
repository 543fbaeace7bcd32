import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import type { NewWorld } from '../support/world.ts'

const TEN = Array.from({ length: 10 }, (_, n) => n)

/** Filters with condition sets of these percentages. */
const sets = (...percentages: readonly number[]) => ({
  groups: percentages.map((rollout_percentage) => ({ rollout_percentage })),
})

/** Concurrent edits of one flag by several users over HTTP: docs/behaviour/edits.md. */
export function concurrentEdits(newWorld: NewWorld): void {
  it('EDIT-3 merges what two change in different condition sets, and answers both', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const original = await newFlag({ filters: { ...sets(10, 20, 30), payloads: { true: '1' } } })
    const url = `${flags}${original.id}/`
    const stale = { version: original.version, original_flag: original }
    const first = await admin.patch(url, { ...stale, filters: sets(11, 20, 30) })
    const second = await owner.patch(url, { ...stale, filters: { ...sets(10, 20, 31, 40), payloads: { true: '2' } } })
    expect([first.status, second.status]).toEqual([200, 200])
    const merged = { ...sets(11, 20, 31, 40), payloads: { true: '2' } }
    expect(second.body).toMatchObject({ version: 3, filters: merged })
    expect((await owner.get(url)).body).toMatchObject({ version: 3, filters: merged })
  })

  it('EDIT-7 answers 409 with what everybody made of it, by the names of the API', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const original = await newFlag({ filters: sets(10, 20), evaluation_runtime: 'all' })
    const url = `${flags}${original.id}/`
    await admin.patch(url, { name: 'theirs', evaluation_runtime: 'client', filters: sets(10, 21) })
    const mine = { evaluation_runtime: 'server', filters: sets(11, 22) }
    const { status, body } = await owner.patch(url, { ...mine, version: 1, original_flag: original })
    expect(status).toBe(409)
    const paths = ['evaluation_runtime', 'filters.groups[1]']
    const base = { evaluation_runtime: 'all', filters: sets(10, 20) }
    const theirs = { evaluation_runtime: 'client', filters: sets(10, 21) }
    expect(body).toMatchObject({
      type: 'server_error',
      code: 'conflict',
      detail: `The feature flag was updated by ${admin.user.email} since you started editing it. Please refresh and try again.`,
      attr: null,
      extra: { conflict: { version: 2, paths: expect.arrayContaining(paths), base, theirs, mine } },
    })
    expect((await owner.get(url)).body).toMatchObject({ version: 2, name: 'theirs', ...theirs })
  })

  it('EDIT-8 answers 409 when two edits do not go together, and 400 when one is wrong by itself', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const shares = (...percentages: readonly number[]): JsonObject => ({
      variants: percentages.map((rollout_percentage, n) => ({ key: `v${n}`, rollout_percentage })),
    })
    const original = await newFlag({ filters: { ...sets(100), multivariate: shares(50, 30, 20) } })
    const url = `${flags}${original.id}/`
    await admin.patch(url, { filters: { multivariate: shares(60, 20, 20) } })
    const send = (...percentages: readonly number[]) =>
      owner.patch(url, { filters: { multivariate: shares(...percentages) }, version: 1, original_flag: original })
    const together = await send(60, 30, 10)
    expect([together.status, together.body.code]).toEqual([409, 'conflict'])
    expect(together.body.detail).toContain('Variant rollout percentages must sum to 100, got 90.')
    expect((await send(60, 30, 11)).status).toBe(400)
    expect((await owner.get(url)).body).toMatchObject({ version: 2 })
  })

  it('EDIT-9 needs no more than the version that was read, however many came since', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const original = await newFlag({ name: 'Before', filters: sets(10, 20, 30) })
    const url = `${flags}${original.id}/`
    for (const filters of [sets(11, 20, 30), sets(11, 20, 30, 40), sets(12, 20, 30, 40)]) {
      expect((await admin.patch(url, { filters })).status).toBe(200)
    }
    const form = { ...original, filters: sets(10, 20, 31), tags: ['mine'] }
    const merged = await owner.patch(url, form)
    expect(merged.status).toBe(200)
    expect(merged.body).toMatchObject({ version: 5, tags: ['mine'], filters: sets(12, 20, 31, 40) })
    const overlapping = await owner.patch(url, { name: 'mine', filters: sets(19, 20, 30), version: 1 })
    expect(overlapping.status).toBe(409)
    const conflict = { version: 5, paths: ['filters.groups[0]'], base: { filters: sets(10, 20, 30) } }
    expect(overlapping.body).toMatchObject({ extra: { conflict } })
    const unknown = await owner.patch(url, { name: 'mine', version: 99 })
    expect([unknown.status, unknown.body.code]).toEqual([409, 'conflict'])
    expect(unknown.body.detail).toContain('Version 99 is not available for comparison.')
    expect((await owner.get(url)).body).toMatchObject({ name: 'Before', version: 5 })
  })

  const started: readonly [what: string, stale: (original: JsonObject) => JsonObject][] = [
    ['with the flag that was read', (original) => ({ version: 1, original_flag: original })],
    ['with its version alone', () => ({ version: 1 })],
  ]
  for (const [what, stale] of started) {
    it(`EDIT-6 keeps what each of many changed at once in a condition set of their own, ${what}`, async () => {
      const { owner, admin, flags, newFlag } = await newWorld()
      const original = await newFlag({ filters: sets(...TEN) })
      const url = `${flags}${original.id}/`
      const answers = await Promise.all(
        TEN.map((own) => {
          const filters = sets(...TEN.map((each) => (each === own ? 50 + own : each)))
          const editor = own % 2 === 0 ? owner : admin
          return editor.patch(url, { filters, ...stale(original) })
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(TEN.map(() => 200))
      const expected = sets(...TEN.map((each) => 50 + each))
      expect((await owner.get(url)).body).toMatchObject({ version: 11, filters: expected })
    })

    it(`EDIT-7 lets one of many through that change the same condition set at once, ${what}`, async () => {
      const { owner, admin, flags, newFlag } = await newWorld()
      const original = await newFlag({ filters: sets(10, 20) })
      const url = `${flags}${original.id}/`
      const answers = await Promise.all(
        TEN.map((own) => {
          const editor = own % 2 === 0 ? owner : admin
          return editor.patch(url, { filters: sets(10, 50 + own), ...stale(original) })
        }),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
      const winner = answers.find(({ status }) => status === 200)
      expect((await owner.get(url)).body).toMatchObject({ version: 2, filters: winner?.body.filters })
    })
  }
}

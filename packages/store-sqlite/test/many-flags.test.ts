import { createFlagdeck, type FilterInput } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { temporaryFile } from './support/temporary-file.ts'

const MANY = 600

/** A condition set of about 2 KiB. */
const FILTERS: FilterInput = {
  groups: Array.from({ length: 10 }, (_, n) => ({
    properties: [
      { key: 'email', type: 'person', operator: 'exact', value: [`person-${n}@example.com`, 'x'.repeat(99)] },
    ],
    rollout_percentage: n,
  })),
}

/** Returns a project with many flags, and a function that writes to another project concurrently. */
async function deckWithFlags() {
  const deck = await createFlagdeck({ store: sqliteStore(temporaryFile()) })
  onTestFinished(() => deck.close())
  const { flags, dryRun } = await deck.project()
  const created = await Promise.all(
    Array.from({ length: MANY }, (_, n) => flags.create({ key: `flag-${n}`, filters: FILTERS })),
  )
  const { id: otherId } = await deck.projects.create({ name: 'Other' })
  const { flags: others } = await deck.project(otherId)
  const { id } = await others.create({ key: 'single' })
  /**
   * Resolves with the number of writes that the other project finished during `work`, and the duration of the slowest.
   */
  async function writesDuring(work: () => Promise<unknown>) {
    let [writes, longestMs, over] = [0, 0, false]
    const writing = (async () => {
      for (; !over; writes++) {
        const beganAtMs = performance.now()
        await others.update(id, { name: `${beganAtMs}` })
        longestMs = Math.max(longestMs, performance.now() - beganAtMs)
      }
    })()
    await work()
    over = true
    await writing
    return { writes, longestMs }
  }
  return { flags, dryRun, ids: created.map((flag) => flag.id), writesDuring }
}

it('WRITE-12 others write to a SQLite file between the parts of a change of many flags', async () => {
  const { flags, ids, writesDuring } = await deckWithFlags()
  const tagged = await writesDuring(() => flags.updateTags({ ids: ids.slice(0, 500), action: 'add', tags: ['x'] }))
  const deleted = await writesDuring(() => flags.deleteMany({ ids }))
  for (const { writes, longestMs } of [tagged, deleted]) {
    expect(writes).toBeGreaterThan(8)
    expect(longestMs).toBeLessThan(2000)
  }
  expect((await flags.list({}, { limit: 1 })).count).toBe(0)
})

it('DRY-3 others write to a SQLite file during a dry run of a change of many flags', async () => {
  const { flags, dryRun, ids, writesDuring } = await deckWithFlags()
  const { writes, longestMs } = await writesDuring(() =>
    dryRun((trial) => trial.flags.deleteMany({ ids }), { changedFlags: ids.length }),
  )
  expect(writes).toBeGreaterThan(8)
  expect(longestMs).toBeLessThan(2000)
  expect((await flags.list({}, { limit: 1 })).count).toBe(MANY)
})

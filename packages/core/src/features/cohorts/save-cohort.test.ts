import { describe, expect, it } from 'vitest'
import { jsonBytes, utf8Bytes } from '../../foundation/json/json-bytes.ts'
import { structureBytes } from '../../foundation/json/structure-bytes.ts'
import { insertCohort } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohortForFlag } from '../impact/create-cohort-for-flag.ts'

const TOO_LARGE = { code: 'invalid_input', attr: 'filters' }
const FULL = {
  code: 'invalid_input',
  attr: null,
  message:
    'This project would have 3 cohorts. The limit is 2 cohorts. Please delete unused cohorts, or raise FLAGDECK_MAX_COHORTS_PER_PROJECT, or the limits.maxCohortsPerProject option of the library.',
}
const LIMIT = 10_000
const NAME = 'C'

/** Returns filters with which a cohort named `NAME` without a description has a size of exactly `bytes`. */
function filtersOf(bytes: number) {
  const withValue = (value: string) => ({
    properties: { type: 'OR' as const, values: [{ key: 'plan', type: 'person' as const, value }] },
  })
  const { properties } = withValue('')
  const room = bytes - utf8Bytes(NAME) - jsonBytes(properties) - structureBytes(properties)
  return withValue('v'.repeat(room))
}

const LARGE = { name: NAME, filters: filtersOf(4000) }

const deckWithBytes = () => testDeck({ limits: { maxProjectFiltersBytes: LIMIT } })
const deckWithNumber = () => testDeck({ limits: { maxCohortsPerProject: 2 } })

describe('the size of a project with cohorts', () => {
  it('COHORT-33 counts live cohorts together with live flags, to the byte', async () => {
    const { cohorts, flags } = await deckWithBytes()
    await cohorts.create(LARGE)
    const second = await cohorts.create(LARGE)
    await expect(cohorts.create({ name: NAME, filters: filtersOf(2001) })).rejects.toMatchObject({
      ...TOO_LARGE,
      message:
        'All feature flags and cohorts of this project would take 10,001 bytes. The limit is 10,000 bytes. ' +
        'Please delete unused feature flags and cohorts, shorten filters, payloads and descriptions, or raise FLAGDECK_MAX_PROJECT_FILTERS_BYTES, or the limits.maxProjectFiltersBytes option of the library.',
    })
    await expect(flags.create({ key: 'a', name: 'n'.repeat(2000) })).rejects.toMatchObject(TOO_LARGE)
    await cohorts.create({ name: NAME, filters: filtersOf(2000) })
    await cohorts.delete(second.id)
    await expect(flags.create({ key: 'a', name: 'n'.repeat(2000) })).resolves.toMatchObject({ key: 'a' })
  })

  it('COHORT-33 refuses an update, a restored cohort and a restored version that do not fit', async () => {
    const { cohorts } = await deckWithBytes()
    const { id } = await cohorts.create(LARGE)
    await cohorts.update(id, { filters: filtersOf(1500) })
    const deleted = await cohorts.create(LARGE)
    await cohorts.delete(deleted.id)
    await cohorts.create({ name: NAME, filters: filtersOf(8300) })
    const writes = [
      () => cohorts.update(id, { filters: filtersOf(4000) }),
      () => cohorts.update(id, { name: 'é'.repeat(200) }),
      () => cohorts.update(id, { description: 'é'.repeat(200) }),
      () => cohorts.restore(id, 1),
      () => cohorts.restore(deleted.id),
      () => cohorts.update(deleted.id, { deleted: false }),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(TOO_LARGE)
    expect(await cohorts.get(id)).toMatchObject({ name: NAME, description: '', version: 2 })
    expect(await cohorts.get(deleted.id)).toMatchObject({ deleted: true, version: 2 })
  })

  it('COHORT-33 accepts every write that does not raise the sum, also above the bound', async () => {
    const { cohorts, store, project } = await deckWithBytes()
    const { id } = await store.write((tx) =>
      insertCohort(tx, { projectId: project.id, name: NAME, description: 'd'.repeat(30_000) }),
    )
    await expect(cohorts.create(LARGE)).rejects.toMatchObject(TOO_LARGE)
    await cohorts.addMembers(id, ['ada'])
    await cohorts.update(id, { description: 'd'.repeat(20_000) })
    await expect(cohorts.update(id, { description: 'd'.repeat(20_001) })).rejects.toMatchObject(TOO_LARGE)
    await cohorts.delete(id)
    await expect(cohorts.create(LARGE)).resolves.toMatchObject({ name: NAME })
  })

  it('COHORT-34 limits the number of live cohorts, however one comes to be live', async () => {
    const { context, cohorts, flags } = await deckWithNumber()
    const { id: flagId } = await flags.create({ key: 'a' })
    const first = await cohorts.create({ name: 'first', isStatic: true })
    await cohorts.delete(first.id)
    for (const name of ['second', 'third']) await cohorts.create({ name, isStatic: true })
    const writes = [
      () => cohorts.create({ name: 'fourth', isStatic: true }),
      () => cohorts.restore(first.id),
      () => cohorts.restore(first.id, 1),
      () => createCohortForFlag(context, flagId),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(FULL)
    expect((await cohorts.list()).count).toBe(2)
    await cohorts.update(first.id, { description: 'Deleted' })
  })

  it('COHORT-34 is 2,000 unless it is set', async () => {
    const { cohorts, store, project } = await testDeck()
    await store.write(async (tx) => {
      for (let count = 0; count < 2000; count++) await insertCohort(tx, { projectId: project.id })
    })
    await expect(cohorts.create({ name: 'C', isStatic: true })).rejects.toThrow(/The limit is 2,000 cohorts\./)
  })
})

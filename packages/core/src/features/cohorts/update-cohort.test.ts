import { describe, expect, it } from 'vitest'
import type { Cohort } from '../../data/records/cohort.ts'
import { newCohortIndex, newCohortRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { listActivity } from '../activity/list-activity.ts'
import { createCohort } from './create-cohort.ts'
import { listCohorts } from './list-cohorts.ts'
import { retrieveCohort } from './retrieve-cohort.ts'
import { updateCohort } from './update-cohort.ts'

const PRO = { key: 'plan', type: 'person', value: 'pro' } as const
const WHOLE_LIST = { limit: 100, offset: 0 }
const all = (...values: readonly (typeof PRO | ReturnType<typeof inCohort>)[]) => ({
  properties: { type: 'AND' as const, values },
})
const inCohort = ({ id }: Pick<Cohort, 'id'>) => ({ key: 'id', type: 'cohort', value: id }) as const

async function deckWithCohorts() {
  const deck = await testDeck()
  const { context } = deck
  const base = await createCohort(context, { name: 'Base', filters: all(PRO) })
  const upper = await createCohort(context, { name: 'Upper', filters: all(inCohort(base)) })
  return { ...deck, base, upper }
}

describe('a changed cohort', () => {
  it('COHORT-13 keeps what was not sent, raises the version, and tells what changed', async () => {
    const { context, base } = await deckWithCohorts()
    const changed = await updateCohort(context, base.id, { description: 'Those who pay' })
    const versions = { version: 2, projectVersion: base.projectVersion + 2 }
    expect(changed).toEqual({ ...base, description: 'Those who pay', ...versions })
    expect(await retrieveCohort(context, base.id)).toEqual({ ...changed, canEdit: true })
    const { items } = await listActivity(context, { scope: 'Cohort' }, WHOLE_LIST)
    expect(items[0]).toMatchObject({
      verb: 'updated',
      detail: { changes: [{ type: 'Cohort', field: 'description', before: '', after: 'Those who pay' }] },
    })
  })

  it('COHORT-1 stays of its kind', async () => {
    const { context, base } = await deckWithCohorts()
    const input = { isStatic: true, name: 'New' }
    expect(await updateCohort(context, base.id, input)).toMatchObject({ isStatic: false, name: 'New' })
  })

  it('COHORT-7 does not contain itself, and the refusal shows the way round', async () => {
    const { context, base, upper } = await deckWithCohorts()
    const top = await createCohort(context, { name: 'Top', filters: all(PRO, inCohort(upper)) })
    await expect(updateCohort(context, base.id, { filters: all(inCohort(top)) })).rejects.toMatchObject({
      code: 'invalid_input',
      attr: 'filters',
      message: `A cohort cannot contain itself: ${[base, top, upper, base].map(({ id }) => id).join(' → ')}`,
    })
    await expect(updateCohort(context, base.id, { filters: all(inCohort(base)) })).rejects.toMatchObject({
      message: `A cohort cannot contain itself: ${base.id} → ${base.id}`,
    })
  })

  it('COHORT-17 is in no row of more than a hundred that contain one another', async () => {
    const { context, base, upper } = await deckWithCohorts()
    const row = [base, upper]
    for (let count = 2; count < 100; count++) {
      row.push(await createCohort(context, { name: 'Next', filters: all(inCohort(row.at(-1) as Cohort)) }))
    }
    const tooDeep = (count: number) => ({
      attr: 'filters',
      code: 'invalid_input',
      message: `Cohorts can be nested at most 100 levels deep. With this change there would be ${count} levels.`,
    })
    const [top, middle, beside] = [row[99], row[50], row[49]] as [Cohort, Cohort, Cohort]
    await expect(createCohort(context, { name: 'Over', filters: all(inCohort(top)) })).rejects.toMatchObject(
      tooDeep(101),
    )
    const other = await createCohort(context, { name: 'Other', filters: all(PRO) })
    await expect(updateCohort(context, base.id, { filters: all(inCohort(other)) })).rejects.toMatchObject(tooDeep(101))
    await updateCohort(context, middle.id, { filters: all(inCohort(beside), inCohort(other)) })
    await updateCohort(context, top.id, { deleted: true })
    await updateCohort(context, base.id, { filters: all(inCohort(other)) })
    await expect(updateCohort(context, top.id, { deleted: false })).rejects.toMatchObject(tooDeep(101))
  })

  it('COHORT-17 may be saved in a longer row that is stored already', async () => {
    const { context, store, project, base, upper } = await deckWithCohorts()
    // Like an older release, which did not count them.
    const last = await store.write(async (tx) => {
      let nested = upper
      for (let count = 2; count < 150; count++) {
        const row = newCohortRow({
          projectId: project.id,
          isStatic: false,
          properties: all(inCohort(nested)).properties,
        })
        nested = await tx.cohorts.insert(row, newCohortIndex(row.name.toLowerCase()))
      }
      return nested
    })
    await expect(updateCohort(context, base.id, { filters: all(PRO, PRO) })).resolves.toMatchObject({ id: base.id })
    await expect(updateCohort(context, upper.id, { filters: all(inCohort(base), PRO) })).resolves.toBeDefined()
    await expect(updateCohort(context, last.id, { name: 'Last' })).resolves.toMatchObject({ name: 'Last' })
  })

  it('COHORT-8 keeps a filter', async () => {
    const { context, base } = await deckWithCohorts()
    await expect(updateCohort(context, base.id, { filters: {} })).rejects.toMatchObject({ code: 'required' })
  })

  it('COHORT-10 is not deleted while flags or cohorts look at it', async () => {
    const { context, flags, base, upper } = await deckWithCohorts()
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await flags.create({ key, filters: { groups: [{ properties: [inCohort(base)] }] } })
    }
    await expect(updateCohort(context, base.id, { deleted: true })).rejects.toMatchObject({
      attr: null,
      message: expect.stringMatching(
        /^Cannot delete this cohort because it is used by feature flags: a \(ID: \d+\), b .*, e \(ID: \d+\) and 1 more and by cohorts: Upper \(ID: \d+\)\. Please update them first\.$/,
      ),
    })
    for (const { id } of (await flags.list()).items) await flags.delete(id)
    await updateCohort(context, upper.id, { deleted: true })
    expect(await updateCohort(context, base.id, { deleted: true })).toMatchObject({ deleted: true })
  })

  it('COHORT-6 is restored only when what it is made of is there', async () => {
    const { context, base, upper } = await deckWithCohorts()
    await updateCohort(context, upper.id, { deleted: true })
    await updateCohort(context, base.id, { deleted: true })
    await expect(updateCohort(context, upper.id, { deleted: false })).rejects.toMatchObject({
      message: `Cohort with id ${base.id} does not exist`,
    })
    await updateCohort(context, base.id, { deleted: false })
    expect(await updateCohort(context, upper.id, { deleted: false })).toMatchObject({ deleted: false })
  })

  it('COHORT-40 is not listed by a filter that cannot be read', async () => {
    const { context } = await testDeck()
    for (const deleted of ['ja', 'deleted']) {
      const refused = { attr: 'deleted', message: 'Send true or false.' }
      await expect(listCohorts(context, { deleted }, WHOLE_LIST)).rejects.toMatchObject(refused)
    }
  })

  it('COHORT-11 is hidden from lists while it is deleted, and can still be read', async () => {
    const { context, upper, base } = await deckWithCohorts()
    await updateCohort(context, upper.id, { deleted: true })
    expect((await listCohorts(context, {}, WHOLE_LIST)).items.map(({ id }) => id)).toEqual([base.id])
    expect(await retrieveCohort(context, upper.id)).toMatchObject({ deleted: true })
    const gone = await listCohorts(context, { deleted: 'true' }, WHOLE_LIST)
    expect(gone.items.map(({ id }) => id)).toEqual([upper.id])
  })

  it('is not found by an id that there is not', async () => {
    const { context } = await deckWithCohorts()
    for (const id of [9999, Number.NaN, 1.5]) {
      await expect(updateCohort(context, id, { name: 'x' })).rejects.toMatchObject({ kind: 'not_found' })
      await expect(retrieveCohort(context, id)).rejects.toMatchObject({ kind: 'not_found' })
    }
  })
})

describe('a list of cohorts', () => {
  it('COHORT-12 has the newest first, and what the name contains, whatever the case', async () => {
    const { context, base, upper } = await deckWithCohorts()
    const ids = async (search?: string) =>
      (await listCohorts(context, { search }, WHOLE_LIST)).items.map(({ id }) => id)
    expect(await ids()).toEqual([upper.id, base.id])
    expect(await ids(' BAS ')).toEqual([base.id])
    expect(await ids(' ')).toEqual([upper.id, base.id])
    await expect(ids('x'.repeat(201))).rejects.toMatchObject({ attr: 'search' })
  })

  it('COHORT-12 has only the cohorts with the ids that are sent', async () => {
    const { context, base } = await deckWithCohorts()
    const list = async (ids: string) => (await listCohorts(context, { ids }, WHOLE_LIST)).items.map(({ id }) => id)
    expect(await list(`${base.id}, ${base.id + 1000}`)).toEqual([base.id])
    for (const wrong of ['', 'x', '1,', '-1', '1.5', Array.from({ length: 1001 }, () => '1').join()]) {
      await expect(list(wrong)).rejects.toMatchObject({ attr: 'ids', code: 'invalid_input' })
    }
  })
})

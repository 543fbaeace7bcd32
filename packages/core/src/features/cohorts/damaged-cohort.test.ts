import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { pageRequest } from '../../foundation/pagination/page.ts'
import { newCohortIndex, newCohortRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { serveDecisions } from '../flags/serve-flags.ts'
import { listCohorts } from './list-cohorts.ts'
import { retrieveCohort } from './retrieve-cohort.ts'
import { updateCohort } from './update-cohort.ts'

const DAMAGED: readonly JsonValue[] = [
  null,
  5,
  'AND',
  [],
  { values: 5 },
  { type: 'AND', values: [null, 3] },
  { type: 'NEITHER', values: [{ key: 'plan', type: 'person', value: 'pro' }] },
  { key: null },
]

describe.each(DAMAGED.map((properties) => ({ properties })))(
  'COHORT-16 a cohort with the criteria $properties',
  ({ properties }) => {
    test('costs the flags that look at it, can be read, and is repaired by an update', async () => {
      const { context, deck, flags, project, store } = await testDeck()
      await flags.create({ key: 'sound', filters: { groups: [{ rollout_percentage: 100 }] } })
      const { id } = await store.write(async (tx) => {
        const projectVersion = await tx.projects.raiseVersion(project.id)
        const row = newCohortRow({ projectId: project.id, isStatic: false, projectVersion })
        // These are the damaged properties.
        return tx.cohorts.insert(
          { ...row, properties: properties as JsonObject },
          newCohortIndex(row.name.toLowerCase()),
        )
      })
      await flags.create({
        key: 'about-it',
        filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', value: id }] }] },
      })
      const decide = async () => {
        await deck.context.snapshots.check()
        const snapshot = await deck.context.snapshots.get(project.id)
        const pro = { distinctId: 'ada', properties: { plan: 'pro' } }
        const decisions = (snapshot && (await serveDecisions(deck.context, snapshot, pro, {}))) ?? []
        expect(JSON.parse(new TextDecoder().decode(await snapshot?.feed())).flags).toHaveLength(2)
        return Object.fromEntries(decisions.map(({ key, enabled }) => [key, enabled]))
      }
      expect(await decide()).toEqual({ 'about-it': false, sound: true })
      expect((await retrieveCohort(context, id)).properties).toEqual(properties)
      expect((await listCohorts(context, {}, pageRequest())).items).toHaveLength(1)
      const criterion = { key: 'plan', type: 'person', value: 'pro' } as const
      await updateCohort(context, id, { filters: { properties: { type: 'AND', values: [criterion] } } })
      expect(await decide()).toEqual({ 'about-it': true, sound: true })
    })
  },
)

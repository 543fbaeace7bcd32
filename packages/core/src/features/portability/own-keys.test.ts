import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { fileOf } from '../../testing/portability/furnished-deck.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import type { CreateFlagInput } from '../flags/flag-input.ts'
import { exportProject } from './export-project.ts'
import { exportText } from './export-text.ts'
import { applyImport } from './import-project.ts'

const OWN = { z: 1, nothing: null, group_type: 'x', '=group_type': 'y', aggregation_group_type: 'z' }

/** Filters with keys of the client's own, some of which have another meaning in documents. */
const FILTERS = {
  own: OWN,
  nothing: null,
  aggregation_group_type: 'nobody',
  '=aggregation_group_type': 1,
  '==aggregation_group_type': null,
  groups: [
    {
      aggregation_group_type: { own: OWN },
      aggregation_group_type_index: 0,
      properties: [
        { key: 'size', type: 'group', group_type_index: 0, value: '5', group_type: 'mine', '=group_type': 'mine too' },
      ],
    },
    { aggregation_group_type: 'nobody', properties: [{ key: 'plan', type: 'person', value: 'pro', group_type: 'my' }] },
  ],
  multivariate: { own: OWN, variants: [{ key: 'a', rollout_percentage: 100, group_type: 'v' }] },
}

async function deckWith(filters: JsonObject): Promise<TestDeck> {
  const deck = await testDeck({ project: { groupTypes: ['company'] } })
  await deck.flags.create({ key: 'own', filters } as unknown as CreateFlagInput) // has keys of its own
  return deck
}

describe('keys that nobody knows, in a document', () => {
  it('PORT-15 are there as they are, and come back', async () => {
    const source = await deckWith(FILTERS)
    const document = await exportProject(source.context)
    const target = await testDeck()
    await applyImport(target.context, fileOf(document))
    expect((await target.flags.find('own'))?.filters).toEqual((await source.flags.find('own'))?.filters)
    expect(exportText(await exportProject(target.context))).toBe(exportText(document))
    expect(await applyImport(target.context, fileOf(document))).toMatchObject({ changes: [] })
  })

  it('PORT-15 are marked where a document has a name of its own', async () => {
    const { context } = await deckWith(FILTERS)
    const [flag] = fileOf(await exportProject(context)).flags
    expect(flag?.filters).toMatchObject({
      own: OWN,
      nothing: null,
      '=aggregation_group_type': 'nobody',
      '==aggregation_group_type': 1,
      '===aggregation_group_type': null,
      groups: [
        {
          '=aggregation_group_type': { own: OWN },
          aggregation_group_type: 'company',
          properties: [{ group_type: 'company', '=group_type': 'mine', '==group_type': 'mine too' }],
        },
        { '=aggregation_group_type': 'nobody', properties: [{ '=group_type': 'my' }] },
      ],
    })
  })

  it('PORT-6 are gone when the document does not have them', async () => {
    const source = await deckWith({ groups: [{}] })
    const target = await deckWith(FILTERS)
    const document = fileOf(await exportProject(source.context))
    await applyImport(target.context, document)
    expect(fileOf(await exportProject(target.context)).flags).toEqual(document.flags)
    expect((await target.flags.find('own'))?.filters).not.toHaveProperty('own')
  })
})

import { describe, expect, it } from 'vitest'
import { furnishedDeck } from '../../testing/portability/furnished-deck.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { exportProject } from './export-project.ts'
import { exportText } from './export-text.ts'
import { applyImport, planImport } from './import-project.ts'
import type { ImportRefused } from './import-refused.ts'

describe('a document that is wrong', () => {
  it('PORT-7 refuses all of it with everything that is wrong', async () => {
    const deck = await furnishedDeck()
    const before = exportText(await exportProject(deck.context))
    const document = {
      flagdeck_export: 1,
      project: { timezone: 'Mars/Olympus', staleness: { not_called_days: 0, forgotten_days: 9 } },
      cohorts: [
        { name: 'Rule', filters: { properties: { key: 'x', type: 'cohort', value: 'None such' } } },
        { name: 'Nothing' },
      ],
      flags: [
        { key: 'fine', filters: { groups: [{}] } },
        { key: 'not a key' },
        { key: 'range', filters: { groups: [{ rollout_percentage: 101 }] } },
        { key: 'sum', filters: { groups: [{}], multivariate: { variants: [{ key: 'a', rollout_percentage: 1 }] } } },
        {
          key: 'unknown',
          filters: {
            groups: [{ properties: [{ key: 'nope', type: 'flag', operator: 'flag_evaluates_to', value: true }] }],
          },
        },
        { key: 'behind', filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', value: 'Rule' }] }] } },
        { key: 'roles', roles: ['Nobody'] },
        {
          key: 'payload',
          is_remote_configuration: true,
          has_encrypted_payloads: true,
          filters: { groups: [{}], payloads: { true: '"********* (encrypted)"' } },
        },
      ],
      dashboards: [{ name: 'Bad', tiles: [{ type: 'WIDGET' }] }],
    }
    const error = await applyImport(deck.context, document).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'DomainError',
      kind: 'validation',
      problems: [
        { path: 'project.staleness.forgotten_days', message: 'is unknown' },
        { path: 'project.timezone', message: '"Mars/Olympus" is not a valid choice.' },
        { path: 'project.staleness.not_called_days', message: expect.stringContaining('greater than or equal to 1') },
        {
          path: 'cohorts[0]',
          message: 'refers to the cohort "None such", which is neither in the file nor in the project',
        },
        { path: 'cohorts[1].filters', message: expect.stringContaining('at least one filter') },
        { path: 'flags[1].key', message: expect.stringContaining('Only letters') },
        { path: 'flags[2].filters', message: expect.stringContaining('rollout_percentage') },
        { path: 'flags[3].filters', message: expect.stringContaining('sum to 100') },
        { path: 'flags[4]', message: expect.stringContaining('the flag "nope"') },
        { path: 'flags[6]', message: expect.stringContaining('the role "nobody"') },
        { path: 'flags[7].filters.payloads', message: expect.stringContaining('export the project with its secrets') },
        { path: 'dashboards[0].tiles[0].type', message: expect.stringContaining('"WIDGET"') },
      ],
    })
    expect(exportText(await exportProject(deck.context))).toBe(before)
  })

  it.each([
    [[], 'must be an object'],
    [{}, 'flagdeck_export: must be 1'],
    [{ flagdeck_export: 2 }, 'exported by a newer release'],
    [{ flagdeck_export: 1, flagz: [] }, 'flagz: is unknown (did you mean flags?)'],
    [{ flagdeck_export: 1, flags: {} }, 'flags: must be a list, not dict'],
    [{ flagdeck_export: 1, flags: [{ key: 'a' }, { key: 'a' }] }, 'flags[1]: appears twice'],
    [{ flagdeck_export: 1, flags: [{ key: 1 }] }, 'flags[0].key: must be text'],
    [{ flagdeck_export: 1, flags: [{ key: 'a', id: 1 }] }, 'flags[0].id: is unknown'],
    [
      { flagdeck_export: 1, cohorts: [{ name: 'a', number: 2 }] },
      'cohorts[0].number: is 2, but there is no number 1 with this name',
    ],
    [{ flagdeck_export: 1, flags: [{ key: 'a', filter: {} }] }, 'filter: is unknown (did you mean filters?)'],
    [{ flagdeck_export: 1, project: { name: 'x' } }, 'project.name: is unknown'],
    [
      { flagdeck_export: 1, project: { staleness: { not_called_day: 1 } } },
      'project.staleness.not_called_day: is unknown (did you mean not_called_days?)',
    ],
  ])('PORT-7 refuses %j: %s', async (document, message) => {
    const { context } = await testDeck()
    await expect(planImport(context, document)).rejects.toThrow(message)
  })

  it('PORT-7 guesses what was meant by few names of many, and by none that is too long for it', async () => {
    const { context } = await testDeck()
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`flag${at}`, 1]))
    const error = await planImport(context, { flagdeck_export: 1, ['flag'.repeat(100_000)]: 1, ...many }).catch(
      (thrown: unknown) => thrown,
    )
    const { problems } = error as ImportRefused // read below
    expect(problems).toHaveLength(1001)
    expect(problems.at(-1)).toEqual({ path: '', message: 'There are 99,001 more problems.' })
    expect(
      problems
        .slice(0, -1)
        .map(({ message }) => message)
        .filter((message) => message !== 'is unknown'),
    ).toEqual(Array.from({ length: 19 }, () => 'is unknown (did you mean flags?)'))
  })

  it('PORT-18 reports an unknown field of a hundred flags once, with what was meant', async () => {
    const { context } = await testDeck()
    const flags = Array.from({ length: 100 }, (_, at) => ({ key: `flag-${at}`, nmae: 'x' }))
    await expect(planImport(context, { flagdeck_export: 1, flags })).rejects.toMatchObject({
      problems: [
        {
          path: 'flags[0].nmae',
          message: expect.stringMatching(/^is unknown \(did you mean name\?\) \(and 99 more /),
        },
      ],
    })
  })

  it('PORT-7 refuses cycles', async () => {
    const { context } = await testDeck()
    const on = (key: string) => ({
      groups: [{ properties: [{ key, type: 'flag', operator: 'flag_evaluates_to', value: true }] }],
    })
    const flags = [
      { key: 'a', filters: on('b') },
      { key: 'b', filters: on('a') },
      { key: 'self', filters: on('self') },
    ]
    const inside = (name: string) => ({ properties: { key: 'id', type: 'cohort', value: name } })
    const cohorts = [
      { name: 'A', filters: inside('B') },
      { name: 'B', filters: inside('A') },
    ]
    const error = await planImport(context, { flagdeck_export: 1, flags, cohorts }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      problems: [
        { path: 'cohorts[0]', message: 'a cohort cannot contain itself (and 1 more like it: cohorts B)' },
        { path: 'flags[0]', message: expect.stringContaining('(and 2 more like it: flags b, self)') },
      ],
    })
  })
})

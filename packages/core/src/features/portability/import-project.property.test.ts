import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { updateCohort } from '../cohorts/update-cohort.ts'
import { exportProject } from './export-project.ts'
import { exportText } from './export-text.ts'
import { applyImport } from './import-project.ts'
import { flagsNamedIn } from './named-filters.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e'] as const
const COHORTS = ['X', 'X', 'Y', 'Z'] as const

/** One edit of a project. If rules forbid an edit, it is refused and changes nothing. */
type Edit =
  | { readonly do: 'look'; readonly flag: number; readonly at: number }
  | { readonly do: 'look at nobody' | 'on' | 'off' | 'archive' | 'delete'; readonly flag: number }
  | { readonly do: 'nest' | 'target'; readonly flag: number; readonly at: number }

const place = fc.nat({ max: KEYS.length - 1 })
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('look' as const), flag: place, at: place }),
    fc.record({
      do: fc.constantFrom(
        'look at nobody' as const,
        'on' as const,
        'off' as const,
        'archive' as const,
        'delete' as const,
      ),
      flag: place,
    }),
    fc.record({ do: fc.constantFrom('nest' as const, 'target' as const), flag: place, at: place }),
  ),
  { maxLength: 25 },
)

async function projectAfter(made: readonly Edit[]): Promise<TestDeck> {
  const deck = await testDeck()
  const flagIds: number[] = []
  for (const key of KEYS) flagIds.push((await deck.flags.create({ key, filters: { groups: [{}] } })).id)
  const cohortIds: number[] = []
  const filters = { properties: { key: 'plan', type: 'person', value: 'pro' } } as const
  for (const name of COHORTS) cohortIds.push((await createCohort(deck.context, { name, filters })).id)
  for (const edit of made) {
    await apply(deck, edit, flagIds, cohortIds).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
  }
  return deck
}

async function apply(
  { flags, context }: TestDeck,
  edit: Edit,
  flagIds: readonly number[],
  cohortIds: readonly number[],
) {
  const id = flagIds[edit.flag] ?? 0
  const cohortAt = (at: number) => cohortIds[at % cohortIds.length] ?? 0
  switch (edit.do) {
    case 'look': {
      const key = String(flagIds[edit.at])
      const property = { key, type: 'flag', operator: 'flag_evaluates_to', value: true } as const
      return flags.update(id, { filters: { groups: [{ properties: [property] }] } })
    }
    case 'target': {
      const property = { key: 'id', type: 'cohort', value: cohortAt(edit.at) } as const
      return flags.update(id, { filters: { groups: [{ properties: [property] }] } })
    }
    case 'nest': {
      const properties = { key: 'id', type: 'cohort', value: cohortAt(edit.at) } as const
      return updateCohort(context, cohortAt(edit.flag), { filters: { properties } })
    }
    case 'look at nobody':
      return flags.update(id, { filters: { groups: [{ rollout_percentage: 50 }] } })
    case 'on':
      return flags.update(id, { active: true, archived: false })
    case 'off':
      return flags.update(id, { active: false })
    case 'archive':
      return flags.update(id, { active: false, archived: true })
    case 'delete':
      return flags.delete(id)
  }
}

it('PORT-4 makes any project the same as any other', async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, async (here, there) => {
      const [source, target] = [await projectAfter(here), await projectAfter(there)]
      const document = await exportProject(source.context)
      // An inactive flag may depend on a deleted one, which other projects do not have.
      fc.pre(!document.flags.some(({ filters }) => flagsNamedIn(filters).some((key) => key.startsWith('?'))))
      await applyImport(target.context, JSON.parse(exportText(document)), { prune: true })
      expect(exportText(await exportProject(target.context))).toBe(exportText(document))
    }),
    { numRuns: 60 },
  )
}, 60_000)

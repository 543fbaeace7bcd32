import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { UpdateFlagInput } from './flag-input.ts'

const SETS = [0, 1, 2, 3]
const KEYS = ['a', 'b', 'c']
const PARTS = ['name', 'owner', ...SETS.map((n) => `set ${n}`), ...KEYS.map((key) => `payload ${key}`)]

/** The parts of a flag that users edit, each a number. */
type Parts = ReadonlyMap<string, number>

function inputOf(parts: Parts) {
  const of = (part: string) => parts.get(part) ?? 0
  const groups = SETS.map((n) => ({
    properties: [{ key: `of-${n}`, type: 'person' as const, operator: 'exact' as const, value: 'x' }],
    rollout_percentage: of(`set ${n}`),
  }))
  const variants = KEYS.map((key, n) => ({ key, rollout_percentage: n === 0 ? 100 : 0 }))
  const payloads = Object.fromEntries(KEYS.map((key) => [key, String(of(`payload ${key}`))]))
  return {
    name: String(of('name')),
    owner: String(of('owner')),
    filters: { groups, multivariate: { variants }, payloads },
  }
}

/** Generates an edit of an earlier version of the flag, which sends only the number of that version. */
const anyEdit = fc.record({
  ago: fc.nat(4),
  changes: fc.uniqueArray(fc.tuple(fc.constantFrom(...PARTS), fc.nat(3)), { selector: ([part]) => part, maxLength: 3 }),
  sendsAll: fc.boolean(),
})

/** Returns the input: the whole form, or the changed fields. */
function sentBy({ changes, sendsAll }: Pick<Edit, 'changes' | 'sendsAll'>, form: Parts): UpdateFlagInput {
  const { name, owner, filters } = inputOf(form)
  if (sendsAll) return { name, owner, filters }
  const isChanged = (field: string) => changes.some(([part]) => part.startsWith(field))
  return {
    ...(isChanged('name') ? { name } : {}),
    ...(isChanged('owner') ? { owner } : {}),
    ...(isChanged('set') || isChanged('payload') ? { filters } : {}),
  }
}

type Edit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never

it(
  'EDIT-6 EDIT-9 writes all of an edit and undoes nothing of others, or writes nothing at all',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 2, maxLength: 12 }), async (edits) => {
        const { flags } = await testDeck()
        const versions: Parts[] = [new Map(PARTS.map((part) => [part, 0]))]
        const { id } = await flags.create({ key: 'a', ...inputOf(new Map(versions[0])) })
        for (const edit of edits) {
          const version = Math.max(1, versions.length - edit.ago)
          const [read, stored] = [versions[version - 1] ?? new Map(), versions.at(-1) ?? new Map()]
          const mine = new Map([...read, ...edit.changes])
          const changed = PARTS.filter((part) => mine.get(part) !== read.get(part))
          const isContested = changed.some((part) => ![read.get(part), mine.get(part)].includes(stored.get(part)))
          const outcome = await flags.update(id, { ...sentBy(edit, mine), version }).catch((error: unknown) => error)
          if (isContested && version < versions.length) {
            expect(outcome).toBeInstanceOf(DomainError)
            expect(outcome).toMatchObject({ code: 'conflict' })
          } else {
            versions.push(new Map([...stored, ...changed.map((part) => [part, mine.get(part) ?? 0] as const)]))
            expect(outcome).toMatchObject({ version: versions.length })
          }
          expect(await flags.get(id)).toMatchObject(inputOf(versions.at(-1) ?? new Map()))
        }
      }),
      { numRuns: 60 },
    ),
)

import { expect, test } from 'vitest'
import type { Entry } from './entries.ts'
import { everyEntry } from './every-entry.ts'

function entry(id: number): Entry {
  return {
    id: String(id),
    user: { first_name: 'Ada', email: null },
    activity: 'updated',
    scope: 'Organization',
    item_id: '1',
    detail: { changes: [], trigger: null, type: null, name: 'Acme', short_id: null },
    created_at: '2026-11-27T12:00:00Z',
  }
}

const PAGE = 3
const PROGRESS = { isStopped: () => false, onCount: () => {} }

/** Returns a list in pages. After each page, an entry is added to the list. */
function growingList() {
  const list = [5, 4, 3, 2, 1].map(entry)
  return async (next: string | undefined) => {
    const from = Number(next ?? 0)
    const results = list.slice(from, from + PAGE)
    const isLast = from + PAGE >= list.length
    list.unshift(entry(list.length + 1))
    return { results, next: isLast ? null : String(from + PAGE) }
  }
}

test('CONSOLE-327 the file has an entry once, although pages moved while they were read', async () => {
  const counts: number[] = []
  const loaded = await everyEntry(growingList(), 100, { ...PROGRESS, onCount: (count) => counts.push(count) })
  expect(loaded?.entries.map(({ id }) => Number(id))).toEqual([5, 4, 3, 2, 1])
  expect(loaded?.isCut).toBe(false)
  expect(counts.at(-1)).toBe(5)
})

test('CONSOLE-327 the file ends at the most entries', async () => {
  const loaded = await everyEntry(growingList(), 2, PROGRESS)
  expect(loaded).toMatchObject({ entries: [{ id: '5' }, { id: '4' }], isCut: true })
  expect(await everyEntry(growingList(), 2, { ...PROGRESS, isStopped: () => true })).toBeUndefined()
})

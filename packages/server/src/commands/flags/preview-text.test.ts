import type { FlagPreview } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { previewText } from './preview-text.ts'

const NONE = { total: 0, counted: false, complete: true, changed: 0, transitions: [], dependants: [] }

it.each<[Pick<FlagPreview, 'groupTypeIndex' | 'estimate'>, string]>([
  [{ groupTypeIndex: null, estimate: null }, 'No users are stored, so the effect cannot be counted.'],
  [
    { groupTypeIndex: 0, estimate: { users: 30, changed: 12, transitions: [] } },
    'No groups are stored, so the effect cannot be counted. Based on usage, about 12 of 30 groups in the last 7 days would get a different result.',
  ],
])('IMPACT-31 reports an effect that was not counted as such: %j', (fields, line) => {
  expect(previewText({ ...NONE, ...fields })).toEqual([line])
})

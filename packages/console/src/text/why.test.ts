import { describe, expect, it } from 'vitest'
import { whyText } from './why.ts'

const why = (reason: string, index: number | null = null) =>
  whyText({ reason, reason_description: 'From the API', condition_index: index })

describe('CONSOLE-28 the reason for a result', () => {
  it.each([
    ['condition_match', 0, 'Matched condition set 1'],
    ['condition_match', null, 'From the API'],
    ['out_of_rollout_bound', 1, 'Not in the rollout'],
    ['no_condition_match', null, 'No condition set matched'],
    ['of_a_later_release', null, 'From the API'],
  ] as const)('is in plain English: %s %s', (reason, index, text) => {
    expect(why(reason, index)).toBe(text)
  })
})

import { describe, expect, it } from 'vitest'
import { whyText } from './why.ts'

const why = (reason: string, index: number | null = null) =>
  whyText({ reason, reason_description: 'As the API says it', condition_index: index })

describe('CONSOLE-28 the reason for an answer', () => {
  it.each([
    ['condition_match', 0, 'Set 1 matches'],
    ['condition_match', null, 'As the API says it'],
    ['out_of_rollout_bound', 1, 'Outside of the rollout'],
    ['no_condition_match', null, 'No set matches'],
    ['of a later release', null, 'As the API says it'],
  ] as const)('is in plain words: %s %s', (reason, index, text) => {
    expect(why(reason, index)).toBe(text)
  })
})

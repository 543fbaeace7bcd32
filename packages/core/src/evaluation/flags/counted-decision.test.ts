import { expect, it } from 'vitest'
import type { Decision } from '../definition/decision.ts'
import { unknownFlagDecision } from './answers.ts'
import { CountedDecision, writtenOnce } from './counted-decision.ts'

const PLAIN = unknownFlagDecision('beta')

function writer() {
  const asked: Decision[] = []
  const write = (decision: Decision) => {
    asked.push(decision)
    return { text: decision.key }
  }
  return { asked, write }
}

it('EVAL-1 hands out what was written of a decision that is handed out again', () => {
  const decision = new CountedDecision(PLAIN)
  const { asked, write } = writer()
  expect(writtenOnce(decision, write)).toBe(writtenOnce(decision, write))
  expect(asked).toEqual([decision])
  expect(writtenOnce(decision, ({ key }) => key.length)).toBe(4)
  expect(writtenOnce(decision, write)).toEqual({ text: 'beta' })
})

it('EVAL-1 keeps nothing for a decision of one moment, or one whose writer failed', () => {
  const { asked, write } = writer()
  expect([writtenOnce(PLAIN, write), writtenOnce(PLAIN, write)]).toEqual([{ text: 'beta' }, { text: 'beta' }])
  expect(asked).toHaveLength(2)
  const decision = new CountedDecision(PLAIN)
  const refusal = () => {
    throw new Error('not today')
  }
  expect(() => writtenOnce(decision, refusal)).toThrow('not today')
  expect(() => writtenOnce(decision, refusal)).toThrow('not today')
})

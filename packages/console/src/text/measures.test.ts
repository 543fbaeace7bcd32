import { expect, it } from 'vitest'
import { answers } from './answers.ts'
import { usageText } from './flag-page.ts'
import { flagList } from './flags.ts'
import { question } from './question.ts'

it('INSIGHT-57 calls, evaluations and users have the same word wherever they are counted', () => {
  expect([answers.counted('exposures', 'total'), answers.counted('evaluations', 'total')]).toEqual([
    'Calls',
    'Evaluations',
  ])
  expect(answers.counted('evaluations', 'dau')).toBe('Users')
  const names = { exposures: 'SDK calls', evaluations: 'Server evaluations' }
  expect(usageText.measures).toEqual(names)
  expect(question.measures).toEqual(names)
  expect([usageText.callCount, usageText.evaluationCount, usageText.userCount]).toEqual([
    'Calls',
    'Evaluations',
    'Users',
  ])
  expect(usageText.byVariantTitle('evaluations')).toBe('Evaluations by variant')
  expect(usageText.summary('evaluations', 40, 9)).toBe('40 evaluations from 9 users')
  expect(usageText.summary('exposures', 1, null)).toBe('1 call')
  expect(flagList.calls({ exposures: 1, evaluations: 40 })).toBe('1 SDK call, 40 server evaluations in the last 7 days')
  expect([flagList.unit('exposures', 1), flagList.unit('evaluations', 40)]).toEqual(['call', 'evaluations'])
})

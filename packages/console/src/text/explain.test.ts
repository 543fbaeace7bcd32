import { expect, test } from 'vitest'
import { explainText } from './explain.ts'

test('CONSOLE-28 states a rollout of 0% as such, and any other by its buckets', () => {
  expect(explainText.outOfRollout('25.18', '21')).toBe('Not in the rollout: bucket 25.18; rollout includes 0–21')
  expect(explainText.outOfRollout('25.18', '0')).toBe('Not in the rollout: bucket 25.18; rollout is 0%')
  expect(explainText.wouldBeOut('25.18', '0')).toBe('Would not be in the rollout: bucket 25.18; rollout is 0%')
})

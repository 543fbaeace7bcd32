import { expect, test } from 'vitest'
import { type ProjectState, setupSteps } from './setup-steps.ts'

type Flag = ProjectState['flags'][number]

const EMPTY: ProjectState = { flags: [], hasUnknownCalls: false, members: 1 }
// Only the parts that the steps depend on.
const flag = (fields: object): Flag =>
  ({ active: true, last_called_at: null, filters: { groups: [{}] }, ...fields }) as Flag
const done = (state: Partial<ProjectState>) =>
  [...setupSteps({ ...EMPTY, ...state })].filter(([, isDone]) => isDone).map(([step]) => step)

test('CONSOLE-370 nothing is done in an empty project', () => {
  expect(done({})).toEqual([])
})

test('CONSOLE-370 a flag is rolled out once it is on for some users', () => {
  expect(done({ flags: [flag({})] })).toEqual(['create', 'rollOut'])
  expect(done({ flags: [flag({ active: false })] })).toEqual(['create'])
  expect(done({ flags: [flag({ filters: { groups: [{ rollout_percentage: 0 }] } })] })).toEqual(['create'])
  expect(done({ flags: [flag({ filters: { groups: [] } })] })).toEqual(['create'])
})

test('CONSOLE-370 an SDK is connected once it has called a flag, or a key that no flag has', () => {
  expect(done({ hasUnknownCalls: true })).toEqual(['connect'])
  expect(done({ flags: [flag({ active: false, last_called_at: '2026-11-27T09:00:00Z' })] })).toEqual([
    'create',
    'connect',
  ])
})

test('CONSOLE-372 only users who can invite have a step about members', () => {
  expect(done({ members: 2 })).toEqual(['invite'])
  expect(setupSteps({ ...EMPTY, members: null }).has('invite')).toBe(false)
})

import { expect, it } from 'vitest'
import { whatThereIs } from './what-there-is.ts'

const LEVELS = ['member', 'admin', 'owner']

it.each([
  ['ownr', LEVELS, '; did you mean owner?'],
  ['boss', LEVELS, ': there are member, admin, owner.'],
  ['nope', ['Default project'], ': there is Default project.'],
  [
    'nope',
    ['Alpha', 'Bravo', 'Charlie', 'Deltas', 'Echoes', 'Foxtrot'],
    ': there are Alpha, Bravo, Charlie, Deltas, Echoes and others.',
  ],
  ['nope', [], '.'],
])('SERVE-3 names what there is instead of %j among %j', (written, known, end) => {
  expect(whatThereIs(written, known)).toBe(end)
})

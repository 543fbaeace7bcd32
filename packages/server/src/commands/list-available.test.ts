import { expect, it } from 'vitest'
import { listAvailable } from './list-available.ts'

const LEVELS = ['member', 'admin', 'owner']

it.each([
  ['ownr', LEVELS, '; did you mean owner?'],
  ['boss', LEVELS, '; use one of: member, admin, owner.'],
  ['nope', ['Default project'], '; use one of: Default project.'],
  [
    'nope',
    ['Alpha', 'Bravo', 'Charlie', 'Deltas', 'Echoes', 'Foxtrot'],
    '; use one of: Alpha, Bravo, Charlie, Deltas, Echoes and others.',
  ],
  ['nope', [], '.'],
])('SERVE-3 lists available names instead of %j among %j', (written, known, end) => {
  expect(listAvailable(written, known)).toBe(end)
})

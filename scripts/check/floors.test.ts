import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inWorkspace } from '../workspace/source-files.ts'
import { FEATURE_IMPORTS, FLOORS_OF, TESTING } from './floors.ts'

function foldersIn(path: string): readonly string[] {
  const entries = readdirSync(inWorkspace(path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

test.for(Object.entries(FLOORS_OF))(
  '%s has its floors, perhaps what supports tests, and nothing else',
  ([folder, floors]) => {
    const folders = foldersIn(folder).filter((name) => name !== TESTING)
    expect(folders.toSorted()).toEqual(floors.toSorted())
  },
)

test('every feature is listed, and imports from those further down alone', () => {
  const features = Object.keys(FEATURE_IMPORTS)
  expect(foldersIn('packages/core/src/features').toSorted()).toEqual(features.toSorted())
  const upwards = Object.entries(FEATURE_IMPORTS).flatMap(([feature, others]) =>
    others.filter((other) => features.indexOf(other) <= features.indexOf(feature)),
  )
  expect(upwards).toEqual([])
})

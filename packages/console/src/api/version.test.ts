import { expect, test } from 'vitest'
import { newestVersion, noteEvent, noteVersion, openAtVersion, restartAtVersion } from './version.ts'

test('CONSOLE-177 a response contains the newest version that the page had read of, from whatever source', () => {
  openAtVersion({ projectId: 1, version: 5 })
  expect(newestVersion()).toBe(5)
  noteVersion({ projectId: 1, version: 7 })
  noteVersion({ projectId: 1, version: 6 })
  noteVersion({ projectId: 2, version: 90 })
  expect(newestVersion()).toBe(7)
  expect(noteEvent({ projectId: 1, version: 8 }, 'a')).toBe('current')
  expect(newestVersion()).toBe(8)
})

test('CONSOLE-177 returning to a project starts at the newest version, not at the one of the session', () => {
  openAtVersion({ projectId: 3, version: 5 })
  expect(noteEvent({ projectId: 3, version: 9 }, 'a')).toBe('current')
  openAtVersion({ projectId: 4, version: 1 })
  expect(newestVersion()).toBe(1)
  openAtVersion({ projectId: 3, version: 5 })
  expect(newestVersion()).toBe(9)
})

test('CONSOLE-178 the same version with another tag is another history, and a lower version may be one', () => {
  openAtVersion({ projectId: 5, version: 900 })
  expect(noteEvent({ projectId: 5, version: 900 }, 'a')).toBe('current')
  expect(noteEvent({ projectId: 5, version: 900 }, 'a')).toBe('current')
  expect(noteEvent({ projectId: 5, version: 900 }, 'b')).toBe('other')
  expect(noteEvent({ projectId: 5, version: 851 }, 'c')).toBe('older')
  expect(newestVersion()).toBe(900)
  restartAtVersion({ projectId: 5, version: 851 }, 'c')
  expect(newestVersion()).toBe(851)
  expect(noteEvent({ projectId: 5, version: 852 }, 'd')).toBe('current')
})

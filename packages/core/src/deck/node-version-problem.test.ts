import { describe, expect, test } from 'vitest'
import { nodeVersionProblem } from './node-version-problem.ts'

describe('nodeVersionProblem', () => {
  test.for(['22.18.0', '22.23.3', '24.0.0', '26.10.0'])('Node %s is recent enough', (version) => {
    expect(nodeVersionProblem(version)).toBeNull()
  })

  test.for(['18.20.0', '20.20.2', '22.17.9'])('Node %s is too old, and the text names both versions', (version) => {
    expect(nodeVersionProblem(version)).toContain(`needs Node 22.18 or newer; this is Node ${version}.`)
  })

  test('the text says where to get a newer Node', () => {
    expect(nodeVersionProblem('20.20.2')).toContain('https://nodejs.org')
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiUnderTest, type OpenedStore, openApi } from '../support/api-under-test.ts'
import { sequence } from './steps.ts'
import { Trials } from './trials.ts'

/**
 * Declares the suite in which actors with fewer permissions try every write, and checks that nothing changes without
 * permission (ROLE-15).
 */
export function describeActors(name: string, runs: number, createStore: () => Promise<OpenedStore>): void {
  describe(`actors with fewer rights on ${name}`, () => {
    let opened: ApiUnderTest | undefined
    const api = (): ApiUnderTest => {
      if (!opened) throw new Error('the API is not open yet')
      return opened
    }
    beforeAll(async () => {
      opened = await openApi(await createStore())
    })
    afterAll(() => opened?.close())

    it(`ROLE-15 change nothing that they may not, in ${runs} sequences`, { timeout: 600_000 }, async () => {
      const trials = new Trials(api())
      await fc.assert(
        fc.asyncProperty(sequence, (steps) => trials.run(steps)),
        { numRuns: runs },
      )
      expect(api().takeErrors()).toEqual([])
    })
  })
}

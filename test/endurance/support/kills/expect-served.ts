import { expect } from 'vitest'
import { ask, type Instance } from '../../../../packages/server/test/support/instances.ts'
import type { CrewProject } from './crew.ts'
import type { KnownThing, Ledger } from './ledger.ts'

/**
 * Expects that an instance evaluates every active flag of a project in its last acknowledged state, at the stored
 * version of the project.
 */
export async function expectServed(
  instance: Instance,
  { id, token }: CrewProject,
  version: number,
  ledger: Ledger,
): Promise<void> {
  const headers = { 'flagdeck-min-version': String(version) }
  const answer = await ask(instance, '/flags/?v=2', { body: { token, distinct_id: 'ada' }, headers })
  expect(answer, answer.text).toMatchObject({ status: 200 })
  // `flags` is an object of objects by key.
  const flags = answer.body.flags as Readonly<Record<string, { readonly enabled: boolean }>>
  const served = Object.entries(flags).map(([key, { enabled }]) => `${key} ${enabled}`)
  const isServed = ([{ kind }, state]: KnownThing) => kind === 'FeatureFlag' && !state.deleted && state.active === true
  const known = ledger.ofProject(id).filter(isServed)
  const expected = known.map(([{ name }, { percentage }]) => `${name} ${percentage === 100}`)
  expect(served.toSorted()).toEqual(expected.toSorted())
}

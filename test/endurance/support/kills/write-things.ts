import type { JsonValue } from '@flagdeck/core'
import { writeFlagsTogether } from './write-flags-together.ts'
import { type OldFlag, type Writer, WriterIsDone } from './writer.ts'

/** The built-in template, with the number of its insights. */
const TEMPLATE = {
  name: 'DEFAULT_APP',
  insights: 5,
  description: 'How often flags are asked, by whom, and what they answer.',
}
/** One of this many sets of records is not deleted, and is used in later rounds. */
const SURVIVORS = 8

type Fields = Readonly<Record<string, JsonValue>>

/** Creates, changes and deletes records until the writer is done. */
export async function writeThings(writer: Writer, name: string): Promise<void> {
  try {
    for (let life = 0; ; life++) await liveOnce(writer, `${name}-${life}`, life)
  } catch (error) {
    if (!(error instanceof WriterIsDone)) throw error
  }
}

async function liveOnce(writer: Writer, name: string, life: number): Promise<void> {
  const survives = life % SURVIVORS === 0
  if (writer.oldFlag) await changeOldFlag(writer, writer.oldFlag, name)
  const parts = [
    () => makeFlag(writer, name, { withUsage: life % 3 === 0 }),
    () => makeDashboard(writer, name, { fromTemplate: life % 4 === 1 }),
    () => makeCohort(writer, name),
    () => writeFlagsTogether(writer, name, { withCopy: (writer.number + life) % 3 === 1 }),
  ]
  for (const make of inTurn(parts, writer.number + life)) {
    const made = await make()
    if (!survives) await made.delete()
  }
}

/**
 * Returns the parts starting at another index for each writer: writers that wait for each other would otherwise do the
 * same at the same time.
 */
function inTurn<T>(parts: readonly T[], start: number): readonly T[] {
  const first = start % parts.length
  return [...parts.slice(first), ...parts.slice(0, first)]
}

async function changeOldFlag(writer: Writer, { thing, path }: OldFlag, name: string): Promise<void> {
  const version = Number(writer.stateOf(thing)?.version) + 1
  await writer.write(thing, { method: 'PATCH', path, body: { name }, status: 200, next: { name, version } })
}

/** Makes 8 or 9 writes: changes and restores of the flag, of its access, and of its usage dashboard. */
async function makeFlag(writer: Writer, name: string, { withUsage }: { readonly withUsage: boolean }) {
  const flag = writer.thing('FeatureFlag', name)
  const filters = (percentage: number): JsonValue => ({ groups: [{ rollout_percentage: percentage }] })
  const state = { name: '', percentage: 0, active: true, deleted: false, usageTiles: null, grants: 0, tags: [] }
  const { body: made } = await writer.write(flag, {
    method: 'POST',
    path: 'feature_flags/',
    body: { key: name, filters: filters(0) },
    status: 201,
    next: { ...state, version: 1 },
  })
  let version = 1
  const path = `feature_flags/${made.id}/`
  const patch = (body: Fields, next: Fields = body) =>
    writer.write(flag, { method: 'PATCH', path, body, status: 200, next: { ...next, version: ++version } })
  const restore = (restored: number, next: Fields) =>
    writer.write(flag, { ...restoring(path, restored), next: { ...next, version: ++version } })
  await patch({ name: `${name} at first` })
  const { body: granted } = await writer.write(flag, {
    method: 'POST',
    path: `${path}role_access/`,
    body: { role_id: writer.roleId },
    status: 201,
    next: { grants: 1 },
  })
  await patch({ filters: filters(100), active: false }, { percentage: 100, active: false })
  if (withUsage) {
    const next = { usageTiles: 2, version: ++version }
    await writer.write(flag, { method: 'POST', path: `${path}dashboard/`, status: 200, next })
  }
  await restore(2, { percentage: 0, active: true })
  await restore(3, { percentage: 100, active: false })
  await writer.write(flag, {
    method: 'DELETE',
    path: `${path}role_access/${granted.id}/`,
    status: 204,
    next: { grants: 0 },
  })
  await patch({ name: `${name} at last`, active: true })
  writer.oldFlag ??= { thing: flag, path }
  return {
    async delete() {
      await patch({ deleted: true })
      await patch({ deleted: false })
      await patch({ deleted: true })
    },
  }
}

/** Makes 6 writes, of which three create or delete two tiles and change the dashboard: completely or not at all. */
async function makeDashboard(writer: Writer, name: string, { fromTemplate }: { readonly fromTemplate: boolean }) {
  const dashboard = writer.thing('Dashboard', name)
  const insights = fromTemplate ? TEMPLATE.insights : 0
  const description = fromTemplate ? TEMPLATE.description : 'new'
  const { body: made } = await writer.write(dashboard, {
    method: 'POST',
    path: 'dashboards/',
    body: { name, description, ...(fromTemplate ? { use_template: TEMPLATE.name } : {}) },
    status: 201,
    next: { description, deleted: false, insights, texts: [], version: 1 },
  })
  const path = `dashboards/${made.id}/`
  await writer.write(dashboard, {
    method: 'POST',
    path: `${path}create_text_tile/`,
    body: { body: 'one' },
    status: 201,
    next: { texts: ['one'], version: 2 },
  })
  const patch = (body: Fields, next: Fields) =>
    writer.write(dashboard, { method: 'PATCH', path, body, status: 200, next })
  const tiles = [{ text: { body: 'two' } }, { text: { body: 'three' } }]
  await patch({ description: 'tiles', tiles }, { description: 'tiles', texts: ['one', 'two', 'three'], version: 3 })
  await patch({ description: 'last' }, { description: 'last', version: 4 })
  await writer.write(dashboard, { ...restoring(path, 2), next: { description, texts: ['one'], version: 5 } })
  const third = { description: 'tiles', texts: ['one', 'two', 'three'] }
  await writer.write(dashboard, { ...restoring(path, 3), next: { ...third, version: 6 } })
  return { delete: () => patch({ deleted: true }, { deleted: true, texts: [], insights: 0, version: 7 }) }
}

/** Makes 3 writes. */
async function makeCohort(writer: Writer, name: string) {
  const cohort = writer.thing('Cohort', name)
  const rule = { key: 'plan', value: 'pro', operator: 'exact', type: 'person' }
  const filters = { properties: { type: 'AND', values: [{ type: 'AND', values: [rule] }] } }
  const { body: made } = await writer.write(cohort, {
    method: 'POST',
    path: 'cohorts/',
    body: { name, description: 'new', filters },
    status: 201,
    next: { description: 'new', deleted: false },
  })
  const path = `cohorts/${made.id}/`
  const patch = (body: Fields) => writer.write(cohort, { method: 'PATCH', path, body, status: 200, next: body })
  await patch({ description: 'last' })
  await writer.write(cohort, { ...restoring(path, 1), next: { description: 'new' } })
  return { delete: () => patch({ deleted: true }) }
}

/** Returns the request that restores a record to a version (HIST-8). */
function restoring(path: string, version: number) {
  return { method: 'POST', path: `${path}versions/${version}/restore/`, status: 200 } as const
}

import { memoryStore } from '@flagdeck/core'
import { afterAll, describe, expect, it } from 'vitest'
import { fillPath } from '../src/rest/routing/path-template.ts'
import { WRITING_ENDPOINTS } from './actors/write-operations.ts'
import { ASKERS, EVERY_ASKER, type Who } from './rights/askers.ts'
import { DASHBOARD_ROWS } from './rights/dashboard-rows.ts'
import { FLAG_ROWS } from './rights/flag-rows.ts'
import { PEOPLE_ROWS } from './rights/people-rows.ts'
import { expectedOutcome, type Outcome, type Row, type Scene } from './rights/row.ts'
import { SEGMENT_ROWS } from './rights/segment-rows.ts'
import { STATES, type Stage, type State, stageMaker } from './rights/stages.ts'
import { traceOf } from './rights/trace.ts'
import { openApi } from './support/api-under-test.ts'
import type { EndpointOfApi } from './support/place.ts'

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  ...FLAG_ROWS,
  ...SEGMENT_ROWS,
  ...DASHBOARD_ROWS,
  ...PEOPLE_ROWS,
}

/** Endpoints whose writes depend only on the token in the request: events, evaluations, and joining. */
const BY_TOKEN = new Set([
  ...['batch_capture', 'capture', 'engage_capture', 'events_capture', 'events_v0_capture', 'track_capture'],
  ...['batch_capture_query', 'capture_query', 'engage_capture_query', 'events_capture_query'],
  ...['events_v0_capture_query', 'track_capture_query', 'events_v1_capture', 'flags_evaluate', 'decide'],
  ...['ofrep_evaluate_all', 'ofrep_evaluate', 'ofrep_project_evaluate_all', 'ofrep_project_evaluate'],
  ...['unleash_metrics', 'unleash_frontend_metrics', 'unleash_bulk_metrics'],
  ...['unleash_frontend_toggles_by_post', 'go_feature_flag_evaluate', 'go_feature_flag_evaluate_all'],
  ...['go_feature_flag_configuration', 'go_feature_flag_collect', 'logs_take', 'metrics_take', 'signup_create'],
])

const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
afterAll(() => api.close())

const newStage = stageMaker(api)
/** Stages by their contents, until a request has written there. */
const stages = new Map<string, Promise<Stage>>()

interface Cell {
  readonly row: Row
  readonly who: Who
  readonly state: State
}

/** Sends the request on a stage that no request has changed before. */
async function outcomeOf(endpoint: EndpointOfApi, cell: Cell): Promise<Outcome> {
  const { row, who, state } = cell
  const name = JSON.stringify([row.on, state, ASKERS[who].standing])
  const made = stages.get(name) ?? newStage(row.on, state, ASKERS[who].standing)
  stages.set(name, made)
  const { world, ids } = await made
  const send = await requestOf(endpoint, cell, await made)
  const projectIds = [world.project.id, Number(ids.to ?? world.sister.id)]
  // A successful write gets a separate stage, so its trace is not compared.
  const before = expectedOutcome(row, who, state) === 'done' ? null : await traceOf(world, projectIds)
  const begun = api.writesBegun()
  const { status, body, text } = await send()
  const outcome = status < 300 ? (row.isKept?.(body) ? 'kept' : 'done') : status
  if (outcome === 'done' && api.writesBegun() !== begun) stages.delete(name)
  else if (api.writesBegun() !== begun) expect(await traceOf(world, projectIds), text ?? '').toEqual(before)
  return outcome as Outcome // a status that no row contains fails the comparison
}

/** Returns a function that sends the request. The caller's key is created before. */
async function requestOf({ method, path }: EndpointOfApi, { row, who }: Cell, { world, ids }: Stage) {
  const asker = await ASKERS[who].caller(world)
  const caller = row.isUnbound && 'user' in asker ? await world.keyOf(asker, ['*']) : asker
  const scene: Scene = { ids, user: 'user' in asker ? asker.user : world.owner.user }
  const named = { ...ids, ...row.path?.(scene) }
  const url = fillPath(path, (name) => encodeURIComponent(String(named[name])))
  const json = row.json?.(scene)
  return () => caller.send(method, url, json ? { json } : {})
}

describe('who may write what', () => {
  it('ROLE-16 is said of every endpoint that writes', () => {
    const writing = WRITING_ENDPOINTS.map(({ operationId }) => operationId)
    expect([...Object.keys(TABLE), ...BY_TOKEN].toSorted()).toEqual(writing.toSorted())
    const keyless = WRITING_ENDPOINTS.filter(({ auth }) => auth !== 'personal_api_key')
    expect(new Set(keyless.map(({ operationId }) => operationId))).toEqual(BY_TOKEN)
  })

  for (const [operationId, rows] of Object.entries(TABLE)) {
    const endpoint = WRITING_ENDPOINTS.find((each) => each.operationId === operationId)
    for (const row of rows) {
      const name = [operationId, row.what].filter(Boolean).join(', ')
      it.runIf(endpoint)(`ROLE-16 ${name}: is done as the table says, and refused without a trace`, async () => {
        const [told, found]: [Record<string, Outcome>, Record<string, Outcome>] = [{}, {}]
        for (const state of STATES[row.on]) {
          for (const who of EVERY_ASKER) {
            const cell = `${who}, ${state}`
            told[cell] = expectedOutcome(row, who, state)
            if (endpoint) found[cell] = await outcomeOf(endpoint, { row, who, state })
          }
        }
        expect(found).toEqual(told)
        expect(api.takeErrors()).toEqual([])
      })
    }
  }
})

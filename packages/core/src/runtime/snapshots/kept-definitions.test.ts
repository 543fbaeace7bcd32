import { describe, expect, it } from 'vitest'
import { createCohort } from '../../features/cohorts/create-cohort.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { decodeSnapshot, encodeSnapshot, KEPT_FORMAT } from './kept-definitions.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Returns the snapshot of a project that uses every part of the format. */
async function fullSnapshot() {
  const deck = await testDeck({ project: { groupTypes: ['company'], timezone: 'Europe/Berlin' } })
  const { flags, context, project, as, owner } = deck
  const ctx = await as(owner)
  const properties = {
    type: 'AND',
    values: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }],
  } as const
  const dynamic = await createCohort(ctx, { name: 'pro', filters: { properties } })
  await createCohort(ctx, { name: 'friends', isStatic: true })
  const base = await flags.create({ key: 'base', filters: { groups: [{ rollout_percentage: 37 }] }, tags: ['x'] })
  const onBase = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
  const inCohort = { key: 'id', type: 'cohort', value: dynamic.id } as const
  await flags.create({ key: 'top', filters: { groups: [{ properties: [onBase, inCohort] }] } })
  const odd = { key: 'plan', type: 'person', operator: 'exact', value: ['\ud800', '\u0000', '\u2028', '😀'] } as const
  await flags.create({
    key: 'odd',
    name: '"quotes" ünd 😀',
    active: false,
    filters: { groups: [{ properties: [odd] }] },
  })
  await flags.update(base.id, { key: 'renamed' })
  await flags.create({
    key: 'config',
    isRemoteConfiguration: true,
    filters: { groups: [{}], payloads: { true: '{"a":1}' } },
  })
  const snapshot = context.snapshots.peek(project.id)
  if (!snapshot) throw new Error('nobody asked for the project yet')
  return { snapshot, context }
}

const answers = (snapshot: ProjectSnapshot) =>
  Array.from({ length: 50 }, (_, n) => ({ distinctId: `user-${n}`, properties: { plan: n % 2 ? 'pro' : 'free' } })).map(
    (subject) => [...snapshot.evaluation.evaluateAll(subject)],
  )

describe('a snapshot that is kept', () => {
  it('PROP-10 comes back as it was: the same feed, the same answers', async () => {
    const { snapshot, context } = await fullSnapshot()
    const bytes = await encodeSnapshot({ snapshot, confirmedAtMs: 12_345 })
    const kept = await decodeSnapshot(bytes, context.clock)
    expect(kept?.confirmedAtMs).toBe(12_345)
    expect(kept?.snapshot.project).toEqual(snapshot.project)
    expect([kept?.snapshot.tag, typeof snapshot.tag]).toEqual([snapshot.tag, 'string'])
    expect(decoder.decode(await kept?.snapshot.feed())).toBe(decoder.decode(await snapshot.feed()))
    expect(kept?.snapshot.etag).toBe(snapshot.etag)
    expect(kept?.snapshot.cohorts).toEqual(snapshot.cohorts)
    expect(kept && answers(kept.snapshot)).toEqual(answers(snapshot))
  })

  it('PROP-13 is nothing when any byte of it is another', async () => {
    const { snapshot, context } = await fullSnapshot()
    const bytes = await encodeSnapshot({ snapshot, confirmedAtMs: 1 })
    const step = Math.max(1, Math.floor(bytes.length / 200))
    for (let at = 0; at < bytes.length; at += step) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(await decodeSnapshot(damaged, context.clock)).toBeUndefined()
    }
    expect(await decodeSnapshot(bytes.subarray(0, -1), context.clock)).toBeUndefined()
  })

  it.for(['', '\n', 'flagdeck', 'hello, world', '{"flags":[]}', `flagdeck ${KEPT_FORMAT} \n{}`])(
    'PROP-13 is nothing when it is %j',
    async (text) => {
      expect(await decodeSnapshot(encoder.encode(text), Date.now)).toBeUndefined()
    },
  )

  it('PROP-13 is nothing in another format', async () => {
    const { snapshot, context } = await fullSnapshot()
    const text = decoder.decode(await encodeSnapshot({ snapshot, confirmedAtMs: 1 }))
    expect(await decodeSnapshot(encoder.encode(text), context.clock)).toBeDefined()
    const other = text.replace(/^flagdeck \d+/, `flagdeck ${KEPT_FORMAT + 1}`)
    expect(await decodeSnapshot(encoder.encode(other), context.clock)).toBeUndefined()
  })

  it('PROP-13 has this shape; when it changes, KEPT_FORMAT has to be raised', async () => {
    const { snapshot } = await fullSnapshot()
    const text = decoder.decode(await encodeSnapshot({ snapshot, confirmedAtMs: 1 }))
    const content = JSON.parse(text.slice(text.indexOf('\n')))
    const keysOf = (rows: readonly object[]) => [...new Set(rows.flatMap(Object.keys))].sort().join(' ')
    expect({
      format: KEPT_FORMAT,
      content: keysOf([content]),
      project: keysOf([content.project]),
      cohorts: keysOf(content.cohorts),
      flags: keysOf(content.flags),
    }).toEqual({
      format: 6,
      content: 'cohorts confirmedAtMs flags project tag',
      project:
        'apiToken createdAt eventsAddGroupTypes groupTypes id name organizationId propertyMatchingVersion secretApiToken staleness timezone uuid version',
      cohorts:
        'createdAt createdBy deleted description id isStatic memberCount name projectId projectVersion properties version',
      flags:
        'active bucketing_identifier deleted ensure_experience_continuity evaluation_contexts evaluation_runtime filters has_experiment id is_remote_configuration key name team_id usage_key version',
    })
  })
})

import { expect, it } from 'vitest'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const STEPS = { type: 'object', properties: { steps: { type: 'integer' } }, additionalProperties: false }
const paying = (steps: unknown) => ({ ...EVERYBODY, payloads: { true: JSON.stringify({ steps }) } })

/** A reference that would be resolved 2^30 times. */
const DOUBLED = {
  $ref: '#/$defs/d29',
  $defs: Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => {
      const $ref = `#/$defs/d${at - 1}`
      return [`d${at}`, at === 0 ? { type: 'null' } : { anyOf: [{ $ref }, { $ref }] }]
    }),
  ),
}

/** Schemas of payloads. */
export function payloadSchema(newWorld: NewWorld): void {
  it('FLAG-120 answers the schema of payloads, on lists and versions too, and takes it away by null', async () => {
    const { owner, flags } = await newWorld()
    const { body } = await owner.post(flags, { key: 'pages', payload_schema: STEPS, filters: paying(3) })
    expect(body.payload_schema).toEqual(STEPS)
    const changed = await owner.patch(`${flags}${body.id}/`, { payload_schema: null })
    expect(changed.body).toMatchObject({ version: 2, payload_schema: null })
    expect((await owner.get(`${flags}${body.id}/versions/1/`)).body.payload_schema).toEqual(STEPS)
    const restored = await owner.post(`${flags}${body.id}/versions/1/restore/`, {})
    expect(restored.body).toMatchObject({ version: 3, payload_schema: STEPS })
    expect((await owner.get(flags)).body).toMatchObject({ results: [{ payload_schema: STEPS }] })
  })

  it('FLAG-121 names the place in a payload that breaks the schema, and writes nothing', async () => {
    const { owner, flags } = await newWorld()
    const refused = await owner.post(flags, { key: 'pages', payload_schema: STEPS, filters: paying('3') })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        type: 'validation_error',
        code: 'cross_field.payload_breaks_schema',
        attr: 'filters',
        detail: "payloads.true: The payload for key 'true' does not match payload_schema: /steps must be integer.",
      },
    })
    expect((await owner.get(flags)).body.count).toBe(0)
    const { body } = await owner.post(flags, { key: 'pages', payload_schema: STEPS, filters: paying(3) })
    const change = { filters: { payloads: { true: '{"step":3}' } } }
    const told = await owner.patch(`${flags}${body.id}/`, change)
    expect(told.body.detail).toContain('it must NOT have additional properties: step.')
    expect((await owner.post(`${flags}?dry_run=true`, { ...change, key: 'k', payload_schema: STEPS })).status).toBe(400)
    expect((await owner.get(`${flags}${body.id}/`)).body.version).toBe(1)
  })

  it('FLAG-121 holds imports and copies to it', async () => {
    const { owner, flags, project, sister, organization } = await newWorld()
    const imported = (steps: unknown) =>
      owner.post(`/api/projects/${project.id}/import/`, {
        document: { flagdeck_export: 1, flags: [{ key: 'pages', payload_schema: STEPS, filters: paying(steps) }] },
      })
    const refused = await imported('3')
    expect([refused.status, refused.body.attr]).toEqual([400, 'flags[0].filters'])
    expect(refused.body.detail).toContain('/steps must be integer.')
    expect((await imported(3)).status).toBe(200)
    expect((await owner.get(flags)).body).toMatchObject({ results: [{ payload_schema: STEPS }] })
    const copying = { feature_flag_key: 'pages', from_project: project.id, target_project_ids: [sister.id] }
    const copied = await owner.post(`/api/organizations/${organization.id}/feature_flags/copy_flags/`, copying)
    expect(copied.body).toMatchObject({ success: [{ payload_schema: STEPS }] })
  })

  it('FLAG-120 FLAG-122 refuses what is no schema, and what would take long', async () => {
    const { owner, flags } = await newWorld()
    const wrong = [
      [5, 'not_a_dict'],
      [{ type: 'text' }, 'invalid_input'],
      [{ $ref: 'https://flags.test/elsewhere' }, 'invalid_input'],
      [{ pattern: '^(?=a)' }, 'invalid_input'],
      [DOUBLED, 'invalid_input'],
      [{ description: 'x'.repeat(16_384) }, 'max_length'],
    ]
    const filters = { ...EVERYBODY, payloads: { true: JSON.stringify(`${'a'.repeat(60)}b`) } }
    for (const [schema, code] of wrong) {
      const { status, body } = await owner.post(flags, { key: 'k', payload_schema: schema, filters })
      expect({ status, code: body.code, attr: body.attr }).toEqual({ status: 400, code, attr: 'payload_schema' })
    }
    expect((await owner.get(flags)).body.count).toBe(0)
  })

  it('FLAG-123 tells SDKs nothing of it', async () => {
    const { owner, flags, project } = await newWorld()
    await owner.post(flags, { key: 'pages', payload_schema: STEPS, filters: paying(3) })
    const { body } = await owner.get(`/flags/definitions?token=${project.apiToken}`)
    expect(body).toMatchObject({ flags: [{ key: 'pages' }] })
    expect(JSON.stringify(body)).not.toMatch(/payload_schema|additionalProperties/)
  })
}

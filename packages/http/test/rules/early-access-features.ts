import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const CHECKOUT = {
  name: 'New checkout',
  stage: 'beta',
  description: 'Pay on one page.',
  documentation_url: 'https://docs.test/checkout',
  payload: { icon: 'cart' },
}

/** Early access features in the form of PostHog's API: docs/behaviour/flags.md. */
export function earlyAccessFeatures(newWorld: NewWorld): void {
  it('HTTP-107 FLAG-149 creates, lists, changes and deletes a feature', async () => {
    const { owner, features } = await place()
    const { status, body } = await owner.post(features, CHECKOUT)
    expect([status, body]).toMatchObject([201, { ...CHECKOUT, feature_flag: { key: 'new-checkout', version: 1 } }])
    const url = `${features}${body.id}/`
    expect((await owner.get(url)).body).toEqual(body)
    await owner.post(features, { name: 'Other', stage: 'draft' })
    const page = await owner.get(`${features}?limit=1`)
    expect(page.body).toMatchObject({ count: 2, results: [body], next: expect.stringContaining('limit=1&offset=1') })
    expect(resultsOf(await owner.get(`${features}?limit=1&offset=1`))).toMatchObject([{ name: 'Other' }])
    const changed = await owner.patch(url, { ...body, stage: 'concept' })
    expect(changed.body).toMatchObject({ ...CHECKOUT, stage: 'concept', feature_flag: { version: 2 } })
    expect((await owner.delete(url)).status).toBe(204)
    expect([(await owner.get(url)).status, (await owner.delete(url)).status]).toEqual([404, 404])
  })

  it('HTTP-107 FLAG-155 refuses what it would have to ignore', async () => {
    const { owner, features, flags } = await place()
    const { body } = await owner.post(features, CHECKOUT)
    for (const query of ['search=x', 'stage=beta']) {
      expect((await owner.get(`${features}?${query}`)).body).toMatchObject({ type: 'validation_error' })
    }
    const patched = [{ rollout_to_all: true }, { feature_flag_id: 1 }, { documentation_url: 'x' }, { stage: 'gone' }]
    for (const change of patched) {
      const refused = await owner.patch(`${features}${body.id}/`, change)
      expect([refused.status, refused.body.attr]).toEqual([400, Object.keys(change)[0]])
    }
    expect((await owner.post(features, { name: 'x' })).body).toMatchObject({ code: 'required', attr: 'stage' })
    expect((await owner.post(features, { ...CHECKOUT, feature_flag_id: 0 })).body.attr).toBe('feature_flag_id')
    expect((await owner.get(flags)).body).toMatchObject({ count: 1, results: [{ version: 1 }] })
  })

  it('FLAG-150 FLAG-151 links a flag that the caller may edit, once', async () => {
    const { owner, member, features, newFlag, organization } = await place()
    const { id } = await newFlag({ key: 'a', filters: EVERYBODY })
    await owner.patch(`/api/organizations/${organization.id}/`, { default_feature_flags_access_level: 21 })
    const sent = { ...CHECKOUT, feature_flag_id: id }
    expect((await member.post(features, sent)).status).toBe(403)
    const linked = await owner.post(features, sent)
    expect(linked.body.feature_flag).toMatchObject({ id, version: 2, filters: { feature_enrollment: true } })
    const again = await owner.post(features, sent)
    expect([again.status, again.body.attr, again.body.detail]).toEqual([
      400,
      'feature_flag_id',
      'The flag a already has the feature "New checkout".',
    ])
    const url = `${features}${linked.body.id}/`
    expect((await member.get(url)).body).toEqual(linked.body)
    expect([(await member.patch(url, { name: 'x' })).status, (await member.delete(url)).status]).toEqual([403, 403])
  })

  it('FLAG-149 FLAG-154 is a part of the flag: listed, versioned and copied with it', async () => {
    const { owner, features, flags, sister, project, organization } = await place()
    const { body } = await owner.post(features, CHECKOUT)
    const { id } = body.feature_flag as { readonly id: number }
    const { documentation_url: documentationUrl, ...offered } = CHECKOUT
    const flag = await owner.get(`${flags}${id}/`)
    expect(flag.body).toMatchObject({
      features: [{ ...offered, id: body.id, documentationUrl, flagKey: 'new-checkout' }],
      early_access: CHECKOUT,
    })
    await owner.delete(`${features}${body.id}/`)
    expect((await owner.get(`${flags}${id}/`)).body).toMatchObject({ features: [], early_access: null })
    expect((await owner.get(`${flags}${id}/versions/1/`)).body.early_access).toMatchObject(CHECKOUT)
    await owner.post(`${flags}${id}/versions/1/restore/`, {})
    expect((await owner.get(`${features}${body.id}/`)).body).toMatchObject(CHECKOUT)
    await owner.post(`/api/organizations/${organization.id}/feature_flags/copy_flags/`, {
      feature_flag_key: 'new-checkout',
      from_project: project.id,
      target_project_ids: [sister.id],
    })
    const elsewhere = `/api/projects/${sister.id}/early_access_feature/`
    expect(resultsOf(await owner.get(elsewhere))).toMatchObject([CHECKOUT])
    expect((await owner.get(`${elsewhere}${body.id}/`)).status).toBe(404)
  })

  it('FLAG-149 is exported, imported and then up to date', async () => {
    const { owner, features, project, sister } = await place()
    await owner.post(features, CHECKOUT)
    const exported = (await owner.get(`/api/projects/${project.id}/export/`)).body
    expect(exported.flags).toMatchObject([{ key: 'new-checkout', early_access: CHECKOUT }])
    const into = (id: number) => owner.post(`/api/projects/${id}/import/`, { document: exported })
    expect((await into(sister.id)).status).toBe(200)
    expect(resultsOf(await owner.get(`/api/projects/${sister.id}/early_access_feature/`))).toMatchObject([CHECKOUT])
    const version = (await owner.get(`/api/projects/${sister.id}/feature_flags/`)).body
    expect((await into(sister.id)).status).toBe(200)
    expect((await owner.get(`/api/projects/${sister.id}/feature_flags/`)).body).toEqual(version)
  })

  it('FLAG-153 is gone while its flag is deleted', async () => {
    const { owner, features, flags } = await place()
    const { body } = await owner.post(features, CHECKOUT)
    const flag = `${flags}${(body.feature_flag as { readonly id: number }).id}/`
    expect((await owner.patch(flag, { deleted: true })).body.features).toEqual([])
    expect((await owner.get(features)).body.count).toBe(0)
    expect((await owner.patch(`${features}${body.id}/`, { name: 'x' })).status).toBe(404)
    await owner.patch(flag, { deleted: false })
    expect(resultsOf(await owner.get(features))).toMatchObject([CHECKOUT])
  })

  it('ACT-25 is recorded in the activity of the flag', async () => {
    const { owner, features, flags } = await place()
    const { body } = await owner.post(features, CHECKOUT)
    await owner.patch(`${features}${body.id}/`, { name: 'Checkout' })
    const { id } = body.feature_flag as { readonly id: number }
    const [entry] = resultsOf(await owner.get(`${flags}${id}/activity/`))
    const changes = { changes: expect.arrayContaining([expect.objectContaining({ field: 'early_access' })]) }
    expect(entry).toMatchObject({ activity: 'updated', scope: 'FeatureFlag', detail: changes })
  })

  async function place() {
    const world = await newWorld()
    return { ...world, features: `/api/projects/${world.project.id}/early_access_feature/` }
  }
}

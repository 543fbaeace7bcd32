import { expect, it } from 'vitest'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

/** Requests of posthog-js in addition to flags: docs/behaviour/browsers.md. */
export function browserSdk(newWorld: NewWorld): void {
  it('BROWSER-13 lists the flags that people may turn on for themselves', async () => {
    const { anonymous, project, newFlag } = await newWorld()
    const open = { ...EVERYBODY, feature_enrollment: true }
    const { id } = await newFlag({ key: 'open', name: 'Try it', filters: open })
    await newFlag({ key: 'closed', filters: EVERYBODY })
    await newFlag({ key: 'off', active: false, filters: open })
    await newFlag({ key: 'servers', evaluation_runtime: 'server', filters: open })
    const url = `/api/early_access_features/?token=${project.apiToken}`
    const feature = { id: String(id), name: 'open', description: 'Try it', stage: 'beta', flagKey: 'open' }
    expect((await anonymous.get(url)).body).toMatchObject({ earlyAccessFeatures: [feature] })
    expect((await anonymous.get(`${url}&stage=concept&stage=beta`)).body).toMatchObject({
      earlyAccessFeatures: [feature],
    })
    expect((await anonymous.get(`${url}&stage=concept`)).body).toEqual({ earlyAccessFeatures: [] })
  })

  it('BROWSER-13 lists early access features at the stages that are asked for', async () => {
    const { anonymous, owner, project } = await newWorld()
    const features = `/api/projects/${project.id}/early_access_feature/`
    const { body } = await owner.post(features, {
      ...{ name: 'New checkout', stage: 'concept', description: 'Pay on one page.' },
      ...{ documentation_url: 'https://docs.test', payload: { icon: 'cart' } },
    })
    const url = `/api/early_access_features/?token=${project.apiToken}`
    expect((await anonymous.get(url)).body).toEqual({ earlyAccessFeatures: [] })
    const listed = {
      id: body.id,
      name: 'New checkout',
      description: 'Pay on one page.',
      stage: 'concept',
      documentationUrl: 'https://docs.test',
      payload: { icon: 'cart' },
      flagKey: 'new-checkout',
    }
    expect((await anonymous.get(`${url}&stage=alpha&stage=concept`)).body).toEqual({ earlyAccessFeatures: [listed] })
    await owner.patch(`${features}${body.id}/`, { stage: 'beta' })
    expect((await anonymous.get(url)).body).toEqual({ earlyAccessFeatures: [{ ...listed, stage: 'beta' }] })
    await owner.delete(`${features}${body.id}/`)
    expect((await anonymous.get(url)).body).toEqual({ earlyAccessFeatures: [] })
  })

  it.each([
    ['/api/surveys/', { surveys: [], survey_config: null }],
    ['/api/web_experiments/', { experiments: [] }],
    ['/api/product_tours/', { product_tours: [] }],
  ])('BROWSER-13 answers %s with nothing, to whoever has the token', async (path, nothing) => {
    const { anonymous, project } = await newWorld()
    expect((await anonymous.get(`${path}?token=${project.apiToken}`)).body).toEqual(nothing)
    expect((await anonymous.get(`${path}?token=phc_nobody`)).status).toBe(401)
    expect((await anonymous.get(path)).status).toBe(401)
  })

  it.each(['/i/v1/logs', '/i/v1/metrics'])('BROWSER-13 takes what comes to %s', async (path) => {
    const { anonymous, project } = await newWorld()
    const sent = await anonymous.send('POST', `${path}?token=${project.apiToken}`, { body: '\u0000anything' })
    expect([sent.status, sent.body]).toEqual([200, {}])
    expect((await anonymous.send('POST', path, { body: 'x' })).status).toBe(401)
  })

  it('BROWSER-14 says what to do where there are no scripts, to any page', async () => {
    const { anonymous, project } = await newWorld()
    for (const path of ['/static/array.js', '/static/1.2.3/surveys.js', `/array/${project.apiToken}/array.js`]) {
      const { status, text, headers } = await anonymous.get(path, { headers: { origin: 'https://shop.test' } })
      expect([status, text]).toEqual([404, expect.stringContaining('FLAGDECK_POSTHOG_JS')])
      expect(headers['access-control-allow-origin']).toBe('https://shop.test')
      expect(headers['content-type']).toContain('text/plain')
    }
  })
}

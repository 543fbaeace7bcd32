import { GoFeatureFlagProvider } from '@openfeature/go-feature-flag-provider'
import { type Client, OpenFeature } from '@openfeature/server-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { EVERYBODY, type FlagdeckServer, flagdeckServer, oneOfEach } from './flagdeck-server.ts'

const ADA = { targetingKey: 'ada', plan: 'pro' }

/** OpenFeature's SDK with GO Feature Flag's provider in its remote mode. */
async function clientOf({ url, project }: Pick<FlagdeckServer, 'url' | 'project'>): Promise<Client> {
  const provider = new GoFeatureFlagProvider({
    endpoint: url,
    apiKey: project.apiToken,
    disableCache: true,
    disableDataCollection: true,
  })
  await OpenFeature.setProviderAndWait('go', provider)
  onTestFinished(() => OpenFeature.close())
  return OpenFeature.getClient('go')
}

test('PROTO-65 GO Feature Flag’s provider 0.7.0 in its remote mode gets what flags answer', async () => {
  const server = await flagdeckServer()
  await oneOfEach(server)
  const paying = [{ properties: [{ key: 'plan', type: 'person' as const, value: 'pro' }] }]
  await server.flags.create({ key: 'paying', filters: { groups: paying } })
  const client = await clientOf(server)
  expect(await client.getBooleanDetails('on', false, ADA)).toMatchObject({ value: true, reason: 'STATIC' })
  expect(await client.getBooleanDetails('out', true, ADA)).toMatchObject({ value: false })
  expect(await client.getBooleanDetails('paying', false, ADA)).toMatchObject({ value: true, reason: 'TARGETING_MATCH' })
  expect(await client.getStringDetails('colour', 'red', ADA)).toMatchObject({ value: 'blue', variant: 'blue' })
  expect(await client.getObjectValue('object', {}, ADA)).toEqual({ a: [1] })
  expect(await client.getNumberValue('number', 0, ADA)).toBe(1.5)
  expect(await client.getNumberValue('zero', 7, ADA)).toBe(0)
})

test('PROTO-65 it gets the caller’s own default where a flag has no value, and says why', async () => {
  const server = await flagdeckServer()
  await oneOfEach(server)
  const client = await clientOf(server)
  expect(await client.getBooleanDetails('disabled', true, ADA)).toMatchObject({ value: true, reason: 'DISABLED' })
  expect(await client.getStringDetails('colour-out', 'red', ADA)).toMatchObject({ value: 'red' })
  expect(await client.getStringDetails('nope', 'red', ADA)).toMatchObject({ value: 'red', errorCode: 'FLAG_NOT_FOUND' })
  expect(await client.getNumberDetails('colour', 4, ADA)).toMatchObject({ value: 4, errorCode: 'TYPE_MISMATCH' })
})

test('PROTO-65 a wrong key is told as such', async () => {
  const { url, project, flags } = await flagdeckServer()
  await flags.create({ key: 'on', filters: { groups: EVERYBODY } })
  const client = await clientOf({ url, project: { ...project, apiToken: 'phc_nobody' } })
  expect(await client.getBooleanDetails('on', false, ADA)).toMatchObject({
    value: false,
    errorMessage: expect.stringContaining('invalid token'),
  })
})

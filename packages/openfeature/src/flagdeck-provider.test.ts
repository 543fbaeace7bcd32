import { setTimeout } from 'node:timers/promises'
import { createFlagdeck, memoryStore, type Store, StoreUnavailable } from '@flagdeck/core'
import { UserSet } from '@flagdeck/core/store'
import { type Client, OpenFeature, type Provider, ProviderEvents, ProviderStatus } from '@openfeature/server-sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flagdeckProvider } from './flagdeck-provider.ts'

const ADA = { targetingKey: 'ada' }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const VARIANTS = { multivariate: { variants: [{ key: 'blue', rollout_percentage: 100 }] } }
/** Longer than the time for which changes are collected. */
const QUIET_MS = 60
let domains = 0

/** Opens a deck whose store can be disconnected. */
async function openDeck() {
  const whole = memoryStore()
  const cable = { isCut: false }
  const read: Store['read'] = (work) =>
    cable.isCut ? Promise.reject(new StoreUnavailable('the cable is cut')) : whole.read(work)
  const deck = await createFlagdeck({ store: { ...whole, read }, checkIntervalMs: 10 })
  onTestFinished(() => deck.close())
  return { deck, cable, project: await deck.project() }
}

/** Returns a client of the published SDK, and the events that it receives. */
async function clientOf(provider: Provider) {
  const domain = `deck ${++domains}`
  await OpenFeature.setProviderAndWait(domain, provider)
  onTestFinished(() => OpenFeature.clearProviders())
  const client = OpenFeature.getClient(domain)
  const told: string[] = []
  for (const type of [ProviderEvents.Stale, ProviderEvents.Ready]) client.addHandler(type, () => void told.push(type))
  return { client, domain, told }
}

function changesOf(client: Client) {
  const changes: (readonly string[] | undefined)[] = []
  client.addHandler(ProviderEvents.ConfigurationChanged, (details) => void changes.push(details?.flagsChanged))
  return changes
}

describe('OpenFeature’s server SDK on flags of the same process', () => {
  it('PROTO-50 gets the same answers from a deck as from its project', async () => {
    const { deck, project } = await openDeck()
    await project.flags.create({ key: 'colour', filters: { ...EVERYBODY, ...VARIANTS } })
    for (const from of [deck, project]) {
      const { client } = await clientOf(flagdeckProvider(from))
      expect(await client.getStringDetails('colour', 'red', ADA)).toEqual({
        flagKey: 'colour',
        value: 'blue',
        variant: 'blue',
        reason: 'STATIC',
        flagMetadata: { flagId: 1, version: 1, reason: 'condition_match', conditionIndex: 0 },
      })
    }
  })

  it('PROTO-50 hands everybody an object of their own', async () => {
    const { project } = await openDeck()
    const payloads = { true: { sizes: [1] } }
    await project.flags.create({ key: 'config', isRemoteConfiguration: true, filters: { ...EVERYBODY, payloads } })
    const { client } = await clientOf(flagdeckProvider(project))
    const first = await client.getObjectValue<{ sizes: number[] }>('config', { sizes: [] }, ADA)
    first.sizes.push(2)
    expect(await client.getObjectValue('config', {}, ADA)).toEqual({ sizes: [1] })
  })

  it('PROTO-50 takes dates and groups of a context as they come over OFREP', async () => {
    const { project } = await openDeck()
    await project.groups.addType({ name: 'company' })
    const since = { key: 'since', type: 'person', operator: 'is_date_before', value: '2026-01-01' } as const
    const size = { key: 'size', type: 'group', group_type_index: 0, operator: 'gt', value: '10' } as const
    await project.flags.create({ key: 'old', filters: { groups: [{ properties: [since] }] } })
    await project.flags.create({
      key: 'large',
      filters: { aggregation_group_type_index: 0, groups: [{ properties: [size] }] },
    })
    const { client } = await clientOf(flagdeckProvider(project))
    const context = {
      ...ADA,
      since: new Date('2025-05-05'),
      groups: { company: 'acme' },
      groupProperties: { company: { size: 12 } },
    }
    expect(await client.getBooleanDetails('old', false, context)).toMatchObject({
      value: true,
      reason: 'TARGETING_MATCH',
    })
    expect(await client.getBooleanValue('large', false, context)).toBe(true)
    expect(await client.getBooleanValue('old', false, { ...ADA, since: new Date('2026-05-05') })).toBe(false)
  })

  it('PROTO-50 answers by the default where a payload is nested too deeply', async () => {
    const { project } = await openDeck()
    const payloads = { true: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }
    await project.flags.create({ key: 'deep', isRemoteConfiguration: true, filters: { ...EVERYBODY, payloads } })
    const { client } = await clientOf(flagdeckProvider(project))
    expect(await client.getObjectDetails('deep', [7], ADA)).toMatchObject({ value: [7], errorCode: 'GENERAL' })
  })

  it('PROTO-50 answers by the default what it is asked about no JSON', async () => {
    const { project } = await openDeck()
    await project.flags.create({ key: 'on', filters: EVERYBODY })
    const { client } = await clientOf(flagdeckProvider(project))
    const circle: Record<string, never> = {}
    Object.assign(circle, { circle })
    for (const odd of [circle, 1n]) {
      const context = { ...ADA, odd: odd as never }
      expect(await client.getBooleanDetails('on', false, context)).toMatchObject({
        value: false,
        reason: 'ERROR',
        errorCode: 'INVALID_CONTEXT',
      })
    }
  })

  it('PROTO-51 is told which flags may answer otherwise', async () => {
    const { project } = await openDeck()
    const { client } = await clientOf(flagdeckProvider(project))
    const changes = changesOf(client)
    await project.flags.create({ key: 'a' })
    await project.flags.create({ key: 'b' })
    await expect.poll(() => changes.flat().sort()).toEqual(['a', 'b'])
  })

  it('PROTO-51 is ready only when a deck has its project', async () => {
    const { deck, cable } = await openDeck()
    cable.isCut = true
    const provider = flagdeckProvider(deck)
    await expect(OpenFeature.setProviderAndWait(`deck ${++domains}`, provider)).rejects.toThrow('the cable is cut')
    onTestFinished(() => OpenFeature.clearProviders())
    expect(await provider.resolveBooleanEvaluation('a', true, ADA, console)).toMatchObject({
      value: true,
      errorCode: 'PROVIDER_NOT_READY',
    })
    cable.isCut = false
    await expect(clientOf(flagdeckProvider(deck))).resolves.toBeDefined()
  })

  it('PROTO-52 is told that the store is away and back, and answers meanwhile', async () => {
    const { project, cable } = await openDeck()
    await project.flags.create({ key: 'on', filters: EVERYBODY })
    const { client, told } = await clientOf(flagdeckProvider(project))
    const [ready, stale] = [ProviderEvents.Ready, ProviderEvents.Stale]
    expect(told).toEqual([ready])
    cable.isCut = true
    await expect.poll(() => told).toEqual([ready, stale])
    expect(client.providerStatus).toBe(ProviderStatus.STALE)
    expect(await client.getBooleanValue('on', false, ADA)).toBe(true)
    cable.isCut = false
    await expect.poll(() => told).toEqual([ready, stale, ready])
    expect(client.providerStatus).toBe(ProviderStatus.READY)
  })

  it('PROTO-53 counts what is tracked as exposures of the flag that it names', async () => {
    const { deck, project } = await openDeck()
    const colour = await project.flags.create({ key: 'colour', filters: { ...EVERYBODY, ...VARIANTS } })
    const { client } = await clientOf(flagdeckProvider(project))
    client.track('colour', ADA)
    client.track('colour', { targetingKey: 'bob' }, { value: 3 })
    client.track('$feature_flag_called', ADA, { $feature_flag: 'colour', $feature_flag_response: 'green' })
    client.track('bought', ADA, { value: 99 })
    client.track('colour', {})
    await deck.flushUsage()
    const { totals, byVariant, sdks } = await project.flags.usage(colour.id, { measure: 'exposures' })
    expect(totals).toMatchObject({ exposures: 3, users: 2 })
    expect(byVariant.map(({ variant, exposures }) => [variant, exposures])).toEqual([
      ['blue', 2],
      ['green', 1],
    ])
    expect(sdks).toMatchObject([{ sdk: 'openfeature', exposures: 3 }])
  })

  it('PROTO-53 counts the groups of the context, as of what is evaluated', async () => {
    const { deck, project } = await openDeck()
    await project.groups.addType({ name: 'company' })
    await project.flags.create({ key: 'colour', filters: { ...EVERYBODY, aggregation_group_type_index: 0 } })
    const { client } = await clientOf(flagdeckProvider(project))
    client.track('colour', { ...ADA, groups: { company: 'acme' } })
    await client.getBooleanValue('colour', false, { ...ADA, groups: { company: 'beta' } })
    await deck.flushUsage()
    const ever = { period: 'day', from: '', until: '~' } as const
    const sets = await deck.context.store.read((tx) =>
      tx.userSets.list(project.project.id, { ...ever, measure: 'exposures/group_0' }),
    )
    expect(sets.map(({ users }) => UserSet.read(users).size)).toEqual([2])
  })

  it('PROTO-54 leaves the deck open when the SDK is shut down, and hears nothing from then on', async () => {
    const { project } = await openDeck()
    const provider = flagdeckProvider(project)
    const { client, domain } = await clientOf(provider)
    const changes = changesOf(client)
    await OpenFeature.clearProviders()
    const flag = await project.flags.create({ key: 'on', filters: EVERYBODY })
    expect(project.flags.isEnabled('on', { distinctId: 'ada' })).toBe(true)
    expect((await provider.resolveBooleanEvaluation('on', false, ADA, console)).errorCode).toBe('PROVIDER_NOT_READY')
    await setTimeout(QUIET_MS)
    expect(changes).toEqual([])
    await OpenFeature.setProviderAndWait(domain, provider)
    expect(await client.getBooleanValue('on', false, ADA)).toBe(true)
    await project.flags.update(flag.id, { active: false })
    await expect.poll(() => changes).toEqual([['on']])
  })
})

it.each([undefined, {}, 'phc_0123'])('PROTO-50 says what a provider needs instead of %j', (from) => {
  // As a program without types may pass it.
  expect(() => flagdeckProvider(from as Parameters<typeof flagdeckProvider>[0])).toThrow(
    /^flagdeckProvider needs a deck/,
  )
})

import { startServer } from 'flagdeck'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { type Client, createClient, type Output } from './index.ts'

async function startedClient(): Promise<Client> {
  const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn', console: false })
  onTestFinished(() => server.close())
  return createClient({ host: `${server.url}/`, apiKey: server.credentials?.personalApiKey ?? '' })
}

test('CLIENT-1 CLIENT-6 makes a flag, and changes the version that it has seen', async () => {
  const client = await startedClient()
  const { id, version } = await client.call('createFlag', { body: { key: 'beta' } })
  const input = { params: { id }, body: { active: false }, ifVersion: version }
  expect((await client.call('updateFlag', input)).active).toBe(false)
  await expect(client.call('updateFlag', input)).rejects.toMatchObject({ status: 412 })
})

test('CLIENT-12 is carried out once by one key', async () => {
  const client = await startedClient()
  const input = { body: { key: 'beta' }, idempotencyKey: 'once' }
  const first = await client.send('createFlag', input)
  const again = await client.send('createFlag', input)
  expect([again.data.id, again.headers.get('idempotency-replayed')]).toEqual([first.data.id, 'true'])
})

test('CLIENT-7 CLIENT-16 goes through pages of flags, and lines of the activity', async () => {
  const client = await startedClient()
  const keys = ['a', 'b', 'c', 'd', 'e']
  for (const key of keys) await client.call('createFlag', { body: { key } })
  const found: string[] = []
  for await (const { key } of client.items('listFlags', { query: { limit: '2' } })) found.push(key)
  expect(found.sort()).toEqual(keys)
  let lines = 0
  for await (const { activity } of client.items('exportProjectActivity')) lines += activity === 'created' ? 1 : 0
  expect(lines).toBeGreaterThanOrEqual(keys.length)
})

test('CLIENT-1 does not compile with what an endpoint does not declare', () => {
  const wrong = (client: Client) => [
    // @ts-expect-error no such endpoint
    client.call('createFlags'),
    // @ts-expect-error the id is missing
    client.call('retrieveFlag'),
    // @ts-expect-error no such parameter
    client.call('retrieveFlag', { params: { id: 1, flag: 2 } }),
    // @ts-expect-error no such field
    client.call('updateFlag', { params: { id: 1 }, body: { activ: true } }),
    // @ts-expect-error no such query
    client.call('listFlags', { query: { serch: 'a' } }),
    // @ts-expect-error the endpoint ignores versions
    client.call('retrieveFlag', { params: { id: 1 }, ifVersion: 1 }),
    // @ts-expect-error the endpoint returns no list
    client.items('retrieveFlag', { params: { id: 1 } }),
  ]
  expectTypeOf(wrong).toBeFunction()
  expectTypeOf<Output<'retrieveFlag'>['key']>().toEqualTypeOf<string>()
})

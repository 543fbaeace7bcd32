import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { parseTimestamp } from '@flagdeck/core/store'
import { postgresStore } from '@flagdeck/store-postgres'
import { expect, it } from 'vitest'
import { describeOnBoth } from './support/describe-on-both.ts'
import { type Answer, ask, type Installation, type Instance, newInstallation } from './support/instances.ts'

const PASSWORD = 'correct horse battery'
const HOME = '2001:db8:1:2::7'
/** The limits of failed sign-ins of an account, from all networks together and from one network (SESS-5). */
const [FROM_ALL_NETWORKS, FROM_ONE_NETWORK] = [200, 20]
const BEYOND = 10

describeOnBoth('guesses of a password at two servers', ({ postgresUrl, redis }) => {
  /** Starts two servers with one database and one Redis, and a member who signed in from `HOME` at the first server. */
  async function twoServers() {
    const redisPrefix = `${redis().prefix}-${randomUUID().slice(0, 8)}`
    const shared = { redisUrl: redis().url, redisPrefix, trustProxy: true }
    const installation = await newInstallation(postgresUrl, shared)
    const [one, other] = [await installation.start(), await installation.start()] as const
    for (const server of [one, other]) await untilRedisIsUp(server)
    const email = await setQuickPassword(one, installation)
    const signIn = async (server: Instance, password: string, network: string) =>
      ask(server, '/api/sign_in/', {
        body: { email, password },
        headers: { 'x-forwarded-for': network, 'sec-fetch-site': 'same-origin' },
      })
    expect((await signIn(one, PASSWORD, HOME)).status).toBe(200)
    return { one, other, signIn }
  }

  it('SESS-5 SESS-32 count together from all networks, and the member is let in from a known one', async () => {
    const { one, other, signIn } = await twoServers()
    const guesses: Answer[] = []
    const memberStatuses: number[] = []
    for (let n = 0; n < FROM_ALL_NETWORKS + BEYOND; n++) {
      guesses.push(await signIn(n % 2 === 0 ? one : other, `guess ${n}`, `10.1.0.${n}`))
      if (n % 10 === 0)
        for (const server of [one, other]) memberStatuses.push((await signIn(server, PASSWORD, HOME)).status)
    }
    const statuses = guesses.map(({ status }) => status)
    expect(statuses).toEqual([...times(FROM_ALL_NETWORKS, 401), ...times(BEYOND, 429)])
    expect(guesses.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d{0,2}$/)
    expect(memberStatuses).toEqual(times(memberStatuses.length, 200))
    for (const server of [one, other]) {
      // Another address of the known network, then an unknown network.
      expect((await signIn(server, PASSWORD, '2001:db8:1:2:ffff::9')).status).toBe(200)
      expect((await signIn(server, PASSWORD, '10.2.0.1')).status).toBe(429)
    }
  })

  it('SESS-5 SESS-31 count together from one network when they arrive concurrently', async () => {
    const { one, other, signIn } = await twoServers()
    const office = '203.0.113.7'
    const guesses = Array.from({ length: FROM_ONE_NETWORK + BEYOND }, (_, n) =>
      signIn(n % 2 === 0 ? one : other, `guess ${n}`, `${office}:${1000 + n}`),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...times(FROM_ONE_NETWORK, 401), ...times(BEYOND, 429)])
    for (const server of [one, other]) {
      expect((await signIn(server, PASSWORD, office)).status).toBe(429)
      expect((await signIn(server, PASSWORD, HOME)).status).toBe(200)
      expect((await signIn(server, PASSWORD, '198.51.100.9')).status).toBe(200)
    }
  })
})

function times(count: number, status: number): number[] {
  return Array.from({ length: count }, () => status)
}

async function untilRedisIsUp(server: Instance): Promise<void> {
  await expect.poll(async () => (await ask(server, '/_readyz')).body.redis).toBe('ok')
}

/**
 * Stores a hash that is cheap to compare, because hundreds of guesses would otherwise take a minute. The cost is part
 * of each hash. Returns the address of the member.
 */
async function setQuickPassword(server: Instance, { databaseUrl, personalApiKey }: Installation): Promise<string> {
  const { body } = await ask(server, '/api/users/@me/', { key: personalApiKey })
  const email = String(body.email)
  const salt = randomBytes(16)
  const key = scryptSync(PASSWORD, salt, 32, { N: 16, r: 1, p: 1 })
  const hash = `$scrypt$ln=4,r=1,p=1$${salt.toString('base64url')}$${key.toString('base64url')}`
  const now = parseTimestamp(new Date().toISOString())
  const store = postgresStore(databaseUrl)
  await store.write(async (tx) => {
    const user = await tx.users.findByEmail(email)
    if (!user || !now) throw new Error('the installation has no user')
    await tx.passwords.set(user.id, hash, now)
  })
  await store.close()
  return email
}

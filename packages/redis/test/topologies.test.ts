import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnRedis, NOT_OURS } from '../../../test/services/describe-on-redis.ts'
import { freePort } from '../../../test/services/free-port.ts'
import { type RedisServerOptions, startRedisServer } from '../../../test/services/redis-server.ts'
import { selfSignedCertificate } from '../../../test/services/self-signed-certificate.ts'
import { inspectRedis } from '../src/index.ts'
import { parseRedisUrl } from '../src/redis-url.ts'
import { clientForTest, type ServicesForTest, servicesForTest, untilUp } from './sample-services.ts'

async function serverForTest(options: RedisServerOptions) {
  const server = await startRedisServer(options)
  onTestFinished(() => server.dispose())
  return server
}

/** Expects everything that uses Redis to work between two instances. */
async function expectToWork(one: ServicesForTest, other: ServicesForTest, projectId: number): Promise<void> {
  const heard: unknown[] = []
  const end = other.changeBus.subscribe((change) => heard.push(change))
  await expect
    .poll(() => one.isUp() && other.isUp() && other.changeBus.status?.().connected, { timeout: 9000 })
    .toBe(true)
  one.changeBus.publish({ projectId, version: 2 })
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([{ projectId, version: 2 }])
  end()
  const definitions = {
    projectId,
    uuid: 'u',
    version: 2,
    apiToken: `phc_${projectId}`,
    confirmedAtMs: 1,
    encode: async () => Buffer.from('x'),
  }
  await expect.poll(() => one.definitionsCache.keep(definitions), { timeout: 5000 }).toBe(true)
  await expect.poll(() => other.definitionsCache.find(projectId), { timeout: 5000 }).toEqual(Buffer.from('x'))
  expect(await other.definitionsCache.findProjectId(`phc_${projectId}`)).toBe(projectId)
  const counts = [
    await one.requestCounter.count(`key-${projectId}`, 60_000),
    await other.requestCounter.count(`key-${projectId}`, 60_000),
  ]
  expect(counts.map((count) => count?.used)).toEqual([1, 2])
}

describeOnRedis('PROP-35', (redis) => {
  it('one server, with a user, a password and a database', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const server = await serverForTest({ program })
    const client = await clientForTest(server.url)
    await client.call('ACL', 'SETUSER', 'ada', 'on', '>p@ss', '~flagdeck:*', '&flagdeck:*', '+@all')
    const url = `redis://ada:p%40ss@127.0.0.1:${server.port}/3`
    await expectToWork(servicesForTest(url), servicesForTest(url), 1)
    expect(await client.dbsize()).toBe(0)
    const location = parseRedisUrl(url)
    expect(location && (await inspectRedis(location))).toEqual({
      version: expect.any(String),
      latencyMs: expect.any(Number),
    })
  })

  it('PROP-4 a user who may use no channel, which is reported once', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const server = await serverForTest({ program })
    const client = await clientForTest(server.url)
    await client.call('ACL', 'SETUSER', 'bob', 'on', '>secret', '~*', 'resetchannels', '+@all')
    const url = `redis://bob:secret@127.0.0.1:${server.port}`
    const services = servicesForTest(url)
    await untilUp(services)
    await expect.poll(() => services.errors.map(String), { timeout: 5000 }).toEqual([expect.stringContaining('NOPERM')])
    expect(services.changeBus.status?.().connected).toBe(false)
    const location = parseRedisUrl(url)
    await expect(location && inspectRedis(location)).rejects.toThrow('NOPERM')
    await client.call('ACL', 'SETUSER', 'bob', '&flagdeck:*')
    await expect.poll(() => services.changeBus.status?.().connected, { timeout: 5000 }).toBe(true)
    expect(services.errors).toHaveLength(1)
  })

  it('one server, over TLS, whose certificate has to be known', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const files = certificateFor('127.0.0.1')
    if (!files) return skip('openssl is not on PATH')
    const port = await freePort()
    const settings = ['--tls-port', String(port), '--tls-cert-file', files.certificate, '--tls-key-file', files.key]
    const server = await serverForTest({ program, settings: [...settings, '--tls-auth-clients', 'no'] })
    const url = `rediss://:${server.password}@127.0.0.1:${port}`
    const tls = { ca: readFileSync(files.certificate) }
    await expectToWork(servicesForTest(url, { tls }), servicesForTest(url, { tls }), 1)
    const distrustful = servicesForTest(url)
    await expect
      .poll(() => distrustful.errors.map(String), { timeout: 5000 })
      .toEqual([expect.stringContaining('self-signed')])
    expect(distrustful.isUp()).toBe(false)
  })

  it('a cluster, whose keys lie on several nodes', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const password = 'of-the-cluster'
    const settings = [
      '--cluster-enabled',
      'yes',
      '--cluster-node-timeout',
      '1000',
      '--cluster-require-full-coverage',
      'no',
    ]
    const nodes = await Promise.all([1, 2].map(() => serverForTest({ program, password, settings })))
    const clients = await Promise.all(nodes.map(({ url }) => clientForTest(url)))
    await clients[0]?.call('CLUSTER', 'ADDSLOTSRANGE', 0, 8191)
    await clients[1]?.call('CLUSTER', 'ADDSLOTSRANGE', 8192, 16_383)
    await clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', nodes[1]?.port ?? 0)
    for (const client of clients) {
      await expect.poll(() => client.call('CLUSTER', 'INFO'), { timeout: 9000 }).toContain('cluster_state:ok')
      await expect.poll(() => client.call('CLUSTER', 'SLOTS'), { timeout: 9000 }).toHaveLength(2)
    }
    const url = `redis+cluster://:${password}@127.0.0.1:${nodes[0]?.port}`
    const [one, other] = [servicesForTest(url), servicesForTest(url)]
    for (const projectId of [1, 2, 3, 4, 5]) await expectToWork(one, other, projectId)
    const sizes = await Promise.all(clients.map((client) => client.dbsize()))
    expect(sizes.every((size) => size > 0)).toBe(true)
  })

  it('Sentinels, before and after a fail-over', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const password = 'of-the-group'
    const primary = await serverForTest({ program, password })
    const replica = await serverForTest({
      program,
      password,
      settings: ['--replicaof', '127.0.0.1', String(primary.port)],
    })
    const file = sentinelFile(primary.port, password)
    const sentinel = await serverForTest({ program, config: file, settings: ['--sentinel'] })
    const url = `redis+sentinel://:${password}@127.0.0.1:${sentinel.port}/main?sentinel_password=${sentinel.password}`
    const [one, other] = [servicesForTest(url), servicesForTest(url)]
    await expectToWork(one, other, 1)
    const client = await clientForTest(sentinel.url)
    await expect.poll(() => client.call('SENTINEL', 'REPLICAS', 'main'), { timeout: 20_000 }).toHaveLength(1)
    await primary.crash()
    await untilUp(one, false)
    const replicaClient = await clientForTest(replica.url)
    await expect.poll(() => replicaClient.call('ROLE'), { timeout: 20_000 }).toContain('master')
    await expectToWork(one, other, 2)
  })
})

function certificateFor(address: string) {
  const files = selfSignedCertificate(`IP:${address}`)
  if (files) onTestFinished(() => rmSync(files.folder, { recursive: true }))
  return files
}

/** Creates a configuration file for a Sentinel, which writes its findings into it. */
function sentinelFile(port: number, password: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-sentinel-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'sentinel.conf')
  const lines = [
    `sentinel monitor main 127.0.0.1 ${port} 1`,
    `sentinel auth-pass main ${password}`,
    'sentinel down-after-milliseconds main 1000',
    'sentinel failover-timeout main 3000',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

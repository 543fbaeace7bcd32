import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seedTenant } from '@flagdeck/core/fixtures'
import type { SqlDriver } from '@flagdeck/store-sql'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { selfSignedCertificate } from '../../../test/services/self-signed-certificate.ts'
import { inspectPostgres, postgresDriver } from '../src/index.ts'
import { StoreMisconfigured } from '../src/store-misconfigured.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { databaseForTest, openForTest } from './support/open-for-test.ts'
import { type PostgresCluster, startPostgresCluster } from './support/postgres-cluster.ts'
import { readRows } from './support/read-rows.ts'
import { runStatements } from './support/run-statements.ts'

describeOnNewestPostgres('connecting to PostgreSQL', (server) => {
  const { programs } = server
  const files = selfSignedCertificate('DNS:localhost')
  const others = selfSignedCertificate('DNS:localhost')
  const [root = '', otherRoot = ''] = [files?.certificate, others?.certificate]
  afterAll(() => {
    for (const each of [files, others]) if (each) rmSync(each.folder, { recursive: true })
  })

  const addressWith = (url: string, changes: Readonly<Record<string, string>>, host?: string): string => {
    const changed = new URL(url)
    if (host !== undefined) changed.hostname = host
    for (const [name, value] of Object.entries(changes)) changed.searchParams.set(name, value)
    return changed.href
  }

  describe.skipIf(!programs || !files)('that accepts encrypted connections only', () => {
    let cluster: PostgresCluster | undefined
    beforeAll(async () => {
      if (programs && files) cluster = await startPostgresCluster(programs, files)
    })
    afterAll(() => cluster?.dispose())
    const clusterUrl = () => cluster?.url ?? ''

    it.each<readonly [parameters: Readonly<Record<string, string>>, host: string]>([
      [{ sslmode: 'allow' }, '127.0.0.1'],
      [{ sslmode: 'prefer' }, '127.0.0.1'],
      [{ sslmode: 'require' }, '127.0.0.1'],
      [{ sslmode: 'no-verify' }, '127.0.0.1'],
      [{ sslmode: 'require', sslrootcert: root }, '127.0.0.1'],
      [{ sslmode: 'verify-ca', sslrootcert: root }, '127.0.0.1'],
      [{ sslmode: 'verify-full', sslrootcert: root }, 'localhost'],
      [{ sslrootcert: root }, 'localhost'],
    ])('PG-10 encrypts with %j at %s', async (parameters, host) => {
      expect(await isEncrypted(addressWith(clusterUrl(), parameters, host))).toBe(true)
    })

    it.each<readonly [parameters: Readonly<Record<string, string>>, host: string, sentence: RegExp]>([
      [{}, '127.0.0.1', /encrypted connections only: add sslmode=require/],
      [{ sslmode: 'disable' }, '127.0.0.1', /encrypted connections only: add sslmode=require/],
      [{ sslmode: 'verify-full' }, 'localhost', /not trusted .*sslrootcert.*NODE_EXTRA_CA_CERTS.*sslmode=require/],
      [{ sslmode: 'verify-ca', sslrootcert: otherRoot }, '127.0.0.1', /not trusted/],
      [{ sslmode: 'require', sslrootcert: otherRoot }, '127.0.0.1', /not trusted/],
      [{ sslmode: 'verify-full', sslrootcert: root }, '127.0.0.1', /for another host.*verify-ca/],
      [{ sslmode: 'verify-ca' }, 'localhost', /needs the file of the CA/],
      [{ sslmode: 'on' }, 'localhost', /sslmode is "on": choose one of disable, allow/],
      [
        { sslrootcert: '/nowhere/root.crt' },
        'localhost',
        /\/nowhere\/root\.crt of sslrootcert cannot be read \(ENOENT\)/,
      ],
      [{ sslmode: 'require', sslcert: '/nowhere/a.crt' }, 'localhost', /a\.crt of sslcert cannot be read/],
    ])('PG-11 PG-12 refuses %j at %s in a sentence', async (parameters, host, sentence) => {
      const connectionString = addressWith(clusterUrl(), parameters, host)
      const store = openForTest(connectionString)
      const attempts = [() => store.ping(), () => store.migrate(), () => inspectPostgres({ connectionString })]
      for (const attempt of attempts) {
        const error = await attempt().catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(StoreMisconfigured)
        expect(error).toMatchObject({ message: expect.stringMatching(sentence) })
      }
    })

    it('PG-6 reports that the connection is encrypted', async () => {
      const connectionString = addressWith(clusterUrl(), { sslmode: 'require' })
      expect(await inspectPostgres({ connectionString })).toMatchObject({ isEncrypted: true })
    })

    it('PG-11 reads a file that was missing at the first attempt', async () => {
      const late = join(dirname(root), 'late.crt')
      const store = openForTest(addressWith(clusterUrl(), { sslmode: 'verify-ca', sslrootcert: late }))
      await expect(store.ping()).rejects.toThrow('cannot be read')
      copyFileSync(root, late)
      await store.ping()
    })

    it('PG-10 PG-13 ignores sslmode on a Unix socket', async () => {
      const { port, password } = new URL(clusterUrl())
      const socket = encodeURIComponent(cluster?.socketFolder ?? '')
      expect(
        await isEncrypted(`postgres://postgres:${password}@/postgres?host=${socket}&port=${port}&sslmode=verify-full`),
      ).toBe(false)
    })

    it('PG-22 connects several clients at the same time that all need a second attempt', async () => {
      const driver = driverForTest(addressWith(clusterUrl(), { sslmode: 'allow' }), 3)
      expect(await Promise.all(Array.from({ length: 8 }, () => encryptionOf(driver)))).toEqual(Array(8).fill(true))
    })

    it.each(['allow', 'prefer'])('PG-22 reports a wrong password with sslmode=%s as such', async (sslmode) => {
      const wrong = new URL(addressWith(clusterUrl(), { sslmode }))
      wrong.password = 'wrong'
      await expect(openForTest(wrong.href).ping()).rejects.toThrow(/refuses the log-in: password authentication failed/)
    })

    it('PG-5 hears of changes over an encrypted connection', async () => {
      const bus = openForTest(addressWith(clusterUrl(), { sslmode: 'allow' })).changeBus?.({ onError: () => undefined })
      onTestFinished(() => bus?.close())
      await expect.poll(() => bus?.status?.().connected, { timeout: 5000 }).toBe(true)
    })
  })

  it.skipIf(!programs || !files).each(['allow', 'prefer'])(
    'PG-22 follows a server that starts again with TLS, and without it, with sslmode=%s',
    async (sslmode) => {
      if (!programs || !files) return
      const cluster = await startPostgresCluster(programs)
      onTestFinished(() => cluster.dispose())
      const driver = driverForTest(addressWith(cluster.url, { sslmode }))
      expect(await encryptionOf(driver)).toBe(false)
      for (const tls of [files, 'off', files] as const) {
        await cluster.crash()
        await cluster.restart(tls)
        expect(await encryptionOf(driver)).toBe(tls !== 'off')
      }
    },
  )

  it.skipIf(!programs || !files)('PG-22 returns to the first way of sslmode after a minute', async () => {
    if (!programs || !files) return
    const cluster = await startPostgresCluster(programs, files)
    onTestFinished(() => cluster.dispose())
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const driver = driverForTest(addressWith(cluster.url, { sslmode: 'allow' }))
    const encryptionOfNext = async () => {
      await runStatements(
        addressWith(cluster.url, { sslmode: 'no-verify' }),
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'flagdeck'",
      )
      return encryptionOf(driver)
    }
    expect(await encryptionOf(driver)).toBe(true)
    const accessFile = join(cluster.socketFolder, 'data', 'pg_hba.conf')
    writeFileSync(accessFile, readFileSync(accessFile, 'utf8').replaceAll(/^hostssl /gm, 'host '))
    await runStatements(addressWith(cluster.url, { sslmode: 'no-verify' }), 'select pg_reload_conf()')
    await expect.poll(() => isEncrypted(cluster.url)).toBe(false)
    expect(await encryptionOfNext()).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(await encryptionOfNext()).toBe(false)
  })

  it('PG-10 connects without TLS where the server has none and sslmode allows that', async () => {
    for (const sslmode of ['disable', 'allow', 'prefer']) {
      expect(await isEncrypted(addressWith(server.url, { sslmode }))).toBe(false)
    }
    const required = openForTest(addressWith(server.url, { sslmode: 'require' }))
    await expect(required.ping()).rejects.toThrow('offers no TLS')
    const wrong = new URL(addressWith(server.url, { sslmode: 'allow' }))
    wrong.password = 'wrong'
    await expect(openForTest(wrong.href).ping()).rejects.toThrow('refuses the log-in')
  })

  it.each(['md5', 'scram-sha-256'])('PG-19 names the password that %s needs, and closes the socket', async (method) => {
    const role = `flagdeck_${method.slice(0, 3)}_${process.pid}`
    await runStatements(
      server.url,
      `set password_encryption = '${method}'`,
      `create role ${role} login password 'sesame'`,
    )
    onTestFinished(() => runStatements(server.url, `drop role ${role}`))
    const url = new URL(server.url)
    url.username = role
    url.password = ''
    const sentence = 'PostgreSQL asks for a password: write it into the address, or set PGPASSWORD.'
    expect(await failures(url.href)).toEqual(Array(2).fill(sentence))
    await expect(openForTest(url.href).ping()).rejects.toThrow(sentence)
    // PostgreSQL ends the process of a disconnected client, but not of a client for whose password it waits.
    const reader = await readRows(server.url)
    onTestFinished(() => reader.close())
    const waiting = "select 1 from pg_stat_activity where backend_type = 'client backend' and datid is null"
    await expect.poll(() => reader.all(waiting)).toEqual([])
  })

  it.each(['sslmod', 'SSLMODE', 'sslrootcrt'])('PG-20 refuses the unknown parameter %s', async (name) => {
    const sentence = `"${name}" is no parameter of an address of PostgreSQL: those for TLS are sslmode, sslrootcert, sslcert, sslkey, sslnegotiation.`
    expect(() => openForTest(addressWith(server.url, { [name]: 'require' }))).toThrow(sentence)
  })

  it('PG-6 reports whether the connection is encrypted', async () => {
    expect(await inspectPostgres({ connectionString: server.url })).toMatchObject({ isEncrypted: false })
  })

  it('PG-14 names the grant that a user without the right to create tables needs', async () => {
    const { url } = await restricted()
    const sentence = expect.stringMatching(
      /may not create tables in the schema public: run "grant create on schema public/,
    )
    await expect(openForTest(url).migrate()).rejects.toMatchObject({ message: sentence })
    expect(await inspectPostgres({ connectionString: url })).toMatchObject({ createTablesProblem: sentence })
  })

  it('PG-18 works for a user who was granted the rows of the tables, and not the schema', async () => {
    const { url, role, adminUrl } = await restricted()
    await runStatements(
      adminUrl,
      `grant usage on schema public to ${role}`,
      `alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`,
    )
    await openForTest(adminUrl).migrate()
    const store = openForTest(url)
    const { project } = await seedTenant(store)
    expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
  })

  it('PG-14 reports a table that the user may not read', async () => {
    const { url, role, adminUrl } = await restricted()
    await openForTest(adminUrl).migrate()
    await runStatements(adminUrl, `grant create on schema public to ${role}`)
    const error = await openForTest(url)
      .read((tx) => tx.organizations.any())
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreMisconfigured)
    expect(error).toMatchObject({ message: expect.stringContaining('permission denied for table organizations') })
  })

  it('PG-15 names the search_path none of whose schemas exists', async () => {
    const url = await databaseForTest(server.url)
    const database = new URL(url).pathname.slice(1)
    await runStatements(url, `alter database ${database} set search_path = nowhere`)
    expect(await failures(url)).toEqual(Array(2).fill(expect.stringMatching(/search_path \(nowhere\).*create one/)))
  })

  it.each(['LATIN1', 'SQL_ASCII'])('PG-16 refuses a database in %s', async (encoding) => {
    const name = `flagdeck_${encoding.toLowerCase()}_${process.pid}`
    await runStatements(
      server.url,
      `create database ${name} encoding '${encoding}' locale 'C' template template0 strategy file_copy`,
    )
    onTestFinished(() => runStatements(server.url, `drop database ${name} with (force)`))
    const url = new URL(server.url)
    url.pathname = `/${name}`
    expect(await failures(url.href)).toEqual(
      Array(2).fill(expect.stringMatching(`${encoding}, which cannot store every text: create it with UTF8`)),
    )
  })

  it('PG-17 works where backslashes begin escapes by default', async () => {
    const url = await databaseForTest(server.url)
    const database = new URL(url).pathname.slice(1)
    await runStatements(url, `alter database ${database} set standard_conforming_strings = off`)
    const store = openForTest(url)
    await store.migrate()
    const { project } = await seedTenant(store)
    expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
  })

  /** Returns a database, and the address of a user with no permission except to connect. */
  async function restricted() {
    const adminUrl = await databaseForTest(server.url)
    const role = `${new URL(adminUrl).pathname.slice(1)}_user`
    await runStatements(
      adminUrl,
      `create role ${role} login password 'sesame'`,
      'revoke create on schema public from public',
    )
    onTestFinished(() => runStatements(server.url, `drop role if exists ${role}`))
    onTestFinished(() => runStatements(adminUrl, `drop owned by ${role}`))
    const url = new URL(adminUrl)
    url.username = role
    url.password = 'sesame'
    return { url: url.href, role, adminUrl }
  }
})

/** Returns the messages with which a store and an inspection refuse a database. */
async function failures(connectionString: string): Promise<readonly unknown[]> {
  const attempts = [openForTest(connectionString).migrate(), inspectPostgres({ connectionString })]
  return Promise.all(
    attempts.map((attempt) =>
      attempt.then(
        () => 'worked',
        (error: unknown) => (error instanceof StoreMisconfigured ? error.message : error),
      ),
    ),
  )
}

async function isEncrypted(connectionString: string): Promise<unknown> {
  return encryptionOf(driverForTest(connectionString))
}

function driverForTest(connectionString: string, maxConnections?: number): SqlDriver {
  const driver = postgresDriver({ connectionString, ...(maxConnections !== undefined && { maxConnections }) })
  onTestFinished(() => driver.close())
  return driver
}

async function encryptionOf(driver: SqlDriver): Promise<unknown> {
  const sql = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
  const { rows } = await driver.read((connection) => connection.execute({ sql, parameters: [] }))
  // The query returns one row with this column.
  return (rows as readonly { readonly ssl: boolean }[])[0]?.ssl
}

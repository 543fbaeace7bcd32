import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../src/settings/read-settings.ts'
import { SETTING_KEYS, SETTINGS } from '../src/settings/settings.ts'
import { dockerfileStages } from './support/dockerfile.ts'
import { installedPackage } from './support/installed-package.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

describe('the image', () => {
  const dockerfile = file('Dockerfile')
  const stages = dockerfileStages(dockerfile)
  const image = stages.at(-1) ?? []
  const argumentOf = (name: string) => image.find((instruction) => instruction.name === name)?.value ?? ''

  test('SERVE-40 is made on the release of Node and pnpm that the workspace is developed on', () => {
    const { nodeVersion } = parse(file('pnpm-workspace.yaml'))
    for (const [from] of stages) expect(from?.value).toMatch(new RegExp(`^node:${nodeVersion}-\\w+-slim( AS \\w+)?$`))
    const { packageManager } = JSON.parse(file('package.json'))
    const used = dockerfile.match(/pnpm@[\d.]+/g) ?? []
    expect([...new Set(used)]).toEqual([packageManager])
  })

  test('SERVE-40 runs without privileges, keeps its data in a volume, and hands signals to the server', () => {
    expect(argumentOf('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    // After the USER instruction, nothing is written as root and no process can become root again.
    expect(image.slice(image.findIndex(({ name }) => name === 'USER')).map(({ name }) => name)).toEqual([
      'USER',
      'HEALTHCHECK',
      'ENTRYPOINT',
      'CMD',
    ])
    expect(argumentOf('VOLUME')).toBe(`${argumentOf('WORKDIR')}/data`)
    expect(JSON.parse(argumentOf('ENTRYPOINT'))).toEqual(['node', expect.stringMatching(/\/dist\/cli\.js$/)])
    expect(JSON.parse(argumentOf('CMD'))).toEqual(['serve'])
  })

  test('SERVE-40 has no secret in it', () => {
    expect(dockerfile).not.toMatch(/^(ARG|ENV)\b.*(key|token|secret|password)/im)
    expect(dockerfile).not.toMatch(/ph[cxs]_|:\/\/[^\s/]*:[^\s/]*@/)
  })

  test('SERVE-40 is made of nothing but sources', () => {
    const built = ['dist/cli.js', 'node_modules/pg/package.json', 'flagdeck-0.1.0.tgz', 'test/container.test.ts']
    const written = ['.env', '.env.local', 'flagdeck.db', 'flagdeck.db-wal', 'data/flagdeck.db']
    for (const path of [...built, ...written].flatMap((name) => [name, `packages/server/${name}`]))
      expect([path, isSentToBuild(path)]).toEqual([path, false])
    for (const path of ['.git/config', '.npmrc', 'encryption.key', 'flagdeck.dump', 'telemetry.mjs', 'compose.yaml'])
      expect([path, isSentToBuild(path)]).toEqual([path, false])
  })

  test('SERVE-40 is made of all that it is built from', () => {
    const root = ['LICENSE', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json']
    const others = ['scripts/build.ts', 'packages/server/package.json', 'packages/server/tsconfig.json']
    for (const path of [...root, ...others, 'packages/server/src/cli.ts'])
      expect([path, isSentToBuild(path)]).toEqual([path, true])
  })

  test('SERVE-40 can be read by the user it runs as, however closed the checkout was', () => {
    const app = appFolder([
      'package.json',
      `${DRIVER}/lib/index.js`,
      `${DRIVER}/src/driver.c`,
      `${DRIVER}/prebuilds/${process.platform}-${process.arch}.node`,
      `${DRIVER}/prebuilds/plan9-mips.node`,
    ])
    const step = stages[0]?.find(({ name, value }) => name === 'RUN' && value.includes(`cd /app/${DRIVER}`))
    execFileSync('sh', ['-c', step?.value.replaceAll('/app', app) ?? 'false'])
    const left = readdirSync(app, { recursive: true, withFileTypes: true })
    expect(
      left
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['index.js', `${process.platform}-${process.arch}.node`, 'package.json'].sort())
    for (const entry of left) {
      const { mode } = statSync(join(entry.parentPath, entry.name))
      expect([entry.name, (mode & 0o777).toString(8)]).toEqual([entry.name, entry.isFile() ? '644' : '755'])
    }
  })

  test('SERVE-15 has what V8 compiles at a start', { timeout: 60_000 }, () => {
    const { program, compiled } = installedPackage()
    const step = image.find(({ name, value }) => name === 'RUN' && value.includes('.compiled'))
    // The user who runs the test is not root, and does not need to become another user.
    const asMyself = step?.value.replace(/chown \S+ \S+ && /, '').replace(/setpriv .* (?=timeout)/, 'PORT=0 ')
    execFileSync('sh', ['-c', asMyself?.replaceAll('/usr/local/lib/flagdeck', dirname(dirname(program))) ?? 'false'], {
      env: { PATH: [dirname(process.execPath), process.env.PATH].join(':') },
      stdio: 'ignore',
    })
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10)
  })

  test('SERVE-41 is healthy while the process answers', { timeout: 20_000 }, async () => {
    const [program, ...args] = JSON.parse(argumentOf('HEALTHCHECK').replace(/^.*? CMD /, ''))
    expect(program).toBe('node')
    const server = await startServerProcess({ cwd: temporaryFolder() })
    const check = () => exitCode(args, new URL(server.url).port)
    expect(await check()).toBe(0)
    server.process.kill('SIGTERM')
    await server.finished
    expect(await check()).toBe(1)
  })
})

const DRIVER = 'node_modules/better-sqlite3'

/** Creates a folder that is like the build's copy of a checkout that only its owner may read. */
function appFolder(paths: readonly string[]): string {
  const folder = temporaryFolder()
  for (const path of paths) {
    mkdirSync(join(folder, dirname(path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), '', { mode: 0o600 })
  }
  return folder
}

/**
 * Whether .dockerignore includes a path. The last line that matches the path, or a folder that contains it, decides.
 */
function isSentToBuild(path: string): boolean {
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  const lines = file('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const last = lines.findLast((line) => folders.some((folder) => asPattern(line.replace(/^!/, '')).test(folder)))
  return last === undefined || last.startsWith('!')
}

function asPattern(line: string): RegExp {
  const source = line
    .replaceAll(/[.+^$()|[\]{}]/g, '\\$&')
    .split('**/')
    .map((part) => part.replaceAll('*', '[^/]*'))
    .join('(?:.*/)?')
  return new RegExp(`^${source}$`)
}

function exitCode(args: readonly string[], port: string): Promise<number> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: { PORT: port } })
    child.on('exit', (code) => resolve(code ?? -1))
  })
}

describe('the compose file', () => {
  const { services } = parse(file('compose.yaml'), { merge: true })
  const instances = Object.entries<Service>(services).filter(([, { image }]) => image === 'flagdeck')

  test('SERVE-42 has two instances, set up alike by settings that there are', () => {
    expect(instances.map(([name]) => name)).toEqual(['flagdeck-1', 'flagdeck-2'])
    const [first, second] = instances.map(([, { environment }]) => environment)
    expect(second).toEqual(first)
    const env = Object.fromEntries(Object.entries(first ?? {}).map(([name, value]) => [name, filledIn(value)]))
    expect(Object.values(SETTINGS).map(({ env: name }) => name)).toEqual(expect.arrayContaining(Object.keys(env)))
    const { settings } = readSettings({ flags: {}, env }, SETTING_KEYS)
    expect(settings).toMatchObject({ databaseUrl: { kind: 'postgres' }, redisUrl: expect.anything(), metrics: 'on' })
    // A shorter grace period would cut off a server that still needs time to stop.
    const grace = Number.parseInt(instances[0]?.[1].stop_grace_period ?? '', 10) * 1000
    expect(grace).toBeGreaterThan(settings.drainDelayMs + settings.shutdownTimeoutMs)
  })

  test('SERVE-42 names the release of every image, and lets only the proxy out', () => {
    for (const { image, ports } of Object.values<Service>(services)) {
      expect(image).toMatch(/^(flagdeck$|[\w/.-]+:\d+\.\d+)/)
      if (!image.startsWith('caddy')) expect(ports).toBeUndefined()
    }
  })

  test('SERVE-42 builds the image once, and never looks for it elsewhere', () => {
    expect(instances.map(([, { build, pull_policy }]) => [build, pull_policy])).toEqual([
      ['.', undefined],
      [undefined, 'never'],
    ])
  })

  test('SERVE-42 gives its instances no privileges and nothing to write to but memory', () => {
    for (const [, instance] of instances) {
      expect(instance).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      // Each volume of the image has a mount; otherwise Docker would leave anonymous volumes behind.
      expect(instance.tmpfs?.map((mount) => mount.split(':')[0])).toEqual(['/tmp', '/flagdeck/data'])
    }
  })

  test('SERVE-42 ends an instance that is told to stop before it listens to signals', () => {
    for (const [, { init }] of instances) expect(init).toBe(true)
  })

  test('SERVE-42 starts instances when PostgreSQL takes connections from them, not only from itself', () => {
    expect(services.postgres.healthcheck.test).toContain('--host=127.0.0.1')
    for (const [, { depends_on }] of instances)
      expect(depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } })
  })

  test('SERVE-42 starts instances without waiting for Redis, which they can do without', () => {
    expect(services.redis.healthcheck.test).toEqual(['CMD', 'redis-cli', 'ping'])
    for (const [, { depends_on }] of instances)
      expect(depends_on).toMatchObject({ redis: { condition: 'service_started' } })
  })

  test('SERVE-42 has no password in it', () => {
    const passwords = [...file('compose.yaml').matchAll(/:\/\/\w+:([^@\n]+)@|_PASSWORD: (.+)/g)]
    expect(passwords).toHaveLength(2)
    for (const [, inUrl, alone] of passwords) expect(inUrl ?? alone).toMatch(/^\$\{POSTGRES_PASSWORD:\?[^}]*\}$/)
  })

  test('SERVE-42 has a proxy that knows its instances', () => {
    const upstreams = instances.map(([name]) => `${name}:8000`).join(' ')
    expect(file('docker/Caddyfile')).toContain(upstreams)
  })
})

interface Service {
  readonly image: string
  readonly build?: string
  readonly pull_policy?: string
  readonly init?: boolean
  readonly tmpfs?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly ports?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly stop_grace_period?: string
}

/** Returns the value as compose passes it on when the required variables are set to `x`. */
function filledIn(value: string): string {
  return value.replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFlagdeck, type EmbeddedFlags, type Flagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, test } from 'vitest'
import { wrongLines } from './support/compile-uses.ts'
import { runCommand } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { BEFORE_WRONG_USES, RIGHT_USES, WRONG_USES } from './support/uses-of-flags.ts'

const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const PAGES = {
  variants: [
    { key: 'one', rollout_percentage: 50 },
    { key: 'three', rollout_percentage: 50 },
  ],
}

async function fillWithFlags(flags: EmbeddedFlags): Promise<void> {
  const configured = (key: string, value: object | number) =>
    flags.create({ key, isRemoteConfiguration: true, filters: { ...EVERYBODY, payloads: { true: value as never } } })
  await flags.create({ key: 'new-checkout', name: 'In one page', filters: EVERYBODY })
  const payloads = { one: { n: 1 }, three: { n: 3, x: ['a'] } }
  await flags.create({ key: 'pages', filters: { ...EVERYBODY, multivariate: PAGES, payloads } })
  await configured('limits', { uploads: 20 })
  await configured('rate', 0.5)
  const { id } = await flags.create({ key: 'forgotten' })
  await flags.archive(id)
}

/** Runs `work` with the database in a folder. */
async function inDatabase<Answer>(cwd: string, work: (deck: Flagdeck) => Promise<Answer>): Promise<Answer> {
  const deck = await createFlagdeck({ store: sqliteStore(join(cwd, 'data/flagdeck.db'), { synchronous: 'normal' }) })
  try {
    return await work(deck)
  } finally {
    await deck.close()
  }
}

async function filledFolder(): Promise<string> {
  const cwd = temporaryFolder()
  await inDatabase(cwd, async (deck) => fillWithFlags((await deck.project()).flags))
  return cwd
}

/** Starts a server on such a database, and returns it with a key. */
async function filledServer() {
  const cwd = await filledFolder()
  const first = await inDatabase(cwd, (deck) => deck.createFirstKey())
  const { url } = await startServerProcess({ cwd })
  return { cwd, url, key: String(first?.personalApiKey) }
}

/** Runs `flagdeck types`, and expects that it succeeds. */
async function writeTypes(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['types', ...args], { cwd })
  expect(code, stderr).toBe(0)
  return stdout
}

describe('the file that flagdeck types writes', () => {
  test('TYPES-3 TYPES-4 TYPES-5 lets through what is right, and nothing that is wrong', async () => {
    const cwd = await filledFolder()
    await writeTypes(cwd, 'flags.ts')
    expect(wrongLines(cwd, RIGHT_USES)).toEqual([])
    const first = BEFORE_WRONG_USES.split('\n').length
    const every = WRONG_USES.map((_, index) => first + index)
    expect(wrongLines(cwd, BEFORE_WRONG_USES + WRONG_USES.join('\n'))).toEqual(every)
  })

  test('TYPES-3 takes every key where there is no such file', () => {
    const program = `
import type { EmbeddedFlags } from '@flagdeck/core'
declare const flags: EmbeddedFlags
const on: boolean = flags.isEnabled('whatever', { distinctId: 'ada' })
const variant: string | boolean = flags.variant('whatever', { distinctId: 'ada' })
const payload: unknown = flags.payload('whatever', { distinctId: 'ada' })
console.log(on, variant, payload)`
    expect(wrongLines(temporaryFolder(), program)).toEqual([])
  })

  test('TYPES-1 TYPES-7 is the same from the database, a document and a server', async () => {
    const { cwd, url, key } = await filledServer()
    const text = await writeTypes(cwd)
    expect(text).toContain('  "pages": { value: "one" | "three";')
    expect(text).not.toContain('forgotten')
    expect(await runCommand(['export', 'project.json'], { cwd })).toMatchObject({ code: 0 })
    expect(await writeTypes(cwd, '--from', 'project.json')).toBe(text)
    expect(await writeTypes(cwd, '--url', url, '--key', key)).toBe(text)
    const env = { FLAGDECK_API_KEY: key }
    const written = await runCommand(['types', 'flags.ts', '--url', `${url}/`], { cwd, env })
    expect(written).toMatchObject({ code: 0, stdout: 'Wrote flags.ts (4 flags).\n' })
    expect(readFileSync(join(cwd, 'flags.ts'), 'utf8')).toBe(text)
  })

  test('TYPES-7 stays as it was where the flags cannot be read', async () => {
    const { cwd, url } = await filledServer()
    writeFileSync(join(cwd, 'flags.ts'), 'old')
    writeFileSync(join(cwd, 'other.json'), '{ "dashboards": [] }')
    const gone = 'http://127.0.0.1:1'
    const attempts: [readonly string[], number, RegExp][] = [
      [
        ['--url', gone, '--key', 'phx_x'],
        1,
        /^No server responds at http:\/\/127\.0\.0\.1:1 \(.+\): check the address in --url\.\n$/,
      ],
      [['--url', url, '--key', 'phx_wrong'], 1, /rejected the request: .+\.\n$/],
      [['--url', url], 2, /FLAGDECK_API_KEY/],
      [['--url', url, '--key', 'phx_…'], 2, /^The personal API key contains invalid characters/],
      [['--url', 'flags.example.com', '--key', 'phx_x'], 2, /address of a server/],
      [['--from', 'missing.json'], 1, /the file does not exist/],
      [['--from', 'other.json'], 1, /has no list of flags/],
      [['--from', 'other.json', '--url', url], 2, /not both/],
      [['--database-url', 'sqlite:missing.db'], 1, /There is no database/],
    ]
    for (const [args, code, message] of attempts) {
      const { stderr, ...finished } = await runCommand(['types', 'flags.ts', ...args], { cwd })
      expect([finished.code, args]).toEqual([code, args])
      expect(stderr).toMatch(message)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    expect(readFileSync(join(cwd, 'flags.ts'), 'utf8')).toBe('old')
  })
})

describe('flagdeck types --check', () => {
  const check = (cwd: string, ...args: readonly string[]) => runCommand(['types', '--check', ...args], { cwd })

  test('TYPES-6 agrees with what was just written, however Git wrote the lines', async () => {
    const cwd = await filledFolder()
    await writeTypes(cwd, 'flags.ts', '--manifest', 'flags.json')
    expect(await check(cwd, 'flags.ts', '--manifest', 'flags.json')).toMatchObject({ code: 0 })
    const text = readFileSync(join(cwd, 'flags.ts'), 'utf8')
    writeFileSync(join(cwd, 'flags.ts'), text.replaceAll('\n', '\r\n').replace('In one page', 'Otherwise'))
    expect(await check(cwd, 'flags.ts')).toMatchObject({ code: 0, stdout: 'flags.ts: up to date (4 flags).\n' })
  })

  test('TYPES-6 names the flags that differ, and writes nothing', async () => {
    const cwd = await filledFolder()
    await writeTypes(cwd, 'flags.ts', '--manifest', 'flags.json')
    const before = readFileSync(join(cwd, 'flags.ts'), 'utf8')
    await inDatabase(cwd, async (deck) => {
      const { flags } = await deck.project()
      await flags.create({ key: 'brand-new' })
      await flags.archive((await flags.find('rate'))?.id ?? 0)
      const limits = await flags.find('limits')
      await flags.update(limits?.id ?? 0, { filters: { ...EVERYBODY, payloads: { true: '"none"' } } })
    })
    const { code, stderr, stdout } = await check(cwd, 'flags.ts', '--manifest', 'flags.json')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toEqual([
      'flags.ts: brand-new: the flag is missing from the file.',
      'flags.ts: limits: it is { value: { "uploads": number }; variant: boolean; payload: null | { "uploads": number } } in the file, but { value: string; variant: boolean; payload: string | null } now.',
      'flags.ts: rate: the flag no longer exists.',
      'flags.json: brand-new: the flag is missing from the manifest.',
      'flags.json: limits: it is {"flagType":"object","defaultValue":{"uploads":20}} in the manifest, but {"flagType":"string","defaultValue":"none"} now.',
      'flags.json: rate: the flag no longer exists.',
    ])
    expect(readFileSync(join(cwd, 'flags.ts'), 'utf8')).toBe(before)
    const json = await check(cwd, 'flags.ts', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout).files[0].differences).toHaveLength(3)
  })

  test('TYPES-6 refuses a file that is not there, or that somebody has changed', async () => {
    const cwd = await filledFolder()
    const stderr = 'flags.ts: cannot be read: the file does not exist.\n'
    expect(await check(cwd, 'flags.ts')).toMatchObject({ code: 1, stderr })
    expect(existsSync(join(cwd, 'flags.ts'))).toBe(false)
    await writeTypes(cwd, 'flags.ts')
    writeFileSync(join(cwd, 'flags.ts'), `${readFileSync(join(cwd, 'flags.ts'), 'utf8')}// mine\n`)
    expect(await check(cwd, 'flags.ts')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the file was generated by another release, or edited'),
    })
    expect(await check(cwd)).toMatchObject({ code: 2 })
  })
})

test('TYPES-8 the manifest is what OpenFeature’s command reads', async () => {
  const cwd = await filledFolder()
  await writeTypes(cwd, '--manifest', 'flags.json')
  expect(JSON.parse(readFileSync(join(cwd, 'flags.json'), 'utf8'))).toEqual({
    flags: {
      limits: { flagType: 'object', defaultValue: { uploads: 20 } },
      'new-checkout': { flagType: 'boolean', defaultValue: false, description: 'In one page' },
      pages: { flagType: 'string', defaultValue: 'one' },
      rate: { flagType: 'float', defaultValue: 0.5 },
    },
  })
})

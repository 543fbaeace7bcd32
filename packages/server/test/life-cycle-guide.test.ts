import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, test } from 'vitest'
import { CLI, environmentWith } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const GUIDE = new URL('../../../docs/guides/life-cycle.md', import.meta.url)
const DAY_MS = 86_400_000
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

interface Block {
  readonly language: string
  readonly text: string
}

const blocks: readonly Block[] = [...readFileSync(GUIDE, 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms)].map(
  ([, language = '', text = '']) => ({ language, text }),
)

/** Shell blocks, each with the output that the guide shows for its last line, if there is one. */
const shown = blocks.flatMap(({ language, text }, index) => {
  if (language !== 'sh') return []
  const next = blocks[index + 1]
  return [{ text, prints: next?.language === 'text' ? next.text : undefined }]
})
const commands = shown.filter(({ text }) => /^flagdeck /m.test(text))
const requests = shown.filter((block) => !commands.includes(block))

/** Creates the project of the guide in `./data`: three flags that are forty days old, and two stored users. */
async function filledFolder(cwd = temporaryFolder()): Promise<string> {
  const store = sqliteStore(join(cwd, 'data/flagdeck.db'), { synchronous: 'normal' })
  const deck = await createFlagdeck({ store, clock: () => Date.now() - 40 * DAY_MS })
  const { flags, persons } = await deck.project()
  for (const user of ['ada', 'bob']) await persons.update(user, { properties: { plan: 'pro' } })
  const { id } = await flags.create({ key: 'new-checkout', owner: 'Checkout', filters: EVERYBODY })
  await flags.create({ key: 'old-banner', filters: EVERYBODY })
  const looksAtIt = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
  await flags.create({ key: 'invoices', filters: { groups: [{ properties: [looksAtIt] }] } })
  await deck.close()
  return cwd
}

/** Returns the output of a shell that stops at the first line that fails. */
async function shell(cwd: string, text: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const script = `flagdeck() { "${process.execPath}" "${CLI}" "$@"; }\n${text}`
  execFile('bash', ['-euo', 'pipefail', '-c', script], { cwd, env: environmentWith(env) }, (error, stdout, stderr) => {
    resolve(error ? `${text}\nended with ${error.code}: ${stdout}${stderr}` : stdout)
  })
  return promise
}

describe('SERVE-43 the guide to the life cycle of flags', () => {
  test('gives commands that do what it says', async () => {
    const cwd = await filledFolder()
    expect(commands.length).toBeGreaterThan(7)
    for (const { text, prints } of commands) {
      const printed = await shell(cwd, text)
      expect(printed).not.toMatch(/^.*ended with \d+: /s)
      if (prints !== undefined) expect(printed.endsWith(prints), printed).toBe(true)
    }
    expect(commands.filter(({ prints }) => prints).length).toBeGreaterThan(6)
  })

  test('sends requests that are answered', async () => {
    const cwd = temporaryFolder()
    const { url, personalApiKey = '' } = await startServerProcess({ cwd })
    await filledFolder(cwd)
    expect(requests.length).toBeGreaterThan(7)
    const [names, ...rest] = requests.map(({ text }) => text.replaceAll('http://127.0.0.1:8000', url))
    for (const text of rest) {
      expect(await shell(cwd, `${names}\n${text}`, { KEY: personalApiKey })).not.toMatch(/^.*ended with \d+: /s)
    }
    const ask = async (path: string) =>
      JSON.parse(await shell(cwd, `${names}\napi "$API/${path}"`, { KEY: personalApiKey }))
    expect((await ask('feature_flags/?order=key')).results).toMatchObject([
      { key: 'invoices', tags: ['to-remove'], version: 6 },
      { key: 'new-checkout', tags: ['to-remove'], version: 4 },
      { key: 'old-banner', active: true, archived: false, version: 3 },
    ])
    expect(await ask('cohorts/1/')).toMatchObject({ name: 'Testers', count: 2 })
    expect(await ask('../2/feature_flags/')).toMatchObject({ count: 2 })
    expect(await ask('dashboards/1/')).toMatchObject({ name: 'Checkout', version: 3 })
  })
})

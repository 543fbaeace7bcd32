import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricsDocument } from '../src/metrics/metrics-document.ts'
import { SETTINGS } from '../src/settings/settings.ts'
import { commandComplaint } from './support/command-complaint.ts'

const root = new URL('../../../', import.meta.url)
const guide = ['operate', 'upgrade']
  .map((name) => readFileSync(new URL(`docs/guides/${name}.md`, root), 'utf8'))
  .join('\n')
const blocks = [...guide.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}))
const inWords = guide.replaceAll(/^```.*?^```/gms, '')

describe('SERVE-43 the guides to operating and upgrading', () => {
  test('give commands that there are, with options that they have', () => {
    const commands = [...shellLines(), ...codeSpans()].flatMap((line) => /\bflagdeck ([a-z].*)/.exec(line)?.[1] ?? [])
    expect(commands.length).toBeGreaterThan(10)
    for (const command of commands) expect(commandComplaint(command.split(/\s+/)), command).toBeUndefined()
  })

  test('set what can be set', () => {
    const known = new Set(Object.values(SETTINGS).map(({ env }) => env))
    const named =
      guide.match(/\b(FLAGDECK_[A-Z_]+|(DATABASE|REDIS|PUBLIC)_URL|TRUST_PROXY|SHUTDOWN_TIMEOUT_MS)\b/g) ?? []
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter((name) => !known.has(name as never))).toEqual([])
  })

  test('watch what is measured', () => {
    const metrics = new Set(metricsDocument().match(/(?<=^\| `)\w+/gm))
    const named =
      guide.match(/\b(http|flag|definitions|store|usage|redis|change_bus|event_streams)_[a-z_]+\b(?!\/)/g) ?? []
    const unknown = named.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !metrics.has(name))
    expect([...new Set(unknown)].filter((name) => !NO_METRICS.has(name))).toEqual([])
    expect(named.length - unknown.length).toBeGreaterThan(30)
  })

  test('quote what is logged and said', () => {
    const [, runbook = ''] = inWords.split('\n## Runbook\n')
    const quoted = [...runbook.matchAll(/"([A-Z][^"]*|[a-z]+ [^"]*)"/g)].flatMap(([, text = '']) => text.split(' … '))
    expect(quoted.length).toBeGreaterThan(8)
    const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).map((path) =>
      readFileSync(new URL(path, root), 'utf8'),
    )
    for (const text of quoted)
      expect(
        sources.some((source) => source.includes(text)),
        text,
      ).toBe(true)
  })

  test('have rules for alerts, each with what it is about', () => {
    const [rules] = blocks
      .filter(({ language }) => language === 'yaml')
      .map(({ text }) => parse(text))
      .filter(({ groups }) => groups)
    for (const { alert, expr, labels } of rules.groups[0].rules) {
      expect(alert).toMatch(/^Flagdeck\w+$/)
      expect(expr).toBeTruthy()
      expect(labels.severity).toMatch(/^(page|ticket)$/)
    }
  })

  test('link to what there is', () => {
    for (const [, target = ''] of guide.matchAll(/\]\(([^)#]+)/g)) {
      expect(() => readFileSync(new URL(target, new URL('docs/guides/', root)))).not.toThrow()
    }
  })
})

/** Names that look like metrics, but are columns, fields and settings. */
const NO_METRICS = new Set(['flag_keys_to_evaluate', 'event_stream'])

function shellLines(): readonly string[] {
  return blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'))
}

function codeSpans(): readonly string[] {
  return [...inWords.matchAll(/`(flagdeck [^`]+)`/g)].map(([, code = '']) => code)
}

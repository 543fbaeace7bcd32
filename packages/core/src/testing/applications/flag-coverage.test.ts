import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clearCoverage, readCoverage, writeCoverage } from './coverage-files.ts'
import { flagCoverage } from './flag-coverage.ts'
import { memoryDeck } from './memory-deck.ts'
import { withFlags } from './with-flags.ts'

const ADA = { distinctId: 'ada' }
const EVERYBODY = [{ rollout_percentage: 100 }]
const VARIANTS = ['one', 'three'].map((key) => ({ key, rollout_percentage: 50 }))

const DOCUMENT = {
  flagdeck_export: 1,
  flags: [
    { key: 'checkout', filters: { groups: EVERYBODY } },
    { key: 'forgotten', filters: { groups: EVERYBODY } },
    { key: 'pages', filters: { groups: EVERYBODY, multivariate: { variants: VARIANTS } } },
  ],
}

/** Returns the coverage of a deck with that document, after some evaluations. */
async function covered() {
  const coverage = flagCoverage()
  const deck = await memoryDeck({ document: DOCUMENT, coverage })
  onTestFinished(() => deck.close())
  return { coverage, deck, ...(await deck.project()) }
}

describe('coverage of flags', () => {
  it('EMBED-33 tells which answers were given, and which never', async () => {
    const { coverage, deck, flags } = await covered()
    flags.isEnabled('checkout', ADA)
    flags.variant('checkout', ADA)
    await withFlags({ pages: 'one' }, () => flags.variant('pages', ADA), { deck })
    expect(coverage.report()).toMatchObject({
      flags: [
        { key: 'checkout', answers: { true: 2 }, missing: ['false'] },
        { key: 'forgotten', answers: {}, missing: ['true', 'false'] },
        { key: 'pages', answers: { one: 1 }, missing: ['three', 'false'] },
      ],
      neverAsked: ['forgotten'],
      unknown: {},
    })
    expect(coverage.report().text).toBe(
      [
        '2 of 3 flags were asked for',
        '  checkout: true 2; never false',
        '  forgotten: never asked for',
        '  pages: one 1; never three, false',
      ].join('\n'),
    )
  })

  it('EMBED-33 counts every way to ask, but for a snapshot', async () => {
    const { coverage, flags } = await covered()
    flags.evaluateAll(ADA)
    flags.evaluate('checkout', ADA)
    flags.payload('checkout', ADA)
    flags.snapshot().evaluate('checkout', ADA)
    expect(coverage.counts().asked).toMatchObject({ checkout: { true: 3 }, forgotten: { true: 1 } })
    expect(coverage.report().neverAsked).toEqual([])
  })

  it('EMBED-35 refuses keys that no flag has, when it is told to', async () => {
    const { coverage, flags } = await covered()
    expect(() => coverage.report().assertKnown()).not.toThrow()
    flags.isEnabled('no-such-flag', ADA)
    flags.isEnabled('no-such-flag', ADA)
    flags.isEnabled('constructor', ADA)
    const report = coverage.report()
    expect(report.unknown).toEqual({ constructor: 1, 'no-such-flag': 2 })
    expect(report.text).toContain('no-such-flag: asked for 2 times, and there is no such flag')
    expect(() => report.assertKnown()).toThrow('asked for: constructor, no-such-flag.')
  })

  it('EMBED-34 is one of all processes of a run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flagdeck-coverage-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    expect(readCoverage(join(folder, 'none')).text).toBe('0 of 0 flags were asked for')
    writeFileSync(join(folder, 'another.json'), 'not ours')
    for (const key of ['checkout', 'pages', 'no-such-flag']) {
      const { coverage, flags } = await covered()
      flags.isEnabled(key, ADA)
      flags.isEnabled('checkout', ADA)
      writeCoverage(coverage, folder)
      // A worker may run several files.
      writeCoverage(coverage, folder)
    }
    const { flags, neverAsked, unknown } = readCoverage(folder)
    expect(flags[0]).toEqual({ key: 'checkout', answers: { true: 4 }, missing: ['false'] })
    expect([neverAsked, unknown]).toEqual([['forgotten'], { 'no-such-flag': 1 }])
    clearCoverage(folder)
    expect(() => readdirSync(folder)).toThrow()
  })
})

import fc from 'fast-check'
import type { LaunchOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { re2Patterns } from '../../src/evaluation/operators/re2-patterns.ts'
import { compileDefinitions, explain } from '../../src/index.ts'
import { definitions } from '../compat/definitions-arbitrary.ts'
import { subject } from '../compat/subject-arbitrary.ts'
import { answersTo, type BrowserCore, type Question, startBrowserCore } from './browser-core.ts'

const NOW = Date.parse('2026-03-29T00:30:00Z')
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']

/** 25 projects of 20 flags, each asked for 20 subjects: 10,000 decisions. */
const QUESTIONS: readonly Question[] = fc
  .sample(fc.tuple(definitions, fc.array(subject, { minLength: 20, maxLength: 20 })), 25)
  .map(([document, subjects], index) => ({
    document: { ...document, timezone: ZONES[index % ZONES.length] ?? 'UTC' },
    subjects,
  }))

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED evaluation in a browser: ${chromium.missing}`)
else describe('EVAL-48 evaluation in Chromium', () => declare(chromium))

function declare(launch: LaunchOptions): void {
  let browser: BrowserCore

  beforeAll(async () => {
    browser = await startBrowserCore(launch)
  })
  // Undefined when it did not start.
  afterAll(() => browser?.close())

  it('gives the same 10,000 decisions, with the same explanations, as in Node', async () => {
    let decisions = 0
    const reasons = new Set<string>()
    for (const question of QUESTIONS) {
      const ours = answersTo({ flagdeck: { compileDefinitions, explain, re2Patterns } }, question, NOW)
      expect(await browser.answers(question, NOW)).toBe(ours)
      for (const { decisions: list } of JSON.parse(ours)) {
        decisions += list.length
        for (const { reason } of list) reasons.add(reason.code)
      }
    }
    expect(decisions).toBe(10_000)
    expect(reasons.size).toBeGreaterThanOrEqual(6)
  })
}

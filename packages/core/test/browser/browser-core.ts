import { chromium, type LaunchOptions } from 'playwright-core'
import type { DefinitionsDocument } from '../../src/evaluation/definition/definitions.ts'
import type { Subject } from '../../src/evaluation/definition/subject.ts'
import type { compileDefinitions, explain } from '../../src/index.ts'
import type { PatternEngine } from '../../src/re2.ts'
import { bundle } from './bundle.ts'

/** Flags to evaluate, and for whom. */
export interface Question {
  readonly document: DefinitionsDocument
  readonly subjects: readonly Subject[]
}

/** This package in a page of a browser. */
export interface BrowserCore {
  /** Every decision on each question's subjects, and one explanation per subject, as JSON. */
  answers(question: Question, nowMs: number): Promise<string>
  close(): Promise<void>
}

const EVALUATION =
  "export { compileDefinitions, explain } from '@flagdeck/core'; export { re2Patterns } from '@flagdeck/core/re2'"

/** What the script leaves in the page. */
interface PageGlobals {
  readonly flagdeck: {
    readonly compileDefinitions: typeof compileDefinitions
    readonly explain: typeof explain
    readonly re2Patterns: PatternEngine
  }
}

/** Asks for the same in this process and in a page; it is sent to the page as text, so it may use nothing from outside. */
export function answersTo({ flagdeck }: PageGlobals, { document, subjects }: Question, nowMs: number): string {
  const snapshot = flagdeck.compileDefinitions(document, { clock: () => nowMs, patterns: flagdeck.re2Patterns })
  return JSON.stringify(
    subjects.map((subject, index) => ({
      decisions: snapshot.evaluateAll(subject),
      explanation: flagdeck.explain(snapshot, snapshot.keys[index % snapshot.keys.length] ?? '', subject),
    })),
  )
}

export async function startBrowserCore(launch: LaunchOptions): Promise<BrowserCore> {
  const script = await bundle(EVALUATION, { format: 'iife', globalName: 'flagdeck' })
  // Without a folder of its own, each launch gets an empty one that is removed afterwards.
  const browser = await chromium.launch(launch)
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    return {
      answers: (question, nowMs) =>
        page.evaluate<string>(`(${answersTo})(globalThis, ${JSON.stringify(question)}, ${nowMs})`),
      close: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}

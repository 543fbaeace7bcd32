import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium, type LaunchOptions } from 'playwright-core'
import type { DefinitionsDocument } from '../../src/evaluation/definition/definitions.ts'
import type { Subject } from '../../src/evaluation/definition/subject.ts'
import type { compileDefinitions } from '../../src/index.ts'

/** Flags to evaluate, and for whom. */
export interface Question {
  readonly document: DefinitionsDocument
  readonly subjects: readonly Subject[]
}

/** This package in a page of a browser. */
export interface BrowserCore {
  /** Size of the script in bytes, minified. */
  readonly scriptBytes: number
  /** Every decision on each question's subjects, and one explanation per subject, as JSON. */
  answers(question: Question, nowMs: number): Promise<string>
  close(): Promise<void>
}

/** What the script leaves in the page. */
interface PageGlobals {
  readonly flagdeck: { readonly compileDefinitions: typeof compileDefinitions }
}

/** Asks for the same in this process and in a page; it is sent to the page as text, so it may use nothing from outside. */
export function answersTo({ flagdeck }: PageGlobals, { document, subjects }: Question, nowMs: number): string {
  const snapshot = flagdeck.compileDefinitions(document, { clock: () => nowMs })
  return JSON.stringify(
    subjects.map((subject, index) => ({
      decisions: snapshot.evaluateAll(subject),
      explanation: snapshot.explain(snapshot.keys[index % snapshot.keys.length] ?? '', subject),
    })),
  )
}

export async function startBrowserCore(launch: LaunchOptions): Promise<BrowserCore> {
  const script = await bundle()
  // Without a folder of its own, each launch gets an empty one that is removed afterwards.
  const browser = await chromium.launch(launch)
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    return {
      scriptBytes: Buffer.byteLength(script),
      answers: (question, nowMs) =>
        page.evaluate<string>(`(${answersTo})(globalThis, ${JSON.stringify(question)}, ${nowMs})`),
      close: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** What an application gets that imports the evaluation from this package: the build fails for anything of Node. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { compileDefinitions } from './index.ts'",
      resolveDir: fileURLToPath(new URL('../../src', import.meta.url)),
    },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'flagdeck',
    target: 'es2024',
  })
  return outputFiles.map(({ text }) => text).join('')
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What of a page depends on its colours alone, which is all that a theme changes. */
const OF_COLOURS: Options = { runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * What axe finds in a page that is serious or critical: one line for each, with the element.
 * @param part a selector, to check only a part of the page
 */
export function axeProblems(page: Page, part = 'html'): Promise<readonly string[]> {
  return found(page, part, {})
}

/** The same in the dark theme, of a page without problems in the light one. */
export async function axeProblemsInTheDark(page: Page, part = 'html'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  return found(page, part, OF_COLOURS)
}

async function found(page: Page, part: string, options: Options): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    ({ part, options }) => (window as unknown as AxeWindow).axe.run(part, { resultTypes: ['violations'], ...options }), // put there above
    { part, options },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Which rules to try; all when missing. */
interface Options {
  readonly runOnly?: string[]
}

interface AxeWindow {
  readonly axe: { run(part: string, options: RunOptions): Promise<AxeResults> }
}

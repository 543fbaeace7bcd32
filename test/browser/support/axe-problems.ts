import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only the rules about colours: a theme changes nothing else. */
const OF_COLOURS: Options = { runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * Returns the serious and critical problems that axe finds in a page, one line each, with the element.
 * @param part a selector, to check only a part of the page
 */
export function axeProblems(page: Page, part = 'html'): Promise<readonly string[]> {
  return found(page, part, {})
}

/** Returns the problems in the dark theme of a page that has none in the light theme. */
export async function axeProblemsInTheDark(page: Page, part = 'html'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  return found(page, part, OF_COLOURS)
}

async function found(page: Page, part: string, options: Options): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    ({ part, options }) => (window as unknown as AxeWindow).axe.run(part, { resultTypes: ['violations'], ...options }), // set above
    { part, options },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** The rules to check; all by default. */
interface Options {
  readonly runOnly?: string[]
}

interface AxeWindow {
  readonly axe: { run(part: string, options: RunOptions): Promise<AxeResults> }
}

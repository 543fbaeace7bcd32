import { readdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { inWorkspace } from '../../../scripts/workspace/source-files.ts'

/** The compared properties. A missing or a foreign style sheet changes at least one of them. */
const PROPERTIES = [
  ...['display', 'position', 'inset', 'z-index', 'overflow', 'width', 'height', 'min-width', 'max-width', 'max-height'],
  ...['margin', 'padding', 'gap', 'flex', 'flex-wrap', 'grid-template-columns', 'align-items', 'justify-content'],
  ...['color', 'background-color', 'background-image', 'border', 'border-radius', 'box-shadow', 'opacity'],
  ...['font-size', 'font-weight', 'font-family', 'line-height', 'text-align', 'text-decoration', 'white-space'],
  ...['text-overflow', 'list-style', 'vertical-align', 'visibility', 'content'],
]

/** The style sheets of the console, except those of the API reference, which is a separate page. */
const SHEETS = readdirSync(inWorkspace('packages/server/dist/console/assets'))
  .filter((name) => name.endsWith('.css') && !name.startsWith('reference'))
  .map((name) => `./assets/${name}`)

/**
 * Returns the elements whose style changes when all style sheets of the console are loaded, before or after those of
 * the page.
 */
export async function changedStyles(page: Page, root: Locator): Promise<readonly string[]> {
  const direct = await styles(root)
  const found: string[] = []
  for (const position of ['after', 'before'] as const) {
    await page.evaluate(addSheets, { sheets: SHEETS, position })
    const visited = await styles(root)
    for (const [at, { element, values }] of visited.entries()) {
      const changed = values.filter((value, property) => value !== direct[at]?.values[property])
      if (changed.length > 0) found.push(`${element} has ${changed.join('; ')} with sheets ${position} its own`)
    }
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('link[data-added]')) link.remove()
    })
  }
  return found
}

interface Styled {
  readonly element: string
  readonly values: readonly string[]
}

/** Returns all elements and pseudo-elements with their styles. */
function styles(root: Locator): Promise<readonly Styled[]> {
  return root.evaluate(
    (element, properties) =>
      [element, ...element.querySelectorAll('*')].flatMap((each) =>
        [null, '::before', '::after'].map((part) => {
          const style = getComputedStyle(each, part)
          const values = properties.map((property) => `${property}: ${style.getPropertyValue(property)}`)
          return { element: `${each.outerHTML.slice(0, 80)}${part ?? ''}`, values }
        }),
      ),
    PROPERTIES,
  )
}

interface Sheets {
  /** Paths below the console. */
  readonly sheets: readonly string[]
  readonly position: 'after' | 'before'
}

/** Adds the sheets that the page has not loaded, after the sheet of the frame or at the end. */
async function addSheets({ sheets, position }: Sheets): Promise<void> {
  const loaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const missing = sheets
    .map((path) => new URL(path, document.baseURI).href)
    .filter((href) => !loaded.some((link) => link.href === href))
  let last: Element | undefined = position === 'after' ? undefined : loaded[0]
  await Promise.all(
    missing.map((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
      link.dataset.added = ''
      const done = new Promise((resolve, reject) => {
        link.onload = resolve
        link.onerror = reject
      })
      if (last) last.after(link)
      else document.head.append(link)
      last = position === 'after' ? undefined : link
      return done
    }),
  )
}

import type { Page } from 'playwright-core'

declare global {
  interface Window {
    benchSlowestInteraction: number
  }
}

/** Shorter interactions count as this long: browsers report no others. */
const SHORTEST_INTERACTION_MS = 16

/** How long after an action its last events and frames may arrive, in milliseconds, with the slower processor. */
const SETTLED_MS = 400

/** Observes the interactions of a page from its next load on, with a slower processor. */
export async function watchInteractions(page: Page, slowDown: number): Promise<void> {
  await page.addInitScript(noteInteractions)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
}

/**
 * Returns the interaction to next paint: from an input of an action to the frame that shows its effect, in
 * milliseconds. If an action has several inputs, such as the keys of a text, the slowest counts.
 */
export async function slowestInteraction(page: Page, action: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.benchSlowestInteraction = 0
  })
  await action(page)
  await page.waitForTimeout(SETTLED_MS)
  return Math.max(SHORTEST_INTERACTION_MS, await page.evaluate(() => window.benchSlowestInteraction))
}

function noteInteractions(): void {
  window.benchSlowestInteraction = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId === 0) continue
      window.benchSlowestInteraction = Math.max(window.benchSlowestInteraction, entry.duration)
    }
    // `durationThreshold` is missing in the types of TypeScript.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

import type { Locator, Page } from 'playwright-core'

/** The effort of a task: clicks, and entries with the keyboard. A typed text is one entry, and so is any other key. */
export interface Effort {
  readonly clicks: number
  readonly entries: number
}

/** Uses a page like a user, and counts the effort. */
export interface Hand {
  click(target: Locator): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: string): Promise<void>
  effort(): Effort
}

export function handOn(page: Page): Hand {
  let clicks = 0
  let entries = 0
  return {
    async click(target) {
      clicks += 1
      await target.click()
    },
    async type(text) {
      entries += 1
      await page.keyboard.type(text)
    },
    async press(key) {
      entries += 1
      await page.keyboard.press(key)
    },
    effort: () => ({ clicks, entries }),
  }
}

import { chromium } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { hasFont } from './support/has-font.ts'

const service = inject('chromium')
if ('missing' in service) it.skip(`SKIPPED the fonts of a browser: ${service.missing}`)
else
  describe('the fonts of a browser', () => {
    it('tells a family that is there from one that another stands in for', async () => {
      const browser = await chromium.launch(service)
      try {
        const page = await browser.newPage()
        expect(await hasFont(page, 'monospace')).toBe(true)
        expect(await hasFont(page, 'NoSuchFamily')).toBe(false)
      } finally {
        await browser.close()
      }
    })
  })

import { expect, it } from 'vitest'
import { contentTag } from './content-tag.ts'

it('PROTO-25 a tag is strong, the same for the same content, and another for another', async () => {
  const tag = await contentTag('é')
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/)
  expect(await contentTag('é')).toBe(tag)
  expect(await contentTag('e')).not.toBe(tag)
})

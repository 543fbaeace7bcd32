import { expect, test } from 'vitest'
import { mentionedTypes } from './mentioned-types.ts'

const mentionsOf = (source: string) => mentionedTypes('a.ts', source).get('a')

test('what functions take and answer is told apart from parts', () => {
  const source = 'export interface a extends Base { readonly part: Part; get(input: Input): Promise<Answer> }'
  expect(mentionsOf(source)).toEqual({
    ofFunctions: ['Input', 'Promise', 'Answer'],
    ofParts: ['Base', 'Part'],
  })
})

test('nothing of what a function does is seen', () => {
  const mentions = { ofFunctions: ['Input', 'Answer'], ofParts: [] }
  expect(mentionsOf('export function a(input: Input): Answer { const inner: Inner = input; return inner }')).toEqual(
    mentions,
  )
  expect(mentionsOf('export const a = (input: Input): Answer => call<Inner>(input)')).toEqual(mentions)
})

test('what is private to a class is not seen', () => {
  const source = 'export class a extends Base { readonly part: Part; #own: Own; private get(input: Input): void {} }'
  expect(mentionsOf(source)).toEqual({ ofFunctions: [], ofParts: ['Base', 'Part'] })
})

test('an alias of data is no function', () => {
  expect(mentionsOf('type a = readonly One[] | Two')).toEqual({
    ofFunctions: [],
    ofParts: ['One', 'Two'],
  })
})

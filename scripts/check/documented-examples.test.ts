import { expect, test } from 'vitest'
import { exampleModule, examplesIn, programsIn } from './documented-examples.ts'

const SOURCE = `
/**
 * Says it.
 * @example
 * const said = say('a')
 * again(said)
 */
export function say() {}
`

test('an example is found with its line, and without the stars', () => {
  expect(examplesIn('packages/a/src/say.ts', SOURCE)).toEqual([
    { path: 'packages/a/src/say.ts', line: 5, code: "const said = say('a')\nagain(said)\n" },
  ])
})

test('it becomes a module that imports what it uses, from its own package first', () => {
  const entry = (folder: string, names: readonly string[]) => ({ module: `@x/${folder}`, source: '', folder, names })
  const [example] = examplesIn('packages/b/src/say.ts', SOURCE)
  const entries = [entry('a', ['say', 'said']), entry('b', ['say', 'again'])]
  expect(example && exampleModule(example, entries, 'function again(): void')).toBe(
    "import { say } from '@x/b'\nexport {}\nconst said = say('a')\nagain(said)\n",
  )
})

test('a program in a document is a module already', () => {
  const text = "# Say\n\n```ts\nimport { say } from '@x/b'\n\nsay('a')\n```\n\n```ts\nsay('part')\n```\n"
  const programs = programsIn('docs/say.md', text)
  expect(programs).toEqual([{ path: 'docs/say.md', line: 4, code: "import { say } from '@x/b'\n\nsay('a')\n" }])
  expect(programs.map((each) => exampleModule(each, [], ''))).toEqual(programs.map(({ code }) => code))
})

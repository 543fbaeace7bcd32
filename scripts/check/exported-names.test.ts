import { expect, test } from 'vitest'
import { exportedNames, undocumentedNames } from './exported-names.ts'

const FILES: Readonly<Record<string, string>> = {
  'src/index.ts': "export { a, type B as D } from './a.ts'\nexport * from './c.ts'\nexport * as e from './a.ts'",
  'src/a.ts': '/** Told. */\nexport const a = 1\n\nexport interface B {}\n',
  'src/c.ts': '// Not for readers.\nexport function c() {}\n',
}
const read = (path: string) => FILES[path] ?? ''

test('what an entry exports is found where it is declared, namespaces included', () => {
  expect(exportedNames('src/index.ts', read)).toEqual([
    { name: 'a', path: 'src/a.ts', declaredAs: 'a' },
    { name: 'D', path: 'src/a.ts', declaredAs: 'B' },
    { name: 'c', path: 'src/c.ts', declaredAs: 'c' },
    { name: 'e', path: 'src/index.ts', declaredAs: 'e' },
    { name: 'e.a', path: 'src/a.ts', declaredAs: 'a' },
    { name: 'e.B', path: 'src/a.ts', declaredAs: 'B' },
  ])
})

test('what has no sentence is named with file and line', () => {
  expect(undocumentedNames('src/index.ts', read)).toEqual(['src/a.ts:4: B', 'src/c.ts:2: c'])
})

import { readFileSync } from 'node:fs'

/** Returns the TypeScript blocks of a Markdown file, in order. */
export function codeBlocks(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

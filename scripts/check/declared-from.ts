/** Returns the files from which a compiled declaration of a package may have been generated. */
export function declaredFrom(path: string): readonly string[] {
  const source = path.replace('/dist/', '/src/').replace(/\.d\.ts$/, '')
  return [`${source}.ts`, `${source}.tsx`]
}

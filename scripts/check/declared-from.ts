/** The files that a compiled declaration of a package may have been made of. */
export function declaredFrom(path: string): readonly string[] {
  const source = path.replace('/dist/', '/src/').replace(/\.d\.ts$/, '')
  return [`${source}.ts`, `${source}.tsx`]
}

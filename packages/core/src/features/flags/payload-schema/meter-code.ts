/**
 * The parts of generated code that the meter must recognize, by how they start; everything else is copied. Text comes
 * first, because it can contain anything. The last line lists forbidden code, which would do work without a meter.
 */
const TOKEN = new RegExp(
  [
    String.raw`"(?:[^"\\]|\\.)*"`,
    '[{}]',
    String.raw`const err\d+ = \{`,
    String.raw`vErrors\.(?:push\(err\d+\)|length = _errs\d+);`,
    String.raw`vErrors = vErrors === null \? [\w.]+ : vErrors\.concat\([\w.]+\);\s*errors = vErrors\.length;`,
    String.raw`for ?\([^(){}"]*\)\{`,
    String.raw`function \w+\(data, \{[^)]*\}=\{\}\)\{`,
    String.raw`key\d+\.replace\(/~/g, "~0"\)\.replace\(/\\//g, "~1"\)`,
    String.raw`Object\.(?:keys|assign)\(`,
    String.raw`/\*# sourceURL="(?:[^"\\]|\\.)*" \*/`,
    String.raw`\b(?:for|while|do) ?[({]|\bfunction\b|/\*|[${'`'}']|vErrors\.|\.replace\(`,
  ].join('|'),
  'g',
)

const PREFIX = 'const {spend, counted, keys, assign, pointerPart, duplicateItems} = self.meter;'
/** The work of an error that is found, and of the text that describes it. */
const SPEND_ERROR = 'spend(400);'

interface OpenBlock {
  readonly kind: 'work' | 'error' | 'other'
  /** Where the work of the block is inserted. */
  readonly slot: number
  readonly start: number
  /** The length of the error code so far. It counts as work only when errors are found. */
  readonly errorsLength: number
}

/**
 * Returns code that ajv has generated, with a meter in it. Every function and every iteration of a loop first spends
 * the length of its code. Code without loops and calls takes time in proportion to its length, so no keyword can take
 * long unnoticed. Only the first error is stored, because no other is shown.
 * @throws Error when the code has an unknown form, so that no schema runs without the meter
 */
export function meterCode(code: string): string {
  const pieces: string[] = [PREFIX]
  const open: OpenBlock[] = []
  let [copied, errorsLength] = [0, 0]
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(code); match; match = TOKEN.exec(code)) {
    const [token] = match
    if (token.startsWith('"')) continue
    const { index } = match
    const end = index + token.length
    if (token === '}') {
      const block = open.pop()
      if (!block) throw unknownCode()
      const length = index - block.start
      if (block.kind === 'error') errorsLength += length
      if (block.kind === 'work') pieces[block.slot] = `spend(${length - (errorsLength - block.errorsLength)});`
      continue
    }
    const kind = kindOf(token)
    if (kind !== 'other') {
      pieces.push(code.slice(copied, index), replacementOf(token), '')
      copied = end
    }
    if (token.endsWith('{')) {
      const blockKind = kind === 'changed' ? 'other' : kind
      open.push({ kind: blockKind, slot: pieces.length - 1, start: end, errorsLength })
    }
  }
  if (open.length > 0) throw unknownCode()
  pieces.push(code.slice(copied))
  return pieces.join('')
}

function kindOf(token: string): OpenBlock['kind'] | 'changed' {
  if (token === '{') return 'other'
  if (token.startsWith('const err')) return 'error'
  return token.endsWith('){') ? 'work' : 'changed'
}

function replacementOf(token: string): string {
  if (token.startsWith('const err')) return `${SPEND_ERROR}${token}`
  if (token.startsWith('function ') && token.endsWith('{')) return token
  if (token.startsWith('for') && token.endsWith('{')) return token.replace(/ in (\w+)\)\{$/, ' in counted($1)){')
  // The number of errors still grows. A reset to an earlier number still leaves the first error, or none.
  if (token.startsWith('vErrors.') && token.endsWith(';')) return ''
  const errors = /^vErrors = vErrors === null \? ([\w.]+) /.exec(token)?.[1]
  if (errors !== undefined) return `if(vErrors === null){vErrors = ${errors};}errors++;`
  const name = /^(key\d+)\.replace/.exec(token)?.[1]
  if (name !== undefined) return `pointerPart(${name})`
  if (token === 'Object.keys(' || token === 'Object.assign(') return token.slice('Object.'.length)
  // A comment that repeats the `$id` of the schema, which could contain the end of a comment.
  if (token.startsWith('/*#')) return ''
  throw unknownCode()
}

function unknownCode(): Error {
  return new Error('ajv generated code of an unknown form')
}

/**
 * One piece of a pattern, in RE2 syntax: quoted text, a class in brackets, an escape, a repetition, a change of flags,
 * a parenthesis, or any other character. Each position can be matched in only one way, so that parsing takes linear
 * time.
 */
const PIECE =
  /\\Q.*?(?:\\E|$)|\[\^?\]?(?:\\.|\[:\^?\w{1,9}:\]|[^\]\\])*(?:\]|$)|\\[pPx]\{[^}]{0,40}\}|\\.|\{(\d+)(?:(,)(\d*))?\}|\(\?[a-zA-Z]*(?:-[a-zA-Z]*)?\)|./gs

/** Unicode classes such as `\pL`: each is a table of hundreds of ranges. */
const UNICODE_CLASS = /\\[pP]/g
/** Ranges that end outside ASCII: if case is ignored, every letter between their ends is looked up. */
const WIDE_RANGE = /-(?:\\[x0-7]|[^\0-\x7f])/g
const IGNORES_CASE = /\(\?[a-zA-Z]*i/

/**
 * Repetitions of the piece before them, which take one more step; after a repetition they only change its greediness.
 */
const STEP_OF_REPETITION: ReadonlySet<string> = new Set(['*', '+', '?'])

/** Once for reading its table, and again for each step that uses it. */
const UNICODE_CLASS_COST = 40
const UNICODE_STEP_COST = 24
const WIDE_RANGE_COST = 1500

/**
 * Estimates the cost of compiling a pattern, in steps of its program, without compiling it: a few characters of
 * repetitions can represent a million steps and take seconds. The estimate tends to be too high.
 */
export function patternCost(pattern: string): number {
  const wideRanges = IGNORES_CASE.test(pattern) ? countOf(pattern, WIDE_RANGE) : 0
  return stepsCost(pattern) + countOf(pattern, UNICODE_CLASS) * UNICODE_CLASS_COST + wideRanges * WIDE_RANGE_COST
}

/** A part of the pattern between parentheses: its cost, and that of its last piece, which a repetition repeats. */
interface Part {
  cost: number
  last: number
}

/** Returns the cost of the steps of the compiled program. Steps with Unicode classes cost more than 1. */
function stepsCost(pattern: string): number {
  let part: Part = { cost: 0, last: 0 }
  const outer: Part[] = []
  for (const [piece, min, comma, max] of pattern.matchAll(PIECE)) {
    if (piece === '(') {
      outer.push(part)
      part = { cost: 0, last: 0 }
    } else if (piece === ')') {
      const inner = part
      part = outer.pop() ?? { cost: 0, last: 0 }
      append(part, inner.cost + 2)
    } else if (piece.startsWith('(?')) {
      // It takes no step, and a repetition after it repeats the piece before it.
    } else if (STEP_OF_REPETITION.has(piece)) {
      part.cost++
      part.last++
    } else if (min !== undefined) {
      repeat(part, Math.max(Number(min) + (comma === undefined ? 0 : 1), Number(max ?? 0)))
    } else {
      append(part, pieceCost(piece))
    }
  }
  return outer.reduce((cost, { cost: more }) => cost + more, part.cost)
}

function pieceCost(piece: string): number {
  if (piece.startsWith('\\Q')) return piece.length
  return countOf(piece, UNICODE_CLASS) > 0 ? UNICODE_STEP_COST : 1
}

function append(part: Part, cost: number): void {
  part.cost += cost
  part.last = cost
}

function repeat(part: Part, times: number): void {
  // An optional copy takes one more step.
  const repeated = (part.last + 1) * times
  part.cost += repeated - part.last
  part.last = repeated
}

function countOf(text: string, piece: RegExp): number {
  return text.match(piece)?.length ?? 0
}

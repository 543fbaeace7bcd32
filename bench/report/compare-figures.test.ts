import { describe, expect, it } from 'vitest'
import { compareFigures, differenceLines, hasSlid } from './compare-figures.ts'
import { figuresOf, keptFigures } from './figures.ts'
import type { Result } from './result.ts'

function result(name: string, ratio: number | null, rest: Partial<Result> = {}): Result {
  return { name, unit: '/s', flagdeck: 1, beside: null, ratio, aim: null, ...rest }
}

describe('figures of a run beside those that were kept', () => {
  it('find rates that are lower, and times and sizes that are higher, by more than a fifth', () => {
    const kept = { rate: 0.5, faster: 0.5, time: 2, memory: 1, aimed: 2, near: 0.5 }
    const results = [
      ...[result('rate', 0.39), result('faster', 0.9), result('time', 2.6, { unit: 'ms' })],
      ...[result('memory', 0.5, { unit: 'MB' }), result('aimed', 2.6, { aim: { atMost: 3 } }), result('near', 0.41)],
    ]
    const slid = compareFigures(results, kept).filter(hasSlid)
    expect(slid.map(({ name }) => name)).toEqual(['rate', 'time', 'aimed'])
  })

  it('leave out what has no ratio, and what was not measured before', () => {
    expect(compareFigures([result('new', 1), result('alone', null), result('constructor', 1)], { alone: 1 })).toEqual(
      [],
    )
  })

  it('are printed one a line', () => {
    const lines = differenceLines(compareFigures([result('a', 0.3), result('longer', 0.75)], { a: 0.5, longer: 0.5 }))
    expect(lines).toBe('a       0.500 → 0.300  -40 %  WORSE\nlonger  0.500 → 0.750  +50 %')
  })

  it('are kept as ratios alone, to three digits', () => {
    expect(figuresOf([result('a', 0.123456), result('b', null)])).toEqual({ a: 0.123 })
    expect(() => figuresOf([result('a', 1), result('a', 2)])).toThrow('two figures are called "a"')
    expect(Object.values(keptFigures()).every((figure) => figure > 0)).toBe(true)
  })
})

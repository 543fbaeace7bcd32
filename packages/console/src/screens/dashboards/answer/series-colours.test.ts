import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignColours } from './series-colours.ts'

const plot = (...identities: readonly string[]) => ({ identities, isPlot: true })

const dashboards = fc.array(
  fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 8 }).map((identities) => plot(...identities)),
  { maxLength: 8 },
)

describe('the colours of a dashboard', () => {
  it('CONSOLE-302 gives a series one colour in all charts, and the series of a chart different ones', () => {
    fc.assert(
      fc.property(dashboards, (charts) => {
        const colours = assignColours(charts, {})
        for (const { identities } of charts) {
          expect(new Set(identities.map((each) => colours[each])).size).toBe(identities.length)
        }
      }),
    )
  })

  it('CONSOLE-302 keeps every colour while series disappear and return', () => {
    const before = assignColours([plot('calls'), plot('a', 'b', 'c')], {})
    expect(assignColours([plot('calls'), plot('c')], before)).toEqual(before)
    const after = assignColours([plot('calls'), plot('c', 'd', 'a')], before)
    expect(after).toMatchObject(before)
    expect(new Set([after.a, after.c, after.d]).size).toBe(3)
  })

  it('CONSOLE-302 uses all plain colours before stripes', () => {
    const colours = assignColours([plot(...'abcdefgh'), plot('i')], {})
    expect(Object.values(colours).filter((colour) => colour < 8)).toHaveLength(9)
  })

  it('CONSOLE-302 gives another colour to a series that meets one of the same colour', () => {
    const { a, b } = assignColours([plot('a', 'b')], { a: 1, b: 1 })
    expect([a, b]).toContain(1)
    expect(a).not.toBe(b)
  })
})

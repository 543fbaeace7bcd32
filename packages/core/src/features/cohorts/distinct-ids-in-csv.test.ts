import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCells } from './csv-cells.ts'
import { distinctIdsInCsv } from './distinct-ids-in-csv.ts'

const listedIn = (text: string) =>
  [...distinctIdsInCsv(text)].filter((listed) => listed !== undefined).filter(({ distinctId }) => distinctId !== '')
const idsIn = (text: string) => listedIn(text).map(({ distinctId }) => distinctId)

function rowsIn(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  for (const cell of csvCells(text)) {
    if (cell?.column === 0) rows.push([])
    if (cell) rows.at(-1)?.push(cell.text)
  }
  return rows
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('CSV text', () => {
  it.each([
    ['one id a line', 'a\nb\nc', ['a', 'b', 'c']],
    ['the first column when none is named', 'a,x\nb,y\n', ['a', 'b']],
    ['the named column, whatever its case and place', 'Name,Distinct_ID\nAda,u1\nBob,u2', ['u1', 'u2']],
    ['person_id', 'x,person_id\n1,u1', ['u1']],
    ['distinct_id before id', 'id,distinct_id\n1,u1', ['u1']],
    ['id', 'id\nu1', ['u1']],
    ['a byte order mark', '\uFEFFdistinct_id\nu1', ['u1']],
    ['all line ends, and blank lines', '\r\na\r\rb\n\n,\nc\r\n', ['a', 'b', 'c']],
    ['quotes with commas, quotes and line ends inside', '"a,""b"""\n"c\r\nd",x', ['a,"b"', 'c\r\nd']],
    ['rows that are too short', 'name,id\nAda\nBob,u2', ['u2']],
    ['a quote that is never closed', '"a,b\nc', ['a,b\nc']],
    ['text behind a closing quote', '"a"b,c', ['a']],
    ['nothing', '', []],
  ])('COHORT-21 lists ids: %s', (_, text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it('COHORT-21 counts lines from one, also behind line ends inside quotes', () => {
    expect(listedIn('id\n\n"a\r\nb"\nc').map(({ line }) => line)).toEqual([3, 5])
  })

  it('COHORT-21 comes back cell by cell as it was quoted', () => {
    const row = fc.array(fc.string(), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')
        expect(rowsIn(text)).toEqual(rows)
      }),
    )
  })

  it('COHORT-21 is read in one pass, however long a cell is', () => {
    const long = 'x'.repeat(4_000_000)
    expect(idsIn(`"${'""'.repeat(1_000_000)}\n${long}`)).toHaveLength(1)
    expect(idsIn(`${long}\n"${long}"`)).toEqual([long, long])
  })
})

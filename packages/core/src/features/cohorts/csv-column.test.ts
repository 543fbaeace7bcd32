import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCells } from './csv-cells.ts'
import { type CsvLayout, csvLayout, csvValues } from './csv-column.ts'

function layoutOf(text: string): CsvLayout | undefined {
  const steps = csvLayout(text)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function listedIn(text: string) {
  const layout = layoutOf(text)
  return layout ? [...csvValues(text, layout)].flatMap((listed) => (listed?.value ? [listed] : [])) : []
}

const idsIn = (text: string) => listedIn(text).map(({ value }) => value)

function rowsIn(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  for (const cell of csvCells(text, ',')) {
    if (cell?.column === 0) rows.push([])
    if (cell) rows.at(-1)?.push(cell.text)
  }
  return rows
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('CSV text', () => {
  it.each([
    ['one id a line', 'a\nb\nc', ['a', 'b', 'c']],
    ['the named column, whatever its case and place', 'Name,Distinct_ID\nAda,u1\nBob,u2', ['u1', 'u2']],
    ['distinct-id', 'x,distinct-id\n1,u1', ['u1']],
    ['person_id', 'x,person_id\n1,u1', ['u1']],
    ['Person.id', 'x,Person.id\n1,u1', ['u1']],
    ['distinct_id before id', 'id,distinct_id\n1,u1', ['u1']],
    ['id before email', 'email,id\n1,u1', ['u1']],
    ['id', 'id\nu1', ['u1']],
    ['a byte order mark', '\uFEFFdistinct_id\nu1', ['u1']],
    ['all line ends, and blank lines', '\r\na\r\rb\n\n,\nc\r\n', ['a', 'b', 'c']],
    ['quotes with commas, quotes and line ends inside', 'id,x\n"a,""b"""\n"c\r\nd",x', ['a,"b"', 'c\r\nd']],
    ['rows that are too short', 'name,id\nAda\nBob,u2', ['u2']],
    ['rows that end with delimiters', 'a,\nb;;\nc\t', ['a', 'b', 'c']],
    ['nothing', '', []],
    ['semicolons', 'name;distinct_id\nAda;u1\nLee, Bob;u2', ['u1', 'u2']],
    ['tabs', 'name\tdistinct_id\nAda\tu1', ['u1']],
    ['the delimiter that makes a heading', 'last, first;id\nLee, Bob;u2', ['u2']],
    ['the delimiter around which quotes are right', '"id";"x";last, first\n"u1";"y";z', ['u1']],
  ])('COHORT-21 lists ids: %s', (_, text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it.each([
    ['several columns without a known heading', 'a,x\nb,y\n', 'line 1: There are several columns'],
    ['semicolons without a known heading', '\nmail;name\na;b', 'line 2: There are several columns'],
    ['a column beside the only one', 'id\nu1\nu2;x', 'line 3: The row has more cells'],
    ['a column beside the only one, without a heading', 'u1\nu2\tx', 'line 2: The row has more cells'],
    ['more cells than headings', 'id,name\nu1,Lee, Bob', 'line 2: The row has more cells'],
    ['two columns of one heading', 'id,ID\nu1,u2', 'line 1: Two columns have a name like id.'],
    [
      'two columns of one meaning',
      'distinct_id,distinct-id\nu1,u2',
      'line 1: Two columns have a name like distinct_id.',
    ],
    ['two delimiters', 'a,b;c\nd,e;f', 'line 1: The character that separates the columns cannot be detected.'],
    ['two delimiters that both make a heading', 'id,id;id\n1,2;3', 'line 1: The character that separates the columns'],
    ['a quote that is never closed', 'id\n"a,b\nc', 'line 2: A quoted cell has no closing quote.'],
    ['text behind a closing quote', 'id\n"a"b,c', 'line 2: A closing quote is followed by text.'],
  ])('COHORT-21 refuses %s', (_, text, message) => {
    expect(() => idsIn(text)).toThrow(message)
    if (!message.includes('quote'))
      expect(() => idsIn(text)).toThrow('distinct_id, distinct-id, person_id, Person.id, id')
  })

  it('COHORT-21 reports the column', () => {
    expect(layoutOf('x,Email\n1,u1')).toMatchObject({ kind: 'email', heading: 'Email', position: 2 })
    expect(layoutOf(' Person.ID \nu1')).toMatchObject({ kind: 'person_id', heading: 'Person.ID', position: 1 })
    expect(layoutOf('u1')).toMatchObject({ kind: 'distinct_id', heading: null, position: 1 })
    expect(layoutOf(',\n;\n')).toBeUndefined()
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

  it('COHORT-21 finds the column again, whatever the delimiter, the place and the values', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text)
    const shape = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      place: fc.nat({ max: 3 }),
      values: fc.array(value),
    })
    fc.assert(
      fc.property(shape, ({ delimiter, place, values }) => {
        const line = (cell: string, other: string) =>
          Array.from({ length: 4 }, (_, at) => quoted(at === place ? cell : other)).join(delimiter)
        const text = [line('distinct_id', 'a,;b'), ...values.map((each) => line(each, 'x\ty'))].join('\n')
        expect(idsIn(text)).toEqual(values)
      }),
    )
  })

  it('COHORT-21 is read in one pass, however long a cell is', () => {
    const long = 'x'.repeat(4_000_000)
    expect(idsIn(`"${'""'.repeat(1_000_000)}"\n${long}`)).toHaveLength(2)
    expect(idsIn(`${long}\n"${long}"`)).toEqual([long, long])
  })
})

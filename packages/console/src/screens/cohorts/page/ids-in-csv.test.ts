import { describe, expect, it } from 'vitest'
import { idsInCsv } from './ids-in-csv.ts'

describe('ids in CSV', () => {
  it.each([
    ['a column of ids', 'a\nb\nc', ['a', 'b', 'c']],
    ['a named column', 'name,Distinct_ID\nAna,u1\nBen,u2\n', ['u1', 'u2']],
    ['quotes, commas and lines within', 'id,name\r\n"u,1","x\ny"\r\n"say ""hi""",z', ['u,1', 'say "hi"']],
    ['blank rows, spaces and repetitions', ' a \n\n\nb\na', ['a', 'b']],
    ['a mark at the beginning', '\uFEFFid\nu1', ['u1']],
    ['nothing', '', []],
    ['a row that ends with a comma', 'a,\nb,', ['a', 'b']],
    ['semicolons', 'name;e;email\nLee, Ana;1;a@x.test', ['a@x.test']],
    ['tabs', 'Person.id\tname\nu1\tAna', ['u1']],
  ])('CONSOLE-62 reads %s', (_, text, ids) => {
    expect(idsInCsv(text)?.ids).toEqual(ids)
  })

  it('CONSOLE-62 reads a hundred thousand rows', () => {
    const text = ['id', ...Array.from({ length: 100_000 }, (_, index) => `user-${index},x`)].join('\n')
    expect(idsInCsv(text)?.ids).toHaveLength(100_000)
  })

  it('CONSOLE-62 says which column they are from', () => {
    expect(idsInCsv('email,Person_ID\na,b')?.column).toBe('Person_ID')
    expect(idsInCsv('u1\nu2')?.column).toBeUndefined()
    expect(idsInCsv('mail,name\na,b')).toBeUndefined()
    expect(idsInCsv('mail;name\na;b')).toBeUndefined()
  })
})

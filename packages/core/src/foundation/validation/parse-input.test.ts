import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { DomainError } from '../errors/domain-error.ts'
import { wholeNumberField } from './bounded-fields.ts'
import { clip } from './clip.ts'
import { booleanField, integerField, jsonField, textField, uuidField } from './fields.ts'
import { parseInput } from './parse-input.ts'

/** Returns the violations of one field with the given schema. */
function violationsOf(schema: z.ZodType, value: unknown) {
  try {
    parseInput(z.object({ field: schema }), { field: value })
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.violations.map(({ code, detail }) => [code, detail])
  }
}

const REQUIRED = ['required', 'This field is required.']
const NULL = ['null', 'This field may not be null.']

const FIELDS = {
  text: textField(),
  boolean: booleanField(),
  integer: integerField(),
  number: z.number(),
  choice: z.enum(['a', 'b']),
  literal: z.literal([21, 37]),
  uuid: uuidField(),
  list: z.array(z.string()),
  object: z.object({}),
} as const

describe('a field that is refused', () => {
  it.each(Object.keys(FIELDS) as (keyof typeof FIELDS)[])('VALID-1 a %s says whether it is missing or null', (name) => {
    expect(violationsOf(FIELDS[name], undefined)).toEqual([REQUIRED])
    expect(violationsOf(FIELDS[name], null)).toEqual([NULL])
  })

  it.each<[keyof typeof FIELDS, unknown, string, string]>([
    ['text', 5, 'invalid_input', 'Not a valid string.'],
    ['boolean', 'x', 'invalid_input', 'Must be a valid boolean.'],
    ['boolean', {}, 'invalid_input', 'Must be a valid boolean.'],
    ['integer', 1.5, 'invalid_input', 'A valid integer is required.'],
    ['integer', '1', 'invalid_input', 'A valid integer is required.'],
    ['number', 'x', 'invalid_input', 'A valid number is required.'],
    ['choice', 'c', 'invalid_choice', '"c" is not a valid choice. Choose one of: a, b.'],
    ['choice', {}, 'invalid_choice', '"dict" is not a valid choice. Choose one of: a, b.'],
    ['literal', 30, 'invalid_choice', '"30" is not a valid choice. Choose one of: 21, 37.'],
    ['uuid', 'x', 'invalid_input', 'Must be a valid UUID.'],
    ['list', 'x', 'not_a_list', 'Expected a list of items but got type "str".'],
    ['list', 1.5, 'not_a_list', 'Expected a list of items but got type "float".'],
    ['object', true, 'not_a_dict', 'Expected a dictionary of items but got type "bool".'],
    ['object', [], 'not_a_dict', 'Expected a dictionary of items but got type "list".'],
  ])('VALID-2 a %s tells what is wrong with %j', (name, value, code, detail) => {
    expect(violationsOf(FIELDS[name], value)).toEqual([[code, detail]])
  })

  it('VALID-9 lists the choices, unless there are more than forty', () => {
    const names = Array.from({ length: 41 }, (_, index) => `n${index}`)
    expect(violationsOf(z.enum(names), 'x')).toEqual([['invalid_choice', '"x" is not a valid choice.']])
    const forty = names.slice(1)
    const detail = `"x" is not a valid choice. Choose one of: ${forty.join(', ')}.`
    expect(violationsOf(z.enum(forty), 'x')).toEqual([['invalid_choice', detail]])
  })

  it.each([
    [undefined, 'required'],
    [null, 'null'],
  ])('EMBED-53 says that an object is required in place of %s', (input, code) => {
    const message = 'An object with fields is required.'
    expect(() => parseInput(z.object({ key: z.string() }), input)).toThrow(
      expect.objectContaining({ code, attr: null, message }),
    )
  })

  it('VALID-7 tells nothing else of a value that has the wrong type', () => {
    const short = textField().min(1).max(3)
    for (const wrong of [[], [1, 2, 3, 4], { length: 0 }, { length: 9 }, 5]) {
      expect(violationsOf(short, wrong)).toEqual([['invalid_input', 'Not a valid string.']])
    }
    const list = z.array(z.int()).min(1).max(3)
    for (const wrong of ['', 'long', { length: 0 }]) {
      expect(violationsOf(list, wrong).map(([code]) => code)).toEqual(['not_a_list'])
    }
  })

  it('VALID-2 tells which bound a number or text is beyond', () => {
    expect(violationsOf(integerField().max(4), 5)).toEqual([
      ['max_value', 'Ensure this value is less than or equal to 4.'],
    ])
    expect(violationsOf(integerField().min(0), -1)).toEqual([
      ['min_value', 'Ensure this value is greater than or equal to 0.'],
    ])
    expect(violationsOf(z.string().max(3), 'four')).toEqual([
      ['max_length', 'Ensure this field has no more than 3 characters.'],
    ])
    expect(violationsOf(z.array(z.int()).max(1), [1, 2])).toEqual([
      ['max_length', 'Ensure this field has no more than 1 elements.'],
    ])
  })

  it('VALID-3 is named by its path', () => {
    const schema = z.object({ ids: z.array(z.int()), inner: z.object({ name: z.string() }) })
    expect(() => parseInput(schema, { ids: [1, 'x'], inner: {} })).toThrow(
      expect.objectContaining({
        kind: 'validation',
        attr: 'ids__1',
        violations: [
          { attr: 'ids__1', code: 'invalid_input', detail: expect.any(String) },
          { attr: 'inner__name', code: 'required', detail: 'This field is required.' },
        ],
      }),
    )
    expect(() => parseInput(schema, 'x')).toThrow(expect.objectContaining({ attr: null, code: 'not_a_dict' }))
  })
})

describe('a field that is taken', () => {
  it.each([
    [textField(), ''],
    [textField(), '👩‍👩‍👧'],
    [booleanField().nullable(), null],
    [integerField(), Number.MAX_SAFE_INTEGER],
    [jsonField(), { a: [null, '\0', '\ud800'] }],
    [uuidField(), '0A3B5C7D-0000-1000-8000-00000000000f'],
  ])('VALID-4 comes out as it went in', (schema, value) => {
    expect(parseInput(schema, value)).toEqual(value)
  })
})

it('VALID-10 a version is also taken as its digits, and as no other text', () => {
  const parsed = (value: unknown) => parseInput(z.object({ field: wholeNumberField() }), { field: value }).field
  expect([parsed(37), parsed('37'), parsed('007')]).toEqual([37, 37, 7])
  for (const text of ['', ' 1', '+1', '-1', '1.0', '1e3', '0x1', '٣']) {
    expect(violationsOf(wholeNumberField(), text), text).toEqual([['invalid_input', 'A valid integer is required.']])
  }
})

it('VALID-5 a text repeats no more than a hundred characters of what was sent', () => {
  expect(clip('x'.repeat(500))).toHaveLength(100)
  expect(clip({ a: 'x'.repeat(500) })).toHaveLength(100)
  expect([clip('short'), clip(5), clip(null), clip(undefined)]).toEqual(['short', '5', 'null', 'null'])
})

import { ADA, asks, EVERYBODY, FALLBACKS, FOR_PRO, NOBODY, type Scenario, valued, varied } from './scenario.ts'

const VALUES = [
  ['an integer', 'number', 10],
  ['a float', 'number', 0.5],
  ['an object', 'object', { showImages: true, title: 'Check out these pics!', imagesPerPage: 100 }],
  ['an object of objects', 'object', { a: { b: [1, { c: null }] } }],
  ['a list', 'object', [1, 'two']],
  ['a text of JSON', 'string', '{"a":1}'],
  ['the integer zero', 'number', 0],
  ['the empty text', 'string', ''],
  ['the empty object', 'object', {}],
  ['the empty list', 'object', []],
  ['a boolean that is JSON', 'boolean', false],
] as const

const DISABLED = [
  ['string', varied('hi')],
  ['number', valued(10)],
  ['object', valued({ a: 1 })],
] as const

/** Each type of value, the zero value of each, and their fallbacks. */
export const VALUE_SCENARIOS: readonly Scenario[] = [
  {
    title: 'a boolean',
    flag: { filters: EVERYBODY },
    question: { type: 'boolean', fallback: false, context: ADA },
    expected: { value: true, reason: 'STATIC', errorCode: undefined },
  },
  {
    title: 'false, the zero value of a boolean',
    flag: { filters: NOBODY },
    question: asks('boolean'),
    expected: { value: false, errorCode: undefined },
  },
  {
    title: 'a string, and the variant that it is',
    flag: varied('hi'),
    question: asks('string'),
    expected: { value: 'hi', variant: 'hi', reason: 'STATIC', errorCode: undefined },
  },
  ...VALUES.map(
    ([title, type, value]): Scenario => ({
      title,
      flag: valued(value),
      question: asks(type),
      expected: { value, reason: 'STATIC', variant: 'default', errorCode: undefined },
    }),
  ),
  {
    title: 'the fallback for a value of null',
    flag: valued(null),
    question: asks('object'),
    expected: { value: FALLBACKS.object, errorCode: undefined },
  },
  {
    title: 'false of a boolean flag that is disabled',
    flag: { active: false, filters: EVERYBODY },
    question: asks('boolean'),
    expected: { value: false, reason: 'DISABLED', errorCode: undefined },
  },
  ...DISABLED.map(
    ([type, flag]): Scenario => ({
      title: `the fallback of a disabled flag whose value is of type ${type}`,
      flag: { ...flag, active: false },
      question: asks(type),
      expected: { value: FALLBACKS[type], reason: 'DISABLED', variant: 'default', errorCode: undefined },
    }),
  ),
  {
    title: 'the fallback of a string for whom no condition holds',
    flag: varied('hi', FOR_PRO),
    question: asks('string'),
    expected: { value: FALLBACKS.string, reason: 'UNKNOWN', variant: 'default', errorCode: undefined },
  },
]

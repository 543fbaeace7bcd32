import { asks, EVERYBODY, FALLBACKS, NOBODY, type Scenario, valued, varied } from './scenario.ts'

const MISMATCHES = [
  ['a boolean', { filters: EVERYBODY }, ['string', 'number', 'object']],
  ['false', { filters: NOBODY }, ['string', 'number', 'object']],
  ['a string', varied('hi'), ['boolean', 'number', 'object']],
  ['the empty text', valued(''), ['boolean', 'number', 'object']],
  ['a number', valued(10), ['boolean', 'string', 'object']],
  ['zero', valued(0), ['boolean', 'string', 'object']],
  ['an object', valued({ a: 1 }), ['boolean', 'string', 'number']],
] as const

const WITHOUT_KEY = [
  ['no targeting key', {}],
  ['a targeting key that is empty', { targetingKey: '' }],
  ['a targeting key of null', { targetingKey: null }],
  ['attributes and no targeting key', { plan: 'pro', email: 'ada@acme.test' }],
] as const

/** Errors, in which the caller's own default applies. */
export const ERROR_SCENARIOS: readonly Scenario[] = [
  ...(['boolean', 'string', 'number', 'object'] as const).map(
    (type): Scenario => ({
      title: `a flag that does not exist, asked for a ${type}`,
      question: asks(type),
      expected: { value: FALLBACKS[type], reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND', variant: undefined },
    }),
  ),
  ...MISMATCHES.flatMap(([what, flag, types]) =>
    types.map(
      (type): Scenario => ({
        title: `${what}, asked for a ${type}`,
        flag,
        question: asks(type),
        expected: { value: FALLBACKS[type], reason: 'ERROR', errorCode: 'TYPE_MISMATCH', variant: undefined },
      }),
    ),
  ),
  ...WITHOUT_KEY.map(
    ([title, context]): Scenario => ({
      title,
      flag: { filters: EVERYBODY },
      question: { type: 'boolean', fallback: false, context },
      expected: { value: false, reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' },
    }),
  ),
  ...[{ targetingKey: {} }, { targetingKey: ['ada'] }, { targetingKey: true }, { targetingKey: 7 }].map(
    (context): Scenario => ({
      title: `a context that cannot be: ${JSON.stringify(context)}`,
      flag: { filters: EVERYBODY },
      question: { type: 'boolean', fallback: false, context },
      expected: { value: false, reason: 'ERROR', errorCode: 'INVALID_CONTEXT' },
    }),
  ),
]

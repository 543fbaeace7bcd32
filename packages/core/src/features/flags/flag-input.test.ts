import { describe, expect, it } from 'vitest'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { DEFAULT_LIMITS } from '../../runtime/context.ts'
import { checkCreateFlag, checkUpdateFlag } from './flag-input.ts'

/** Returns every violation of an input as `[attr, code, detail]`. */
function violationsOf(check: typeof checkCreateFlag | typeof checkUpdateFlag, input: unknown) {
  try {
    check(input, DEFAULT_LIMITS)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.violations.map(({ attr, code, detail }) => [attr, code, detail])
  }
}

const BOOLEAN = 'Must be a valid boolean.'
const TEXT = 'Not a valid string.'
const DATE =
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'
const KEY = 'Only letters, numbers, hyphens (-) & underscores (_) are allowed.'

const REFUSED: readonly (readonly [field: string, value: unknown, code: string, detail: string, attr?: string])[] = [
  ['key', null, 'null', 'This field may not be null.'],
  ['key', '', 'blank', 'This field may not be blank.'],
  ['key', 5, 'invalid_input', TEXT],
  ['key', 'a b', 'invalid_key', KEY],
  ['key', 'ä', 'invalid_key', KEY],
  ['key', 'a:deleted:1', 'invalid_key', KEY],
  ['key', 'k'.repeat(401), 'max_length', 'Ensure this field has no more than 400 characters.'],
  ['name', null, 'null', 'This field may not be null.'],
  ['name', ['x'], 'invalid_input', TEXT],
  ['name', 'a\0b', 'null_characters_not_allowed', 'Null characters are not allowed.'],
  ['name', 'a\ud800b', 'surrogate_characters_not_allowed', 'Surrogate characters are not allowed.'],
  ['name', '\udc00', 'surrogate_characters_not_allowed', 'Surrogate characters are not allowed.'],
  ['name', 'n'.repeat(65_537), 'max_length', 'Ensure this field has no more than 65536 characters.'],
  ['filters', 'x', 'not_a_dict', 'Expected a dictionary of items but got type "str".'],
  ['deleted', 'maybe', 'invalid_input', BOOLEAN],
  ['deleted', null, 'null', 'This field may not be null.'],
  ['active', 2, 'invalid_input', BOOLEAN],
  ['active', null, 'null', 'This field may not be null.'],
  ['archived', [], 'invalid_input', BOOLEAN],
  ['createdAt', 'yesterday', 'invalid_input', DATE],
  ['createdAt', '2026-02-31T00:00:00Z', 'invalid_input', DATE],
  ['createdAt', 5, 'invalid_input', TEXT],
  ['version', 'x', 'invalid_input', 'A valid integer is required.'],
  ['version', 1.5, 'invalid_input', 'A valid integer is required.'],
  ['ensureExperienceContinuity', 'x', 'invalid_input', BOOLEAN],
  ['rollbackConditions', deep(70), 'invalid_input', 'Value must be valid JSON, nested at most 64 levels deep.'],
  [
    'rollbackConditions',
    { text: 'x'.repeat(65_536) },
    'max_length',
    'Ensure this field has no more than 65536 characters as JSON.',
  ],
  ['performedRollback', 'x', 'invalid_input', BOOLEAN],
  ['tags', 'x', 'not_a_list', 'Expected a list of items but got type "str".'],
  ['tags', null, 'null', 'This field may not be null.'],
  ['tags', ['a', 5], 'invalid_input', TEXT, 'tags__1'],
  ['tags', ['a\0'], 'null_characters_not_allowed', 'Null characters are not allowed.', 'tags__0'],
  ['tags', ['t'.repeat(256)], 'max_length', 'Ensure this field has no more than 255 characters.', 'tags__0'],
  ['tags', names(501), 'max_length', 'Ensure this field has no more than 500 elements.'],
  ['evaluationContexts', {}, 'not_a_list', 'Expected a list of items but got type "dict".'],
  ['evaluationContexts', names(51), 'max_length', 'Ensure this field has no more than 50 elements.'],
  [
    'evaluationContexts',
    ['c'.repeat(256)],
    'max_length',
    'Ensure this field has no more than 255 characters.',
    'evaluationContexts__0',
  ],
  [
    'evaluationRuntime',
    'browser',
    'invalid_choice',
    '"browser" is not a valid choice. Choose one of: server, client, all.',
  ],
  ['evaluationRuntime', 5, 'invalid_choice', '"5" is not a valid choice. Choose one of: server, client, all.'],
  [
    'bucketingIdentifier',
    'session',
    'invalid_choice',
    '"session" is not a valid choice. Choose one of: distinct_id, device_id.',
  ],
  ['isRemoteConfiguration', 'x', 'invalid_input', BOOLEAN],
  ['hasEncryptedPayloads', 'x', 'invalid_input', BOOLEAN],
  ['hasEnrichedAnalytics', {}, 'invalid_input', BOOLEAN],
  ['analyticsDashboardIds', 7, 'not_a_list', 'Expected a list of items but got type "int".'],
  ['analyticsDashboardIds', ['x'], 'invalid_input', 'A valid integer is required.', 'analyticsDashboardIds__0'],
  [
    'creationContext',
    'toolbar',
    'invalid_choice',
    '"toolbar" is not a valid choice. Choose one of: feature_flags, experiments, surveys, early_access_features, ' +
      'web_experiments, product_tours.',
  ],
]

describe('fields', () => {
  for (const [field, value, code, detail, attr = field] of REFUSED) {
    it(`FLAG-2 refuses ${field} = ${JSON.stringify(value).slice(0, 40)} with ${code}`, () => {
      expect(violationsOf(checkUpdateFlag, { [field]: value })[0]).toEqual([attr, code, detail])
      expect(violationsOf(checkCreateFlag, { key: 'a', [field]: value })[0]).toEqual([attr, code, detail])
    })
  }

  it('FLAG-3 needs a key to create, and none to update', () => {
    expect(violationsOf(checkCreateFlag, {})).toEqual([['key', 'required', 'This field is required.']])
    expect(violationsOf(checkUpdateFlag, {})).toEqual([])
  })

  it('FLAG-3 takes every key of letters, digits, hyphens and underscores up to 400 characters', () => {
    for (const key of ['a', 'A-z_09', '-', '0', 'k'.repeat(400), '__proto__', 'constructor']) {
      expect(checkCreateFlag({ key }, DEFAULT_LIMITS).key).toBe(key)
    }
  })

  it('FLAG-2 tells of every field that is wrong, in the order of the fields', () => {
    const input = {
      creationContext: 'x',
      tags: 5,
      active: 'x',
      filters: { groups: 5, early_exit: 5 },
      key: 'a b',
      name: null,
    }
    expect(violationsOf(checkCreateFlag, input).map(([attr]) => attr)).toEqual([
      'name',
      'key',
      'filters',
      'filters',
      'active',
      'tags',
      'creationContext',
    ])
  })

  it.each([
    [null, 'An object with fields is required.'],
    ['x', 'Expected a dictionary of items but got type "str".'],
    [[], 'Expected a dictionary of items but got type "list".'],
  ])('FLAG-2 refuses %j in place of a flag', (input, detail) => {
    for (const check of [checkCreateFlag, checkUpdateFlag]) {
      expect(violationsOf(check, input)).toMatchObject([[null, expect.any(String), detail]])
    }
  })

  it('FLAG-6 reads the words that forms send for a boolean', () => {
    for (const word of ['true', 'True', 'TRUE', 't', '1', 'yes', 'on', 1, true]) {
      expect(checkUpdateFlag({ active: word }, DEFAULT_LIMITS)).toEqual({ active: true })
    }
    for (const word of ['false', 'False', 'FALSE', 'f', '0', 'no', 'off', 0, false]) {
      expect(checkUpdateFlag({ active: word }, DEFAULT_LIMITS)).toEqual({ active: false })
    }
  })

  it('VALID-10 reads the digits that forms send for a version and for ids of dashboards', () => {
    const sent = { version: '12', analyticsDashboardIds: ['3', 4] }
    expect(checkUpdateFlag(sent, DEFAULT_LIMITS)).toEqual({ version: 12, analyticsDashboardIds: [3, 4] })
  })

  it('FLAG-20 tells null from missing', () => {
    const emptied = {
      ensureExperienceContinuity: null,
      rollbackConditions: null,
      performedRollback: null,
      evaluationRuntime: null,
      bucketingIdentifier: null,
      isRemoteConfiguration: null,
      hasEncryptedPayloads: null,
      hasEnrichedAnalytics: null,
      version: null,
    }
    expect(checkUpdateFlag(emptied, DEFAULT_LIMITS)).toEqual(emptied)
    expect(checkUpdateFlag({ name: undefined, filters: undefined }, DEFAULT_LIMITS)).toEqual({})
  })

  it('FLAG-10 ignores fields that cannot be written', () => {
    const readOnly = {
      id: 5,
      projectId: 9,
      createdBy: 1,
      updatedAt: 'x',
      canEdit: true,
      lastCalledAt: '2026-01-01',
      usageDashboardId: 4,
      status: 'x',
    }
    expect(checkUpdateFlag(readOnly, DEFAULT_LIMITS)).toEqual({})
  })

  it('FLAG-4 trims tags, lowers their case, and keeps each once', () => {
    const { tags } = checkUpdateFlag({ tags: [' Beta ', 'beta', 'BETA', '', '  ', 'new one'] }, DEFAULT_LIMITS)
    expect(tags).toEqual(['beta', 'new one'])
  })

  it('FLAG-5 trims evaluation contexts and keeps each once, and their case', () => {
    const { evaluationContexts } = checkUpdateFlag({ evaluationContexts: [' Web ', 'Web', 'web', ''] }, DEFAULT_LIMITS)
    expect(evaluationContexts).toEqual(['Web', 'web'])
    expect(checkUpdateFlag({ evaluationContexts: names(50) }, DEFAULT_LIMITS).evaluationContexts).toHaveLength(50)
  })

  it('FLAG-7 keeps NUL and lone surrogates in JSON documents, and pairs of surrogates in text', () => {
    const rollbackConditions = ['\0', '\ud800', { '\0': '\udfff' }]
    expect(checkUpdateFlag({ rollbackConditions, name: '👍🏽' }, DEFAULT_LIMITS)).toEqual({
      rollbackConditions,
      name: '👍🏽',
    })
  })

  it('FLAG-8 keeps a key called __proto__ in rollback conditions and changes no prototype', () => {
    const input = JSON.parse('{"rollbackConditions":{"__proto__":{"polluted":1},"constructor":2}}')
    const { rollbackConditions } = checkUpdateFlag(input, DEFAULT_LIMITS)
    expect(JSON.stringify(rollbackConditions)).toBe('{"__proto__":{"polluted":1},"constructor":2}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('FLAG-8 does not take a field from a key called __proto__', () => {
    const input: unknown = JSON.parse('{"__proto__":{"deleted":true,"key":"x"}}')
    expect(() => checkUpdateFlag(input, DEFAULT_LIMITS)).toThrow('"__proto__" is not a known field.')
  })

  it('FLAG-42 refuses filters of more bytes than the limit', () => {
    const input = { filters: { groups: [], payloads: { true: '"ä"' } } }
    const size = new TextEncoder().encode(JSON.stringify(input.filters)).byteLength
    const limits = { ...DEFAULT_LIMITS, maxFiltersBytes: size }
    expect(checkUpdateFlag(input, limits)).toEqual(input)
    const detail =
      `Feature flag filters exceed maximum size of ${size - 1} bytes. Current size: ${size} bytes. ` +
      'Please simplify conditions or reduce payload sizes.'
    expect(() => checkUpdateFlag(input, { ...limits, maxFiltersBytes: size - 1 })).toThrow(
      expect.objectContaining({ code: 'invalid_input', attr: 'filters', message: detail }),
    )
  })
})

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `name-${index}`)
}

function deep(levels: number): unknown {
  return levels === 0 ? null : [deep(levels - 1)]
}

import type { Violation } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { violationCode } from './error-codes.ts'

const structural = { attr: 'filters', isStructural: true } as const

it.each<[sent: string, broken: Omit<Violation, 'detail'>]>([
  ['unique', { code: 'unique', attr: 'key' }],
  ['required', { code: 'required', attr: 'filters', path: 'properties.values[0].type' }],
  ['invalid_input', { code: 'invalid_input', attr: 'filters', path: 'groups[0].properties[0].value' }],
  [
    'cross_field.semver_value_invalid',
    { code: 'semver_value_invalid', attr: 'filters', path: 'groups[0].properties[1].value' },
  ],
  [
    'structural.groups[].properties[].type.required',
    { ...structural, code: 'required', path: 'groups[0].properties[12].type' },
  ],
  ['structural.groups[].invalid', { ...structural, code: 'not_a_dict', path: 'groups[0]' }],
  ['structural.early_exit.invalid', { ...structural, code: 'invalid_input', path: 'early_exit' }],
  ['structural.payloads.invalid_payload_json', { ...structural, code: 'invalid_payload_json', path: 'payloads' }],
  [
    'structural.groups[].rollout_percentage.max_value',
    { ...structural, code: 'max_value', attr: 'condition', path: 'rollout_percentage' },
  ],
  ['structural.groups.max_length', { ...structural, code: 'max_length', attr: 'condition' }],
])('EMBED-48 the API sends %s', (sent, broken) => {
  expect(violationCode({ ...broken })).toBe(sent)
})

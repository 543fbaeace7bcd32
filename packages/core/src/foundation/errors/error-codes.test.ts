import { describe, expect, it } from 'vitest'
import { violation, violationAt } from '../validation/violation.ts'
import { rule } from '../validation/violations-of.ts'
import { DomainError, invalidInput } from './domain-error.ts'
import { CROSS_FIELD_CODES, INPUT_CODES, REFUSAL_CODES } from './error-codes.ts'

describe('the code of a refusal', () => {
  it('VALID-8 says the kind of the refusal', () => {
    expect(new DomainError('conflict', 'No.').kind).toBe('conflict')
    expect(new DomainError('idempotency_key_reused', 'No.').kind).toBe('unprocessable')
    const codes = ['unique', 'required', 'semver_value_invalid'] as const
    for (const code of codes) expect(invalidInput([violation(null, code, 'No.')]).kind).toBe('validation')
  })

  it('VALID-8 does not compile unless it is in the table', () => {
    // @ts-expect-error no such code
    new DomainError('mistaken', 'No.')
    // @ts-expect-error no such code
    violation('key', 'mistaken', 'No.')
    // @ts-expect-error the code of another kind of refusal
    violation('key', 'conflict', 'No.')
    // @ts-expect-error no such code
    rule('mistaken', 'No.')
    // @ts-expect-error no such problem of a part
    violationAt('filters', 'groups[0]', 'mistaken', 'No.')
  })

  it('VALID-8 says what it means and what to do', () => {
    for (const { meaning, action } of Object.values({ ...INPUT_CODES, ...CROSS_FIELD_CODES, ...REFUSAL_CODES })) {
      expect(`${meaning} ${action}`).toMatch(/^[A-Z`].*\. [A-Z].*\.$/)
    }
  })
})

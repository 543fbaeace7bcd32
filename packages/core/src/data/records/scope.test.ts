import { describe, expect, it } from 'vitest'
import { authorize, authorizeAny, authorizeDefinitions } from '../../runtime/access/authorize.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { SYSTEM } from './actor.ts'
import { isScope, type Scope, scopeAllows } from './scope.ts'

describe('scopes', () => {
  it.each<[granted: Scope[], required: Scope, allowed: boolean]>([
    [['*'], 'feature_flag:write', true],
    [['feature_flag:read'], 'feature_flag:read', true],
    [['feature_flag:write'], 'feature_flag:read', true],
    [['feature_flag:write'], 'feature_flag:write', true],
    [['feature_flag:read'], 'feature_flag:write', false],
    [['dashboard:write'], 'feature_flag:read', false],
    [[], 'feature_flag:read', false],
    [['dashboard:read', 'feature_flag:read'], 'feature_flag:read', true],
  ])('KEY-1 %j open what needs %s: %s', (granted, required, allowed) => {
    expect(scopeAllows(granted, required)).toBe(allowed)
  })

  it.each(['*', 'feature_flag:read', 'organization_member:write'])('KEY-1 %s is one', (name) => {
    expect(isScope(name)).toBe(true)
  })

  it.each(['', 'feature_flag', 'feature_flag:', ':read', 'feature_flag:delete', 'x:read', 'feature_flag:read:x', '**'])(
    'KEY-1 %j is none',
    (name) => {
      expect(isScope(name)).toBe(false)
    },
  )
})

describe('who is let through', () => {
  const secret = { type: 'project_secret', projectId: 1 } as const
  const missing = (scope: string) => ({
    kind: 'permission_denied',
    code: 'permission_denied',
    attr: null,
    message: `API key missing required scope '${scope}'`,
  })

  it('KEY-1 the system and a user without a key need no scope', async () => {
    const { as, member } = await testDeck()
    const { actor } = await as(member)
    for (const who of [SYSTEM, actor]) {
      expect(() => authorize(who, 'feature_flag:write')).not.toThrow()
      expect(() => authorizeAny(who, ['feature_flag:write', 'activity_log:read'])).not.toThrow()
      expect(() => authorizeDefinitions(who, 1)).not.toThrow()
    }
  })

  it('KEY-1 a key needs the scope, and is told which one', async () => {
    const { as, member } = await testDeck()
    const { actor } = await as(member, { scopes: ['feature_flag:read'] })
    expect(() => authorize(actor, 'feature_flag:read')).not.toThrow()
    expect(() => authorize(actor, 'feature_flag:write')).toThrow(expect.objectContaining(missing('feature_flag:write')))
    expect(() => authorizeAny(actor, ['dashboard:read', 'feature_flag:read'])).not.toThrow()
    expect(() => authorizeAny(actor, ['dashboard:read', 'cohort:read'])).toThrow(
      expect.objectContaining(missing('dashboard:read')),
    )
    expect(() => authorizeDefinitions(actor, 1)).not.toThrow()
  })

  it('KEY-2 a project secret reads the definitions of its own project, and nothing else', () => {
    const refused = expect.objectContaining({ kind: 'permission_denied' })
    expect(() => authorizeDefinitions(secret, 1)).not.toThrow()
    expect(() => authorizeDefinitions(secret, 2)).toThrow(refused)
    expect(() => authorize(secret, 'feature_flag:read')).toThrow(refused)
    expect(() => authorizeAny(secret, ['feature_flag:read'])).toThrow(refused)
  })
})

import { describe, expect, test } from 'vitest'
import { definitionsDocument, flagDefinition, personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../compile-definitions.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import type { CompiledSnapshot } from './compiled-snapshot.ts'
import { definitionsOf } from './flags-by-key.ts'
import { sdkForm } from './sdk-form.ts'

const onFlag = (id: number | string): PropertyFilter => ({
  key: String(id),
  type: 'flag',
  operator: 'flag_evaluates_to',
  value: true,
})

function flag(id: number, targets: readonly (number | string)[], rest: Partial<FlagDefinition> = {}): FlagDefinition {
  const properties = targets.map(onFlag)
  return flagDefinition({ id, key: `flag-${id}`, filters: { groups: [{ properties }] }, ...rest })
}

function snapshotOf(...flags: readonly FlagDefinition[]): CompiledSnapshot {
  return compileDefinitions(definitionsDocument(flags))
}

/** Returns the key and chain of each filter of the flag with the id 1. */
function chainsOf(snapshot: CompiledSnapshot) {
  const [definition] = definitionsOf(snapshot).filter(({ id }) => id === 1)
  if (!definition) throw new Error('there is no such flag')
  // Only the form for SDKs has this field, so the type of filters does not have it.
  const filters = sdkForm(snapshot)(definition).filters.groups.flatMap(
    ({ properties }) => (properties ?? []) as readonly (PropertyFilter & { readonly dependency_chain?: unknown })[],
  )
  return filters.map(({ key, dependency_chain }) => [key, dependency_chain])
}

describe('EVAL-45 a filter on a flag, for SDKs,', () => {
  test('names the flag by key, and lists it as the last to evaluate', () => {
    expect(chainsOf(snapshotOf(flag(1, [2]), flag(2, [])))).toEqual([['flag-2', ['flag-2']]])
  })

  test('lists what that flag needs before it, each once', () => {
    const snapshot = snapshotOf(flag(1, [2, 4]), flag(2, [3, 4]), flag(3, [4]), flag(4, []))
    expect(chainsOf(snapshot)).toEqual([
      ['flag-2', ['flag-4', 'flag-3', 'flag-2']],
      ['flag-4', ['flag-4']],
    ])
  })

  test('has nothing to evaluate when the flag is missing, directly or not', () => {
    expect(chainsOf(snapshotOf(flag(1, [9]), flag(2, [])))).toEqual([['9', []]])
    expect(chainsOf(snapshotOf(flag(1, [2]), flag(2, [9])))).toEqual([['flag-2', []]])
    expect(chainsOf(snapshotOf(flag(1, ['flag-2']), flag(2, [])))).toEqual([['flag-2', []]])
  })

  test('has nothing to evaluate in a cycle, or leading into one', () => {
    expect(chainsOf(snapshotOf(flag(1, [1])))).toEqual([['flag-1', []]])
    expect(chainsOf(snapshotOf(flag(1, [2]), flag(2, [1])))).toEqual([['flag-2', []]])
    expect(chainsOf(snapshotOf(flag(1, [2]), flag(2, [3]), flag(3, [2])))).toEqual([['flag-2', []]])
  })

  test('asks a flag that is off for nothing but itself', () => {
    expect(chainsOf(snapshotOf(flag(1, [2]), flag(2, [9], { active: false })))).toEqual([['flag-2', ['flag-2']]])
    const offInCircle = snapshotOf(flag(1, [2], { active: false }), flag(2, [1]))
    expect(chainsOf(offInCircle)).toEqual([['flag-2', []]])
  })

  test('follows a flag to its new key', () => {
    const before = snapshotOf(flag(1, [2]), flag(2, [3]), flag(3, []))
    const after = replaceDefinitions(before, { version: 2, changed: [flag(3, [], { key: 'renamed' })] })
    expect(chainsOf(before)).toEqual([['flag-2', ['flag-3', 'flag-2']]])
    expect(chainsOf(after)).toEqual([['flag-2', ['renamed', 'flag-2']]])
  })

  test('leaves the other filters, and flags without such filters, as they are', () => {
    const plain = flagDefinition({
      id: 3,
      filters: { groups: [{ properties: [personFilter('plan', 'exact', 'pro')] }] },
    })
    const mixed = flag(1, [])
    const groups = [
      { properties: [personFilter('plan', 'exact', 'pro'), onFlag(3)], rollout_percentage: 5 },
      { rollout_percentage: 7 },
    ]
    const snapshot = snapshotOf({ ...mixed, filters: { groups, early_exit: true } }, plain)
    const inSdkForm = definitionsOf(snapshot).map(sdkForm(snapshot))
    expect(inSdkForm[0]).toBe(plain)
    expect(inSdkForm[1]?.filters).toEqual({
      groups: [
        {
          ...groups[0],
          properties: [groups[0]?.properties?.[0], { ...onFlag(3), key: 'flag', dependency_chain: ['flag'] }],
        },
        groups[1],
      ],
      early_exit: true,
    })
  })

  test('is evaluated alike by this engine', () => {
    const flags = [
      flag(1, [2, 4]),
      flag(2, [3, 4]),
      flag(3, [4]),
      flag(4, []),
      flag(5, [9]),
      flag(6, [7]),
      flag(7, [6]),
    ]
    const snapshot = snapshotOf(...flags)
    const copy = compileDefinitions(definitionsDocument(definitionsOf(snapshot).map(sdkForm(snapshot))))
    const answers = ({ variant, keys }: CompiledSnapshot) => keys.map((key) => variant(key, { distinctId: 'ada' }))
    expect(answers(copy)).toEqual(answers(snapshot))
    expect(answers(copy)).toEqual([true, true, true, true, false, false, false])
  })

  /** Each flag references the next one. */
  const row = (length: number) =>
    Array.from({ length }, (_, index) => flag(index + 1, index === length - 1 ? [] : [index + 2]))

  test('stays as it is stored when it takes more than a hundred flags, in a row or side by side', () => {
    const [[key, chain] = []] = chainsOf(snapshotOf(...row(101)))
    expect([key, (chain as readonly string[]).length]).toEqual(['flag-2', 100])
    expect(chainsOf(snapshotOf(...row(102)))).toEqual([['2', undefined]])
    expect(chainsOf(snapshotOf(...row(2000)))).toEqual([['2', undefined]])
    const others = Array.from({ length: 100 }, (_, index) => flag(index + 3, []))
    const wide = flag(
      2,
      others.map(({ id }) => id),
    )
    expect(chainsOf(snapshotOf(flag(1, [2, 3]), wide, ...others))).toEqual([
      ['2', undefined],
      ['flag-3', ['flag-3']],
    ])
  })

  test('stays as it is stored behind so many others that their chains are long together', () => {
    const [first, ...others] = row(101)
    const many = { ...first, filters: { groups: [{ properties: Array.from({ length: 5000 }, () => onFlag(2)) }] } }
    const snapshot = snapshotOf(many as FlagDefinition, ...others)
    const chains = chainsOf(snapshot).map(([, chain]) => chain)
    expect(JSON.stringify(chains.filter((chain) => chain)).length).toBeLessThan(70_000)
    expect([chains.indexOf(undefined) > 50, chains.at(-1)]).toEqual([true, undefined])
  })

  test('that stays as it is stored is evaluated alike by this engine', () => {
    const snapshot = snapshotOf(...row(500))
    const copy = compileDefinitions(definitionsDocument(definitionsOf(snapshot).map(sdkForm(snapshot))))
    expect(copy.evaluateAll({ distinctId: 'ada' })).toEqual(snapshot.evaluateAll({ distinctId: 'ada' }))
    expect(copy.isEnabled('flag-1', { distinctId: 'ada' })).toBe(true)
  })

  test('is worked out once for each flag, however many ways lead to it', () => {
    const flags = Array.from({ length: 400 }, (_, index) =>
      flag(
        index + 1,
        Array.from({ length: 399 - index }, (_, more) => index + more + 2),
      ),
    )
    let reads = 0
    for (const { filters } of flags) {
      const [condition] = filters.groups
      const { properties } = condition ?? {}
      Object.defineProperty(condition, 'properties', { enumerable: true, get: () => ++reads && properties })
    }
    const snapshot = snapshotOf(...flags)
    expect(snapshot.isEnabled('flag-1', { distinctId: 'ada' })).toBe(true)
    expect(definitionsOf(snapshot).map(sdkForm(snapshot))).toHaveLength(400)
    expect(reads).toBeLessThan(20 * flags.length)
  })
})

import { useRef } from 'preact/hooks'
import { seriesBackground } from '../../parts/chart/colours.ts'
import type { Variant } from '../../parts/conditions/condition-types.ts'
import { PercentBox } from '../../parts/percent-box.tsx'
import { edit } from '../../text/flag-edit.ts'
import type { Draft } from './draft.ts'
import { wrongAt } from './problems.ts'
import type { SectionProps } from './section-props.ts'
import { TEMPLATES } from './templates.ts'
import { belongingsOf, type VariantBelongings, withVariantNamed } from './variant-names.ts'
import { type Aside, asideOf, withoutVariants, withVariantsAgain } from './variants-aside.ts'

interface Props extends SectionProps {
  readonly aside?: Aside | undefined
  readonly setAside: (aside: Aside) => void
}

export function Variants({ draft, problems, change, aside, setAside }: Props) {
  const variants = draft.filters.multivariate?.variants ?? []
  const set = (changed: readonly Variant[]) => change({ filters: withVariants(draft.filters, changed) })
  // The state before the name was changed, by index, because the name is what changes.
  const belongings = useRef(new Map<number, VariantBelongings | undefined>())
  const hold = (index: number) => {
    const own = belongingsOf(draft.filters, index)
    if (own || !belongings.current.has(index)) belongings.current.set(index, own)
  }
  const name = (index: number, key: string) =>
    change({ filters: withVariantNamed(draft.filters, index, key, belongings.current.get(index)) })
  const answerOtherwise = (filters: Draft['filters']) => {
    belongings.current.clear()
    setAside(asideOf(draft.filters, aside))
    change({ filters })
  }
  const setOthers = (changed: readonly Variant[]) => {
    belongings.current.clear()
    set(changed)
  }
  if (draft.is_remote_configuration && variants.length === 0) return null
  return (
    <section class="stack" aria-labelledby="variants">
      <div class="row wrap">
        <h2 id="variants" class="grow">
          {edit.variants}
        </h2>
        {variants.length > 0 && (
          <button type="button" class="button link" onClick={() => set(distributed(variants))}>
            {edit.distribute}
          </button>
        )}
      </div>
      {variants.length === 0 ? (
        <div class="row wrap">
          <span class="quiet">{edit.variantsNone}</span>
          <button
            type="button"
            class="button link"
            onClick={() => answerOtherwise(withVariantsAgain(draft.filters, aside, TEMPLATES.variants.multivariate))}
          >
            {edit.addVariants}
          </button>
        </div>
      ) : (
        <Rows
          variants={variants}
          problems={problems}
          set={set}
          setOthers={setOthers}
          hold={hold}
          name={name}
          leave={() => answerOtherwise(withoutVariants(draft.filters, aside))}
        />
      )}
    </section>
  )
}

interface RowsProps extends Pick<SectionProps, 'problems'> {
  readonly variants: readonly Variant[]
  readonly set: (variants: readonly Variant[]) => void
  /** Adds or removes variants. */
  readonly setOthers: (variants: readonly Variant[]) => void
  /** Called before the name of a variant is changed. */
  readonly hold: (index: number) => void
  readonly name: (index: number, key: string) => void
  /** Removes all variants, so that the flag returns true or false. */
  readonly leave: () => void
}

function Rows({ variants, problems, set, setOthers, hold, name, leave }: RowsProps) {
  const sum = [...problems].find(([path]) => path === 'multivariate.variants')?.[1]
  return (
    <>
      <div class="bar variants-bar" aria-hidden="true">
        {variants.map(({ key, rollout_percentage }, index) => (
          <i key={key} style={{ flexBasis: `${rollout_percentage}%`, background: seriesBackground(index) }} />
        ))}
      </div>
      <ul class="stack tight">
        {variants.map((variant, index) => (
          <VariantRow
            // The user edits the keys, so they cannot identify rows.
            key={`${index} of ${variants.length}`}
            variant={variant}
            index={index}
            wrong={wrongAt(problems, `multivariate.variants[${index}]`)}
            onChange={(changed) => set(variants.with(index, changed))}
            onHold={() => hold(index)}
            onName={(key) => name(index, key)}
            onRemove={variants.length > 1 ? () => setOthers(variants.toSpliced(index, 1)) : undefined}
          />
        ))}
      </ul>
      <p class="wrong" role="status">
        {sum}
      </p>
      <div class="row wrap">
        <button type="button" class="button" onClick={() => setOthers([...variants, nextVariant(variants)])}>
          {edit.addVariant}
        </button>
        <button type="button" class="button link" onClick={leave}>
          {edit.noVariants}
        </button>
      </div>
    </>
  )
}

interface RowProps {
  readonly variant: Variant
  readonly index: number
  readonly wrong: string | undefined
  readonly onChange: (variant: Variant) => void
  readonly onHold: () => void
  readonly onName: (key: string) => void
  readonly onRemove: (() => void) | undefined
}

function VariantRow({ variant, index, wrong, onChange, onHold, onName, onRemove }: RowProps) {
  return (
    <li class="variant">
      <span class="swatch" style={{ background: seriesBackground(index) }} />
      <input
        class="input mono"
        aria-label={edit.variantKey(index + 1)}
        aria-invalid={wrong !== undefined}
        value={variant.key}
        onFocus={onHold}
        onInput={({ currentTarget }) => onName(currentTarget.value)}
      />
      <input
        class="input about"
        aria-label={edit.variantDescription(index + 1)}
        placeholder={edit.variantDescriptionHint}
        dir="auto"
        value={variant.name ?? ''}
        onInput={({ currentTarget }) => onChange({ ...variant, name: currentTarget.value })}
      />
      <PercentBox
        label={edit.variantShare(index + 1)}
        value={variant.rollout_percentage}
        onChange={(rollout_percentage) => onChange({ ...variant, rollout_percentage })}
      />
      <button
        type="button"
        class="button plain icon quiet"
        aria-label={edit.removeVariant(variant.key)}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        ×
      </button>
      {wrong && <p class="wrong">{wrong}</p>}
    </li>
  )
}

/** Returns equal shares in hundredths. The last variant gets the remainder. */
function distributed(variants: readonly Variant[]): Variant[] {
  const share = Math.floor(10_000 / variants.length) / 100
  const last = Math.round((100 - share * (variants.length - 1)) * 100) / 100
  return variants.map((variant, index) => ({
    ...variant,
    rollout_percentage: index === variants.length - 1 ? last : share,
  }))
}

function nextVariant(variants: readonly Variant[]): Variant {
  let number = variants.length
  while (variants.some(({ key }) => key === `variant-${number}`)) number += 1
  return { key: `variant-${number}`, rollout_percentage: 0 }
}

/** Returns filters with other variants. References to a removed variant are removed, too. */
function withVariants(filters: Draft['filters'], variants: readonly Variant[]): Draft['filters'] {
  const keys = new Set(variants.map(({ key }) => key))
  return {
    ...filters,
    multivariate: { ...filters.multivariate, variants },
    payloads: Object.fromEntries(Object.entries(filters.payloads ?? {}).filter(([key]) => keys.has(key))),
    groups: filters.groups.map((set) => (set.variant && !keys.has(set.variant) ? { ...set, variant: null } : set)),
  }
}

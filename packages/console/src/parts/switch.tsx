interface Props {
  readonly on: boolean
  /** The name of the setting. Assistive technology reads the state from `aria-checked`. */
  readonly label: string
  readonly disabled?: boolean
  readonly onSwitch: (on: boolean) => void
}

export function Switch({ on, label, disabled = false, onSwitch }: Props) {
  return (
    <button
      type="button"
      role="switch"
      class="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onSwitch(!on)}
    />
  )
}

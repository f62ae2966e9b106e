import { Switch as Base } from '@base-ui/react/switch'
import styles from './switch.module.css'

export interface SwitchControlProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}
export interface SwitchProps extends SwitchControlProps {
  label: string
  hint?: string | undefined
}

/** The switch without a label, for use inside a label. */
export function SwitchControl({ checked, onChange, disabled = false }: SwitchControlProps) {
  return (
    <Base.Root className={styles.switch} checked={checked} onCheckedChange={onChange} disabled={disabled}>
      <Base.Thumb className={styles.thumb} />
    </Base.Root>
  )
}

export function Switch({ label, hint, ...control }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a button, which a label may name
    <label className={styles.row}>
      <SwitchControl {...control} />
      <span className={styles.text}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  )
}

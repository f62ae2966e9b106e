import { Switch as Base } from '@base-ui/react/switch'
import styles from './switch.module.css'

export interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string | undefined
  disabled?: boolean
}

export function Switch({ label, checked, onChange, hint, disabled = false }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a button, which a label may name
    <label className={styles.row}>
      <Base.Root className={styles.switch} checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
      <span className={styles.text}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  )
}

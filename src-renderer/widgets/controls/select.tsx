import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import popup from '../overlays/popup.module.css'
import { usePortalPlace } from '../overlays/portal-place.ts'
import styles from './select.module.css'

export interface Choice<V extends string> {
  readonly value: V
  readonly label: string
  readonly summary?: string | undefined
  /** Heading of its group; options of a group must be adjacent. */
  readonly group?: string | undefined
  /** Disabled; the summary says why. */
  readonly broken?: boolean | undefined
}
export interface SelectProps<V extends string> {
  /** Accessible name of the combobox. */
  name: string
  value: V
  choices: readonly Choice<V>[]
  onChange: (value: V) => void
  look?: 'plain' | 'quiet'
  /** Shown in the button instead of the option's label. */
  shown?: ReactNode
  icon?: ReactNode
  disabled?: boolean
  side?: 'top' | 'bottom'
  id?: string
  'aria-describedby'?: string | undefined
  wide?: boolean
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { name, value, choices, onChange, look = 'plain', shown, icon, disabled = false, side = 'bottom' } = props
  const label = choices.find((each) => each.value === value)?.label ?? value
  const portal = usePortalPlace()
  /** Set while a key event is handled: typing on the closed select changes the value, too. */
  const typing = useRef(false)
  return (
    <Base.Root
      value={value}
      onValueChange={(next, details) => {
        // `none` without a key means that the list changed, not that the user chose a value.
        if (next !== null && (details.reason !== 'none' || typing.current)) onChange(next)
      }}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        id={props.id}
        aria-label={name}
        aria-describedby={props['aria-describedby']}
        className={cx(styles.trigger, styles[look], props.wide && styles.wide)}
        onKeyDownCapture={() => {
          typing.current = true
          setTimeout(() => {
            typing.current = false
          })
        }}
      >
        {icon}
        <span className={styles.value}>{shown ?? label}</span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal container={portal}>
        <Base.Positioner
          className={popup.positioner}
          side={side}
          align="start"
          sideOffset={4}
          alignItemWithTrigger={false}
        >
          <Base.Popup className={popup.popup}>
            <Base.List aria-label={name}>
              {grouped(choices).map(({ group, members }) =>
                group === undefined ? (
                  members.map((choice) => <Item key={choice.value} choice={choice} />)
                ) : (
                  <Base.Group key={group}>
                    <Base.GroupLabel className={popup.label}>{group}</Base.GroupLabel>
                    {members.map((choice) => (
                      <Item key={choice.value} choice={choice} />
                    ))}
                  </Base.Group>
                ),
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item<V extends string>({ choice }: { choice: Choice<V> }) {
  return (
    <Base.Item
      value={choice.value}
      label={choice.label}
      disabled={choice.broken === true}
      className={cx(popup.item, choice.broken === true && popup.broken)}
    >
      <span className={popup.tick}>
        <Base.ItemIndicator>
          <Check aria-hidden="true" />
        </Base.ItemIndicator>
      </span>
      <span className={popup.text}>
        <Base.ItemText className={popup.title}>{choice.label}</Base.ItemText>
        {choice.summary !== undefined && <span className={popup.summary}>{choice.summary}</span>}
      </span>
    </Base.Item>
  )
}

function grouped<V extends string>(choices: readonly Choice<V>[]) {
  const groups: { group: string | undefined; members: Choice<V>[] }[] = []
  for (const choice of choices) {
    const last = groups.at(-1)
    if (last !== undefined && last.group === choice.group) last.members.push(choice)
    else groups.push({ group: choice.group, members: [choice] })
  }
  return groups
}

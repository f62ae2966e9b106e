import { Combobox as Base } from '@base-ui/react/combobox'
import { useState } from 'react'
import { cx } from '../cx.ts'
import popup from '../overlays/popup.module.css'
import { usePortalPlace } from '../overlays/portal-place.ts'
import field from './field.module.css'
import { Field, type FieldFrame } from './field.tsx'

export type ComboboxProps = FieldFrame & {
  value: string
  onChange: (value: string) => void
  /** Suggested values; any other text is accepted too. */
  choices: readonly string[]
  placeholder?: string
  mono?: boolean
}

/** A text field with suggestions. */
export function Combobox({ label, hint, problem, value, onChange, choices, placeholder, mono }: ComboboxProps) {
  const portal = usePortalPlace()
  const [open, setOpen] = useState(false)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <Base.Root
          items={choices}
          // Without suggestions it is a plain field: an open list hides the page from assistive technology.
          open={open && choices.length > 0}
          onOpenChange={(next) => setOpen(next && choices.length > 0)}
          value={value}
          inputValue={value}
          onInputValueChange={(next, details) => details.reason !== 'none' && onChange(next)}
          onValueChange={(next) => next !== null && onChange(next)}
        >
          <Base.Input
            {...ids}
            placeholder={placeholder}
            className={cx(field.input, mono && field.mono)}
            onKeyDown={(event) => {
              // With its list closed, Escape is for what the field is in; by itself it would clear the text.
              if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
            }}
          />
          <Base.Portal container={portal}>
            <Base.Positioner className={popup.positioner} sideOffset={4}>
              <Base.Popup className={popup.popup}>
                <Base.Empty className={popup.empty}>No known value matches. Your text is used.</Base.Empty>
                <Base.List>
                  {(item: string) => (
                    <Base.Item key={item} value={item} className={popup.item}>
                      {item}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}

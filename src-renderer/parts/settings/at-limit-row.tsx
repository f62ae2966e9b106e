import { type AtLimit, atLimits } from '../../../src-shared/strategy/task.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { Row } from './page.tsx'

const endings: { readonly [choice in AtLimit]: string } = {
  ask: 'Ask me: more, wrap up, or stop',
  stop: 'Have the agent finish',
}

interface Props {
  readonly hint: string
  readonly value: AtLimit
  readonly onChange: (atLimit: AtLimit) => void
}

/** What happens when a run comes to one of its limits. */
export function AtLimitRow({ hint, value, onChange }: Props) {
  return (
    <Row label="At a limit" hint={hint}>
      <Select
        name="At a limit"
        value={value}
        choices={atLimits.map((each) => ({ value: each, label: endings[each] }))}
        onChange={onChange}
      />
    </Row>
  )
}

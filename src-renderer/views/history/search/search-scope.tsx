import { create } from 'zustand'
import styles from './search.module.css'

/** Whether all projects are searched; shared by the list and the dialog. */
const useScope = create<{ readonly wide: boolean }>(() => ({ wide: false }))

/** The project to search in; null for all projects. */
export function useSearchIn(projectId: string | null): string | null {
  const wide = useScope((state) => state.wide)
  return wide ? null : projectId
}

const choices = [
  { wide: false, label: 'This project' },
  { wide: true, label: 'All projects' },
] as const

export function SearchScope({ name }: { name: string }) {
  const wide = useScope((state) => state.wide)
  return (
    <fieldset className={styles.scope}>
      <legend className="unseen">Search in</legend>
      {choices.map((choice) => (
        <label key={choice.label} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={wide === choice.wide}
            onChange={() => useScope.setState({ wide: choice.wide })}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

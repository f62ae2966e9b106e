import { X } from 'lucide-react'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import styles from './image-list.module.css'

interface ListedImage {
  readonly ref: string
  readonly name: string
}

interface Props {
  readonly label: string
  readonly images: readonly ListedImage[]
  /** Left out: they can't be removed. */
  readonly onRemove?: (ref: string) => void
}

/** Images that a message sends or has sent. */
export function ImageList({ label, images, onRemove }: Props) {
  if (images.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {images.map(({ ref, name }) => (
        <li key={ref}>
          <Picture of={ref} name={name} />
          {onRemove !== undefined && (
            <IconButton small label={`Remove ${name}`} side="top" onClick={() => onRemove(ref)}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function Picture({ of, name }: { of: string; name: string }) {
  const { answer } = useAnswer('image-read', { ref: of })
  switch (answer.state) {
    case 'ready':
      return <img src={`data:${answer.value.mediaType};base64,${answer.value.data}`} alt={name} title={name} />
    case 'failed':
      return <span className={styles.gone}>{name} is not stored any more.</span>
    case 'loading':
      return <span className={styles.gone}>{name}</span>
    default:
      return assertNever(answer)
  }
}

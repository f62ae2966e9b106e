import styles from './middle-cut.module.css'

/** Shorter texts are not cut in the middle, characters. */
const short = 24
const tailLength = 16

/**
 * Index at which a text may be cut so that its end stays visible: before the last segment of a path, otherwise near the
 * end.
 */
export function cutAt(text: string): number {
  if (text.length <= short) return text.length
  const name = text.lastIndexOf('/')
  const isPath = name > 0 && !/\s/.test(text) && text.length - name <= 2 * tailLength
  return isPath ? name : text.length - tailLength
}

/** A name on one line. If there is not enough room, its middle is left out. */
export function MiddleCut({ text }: { readonly text: string }) {
  const at = cutAt(text)
  if (at === text.length) return <span className={styles.whole}>{text}</span>
  return (
    <span className={styles.cut} title={text}>
      <span className={styles.head}>{text.slice(0, at)}</span>
      <span className={styles.tail}>{text.slice(at)}</span>
    </span>
  )
}

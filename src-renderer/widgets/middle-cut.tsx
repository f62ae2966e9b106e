import styles from './middle-cut.module.css'

/** Shorter texts than this are not cut in their middle, characters. */
const short = 24
const tailLength = 16

/** Where a text may be cut so that its end stays: before a path's last name, else near its end. */
export function cutAt(text: string): number {
  if (text.length <= short) return text.length
  const name = text.lastIndexOf('/')
  const isPath = name > 0 && !/\s/.test(text) && text.length - name <= 2 * tailLength
  return isPath ? name : text.length - tailLength
}

/** A name in one line: where there is no room for all of it, what is in its middle is left out. */
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

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster } from 'sonner'
import styles from './toasts.module.css'

interface Props {
  /** Below the window's first bar, for use when its bottom shows what users look at. */
  readonly atTop: boolean
  /** Whether more than one bar is at the window's bottom, or a high one. */
  readonly low: boolean
}

/** Container of toasts. Use `toast` of sonner to show one. */
export function Toasts({ atTop, low }: Props) {
  return (
    <Toaster
      position={atTop ? 'top-center' : 'bottom-right'}
      gap={8}
      // Above the bars at the bottom of the window, which may contain the next action.
      offset={{ top: low ? 4 : 52, bottom: low ? 108 : 64, right: 16 }}
      visibleToasts={4}
      containerAriaLabel="Messages"
      icons={{
        success: <CircleCheck size={15} />,
        error: <CircleAlert size={15} />,
        warning: <TriangleAlert size={15} />,
        info: <Info size={15} />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: styles.toast ?? '',
          title: styles.title ?? '',
          description: styles.description ?? '',
          content: styles.content ?? '',
          actionButton: styles.action ?? '',
          closeButton: styles.close ?? '',
          icon: styles.icon ?? '',
        },
      }}
    />
  )
}

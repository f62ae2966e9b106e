import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster } from 'sonner'
import styles from './toasts.module.css'

interface Props {
  /** Under the window's first bar: where its end is full of what one looks at. */
  readonly atTop: boolean
}

/** Where passing messages appear. `toast` of sonner shows them. */
export function Toasts({ atTop }: Props) {
  return (
    <Toaster
      position={atTop ? 'top-center' : 'bottom-right'}
      gap={8}
      // Above bars at the window's end: what a message tells to do is often done there.
      offset={{ top: 52, bottom: 64, right: 16 }}
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

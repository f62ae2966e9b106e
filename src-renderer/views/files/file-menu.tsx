import { fileActions } from '../../parts/files/file-actions.tsx'
import { useFileMenu } from '../../stores/files/viewer-store.ts'
import { MenuAtPoint } from '../../widgets/overlays/menu-at-point.tsx'

/** The context menu of a file name. */
export function FileMenu() {
  const open = useFileMenu((state) => state.open)
  if (open === null) return null
  return (
    <MenuAtPoint
      point={open.point}
      name={open.place.path}
      groups={fileActions(open.at, open.place, false)}
      onClose={() => useFileMenu.setState({ open: null })}
    />
  )
}

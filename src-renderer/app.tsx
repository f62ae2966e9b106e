import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { followHost } from './stores/follow-host.ts'
import { useTheme } from './stores/theme.ts'
import { useWorkbench } from './stores/workbench-store.ts'
import { Workbench } from './views/workbench/workbench.tsx'
import { Toasts } from './widgets/toasts.tsx'

export function App() {
  useTheme()
  useEffect(() => followHost(), [])
  const project = useWorkbench((state) => state.project)
  return (
    <Tooltip.Provider delay={500} closeDelay={0}>
      {project !== null && <Workbench />}
      <Toasts />
    </Tooltip.Provider>
  )
}

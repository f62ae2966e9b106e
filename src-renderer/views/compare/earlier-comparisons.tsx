import { History } from 'lucide-react'
import type { Comparison } from '../../../src-shared/comparison.ts'
import { shortenMiddle } from '../../../src-shared/format.ts'
import { showComparison, useComparisons } from '../../stores/comparisons.ts'
import { valueOr } from '../../stores/loadable.ts'
import { Button } from '../../widgets/button.tsx'
import { Menu } from '../../widgets/menu.tsx'

const none: readonly Comparison[] = []
/** A menu is for the latest; older ones are found at their turns. */
const most = 20

/** The project's comparisons, newest first. */
export function EarlierComparisons() {
  const list = useComparisons((state) => valueOr(state.list, none))
  if (list.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={
        <Button small look="quiet" icon={<History aria-hidden="true" />}>
          Comparisons
        </Button>
      }
      groups={[
        {
          items: list.slice(0, most).map((each) => ({
            label: shortenMiddle(each.message, 60),
            summary: `${each.lanes.map((lane) => lane.name).join(' · ')}, ${new Date(each.createdAt).toLocaleString()}`,
            run: () => void showComparison(each),
          })),
        },
      ]}
    />
  )
}

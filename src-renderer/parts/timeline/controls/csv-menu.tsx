import { FileDown } from 'lucide-react'
import { toastOnFailure } from '../../../stores/report.ts'
import { saveFile } from '../../../stores/save-file.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'

interface Props {
  /** Of the file, without its ending. */
  readonly name: string
  /** The table as it is sorted and filtered now. */
  readonly text: () => string
}

/** A table for a spreadsheet. */
export function CsvMenu({ name, text }: Props) {
  return (
    <Menu
      align="end"
      side="top"
      trigger={
        <Button small look="quiet" icon={<FileDown aria-hidden="true" />}>
          CSV
        </Button>
      }
      groups={[
        {
          items: [
            { label: 'Copy as CSV', run: () => void toastOnFailure(navigator.clipboard.writeText(text())) },
            { label: 'Save as CSV', run: () => saveFile(`${name}.csv`, [text()], 'text/csv') },
          ],
        },
      ]}
    />
  )
}

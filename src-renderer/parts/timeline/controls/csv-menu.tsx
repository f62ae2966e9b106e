import { FileDown } from 'lucide-react'
import { toastOnFailure } from '../../../stores/report.ts'
import { saveFile } from '../../../stores/save-file.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'

interface Props {
  /** File name without its extension. */
  readonly name: string
  /** Returns the table as currently sorted and filtered. */
  readonly text: () => string
}

/** Exports a table for spreadsheets. */
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

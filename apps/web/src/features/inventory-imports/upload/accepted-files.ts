import { maxInventoryFileBytes } from '@terrace/contracts/inventory-imports'
import { sizeText } from '#web/lib/format/file-size.ts'

/** Names of files that can be imported. */
export const acceptedExtensions: readonly string[] = ['.csv', '.tsv', '.txt', '.xlsx']

const otherKinds: readonly { extensions: readonly string[]; message: string }[] = [
  {
    extensions: ['.xls', '.xlsm', '.ods', '.numbers'],
    message: 'This kind of spreadsheet cannot be read. Save it as XLSX or CSV and upload that.',
  },
  {
    extensions: ['.zip', '.gz', '.rar', '.7z'],
    message: 'This is an archive. Unpack it and upload the file inside.',
  },
  {
    extensions: ['.pdf', '.png', '.jpg', '.jpeg', '.doc', '.docx', '.html', '.json', '.xml'],
    message: 'Only tables can be imported. Export your inventory as CSV or XLSX and upload that.',
  },
]

/** Why a file cannot be imported, before it is read; `undefined` when nothing speaks against it. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  const other = otherKinds.find(({ extensions }) => extensions.includes(extension))
  if (other && !acceptedExtensions.includes(extension)) return other.message
  if (size === 0) return 'The file is empty. Export it again.'
  if (size > maxInventoryFileBytes)
    return `The file has ${sizeText(size)}, and at most 200 MB can be imported. Split it and import the parts by id.`
  return undefined
}

import { saveText } from '#web/lib/save-as.ts'

interface CsvPart {
  filename: string
  csv: string
  next: string | null
}

/** Loads all parts of a CSV file and saves it. */
export async function saveParts(
  load: (after: string | undefined) => Promise<{ data: CsvPart }>,
): Promise<void> {
  const texts: string[] = []
  let filename = ''
  for (let after: string | null | undefined; after !== null;) {
    const { data } = await load(after)
    filename ||= data.filename
    texts.push(data.csv)
    after = data.next
  }
  saveText(texts.join(''), { filename, type: 'text/csv;charset=utf-8' })
}

import { formatCount } from '@terrace/domain/tickets/format-count'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { Archive } from './open-archive.ts'
import type { CellStyle } from './cell-text.ts'
import { digitsOfFormat, meaningOfFormat } from './number-format.ts'
import { damaged, readAllXml, readXml } from './read-xml.ts'

export interface Sheet {
  name: string
  /** Its file in the archive. */
  file: string
  isHidden: boolean
}

export interface Workbook {
  sheets: Sheet[]
  isFrom1904: boolean
  styles: CellStyle[]
  texts: string[]
}

const maxTexts = 2_000_000
const maxTextChars = 64 * 1024 * 1024
const maxSheets = 1000
/** No spreadsheet program writes longer ones, or so many. */
const maxFormatChars = 255
const maxFormats = 5000
const plainStyle: CellStyle = { meaning: 'number', digits: 0 }

/**
 * Everything of a workbook but its sheets.
 * @throws `UnreadableFile` for archives that are not a workbook
 */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = (await readRelations(archive, '')).find(({ type }) => type.endsWith('/officeDocument'))
  if (!main)
    throw new UnreadableFile(
      'archive',
      'This is a zip file and not a spreadsheet. Upload the file itself, unpacked',
    )
  const relations = await readRelations(archive, main.file)
  const fileOf = (kind: string) => relations.find(({ type }) => type.endsWith(kind))?.file
  const { isFrom1904, sheets } = await readSheetList(archive, main.file, relations)
  return {
    sheets,
    isFrom1904,
    styles: await readStyles(archive, fileOf('/styles')),
    texts: await readTexts(archive, fileOf('/sharedStrings')),
  }
}

interface Relation {
  id: string
  type: string
  file: string
}

/** What a file of the archive refers to; '' is the archive itself. */
async function readRelations(archive: Archive, of: string): Promise<Relation[]> {
  const at = of.lastIndexOf('/') + 1
  const name = `${of.slice(0, at)}_rels/${of.slice(at)}.rels`
  const relations: Relation[] = []
  if (!archive.names.includes(name.toLowerCase())) return relations
  await readAllXml(await archive.read(name), {
    open(tag, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (tag !== 'Relationship' || mode === 'External') return
      relations.push({ id, type, file: pathOf(target, of.slice(0, at)) })
    },
  })
  return relations
}

/** Where the target of a relation is in the archive. @throws `UnreadableFile` */
function pathOf(target: string, folder: string): string {
  try {
    // The origin only makes it parse.
    const { pathname } = new URL(target, `zip://archive/${folder}`)
    return decodeURIComponent(pathname).replace(/^\/+/, '')
  } catch (error) {
    throw damaged(error)
  }
}

async function readSheetList(archive: Archive, file: string, relations: readonly Relation[]) {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  await readAllXml(await archive.read(file), {
    open(tag, attributes) {
      if (tag === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (tag !== 'sheet' || sheets.length >= maxSheets) return
      const id = Object.entries(attributes).find(([name]) => /(?:^|:)id$/.test(name))?.[1]
      const relation = relations.find((one) => one.id === id && one.type.endsWith('/worksheet'))
      if (relation)
        sheets.push({
          name: attributes.name ?? '',
          file: relation.file,
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  })
  return { sheets, isFrom1904 }
}

async function readStyles(archive: Archive, file: string | undefined): Promise<CellStyle[]> {
  const codes = new Map<number, string>()
  const styleOfFormat = new Map<number, CellStyle>()
  const styles: CellStyle[] = []
  let formats = 0
  let isInCells = false
  if (file === undefined) return styles
  await readAllXml(await archive.read(file), {
    open(tag, attributes) {
      if (tag === 'numFmt') {
        const { numFmtId: id, formatCode: code = '' } = attributes
        formats += 1
        if (formats > maxFormats || code.length > maxFormatChars) throw tooManyFormats()
        codes.set(Number(id), code)
      }
      if (tag === 'cellXfs') isInCells = true
      if (tag !== 'xf' || !isInCells || styles.length > 100_000) return
      const id = Number(attributes.numFmtId ?? 0)
      const style = styleOfFormat.get(id) ?? styleOf(id, codes.get(id))
      styleOfFormat.set(id, style)
      styles.push(style)
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return styles
}

function styleOf(id: number, code: string | undefined): CellStyle {
  const meaning = meaningOfFormat(id, code)
  return meaning === 'number' && code === undefined ? plainStyle : { meaning, digits: digitsOfFormat(code) }
}

const tooManyFormats = () =>
  new UnreadableFile(
    'number_formats',
    `This spreadsheet has more than ${formatCount(maxFormats)} number formats, or one of more than ${maxFormatChars} characters. Save the sheet as CSV (UTF-8)`,
  )

/** Texts that cells refer to by number, without their reading aids. */
async function readTexts(archive: Archive, file: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (file === undefined) return texts
  let chars = 0
  let text = ''
  let isText = false
  let isReadingAid = false
  const reading = readXml(await archive.read(file), {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isReadingAid = true
      isText = tag === 't' && !isReadingAid
    },
    text(part) {
      if (isText) text += part
    },
    close(tag) {
      isText = false
      if (tag === 'rPh') isReadingAid = false
      if (tag !== 'si') return
      chars += text.length
      texts.push(text)
    },
  })
  for (let part = await reading.next(); !part.done; part = await reading.next()) {
    if (texts.length > maxTexts || chars + text.length > maxTextChars)
      throw new UnreadableFile(
        'too_many_texts',
        'This spreadsheet has too much text to be read. Save the sheet as CSV (UTF-8)',
      )
  }
  return texts
}

import { StringDecoder } from 'node:string_decoder'
import sax, { type Tag } from 'sax'
import { UnreadableFile } from '../reading/decode-text.ts'

/** What a reader of XML does; names are without their namespace. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Spreadsheets nest far less. */
const maxDepth = 60

/**
 * Reads XML chunk by chunk; after each chunk the caller can take what the handler collected. External and own entities are
 * not read: a document with a type declaration is refused.
 * @throws `UnreadableFile` when it is not well-formed
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): AsyncGenerator<undefined> {
  const parser = sax.parser(true)
  const decoder = new StringDecoder('utf8')
  let depth = 0
  Object.assign(parser, {
    // Without the option `xmlns`, tags have plain attributes.
    onopentag(tag: Tag) {
      depth += 1
      if (depth > maxDepth) throw damaged()
      handler.open(localName(tag.name), tag.attributes)
    },
    onclosetag(name: string) {
      depth -= 1
      handler.close?.(localName(name))
    },
    ontext: (text: string) => handler.text?.(text),
    oncdata: (text: string) => handler.text?.(text),
    ondoctype() {
      throw damaged()
    },
    onerror(error: Error) {
      throw damaged(error)
    },
  })
  for await (const chunk of chunks) {
    parser.write(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
    yield undefined
  }
  parser.write(decoder.end()).close()
  yield undefined
}

/** Reads all of a document. */
export async function readAllXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const reading = readXml(chunks, handler)
  for (let part = await reading.next(); !part.done;) part = await reading.next()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The error of a workbook that is not written as the format says. */
export function damaged(cause?: unknown): UnreadableFile {
  return new UnreadableFile(
    'damaged',
    'This spreadsheet is damaged. Save it again, or save the sheet as CSV (UTF-8)',
    {
      cause,
    },
  )
}

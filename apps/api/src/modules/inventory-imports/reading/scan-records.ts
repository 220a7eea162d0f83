/** The records of the table cannot be compared one by one. */
export class IrregularRecords extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'IrregularRecords'
  }
}

/** A record of a text table, as bytes without its line break. */
interface ScannedRecord {
  bytes: Uint8Array
  line: number
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22
const maxRecordBytes = 1_000_000

/**
 * Finds the records of a text table without reading cells, which is many times faster and enough to see which records are
 * settled. Empty lines are left out. For bytes in which a line feed is a byte of its own, so not UTF-16.
 * @throws `IrregularRecords` for line breaks without a line feed, and for a quote that does not end
 */
export function createRecordScanner(onRecord: (record: ScannedRecord) => void) {
  let line = 1
  let rest: Uint8Array = new Uint8Array()

  /** Returns where the record begins that the bytes do not end. */
  function scan(bytes: Uint8Array): number {
    let start = 0
    let isQuoted = false
    let breaks = 0
    const { length } = bytes
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at]
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed) {
        if (isQuoted) {
          breaks += 1
          continue
        }
        const end = at > start && bytes[at - 1] === carriageReturn ? at - 1 : at
        if (end - start > maxRecordBytes) throw new IrregularRecords('a record is too long')
        if (end > start) onRecord({ bytes: bytes.subarray(start, end), line })
        line += 1 + breaks
        breaks = 0
        start = at + 1
      } else if (byte === carriageReturn) {
        if (at + 1 === length) break
        if (bytes[at + 1] !== lineFeed) throw new IrregularRecords('a line ends without a line feed')
      }
    }
    return start
  }

  return {
    add(piece: Uint8Array) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      rest = bytes.subarray(scan(bytes))
      if (rest.length > 2 * maxRecordBytes) throw new IrregularRecords('a record is too long')
    },
    end() {
      if (rest.length === 0) return
      const bytes = Buffer.concat([rest, Buffer.from('\n')])
      if (scan(bytes) < bytes.length) throw new IrregularRecords('a quote is not closed')
    },
  }
}

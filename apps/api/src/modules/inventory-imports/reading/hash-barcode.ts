import { createHmac } from 'node:crypto'

const hashBytes = 16

/** The keyed hash of a barcode, in hexadecimal. `key` is hexadecimal, too. */
export function hashBarcode(barcode: string, key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update(barcode)
    .digest('hex')
    .slice(0, 2 * hashBytes)
}

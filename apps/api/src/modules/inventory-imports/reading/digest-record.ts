import { createHash, hash } from 'node:crypto'

/** Bytes of the digest of a record. */
export const digestBytes = 16

/**
 * Returns the function that computes the digest of a record, in hexadecimal. Digests are equal only for the same bytes, header
 * and `context`, which is everything else that decides what a row means.
 */
export function recordDigester(context: string, header: Uint8Array): (record: Uint8Array) => string {
  const prefix = createHash('sha256').update(context).update('\n').update(header).digest()
  let bytes = Buffer.concat([prefix, Buffer.alloc(4096)])
  return (record) => {
    const length = prefix.length + record.length
    if (length > bytes.length) bytes = Buffer.concat([prefix, Buffer.alloc(2 * length)])
    bytes.set(record, prefix.length)
    return hash('sha256', bytes.subarray(0, length), 'hex').slice(0, 2 * digestBytes)
  }
}

import { maxDataBytes } from './sockets/limits.ts'

/** The data of an event as it travels: JSON, where a string counts as JSON already. Throws a RangeError above 10 kB. */
export function dataText(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  if (Buffer.byteLength(text) > maxDataBytes) {
    throw new RangeError(`the data of an event exceeds ${maxDataBytes} bytes`)
  }
  return text
}

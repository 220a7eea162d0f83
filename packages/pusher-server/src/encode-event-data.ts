import { maxDataBytes } from './sockets/limits.ts'

/**
 * The data of an event as JSON; a string is sent unchanged.
 * @throws RangeError above 10 kB
 */
export function encodeEventData(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  if (Buffer.byteLength(text) > maxDataBytes) {
    throw new RangeError(`Event data exceeds ${maxDataBytes} bytes`)
  }
  return text
}

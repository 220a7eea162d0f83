/** Fields of a protobuf message by number; values in the order of the message. */
export type Message = ReadonlyMap<number, readonly (bigint | Buffer)[]>

/** Reads a message without its schema: numbers as bigint; texts, bytes and messages as bytes. */
export function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => bytes.subarray(at, (at += length))
  const valueOf = (kind: number): bigint | Buffer => {
    if (kind === 0) return varint()
    if (kind === 1) return take(8).readBigUInt64LE()
    if (kind === 2) return take(Number(varint()))
    if (kind === 5) return BigInt(take(4).readUInt32LE())
    throw new Error(`protobuf has no wire type ${kind}`)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const value = valueOf(tag & 7)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

export function messagesOf(message: Message, field: number): Message[] {
  return bytesOf(message, field).map(readMessage)
}

export function bytesOf(message: Message, field: number): Buffer[] {
  return (message.get(field) ?? []).filter((value) => typeof value !== 'bigint')
}

export function textOf(message: Message, field: number): string {
  return bytesOf(message, field)[0]?.toString('utf8') ?? ''
}

export function numberOf(message: Message, field: number): bigint {
  const [value] = message.get(field) ?? []
  return typeof value === 'bigint' ? value : 0n
}

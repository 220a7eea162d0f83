import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** Below this nothing is won. */
const leastBytes = 1024

const brotli = promisify(brotliCompress)
const packers: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // The best of its eleven levels takes a hundred times as long, for a tenth less.
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

/**
 * Compresses the answers of raw routes, which give the same bytes to many callers: what was compressed once is kept for as
 * long as the bytes are.
 */
export function createPacker() {
  const kept = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

  function packed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
    const known = kept.get(bytes) ?? new Map<Encoding, Promise<Buffer>>()
    kept.set(bytes, known)
    const before = known.get(encoding)
    if (before) return before
    const packing = packers[encoding](bytes)
    known.set(encoding, packing)
    return packing
  }

  return function pack(answer: unknown, { headers }: FastifyRequest, reply: FastifyReply): unknown {
    const accepted = headers['accept-encoding']
    if (accepted === undefined || !Buffer.isBuffer(answer) || answer.length < leastBytes) return answer
    const encoding = encodings.find((name) => accepts(accepted, name))
    if (encoding === undefined) return answer
    const others = reply.getHeader('vary')
    void reply.headers({
      'content-encoding': encoding,
      vary: others === undefined ? 'accept-encoding' : `${String(others)}, accept-encoding`,
    })
    return packed(answer, encoding)
  }
}

/** By name alone: who names an encoding without refusing it has it (RFC 9110 §12.5.3). */
function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...weights] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight))
  })
}

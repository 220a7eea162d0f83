import type { ResultPage, WriteHit } from '../engine/response/build-response.ts'
import { createJsonBytes } from '../engine/response/json-bytes.ts'

export interface WrittenHit {
  objectID: string
}

export const hitsOf = ({ hits }: ResultPage): WrittenHit[] => hits.map(hitFrom)

export function hitFrom(write: WriteHit): WrittenHit {
  const out = createJsonBytes()
  write(out)
  return JSON.parse(out.take().toString()) as WrittenHit
}

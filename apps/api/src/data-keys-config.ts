import { z } from 'zod'
import type { DataKey } from './shared/sealed-text.ts'

const form =
  'must be keys such as 1:<32 bytes in base64>, with commas between them, each number 1 to 255 once'

/** The part of the environment with which identity data is sealed (product.md §12 "Safety"). */
export const dataKeysEnvironment = {
  /**
   * `number:key` with commas between them; `openssl rand -base64 32` makes a key. The first one seals, the others still open
   * what they sealed: a new key is put in front, and the old one goes once nothing of it is left. Unset: made on the first start.
   */
  DATA_KEYS: z
    .string()
    .transform((text, context): DataKey[] => {
      const keys = text.split(',').map(readKey)
      const isRight = keys.every((key) => key !== undefined)
      if (isRight && new Set(keys.map((key) => key.id)).size === keys.length) return keys
      // No message repeats any of it.
      context.addIssue({ code: 'custom', message: form })
      return z.NEVER
    })
    .optional(),
}

function readKey(text: string): DataKey | undefined {
  const [, number, base64 = ''] = /^(\d{1,3}):([\w+/-]{43}=?)$/.exec(text.trim()) ?? []
  const id = Number(number)
  const key = Buffer.from(base64, 'base64')
  return id >= 1 && id <= 255 && key.length === 32 ? { id, key } : undefined
}

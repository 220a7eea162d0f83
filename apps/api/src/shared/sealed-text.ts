import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readInstalled } from './installed-file.ts'

/** One of the installation's keys; its number stands in front of all that it sealed. */
export interface DataKey {
  /** 1 to 255. */
  id: number
  /** 32 bytes. */
  key: Buffer
}

/** Keeps text so that who reads the database, or a copy of it, learns nothing (product.md §12 "Safety"). */
export interface Sealer {
  /** `context` names the place where it is kept, such as `order_lines.attendees:oln_1`; it opens nowhere else. */
  seal(text: string, context: string): Buffer
  /** Throws {@link SealBroken} for anything but what {@link Sealer.seal} made for this very context. */
  open(bytes: Buffer, context: string): string
  /** The same for what a page can do without: undefined, and a word to the operators, where it does not open. */
  openIfWhole(bytes: Buffer, context: string): string | undefined
}

/** What was to be opened was changed, stood in another place, or was sealed with a key that is not here. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

const cipherName = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
// Key number, nonce, tag, then the text.
const headLength = 1 + nonceLength + tagLength

/** AES-256-GCM with a random nonce. The first key seals; the others open what was sealed before the keys were changed. */
export function createSealer(
  [current, ...older]: readonly DataKey[],
  tellBroken: (error: SealBroken, context: string) => void = () => {},
): Sealer {
  if (!current) throw new Error('a sealer needs a key')
  const keys = new Map([current, ...older].map(({ id, key }) => [id, key]))
  const sealer: Sealer = {
    seal(text, context) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(cipherName, current.key, nonce, { authTagLength: tagLength })
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(current.id), nonce, cipher.getAuthTag(), sealed])
    },
    open(bytes, context) {
      const key = keys.get(bytes[0] ?? 0)
      if (!key || bytes.length < headLength) throw new SealBroken('this was sealed with no key of ours')
      const nonce = bytes.subarray(1, 1 + nonceLength)
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(1 + nonceLength, headLength))
      try {
        return decipher.update(bytes.subarray(headLength), undefined, 'utf8') + decipher.final('utf8')
      } catch (error) {
        throw new SealBroken(`this was not sealed for ${context}`, { cause: error })
      }
    },
    openIfWhole(bytes, context) {
      try {
        return sealer.open(bytes, context)
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
        tellBroken(error, context)
        return undefined
      }
    },
  }
  return sealer
}

/** The key of this installation, made on the first start and kept in the data folder. */
export function installedDataKeys(dataFolder: string): DataKey[] {
  const { key } = readInstalled(join(dataFolder, 'data-key.json'), {
    schema: z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) }),
    make: () => ({ key: randomBytes(32).toString('hex') }),
  })
  return [{ id: 1, key: Buffer.from(key, 'hex') }]
}

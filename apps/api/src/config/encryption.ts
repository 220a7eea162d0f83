import { z } from 'zod'
import type { DataKey } from '#api/shared/crypto/field-cipher.ts'
import { described, productionProblems } from './variable.ts'

const keyListFormat =
  'must be keys such as 1:<32 bytes in base64>, separated by commas, each number from 1 to 255 once'

export const encryptionVariables = {
  DATA_ENCRYPTION_KEYS: described(
    z
      .string()
      .transform((text, context): DataKey[] => {
        const keys = text.split(',').map(readKey)
        const isValid = keys.every((key) => key !== undefined)
        if (isValid && new Set(keys.map((key) => key.id)).size === keys.length) return keys
        // The message must not repeat a key.
        context.addIssue({ code: 'custom', message: keyListFormat })
        return z.NEVER
      })
      .optional(),
    {
      meaning:
        'Keys that encrypt attendee data and drafts, as `number:key`. The first one encrypts; the others still decrypt. Data encrypted with a lost key cannot be recovered.',
      example: '2:$(openssl rand -base64 32),1:…',
      default: 'generated in the data folder; required in production',
    },
  ),
}

export const encryptionConfig = z
  .object(encryptionVariables)
  .transform(({ DATA_ENCRYPTION_KEYS: dataKeys }): { dataKeys: DataKey[] | undefined } => ({ dataKeys }))

export const encryptionInProduction = productionProblems(({ DATA_ENCRYPTION_KEYS: keys }) => ({
  DATA_ENCRYPTION_KEYS:
    keys === undefined ? `production does not use generated keys; ${keyListFormat}` : undefined,
}))

function readKey(text: string): DataKey | undefined {
  const [, number, base64 = ''] = /^(\d{1,3}):([\w+/-]{43}=?)$/.exec(text.trim()) ?? []
  const id = Number(number)
  const key = Buffer.from(base64, 'base64')
  return id >= 1 && id <= 255 && key.length === 32 ? { id, key } : undefined
}

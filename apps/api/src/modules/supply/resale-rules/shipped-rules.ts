import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { invalidInput } from '#api/shared/app-error.ts'

const rule = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/),
    kind: z.enum(['forbidden', 'authorised_only', 'price_cap']),
    /** Slug. */
    competition: z.string().min(1).optional(),
    country_code: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    cap_percent: z.int().min(1).max(1000).optional(),
    reason: z.string().min(1).max(300),
    note: z.string().max(1000),
  })
  .refine(({ competition, country_code }) => competition !== undefined || country_code !== undefined, {
    error: 'needs a competition or a country_code',
  })
  .refine(({ kind, cap_percent: cap }) => (kind === 'price_cap') === (cap !== undefined), {
    error: 'has cap_percent exactly with the kind price_cap',
  })
export type RuleDefinition = z.output<typeof rule>

/** @throws `input.invalid` that names what is wrong in a file of rules */
export function parseRules(text: string): RuleDefinition[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw invalidInput({ file: ['is not JSON'] })
  }
  const parsed = z.array(rule).safeParse(content)
  if (parsed.success) return parsed.data
  throw invalidInput({
    file: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  })
}

/** The rules that come with the application. */
export const shippedRules = (): RuleDefinition[] =>
  parseRules(readFileSync(new URL('rules.json', import.meta.url), 'utf8'))

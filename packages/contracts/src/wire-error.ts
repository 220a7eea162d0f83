import { z } from 'zod/mini'

/** Body of every error response (product.md §9). */
export const wireError = z.object({
  errors: z.optional(
    z.union([
      z.string(),
      z.array(z.string()),
      z.looseObject({
        title: z.string(),
        fields: z.optional(z.record(z.string(), z.array(z.string()))),
      }),
    ]),
  ),
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  request_id: z.optional(z.string()),
})
export type WireError = z.output<typeof wireError>

/** The message to show for a failed call, in the precedence of spec §8; empty texts count as missing. */
export function messageOf(payload: { errors?: unknown; message?: unknown } | null | undefined): string {
  const { errors, message } = payload ?? {}
  return textOf(errors) || textOf(message) || 'Something went wrong!'
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(String).filter(Boolean).join('\n')
  return value !== null && typeof value === 'object' && 'title' in value ? textOf(value.title) : ''
}

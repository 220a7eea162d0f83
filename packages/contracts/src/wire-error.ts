import { z } from 'zod/mini'

/** Body of every answer that is not a success (product.md §9). */
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

/** The text to show for a failed call, in the order of spec §8. */
export function messageOf(payload: { errors?: unknown; message?: unknown } | null | undefined): string {
  const { errors, message } = payload ?? {}
  if (
    errors !== null &&
    typeof errors === 'object' &&
    'title' in errors &&
    typeof errors.title === 'string'
  ) {
    return errors.title
  }
  if (Array.isArray(errors)) return errors.map(String).join('\n')
  if (typeof errors === 'string' && errors !== '') return errors
  return typeof message === 'string' && message !== '' ? message : 'Something went wrong!'
}

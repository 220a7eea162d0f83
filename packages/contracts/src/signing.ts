import { z } from 'zod/mini'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** Sent on the sign-up's channel once its document is signed (spec §4). */
export const signedEvent = 'docusign-completed' as const

/** The data of {@link signedEvent}. */
export const wireSigned = z.object({ email: z.string(), envelope_id: z.string() })
export type WireSigned = z.output<typeof wireSigned>

/** Only the browser that signs up may subscribe (product.md §10). */
export const signupChannelPrefix = 'private-signup-'

/** Whether both addresses belong to the same signer: trimmed and case-insensitive (product.md §11.2). */
export function isSameSigner(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase()
}

export const signingRoutes = {
  /** Starts a signing for this browser's sign-up and binds it with a cookie. `frame_url` is loaded in an iframe. */
  start: defineRoute({
    name: 'signing.start',
    method: 'POST',
    path: '/signing/start',
    auth: 'public',
    body: z.strictObject({
      name: z
        .string()
        .check(
          visibleLine(),
          z.minLength(1, 'is required'),
          z.maxLength(200, 'must be at most 200 characters'),
        ),
      email: z.pipe(z.string().check(z.trim(), z.maxLength(254)), z.email('Must be a valid email address')),
    }),
    response: z.object({
      data: z.object({ frame_url: z.string(), channel: z.string(), event: z.literal(signedEvent) }),
    }),
    errors: ['signing.too_many'],
  }),
  /** The unused signed document of this browser's sign-up, for browsers that miss the realtime event. */
  status: defineRoute({
    name: 'signing.status',
    method: 'GET',
    path: '/signing/status',
    auth: 'public',
    response: z.object({
      data: z.object({
        envelope_id: z.nullable(z.string()),
        email: z.nullable(z.string()),
        /** URL of the signer's copy, if we store one. */
        copy_url: z.nullable(z.string()),
      }),
    }),
    errors: [],
  }),
}

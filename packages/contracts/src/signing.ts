import { z } from 'zod'
import { defineRoute } from './route.ts'

/** Told on the channel of a sign-up once its document is signed (spec §4). */
export const signedEvent = 'docusign-completed' as const

/** The data of {@link signedEvent}. */
export const wireSigned = z.object({ email: z.string(), envelope_id: z.string() })
export type WireSigned = z.output<typeof wireSigned>

/** Only the browser that signs up may subscribe (product.md §10). */
export const signupChannelPrefix = 'private-signup-'

/** Whether a signature was given by this address: trimmed, case ignored (product.md §11). */
export function isSameSigner(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase()
}

export const signingRoutes = {
  /** Begins a signing for the sign-up of this browser, which a cookie binds to it. `frame_url` goes into the frame. */
  start: defineRoute({
    name: 'signing.start',
    method: 'POST',
    path: '/signing/start',
    auth: 'public',
    body: z.strictObject({
      name: z.string().trim().min(1, 'is required').max(200, 'must have at most 200 characters'),
      email: z.string().trim().max(254).pipe(z.email('Must be a valid email address')),
    }),
    response: z.object({
      data: z.object({ frame_url: z.string(), channel: z.string(), event: z.literal(signedEvent) }),
    }),
    errors: ['signing.too_many'],
  }),
  /** What the sign-up of this browser has signed and not used yet; for a browser that no event reaches. */
  status: defineRoute({
    name: 'signing.status',
    method: 'GET',
    path: '/signing/status',
    auth: 'public',
    response: z.object({
      data: z.object({
        envelope_id: z.string().nullable(),
        email: z.string().nullable(),
        /** Where the signer's own copy is, if we keep it. */
        copy_url: z.string().nullable(),
      }),
    }),
    errors: [],
  }),
}
